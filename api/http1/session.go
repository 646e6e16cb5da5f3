package http1

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// A session answers the requests of a connection one after the other. Once
// net/http has it, it is the connection that net/http reads and writes.
type session struct {
	net.Conn // conn, or TLS over it
	conn     *conn
	tls      *tls.ConnectionState // nil for plain HTTP
	base     context.Context      // of every request
	remote   string
	in       []byte    // has been read and not been answered
	deadline time.Time // of reads, or zero
	response response

	passed    bool      // net/http has it
	handedOff *exchange // the first one that net/http reads, whose handler was called here; or nil
	head      headCount // that net/http reads
}

// maxUsual is how large a request is at most that is answered here.
const maxUsual = 4 << 10

// serve answers what is asked on the connection until that ends, or until
// net/http has it.
func (c *conn) serve() {
	s := &session{Conn: c, conn: c, remote: c.RemoteAddr().String()}
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			c.server.ErrorLog.Printf("http: panic serving %s: %v\n%s", s.remote, cause, debug.Stack())
		}
		if !s.passed {
			_ = s.Close() // there is nobody to tell
		}
	}()
	if c.server.TLSConfig != nil && !s.handshake() {
		return
	}
	s.base = context.WithValue(context.WithValue(context.Background(),
		http.ServerContextKey, c.server.fallback), http.LocalAddrContextKey, c.LocalAddr())
	buffer := make([]byte, maxUsual)
	for now, limit := time.Now(), readHeaderTimeout; ; now, limit = time.Now(), idleTimeout {
		c.rest(now)
		if len(s.in) == 0 {
			s.readWithin(limit, now)
			n, _ := s.Conn.Read(buffer) // the next one tells the error
			if s.in = buffer[:n]; n == 0 {
				return
			}
		}
		head, rest, whole := bytes.Cut(s.in, []byte("\r\n\r\n"))
		x := &exchange{Context: s.base, session: s}
		switch {
		case !whole || !x.parse(string(head)):
			s.handOver(nil)
			return
		case !c.begin() || !s.answer(x):
			return
		}
		s.in = rest
	}
}

// handshake begins TLS, and tells whether what follows is HTTP/1.1 that is
// still to be served.
func (s *session) handshake() bool {
	over := tls.Server(s.conn, s.conn.server.TLSConfig)
	s.Conn = over
	_ = s.conn.SetDeadline(time.Now().Add(readHeaderTimeout)) // else the handshake fails
	if err := over.Handshake(); err != nil {
		if header, ok := err.(tls.RecordHeaderError); ok && header.Conn != nil {
			_, _ = header.Conn.Write([]byte("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"))
		}
		s.conn.server.ErrorLog.Printf("http: TLS handshake error from %s: %v", s.remote, err)
		return false
	}
	_ = s.conn.SetDeadline(time.Time{}) // else what is read next fails
	state := over.ConnectionState()
	if s.tls = &state; state.NegotiatedProtocol == "h2" {
		s.conn.http2.Store(true)
		s.pass(over, s.conn.server.http2)
		return false
	}
	return true
}

// deadlineSlack is how much later than told a read may fail, so that the
// deadline is not moved for each request: that is a tenth of a small answer.
const deadlineSlack = 500 * time.Millisecond

// readWithin sets how long from now it may take until what is read next has
// come.
func (s *session) readWithin(limit time.Duration, now time.Time) {
	until := now.Add(limit)
	if latest := until.Add(deadlineSlack); s.deadline.Before(until) || s.deadline.After(latest) {
		s.deadline = latest
		_ = s.SetReadDeadline(latest) // else what is read fails
	}
}

// answer has the handler answer the request, and tells whether another one may
// follow here.
func (s *session) answer(x *exchange) (goesOn bool) {
	s.response.begin(x)
	finished := false
	defer func() { x.end(finished) }() // also after a panic
	s.conn.server.Handler.ServeHTTP(&s.response, &x.request)
	goesOn = s.response.end()
	finished = true
	return goesOn
}
