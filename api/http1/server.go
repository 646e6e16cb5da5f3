package http1

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
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

	MaxConns          int                   // with a TLSConfig at most 4096
	MaxConnsPerClient int                   // 0 for a quarter of MaxConns
	Client            func(net.Addr) string // whose connection it is, "" for one that only counts for MaxConns; nil for none
	MaxStreams        int                   // requests over HTTP/2 at a time, of all connections

	fallback    *http.Server // answers what is unusual
	http2       *http.Server // answers HTTP/2
	streams     atomic.Int64 // requests over HTTP/2
	start       sync.Once
	connections connections

	ended context.Context // done once every answer is the last of its connection
	end   context.CancelFunc
}

// NewServer returns a server of the handler with the limits that a public one
// needs (see limits.go), as many connections as the process can have open. What
// goes wrong on a connection is logged as a warning.
func NewServer(h http.Handler, l *slog.Logger) *Server {
	public, _ := MaxConns()
	s := &Server{Handler: h, ErrorLog: slog.NewLogLogger(l.Handler(), slog.LevelWarn), MaxConns: public, MaxStreams: maxStreams}
	s.ended, s.end = context.WithCancel(context.Background())
	return s
}

// Serve accepts connections and answers their requests until the server is
// shut down, and returns [http.ErrServerClosed] then.
func (s *Server) Serve(l net.Listener) error {
	s.start.Do(s.setUp)
	defer context.AfterFunc(s.ended, func() { l.Close() })()
	defer l.Close()
	for {
		accepted, err := l.Accept()
		var temporary interface{ Temporary() bool }
		switch {
		case s.isEnding():
			if err == nil {
				_ = accepted.Close() // there is nobody to tell
			}
			return http.ErrServerClosed
		case err == nil:
			s.admit(accepted)
		case errors.As(err, &temporary) && temporary.Temporary(): // too many files are open
			s.ErrorLog.Printf("http: Accept error: %v; retrying in %v", err, retryTime)
			time.Sleep(retryTime)
		default:
			return err
		}
	}
}

// retryTime is how long a server that can accept no connection waits.
const retryTime = 100 * time.Millisecond

// setUp makes the servers that answer what is unusual. They are two, since
// HTTP/2 has to know at once that the server ends, and what is being answered
// over HTTP/1 may become unusual after that.
func (s *Server) setUp() {
	if s.TLSConfig != nil {
		s.MaxConns = min(s.MaxConns, maxTLSConns)
		s.TLSConfig = s.TLSConfig.Clone()
		s.TLSConfig.NextProtos = append([]string{"h2", "http/1.1"}, s.TLSConfig.NextProtos...)
	}
	if s.MaxConnsPerClient == 0 {
		s.MaxConnsPerClient = max(s.MaxConns/4, min(s.MaxConns, minConnsPerClient))
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

// endGrace is how long those who are connected may take to begin their last
// request, once the server is told to end.
const endGrace = 500 * time.Millisecond

// Shutdown ends the server: no connection is accepted any more, what is being
// answered is, and what is asked within half a second; each answer says that
// its connection closes (RFC 9112, section 9.6). It returns nil once no
// connection is left, or cuts off the rest when ctx is done, and returns its
// error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.start.Do(s.setUp)
	s.fallback.SetKeepAlivesEnabled(false)
	s.end()
	grace, cancel := context.WithTimeout(ctx, endGrace)
	defer cancel()
	_ = s.connections.wait(grace) // some are left, which go now
	s.connections.closeIdle()
	err := s.http2.Shutdown(ctx)
	if err == nil {
		err = s.connections.wait(ctx)
	}
	return errors.Join(err, s.Close())
}

// Close ends the server and cuts off all connections.
func (s *Server) Close() error {
	s.end()
	for _, c := range s.connections.snapshot() {
		_ = c.Close() // as it would be told
	}
	return nil
}

func (s *Server) isEnding() bool { return s.ended.Err() != nil }
