package http1

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"slices"
)

// A single is the listener of one connection that is accepted already.
type single struct{ net.Conn }

func (l *single) Accept() (net.Conn, error) {
	c := l.Conn
	if l.Conn = nil; c == nil {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *single) Close() error   { return nil }
func (l *single) Addr() net.Addr { return &net.TCPAddr{} }

// A handedOver is a connection of HTTP/1 that net/http serves. It hands out
// heads one by one, and none that is beyond the limits: net/http parses fields
// as they come, and one takes much more room parsed than raw.
type handedOver struct {
	net.Conn // as it is read and written, maybe TLS
	accepted *conn
	ready    []byte // has come and is to be read
}

// A handedOverTLS is one with TLS: net/http asks for ConnectionState.
type handedOverTLS struct {
	*handedOver
	state *tls.ConnectionState
}

// ConnectionState returns what requests have as their TLS.
func (h handedOverTLS) ConnectionState() tls.ConnectionState { return *h.state }

// CloseWrite ends what is sent and leaves the rest to be read.
func (h *handedOver) CloseWrite() error {
	if half, ok := h.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Read reads what has come. It is not called by two at a time.
func (h *handedOver) Read(p []byte) (n int, err error) {
	if n = copy(p, h.ready); n > 0 {
		h.ready = append([]byte(nil), h.ready[n:]...) // without what has been read
	} else {
		n, err = h.Conn.Read(p)
	}
	scan := &h.accepted.scan
	if scan.ended {
		return n, err
	}
	head := scan.follow(p[:n])
	if h.accepted.server.tooLarge(scan) {
		refuse(h.Conn)
		return 0, net.ErrClosed
	}
	h.ready = slices.Concat(p[head:n], h.ready)
	return head, err
}

// connOf returns the connection that was accepted, below one that net/http
// serves.
func connOf(c net.Conn) *conn {
	switch c := c.(type) {
	case *handedOver:
		return c.accepted
	case handedOverTLS:
		return c.accepted
	}
	return c.(*tls.Conn).NetConn().(*conn) // HTTP/2
}

type connKey struct{}

// newFallback returns a server with the limits of this one. The handler is
// given the connection that was accepted.
func (s *Server) newFallback(serve func(*conn, http.ResponseWriter, *http.Request)) *http.Server {
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			serve(r.Context().Value(connKey{}).(*conn), w, r)
		}),
		ErrorLog:                     s.ErrorLog,
		ReadHeaderTimeout:            s.ReadHeaderTimeout,
		ReadTimeout:                  s.ReadTimeout,
		IdleTimeout:                  s.IdleTimeout,
		MaxHeaderBytes:               s.MaxHeaderBytes,
		DisableGeneralOptionsHandler: true,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, connOf(c))
		},
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateActive:
				if !connOf(c).begin() {
					_ = c.Close() // it has made room for another
				}
			case http.StateIdle:
				connOf(c).rest()
			case http.StateClosed:
				if g := connOf(c).handoff; g != nil {
					close(g.begun) // the server was closed, and has not begun
				}
			}
		},
	}
}

// serveHandedOver has the handler answer a request of HTTP/1 that net/http has
// read, where it does not do so already.
func (s *Server) serveHandedOver(c *conn, w http.ResponseWriter, r *http.Request) {
	g := c.handoff
	switch {
	case !c.begin() && g == nil:
		panic(http.ErrAbortHandler) // it has made room for another
	case g == nil:
		s.Handler.ServeHTTP(w, r)
		return
	}
	r.Header = nil // the handler has its own
	c.handoff, g.w, g.r = nil, w, r
	close(g.begun)
	if !<-g.ended {
		panic(http.ErrAbortHandler)
	}
}

// serveHTTP2 has the handler answer a request over HTTP/2.
func (s *Server) serveHTTP2(c *conn, w http.ResponseWriter, r *http.Request) {
	if s.tooMany(r.Header) {
		r.Header = nil // so that it is not kept while the answer waits
		http.Error(w, statusTooLarge, http.StatusRequestHeaderFieldsTooLarge)
		return
	}
	s.streams.serve(s.Handler, w, r, c)
}
