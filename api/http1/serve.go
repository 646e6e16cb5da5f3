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
	"slices"
	"time"
)

// A session answers the usual requests of a connection one after the other.
type session struct {
	*conn
	net    net.Conn             // that is read and written: the connection, or TLS over it
	tls    *tls.ConnectionState // nil for plain HTTP
	remote string
	base   context.Context // of every request
	in     []byte          // has been read and not been answered
	from   int             // in in: where to look for the end of the head

	readUntil time.Time // what is read next is to have come
	readArmed time.Time // the deadline that net has: not after readUntil, or zero
}

// serve answers what is asked on the connection until that ends, or has the
// fallback do so.
func (c *conn) serve() {
	s := &session{conn: c, net: c, remote: c.RemoteAddr().String()}
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			c.server.logf("http: panic serving %s: %v\n%s", s.remote, cause, debug.Stack())
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
	first := true
	for {
		switch size, found := s.readHead(first); found {
		case gone:
			return
		case unusual:
			s.handOver(len(s.in))
			return
		case tooLarge:
			s.in = nil
			refuse(s.net)
			return
		default:
			if !c.begin() {
				return
			}
			e := new(exchange)
			r := parse(string(s.in[:size]), e)
			if r == nil {
				s.handOver(size)
				return
			}
			s.in = s.in[:copy(s.in, s.in[size:])]
			if s.from, first = 0, false; len(s.in) == 0 && cap(s.in) > minRead {
				s.in = nil
			}
			if !s.answer(r, e) {
				return
			}
			c.rest(c.wrote.UnixNano())
		}
	}
}

// handshake begins TLS and tells whether HTTP/1.1 is spoken over it.
// HTTP/2 goes to the fallback.
func (s *session) handshake() bool {
	over := tls.Server(s.conn, s.server.TLSConfig)
	s.net = over
	if limit := s.server.ReadHeaderTimeout; limit > 0 {
		_ = s.conn.SetDeadline(time.Now().Add(limit)) // else the handshake fails
	}
	if err := over.HandshakeContext(context.Background()); err != nil {
		var reason any = err
		if header := (tls.RecordHeaderError{}); errors.As(err, &header) && header.Conn != nil && slices.Contains([]string{"GET /", "HEAD ", "POST ", "PUT /", "OPTIO"}, string(header.RecordHeader[:])) {
			_, _ = io.WriteString(header.Conn, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n")
			reason = "client sent an HTTP request to an HTTPS server"
		}
		s.server.logf("http: TLS handshake error from %s: %v", s.remote, reason)
		return false
	}
	_ = s.conn.SetDeadline(time.Time{}) // else what is read next fails
	state := over.ConnectionState()
	s.tls = &state
	switch state.NegotiatedProtocol {
	case "", "http/1.1":
		return true
	case "h2":
		s.http2.Store(true)
		s.pass(over)
	}
	return false
}

// What has been read.
type found int

const (
	complete found = iota // a head
	gone                  // no request, and the client is gone or too slow
	unusual               // what net/http is to judge
	tooLarge
)

// minRead is how much room there is for what is read at once: usual requests
// of a connection come whole.
const minRead = 4 << 10

// readHead reads until there is a whole head, and returns its size.
func (s *session) readHead(first bool) (size int, what found) {
	begun := func() bool { return len(s.in) >= 4 || first && len(s.in) > 0 } // as for net/http
	if first {
		s.readWithin(time.Now(), s.server.ReadHeaderTimeout)
	} else if begun() {
		s.readWithin(s.wrote, s.server.ReadHeaderTimeout)
	} else {
		s.readWithin(s.wrote, s.server.IdleTimeout)
	}
	for {
		if size, what = s.examine(); what != gone {
			return size, what
		}
		waiting := !begun()
		if cap(s.in)-len(s.in) < minRead/2 {
			s.in = append(make([]byte, 0, 2*cap(s.in)+minRead), s.in...)
		}
		n, err := s.read(s.in[len(s.in):cap(s.in)])
		s.in = s.in[:len(s.in)+n]
		switch {
		case n > 0:
			if waiting && !first && begun() {
				s.readWithin(time.Now(), s.server.ReadHeaderTimeout)
			}
		case begun() && !errors.Is(err, os.ErrDeadlineExceeded):
			return 0, unusual // it meets the same end
		default:
			return 0, gone
		}
	}
}

// examine looks for the end of a head in what has been read, where there was
// none before from. It is gone as long as there is none.
func (s *session) examine() (size int, what found) {
	size = headEnd(s.in, s.from)
	head := s.in
	if size > 0 {
		head = s.in[:size]
	}
	switch {
	case s.server.tooLarge(head):
		return 0, tooLarge
	case size > 0:
		return size, complete
	case !requestLine(s.in):
		return 0, unusual
	}
	s.from = len(s.in)
	return 0, gone
}

// read reads what the client sends, until the deadline.
func (s *session) read(p []byte) (int, error) {
	for {
		n, err := s.net.Read(p)
		if n > 0 || err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		if err == nil {
			continue
		}
		if s.readUntil.IsZero() || time.Now().Before(s.readUntil) {
			if s.readArmed = s.readUntil; s.net.SetReadDeadline(s.readArmed) == nil {
				continue
			}
		}
		return 0, err
	}
}

// readWithin sets how long from now it may take until what is read next has
// come; 0 is no limit. The deadline that the connection has serves on where it is an
// earlier one: to move it for each request is a tenth of a small answer.
func (s *session) readWithin(now time.Time, limit time.Duration) {
	if limit == 0 {
		s.readUntil = time.Time{}
		return
	}
	s.readUntil = now.Add(limit)
	if s.readArmed.IsZero() || s.readArmed.After(s.readUntil) {
		s.readArmed = s.readUntil
		_ = s.net.SetReadDeadline(s.readArmed) // else what is read fails
	}
}

// unlimited takes the deadline of reads away.
func (s *session) unlimited() {
	s.readArmed = time.Time{}
	_ = s.net.SetReadDeadline(time.Time{}) // else what is read fails
}

// answer has the handler answer the request, and tells whether another one may
// follow.
func (s *session) answer(r *http.Request, e *exchange) bool {
	e.context.Context, e.context.session = s.base, s
	r.RemoteAddr, r.TLS = s.remote, s.tls
	w := &e.response
	w.begin(s, r, &e.context)
	defer w.release() // also after a panic
	defer e.context.end()
	s.server.Handler.ServeHTTP(w, r)
	e.context.end()
	goesOn := w.end()
	if s.conn.fixed.Load() {
		_ = s.net.SetWriteDeadline(time.Time{}) // else what is written fails
	}
	return goesOn
}

// handOver has the fallback serve the connection, as one that begins with
// what has been read, of which that much is a head.
func (s *session) handOver(head int) {
	if !s.readArmed.IsZero() {
		s.unlimited()
	}
	h := &handedOver{Conn: s.net, conn: s.conn, tls: s.tls, ready: s.in, head: head, gated: true}
	if s.tls == nil {
		s.pass(h)
	} else {
		s.pass(handedOverTLS{h})
	}
}

// pass has the fallback serve a connection. Where that has ended, nobody does.
func (s *session) pass(c net.Conn) {
	if s.server.handedOver.put(c) {
		s.net = nil
	}
}

// lingerTime is how long a connection stays open after an answer that its
// client may not have seen while it is still sending.
const lingerTime = 500 * time.Millisecond

const statusTooLarge = "431 Request Header Fields Too Large"

// refuse answers 431, as net/http does.
func refuse(c net.Conn) {
	_, err := io.WriteString(c, "HTTP/1.1 "+statusTooLarge+"\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"+statusTooLarge)
	if half, ok := c.(interface{ CloseWrite() error }); ok && err == nil && half.CloseWrite() == nil {
		time.Sleep(lingerTime)
	}
	_ = c.Close() // there is nobody to tell
}
