package http1

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"slices"
	"time"
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

// handOver has net/http serve the connection from here on, beginning with what
// has been read. The first request is that of the exchange, if there is one, whose
// handler was called here.
func (s *session) handOver(x *exchange) {
	s.handedOff, s.head = x, headCount{}
	s.pass(s, s.conn.server.fallback)
}

// pass gives the connection to net/http, unless that has been shut down.
func (s *session) pass(c net.Conn, to *http.Server) {
	l := &single{c}
	_ = to.Serve(l) // it returns when there is nothing more to accept
	s.passed = l.Conn == nil
}

// A headCount is how much net/http has read of the head of a request.
type headCount struct {
	bytes, lines int
	text         bool // the last line has more than its end
	ended        bool
}

// follow goes on with what has come, and returns how much of it is head. Lines
// end in LF or CR LF, as for net/http.
func (h *headCount) follow(in []byte) (size int) {
	for size < len(in) && !h.ended {
		if c := in[size]; c == '\n' {
			h.lines++
			h.ended, h.text = !h.text, false
		} else if c != '\r' {
			h.text = true
		}
		size++
	}
	h.bytes += size
	return size
}

// Read reads for net/http. It hands out heads one by one, and none that is
// beyond the limits: net/http parses fields as they come, and one takes much more
// room parsed than raw. It is not called by two at a time.
func (s *session) Read(p []byte) (n int, err error) {
	if n = copy(p, s.in); n > 0 {
		s.in = slices.Clone(s.in[n:]) // without what has been read
	} else {
		n, err = s.Conn.Read(p)
	}
	if s.head.ended {
		return n, err
	}
	size := s.head.follow(p[:n])
	if s.head.lines > maxHeaderFields+2 || s.head.bytes > maxHeaderBytes+4<<10 { // with the first and the last line
		s.refuse()
		return 0, net.ErrClosed
	}
	s.in = slices.Concat(p[size:n], s.in)
	return size, err
}

// CloseWrite ends what is sent and leaves the rest to be read.
func (s *session) CloseWrite() error { return closeWrite(s.Conn) }

// lingerTime is how long a connection stays open after an answer that its
// client may not have seen while it is still sending.
const lingerTime = 500 * time.Millisecond

const statusTooLarge = "431 Request Header Fields Too Large"

// refuse answers 431, as net/http does, and closes the connection.
func (s *session) refuse() {
	_, err := io.WriteString(s.Conn, "HTTP/1.1 "+statusTooLarge+"\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"+statusTooLarge)
	if err == nil && s.CloseWrite() == nil {
		time.Sleep(lingerTime)
	}
	_ = s.Close() // there is nobody to tell
}

type connKey struct{}

// newFallback returns a server with the limits of this one.
func (s *Server) newFallback(serve http.HandlerFunc) *http.Server {
	return &http.Server{
		Handler:                      serve,
		ErrorLog:                     s.ErrorLog,
		ReadHeaderTimeout:            readHeaderTimeout,
		ReadTimeout:                  readTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeaderBytes,
		DisableGeneralOptionsHandler: true,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ConnState: func(c net.Conn, state http.ConnState) {
			if state != http.StateIdle {
				return
			}
			if h, ok := c.(*session); ok {
				h.head = headCount{}
				h.conn.rest(time.Now())
			} else {
				accepted(c).rest(time.Now())
			}
		},
	}
}

// accepted returns the connection below one of HTTP/2.
func accepted(c net.Conn) *conn { return c.(*tls.Conn).NetConn().(*conn) }

// serveHandedOver has the handler answer a request of HTTP/1 that net/http has
// read, where it does not do so already.
func (s *Server) serveHandedOver(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(connKey{}).(*session)
	r.TLS = c.tls
	x := c.handedOff
	if x == nil {
		if !c.conn.begin() {
			panic(http.ErrAbortHandler) // it has made room for another
		}
		s.Handler.ServeHTTP(w, r)
		return
	}
	r.Header = nil // the handler has its own
	c.handedOff, x.w, x.r = nil, w, r
	close(x.begun)
	if !<-x.returned {
		panic(http.ErrAbortHandler)
	}
}
