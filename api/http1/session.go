package http1

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"time"
)

// A session answers the requests of a connection one after the other.
type session struct {
	*conn
	net      net.Conn             // that is read and written: the connection, or TLS over it; nil once net/http has it
	tls      *tls.ConnectionState // nil for plain HTTP
	remote   string
	base     context.Context // of every request
	in       []byte          // has been read and not been answered
	deadline time.Time       // of reads, or zero
	response response
}

// serve answers what is asked on the connection until that ends, or until
// net/http has it.
func (c *conn) serve() {
	s := &session{conn: c, net: c, remote: c.RemoteAddr().String()}
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			c.server.ErrorLog.Printf("http: panic serving %s: %v\n%s", s.remote, cause, debug.Stack())
		}
		if s.net != nil {
			_ = s.net.Close() // there is nobody to tell
			_ = c.Close()     // also where TLS has not begun
		}
	}()
	if c.server.TLSConfig != nil && !s.handshake() {
		return
	}
	s.base = context.WithValue(context.WithValue(context.Background(),
		http.ServerContextKey, c.server.fallback), http.LocalAddrContextKey, c.LocalAddr())
	for first := true; ; first = false {
		size := s.readHead(first)
		if size == 0 || !c.begin() {
			return
		}
		x := &exchange{Context: s.base, session: s}
		r := parse(string(s.in[:size]), x)
		if r == nil {
			s.handOver(nil)
			return
		}
		if !s.answer(r, x) {
			return
		}
		s.in = s.in[:copy(s.in, s.in[size:])]
		if len(s.in) == 0 && cap(s.in) > minRead {
			s.in = nil
		}
		c.rest()
	}
}

// handshake begins TLS, and tells whether what follows is HTTP/1.1 that is
// still to be served.
func (s *session) handshake() bool {
	over := tls.Server(s.conn, s.server.TLSConfig)
	s.net = over
	_ = s.conn.SetDeadline(time.Now().Add(s.server.ReadHeaderTimeout)) // else the handshake fails
	if err := over.Handshake(); err != nil {
		if header := (tls.RecordHeaderError{}); errors.As(err, &header) && header.Conn != nil && looksLikeHTTP(header.RecordHeader) {
			_, _ = io.WriteString(header.Conn, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n")
			err = errors.New("client sent an HTTP request to an HTTPS server")
		}
		s.server.ErrorLog.Printf("http: TLS handshake error from %s: %v", s.remote, err)
		return false
	}
	_ = s.conn.SetDeadline(time.Time{}) // else what is read next fails
	state := over.ConnectionState()
	s.tls = &state
	if state.NegotiatedProtocol == "h2" {
		s.http2.Store(true)
		s.pass(over, s.server.http2)
		return false
	}
	return true
}

// looksLikeHTTP tells whether what should be a TLS record begins as a request
// does.
func looksLikeHTTP(header [5]byte) bool {
	switch string(header[:]) {
	case "GET /", "HEAD ", "POST ", "PUT /", "OPTIO":
		return true
	}
	return false
}

// minRead is how much room there is for what is read at once: usual requests
// of a connection come whole.
const minRead = 4 << 10

// readHead reads until there is a whole head, and returns its size; or 0 where
// none is to be answered here.
func (s *session) readHead(first bool) (size int) {
	const waiting, begun = 1, 2
	for state := 0; ; {
		s.scan.follow(s.in[s.scan.size:])
		switch {
		case s.server.tooLarge(&s.scan):
			refuse(s.net)
			return 0
		case s.scan.ended:
			return s.scan.size
		case !requestLine(s.in):
			s.handOver(nil)
			return 0
		}
		inHead := len(s.in) >= 4 || first && len(s.in) > 0 // as for net/http
		switch {
		case (inHead || first) && state != begun:
			state = begun
			s.readWithin(s.server.ReadHeaderTimeout)
		case state == 0:
			state = waiting
			s.readWithin(s.server.IdleTimeout)
		}
		if cap(s.in)-len(s.in) < minRead/2 {
			s.in = append(make([]byte, 0, 2*cap(s.in)+minRead), s.in...)
		}
		n, err := s.net.Read(s.in[len(s.in):cap(s.in)])
		s.in = s.in[:len(s.in)+n]
		if n == 0 && err != nil {
			if inHead && !errors.Is(err, os.ErrDeadlineExceeded) {
				s.handOver(nil) // it meets the same end there
			}
			return 0
		}
	}
}

// deadlineSlack is how much later than told a read may fail, so that the
// deadline is not moved for each request: that is a tenth of a small answer.
const deadlineSlack = 500 * time.Millisecond

// readWithin sets how long from now it may take until what is read next has
// come.
func (s *session) readWithin(limit time.Duration) {
	until := time.Now().Add(limit)
	if latest := until.Add(deadlineSlack); s.deadline.Before(until) || s.deadline.After(latest) {
		s.deadline = latest
		_ = s.net.SetReadDeadline(latest) // else what is read fails
	}
}

// answer has the handler answer the request, and tells whether another one may
// follow here.
func (s *session) answer(r *http.Request, x *exchange) (goesOn bool) {
	r.RemoteAddr, r.TLS = s.remote, s.tls
	s.response.begin(x, r)
	finished := false
	defer func() { x.end(finished) }() // also after a panic
	s.server.Handler.ServeHTTP(&s.response, r)
	goesOn = s.response.end()
	finished = true
	return goesOn
}

// handOver has net/http serve the connection from here on, beginning with what
// has been read. The answer that is handed off, if there is one, is to the first
// request. It tells whether that is so: a server that has ended serves nothing
// more.
func (s *session) handOver(answer *handoff) bool {
	_ = s.net.SetReadDeadline(time.Time{}) // net/http sets its own
	s.conn.scan, s.conn.handoff = headScanner{}, answer
	h := &handedOver{Conn: s.net, accepted: s.conn, ready: s.in}
	s.in = nil
	if s.tls != nil {
		return s.pass(handedOverTLS{h, s.tls}, s.server.fallback)
	}
	return s.pass(h, s.server.fallback)
}

func (s *session) pass(c net.Conn, to *http.Server) bool {
	l := &single{c}
	_ = to.Serve(l) // it returns when there is nothing more to accept
	if l.Conn != nil {
		return false
	}
	s.net = nil
	return true
}

// lingerTime is how long a connection stays open after an answer that its
// client may not have seen while it is still sending.
const lingerTime = 500 * time.Millisecond

const statusTooLarge = "431 Request Header Fields Too Large"

// refuse answers 431, as net/http does, and closes the connection.
func refuse(c net.Conn) {
	_, err := io.WriteString(c, "HTTP/1.1 "+statusTooLarge+"\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"+statusTooLarge)
	if half, ok := c.(interface{ CloseWrite() error }); ok && err == nil && half.CloseWrite() == nil {
		time.Sleep(lingerTime)
	}
	_ = c.Close() // there is nobody to tell
}
