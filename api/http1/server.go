package http1

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Server serves HTTP: over plain connections HTTP/1.1, with a TLSConfig
// HTTP/1.1 and HTTP/2. Make one with [NewServer], and change none of it once it
// serves.
type Server struct {
	Handler   http.Handler
	TLSConfig *tls.Config // nil for plain HTTP
	ErrorLog  *log.Logger

	ReadHeaderTimeout time.Duration // from the first byte of a request, or of a connection, to the end of its header fields
	ReadTimeout       time.Duration // to the end of its body
	WriteTimeout      time.Duration // for the client to take each 64 KiB of an answer
	IdleTimeout       time.Duration // between two requests
	MaxHeaderBytes    int           // of the header fields of a request; 4 KiB more with the request line
	MaxHeaderFields   int

	MaxConns          int                   // with a TLSConfig at most [MaxTLSConns]
	MaxConnsPerClient int                   // 0 for a quarter of MaxConns
	Client            func(net.Addr) string // whose connection it is, "" for one that only counts for MaxConns; nil for none
	MaxStreams        int                   // requests over HTTP/2 at a time, of all connections

	fallback    *http.Server // answers what is unusual
	http2       *http.Server // answers HTTP/2
	streams     streams
	start       sync.Once
	connections connections

	ending    atomic.Bool // every answer is the last of its connection
	mu        sync.Mutex
	listeners []net.Listener
}

// NewServer returns a server of the handler with the limits that a public one
// needs (see [Server] for what they are and limits.go for the arithmetic): five
// seconds for header fields, ten for a request, thirty for 64 KiB of an answer,
// sixty between two requests, 16 KiB of header fields, and as many connections
// as the process can have open. What goes wrong on a connection is logged as a
// warning.
func NewServer(h http.Handler, l *slog.Logger) *Server {
	public, _ := MaxConns()
	return &Server{
		Handler:           h,
		ErrorLog:          slog.NewLogLogger(l.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    maxHeaderBytes,
		MaxHeaderFields:   maxHeaderFields,
		MaxConns:          public,
		MaxStreams:        maxStreams,
	}
}

// Serve accepts connections and answers their requests until the server is
// shut down, and returns [http.ErrServerClosed] then.
func (s *Server) Serve(l net.Listener) error {
	s.start.Do(s.setUp)
	s.mu.Lock()
	s.listeners = append(s.listeners, l)
	s.mu.Unlock()
	defer l.Close()
	for delay := time.Duration(0); ; {
		if s.ending.Load() {
			return http.ErrServerClosed
		}
		accepted, err := l.Accept()
		var temporary interface{ Temporary() bool }
		switch {
		case err == nil:
			delay = 0
			s.admit(accepted)
		case s.ending.Load():
			return http.ErrServerClosed
		case errors.As(err, &temporary) && temporary.Temporary(): // too many files are open
			delay = min(max(2*delay, 5*time.Millisecond), time.Second)
			s.ErrorLog.Printf("http: Accept error: %v; retrying in %v", err, delay)
			time.Sleep(delay)
		default:
			return err
		}
	}
}

// setUp makes the servers that answer what is unusual. They are two, since
// HTTP/2 has to know at once that the server ends, and what is being answered
// over HTTP/1 may become unusual after that.
func (s *Server) setUp() {
	if s.TLSConfig != nil {
		s.MaxConns = min(s.MaxConns, MaxTLSConns)
		s.TLSConfig = s.TLSConfig.Clone()
		for _, protocol := range []string{"h2", "http/1.1"} {
			if !slices.Contains(s.TLSConfig.NextProtos, protocol) {
				s.TLSConfig.NextProtos = append(s.TLSConfig.NextProtos, protocol)
			}
		}
	}
	if s.MaxConnsPerClient == 0 {
		s.MaxConnsPerClient = max(s.MaxConns/4, min(s.MaxConns, minConnsPerClient))
	}
	s.streams.most = s.MaxStreams
	if s.ErrorLog == nil {
		s.ErrorLog = log.Default()
	}
	s.fallback = s.newFallback(s.serveHandedOver)
	s.http2 = s.newFallback(s.serveHTTP2)
	s.http2.TLSConfig = s.TLSConfig
	s.http2.MaxHeaderBytes *= 2 // so that it says 431 to most that has more, in place of ending the connection
	s.http2.HTTP2 = &http.HTTP2Config{
		MaxConcurrentStreams:          maxConnStreams,
		MaxReadFrameSize:              16 << 10,
		MaxReceiveBufferPerConnection: 64 << 10,
		MaxReceiveBufferPerStream:     64 << 10,
	}
}

// endGrace is how long those who have just connected may take to begin their
// request, once the server is told to end.
const endGrace = 500 * time.Millisecond

// Shutdown ends the server: no connection is accepted any more, what is being
// answered is, and what is asked within half a second on a connection that was
// just accepted; each answer says that its connection closes (RFC 9112, section
// 9.6). It returns nil once no connection is left, or cuts off the rest when ctx
// is done, and returns its error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.start.Do(s.setUp)
	s.ending.Store(true)
	s.fallback.SetKeepAlivesEnabled(false)
	s.closeListeners() // now that every answer says that it is the last
	s.connections.closeIdle(false)
	grace, cancel := context.WithTimeout(ctx, endGrace)
	defer cancel()
	_ = s.connections.wait(grace) // some are left, which go now
	s.connections.closeIdle(true)
	err := s.http2.Shutdown(ctx)
	if err == nil {
		err = s.connections.wait(ctx)
	}
	return errors.Join(err, s.Close())
}

// Close ends the server and cuts off all connections.
func (s *Server) Close() error {
	s.start.Do(s.setUp)
	s.ending.Store(true)
	s.closeListeners()
	err := errors.Join(s.fallback.Close(), s.http2.Close())
	for _, c := range s.connections.snapshot() {
		_ = c.Close() // as it would be told
	}
	return err
}

func (s *Server) closeListeners() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.listeners {
		l.Close() // again: the error tells nothing
	}
}
