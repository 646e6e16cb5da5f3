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
	"time"
)

// A Server serves HTTP/1.1 over plain connections or, with a TLSConfig, HTTP/1.1 and
// HTTP/2 over TLS. Make one with [NewServer]. Its fields must not change once it
// serves.
type Server struct {
	Handler   http.Handler
	TLSConfig *tls.Config // nil for plain HTTP
	ErrorLog  *log.Logger

	MaxConns          int // with a TLSConfig at most 4096
	MaxConnsPerClient int // 0 for a quarter of MaxConns
	// ClientKey returns under which key a connection counts for MaxConnsPerClient, "" for a proxy, whose
	// connections do not count and may be idle for longer. If it is nil, no connection counts.
	ClientKey  func(net.Addr) string
	MaxStreams int // HTTP/2 requests at a time, of all connections

	fallback    *http.Server // answers HTTP/1 that is not simple
	http2       *http.Server // answers HTTP/2
	start       sync.Once
	connections connections

	ending context.Context // done once the server is shutting down
	end    context.CancelFunc
}

// NewServer returns a server for the handler, with as many connections as the process
// can have open. It logs errors of connections as warnings.
func NewServer(h http.Handler, l *slog.Logger) *Server {
	public, _ := MaxConns()
	s := &Server{
		Handler: h, ErrorLog: slog.NewLogLogger(l.Handler(), slog.LevelWarn), MaxConns: public, MaxStreams: maxStreams,
	}
	s.ending, s.end = context.WithCancel(context.Background())
	return s
}

// Serve accepts connections and answers their requests until the server is
// shut down. It then returns [http.ErrServerClosed].
func (s *Server) Serve(l net.Listener) error {
	s.start.Do(s.setUp)
	defer context.AfterFunc(s.ending, func() { l.Close() })()
	defer l.Close()
	for {
		accepted, err := l.Accept()
		if s.isEnding() {
			if accepted != nil {
				_ = accepted.Close()
			}
			return http.ErrServerClosed
		}
		var temporary interface{ Temporary() bool }
		if errors.As(err, &temporary) && temporary.Temporary() { // such as too many open files
			s.ErrorLog.Printf("http: Accept error: %v; retrying in %v", err, retryDelay)
			time.Sleep(retryDelay)
			continue
		}
		if err != nil {
			return err
		}
		s.startConn(accepted)
	}
}

// retryDelay is how long the server waits after a temporary Accept error.
const retryDelay = 100 * time.Millisecond

// setUp makes the net/http servers. They are two because Shutdown must tell HTTP/2
// clients at once, while requests of HTTP/1 that are not simple are still answered.
func (s *Server) setUp() {
	if s.TLSConfig != nil {
		s.MaxConns = min(s.MaxConns, maxTLSConns)
		s.TLSConfig = s.TLSConfig.Clone()
		s.TLSConfig.NextProtos = append([]string{"h2", "http/1.1"}, s.TLSConfig.NextProtos...)
	}
	if s.MaxConnsPerClient == 0 {
		s.MaxConnsPerClient = max(s.MaxConns/4, min(s.MaxConns, minConnsPerClient))
	}
	s.fallback, s.http2 = s.newHTTP1(), s.newHTTP2()
}

// newNetHTTP returns a net/http server with the limits of this one.
func (s *Server) newNetHTTP(serve http.HandlerFunc) *http.Server {
	return &http.Server{
		Handler: serve, ErrorLog: s.ErrorLog, MaxHeaderBytes: maxHeaderBytes, DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
	}
}

// shutdownGrace is how long open connections may still begin a request after
// Shutdown was called.
const shutdownGrace = 500 * time.Millisecond

// Shutdown shuts the server down. It accepts no more connections, but answers
// the requests that have begun, and those that begin within half a second. Each
// of these responses says that its connection closes (RFC 9112, section 9.6).
// Shutdown returns nil once no connection is open. When ctx is done it closes
// those that are left, and returns the error of ctx.
func (s *Server) Shutdown(ctx context.Context) error {
	s.start.Do(s.setUp)
	s.end()
	grace, cancel := context.WithTimeout(ctx, shutdownGrace)
	defer cancel()
	_ = s.connections.wait(grace)
	// Those of HTTP/1 that wait for a request.
	s.connections.closeAll(func(c *countedConn) bool { return c.idle != nil && !c.http2.Load() })
	if err := s.http2.Shutdown(ctx); err != nil {
		return errors.Join(err, s.Close())
	}
	return errors.Join(s.connections.wait(ctx), s.Close())
}

// Close closes the server and all connections at once.
func (s *Server) Close() error {
	s.end()
	s.connections.closeAll(func(*countedConn) bool { return true })
	return nil
}

func (s *Server) isEnding() bool { return s.ending.Err() != nil }
