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

// An httpConn answers the requests on a connection, one after the other. Once
// net/http serves the connection, it reads and writes through the httpConn (see
// nethttp.go).
type httpConn struct {
	net.Conn // the conn, or TLS over it
	conn     *conn
	tls      *tls.ConnectionState // nil for plain HTTP
	zero     *http.Request        // what every request begins as: only WithContext can set its context
	remote   string               // address
	unread   []byte               // bytes received and not parsed yet
	deadline time.Time            // of reads, or zero
	response response             // reused for every request

	delegated bool // net/http serves the connection
	idle      bool // net/http waits for another request
	hasHead   bool // of the request that net/http reads next or answers
	headLeft  int  // bytes of unread that belong to it
}

// maxSimpleBytes is the largest simple request.
const maxSimpleBytes = 4 << 10

// serve answers requests until the connection is closed or net/http serves it.
func (c *conn) serve() {
	h := &httpConn{Conn: c, conn: c, remote: c.RemoteAddr().String()}
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			c.server.ErrorLog.Printf("http: panic serving %s: %v\n%s", h.remote, cause, debug.Stack())
		}
		if !h.delegated {
			_ = h.Close()
		}
	}()
	if c.server.TLSConfig != nil && !h.handshake() {
		return
	}
	h.zero = new(http.Request).WithContext(context.WithValue(context.WithValue(context.Background(),
		http.ServerContextKey, c.server.fallback), http.LocalAddrContextKey, c.LocalAddr()))
	buffer := make([]byte, maxSimpleBytes)
	for now, limit := time.Now(), readHeaderTimeout; ; now, limit = time.Now(), idleTimeout {
		c.setIdle()
		if len(h.unread) == 0 {
			h.extendReadDeadline(limit, now)
			n, _ := h.Conn.Read(buffer) // with 0 bytes there is an error
			if h.unread = buffer[:n]; n == 0 {
				return
			}
		}
		head, rest, complete := bytes.Cut(h.unread, []byte("\r\n\r\n"))
		rq := new(request)
		switch {
		case !complete || !rq.parse(h, string(head)):
			h.hasHead = false
			h.serveWith(c.server.fallback, h)
			return
		case !c.setActive() || !h.answer(&rq.http):
			return
		}
		h.unread = rest
	}
}

// handshake performs the TLS handshake. It returns false if that fails or
// net/http serves the connection, with HTTP/2.
func (h *httpConn) handshake() bool {
	over := tls.Server(h.conn, h.conn.server.TLSConfig)
	h.Conn = over
	_ = h.conn.SetDeadline(time.Now().Add(readHeaderTimeout)) // the handshake returns the error
	if err := over.Handshake(); err != nil {
		if header, ok := err.(tls.RecordHeaderError); ok && header.Conn != nil {
			_, _ = header.Conn.Write([]byte("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"))
		}
		h.conn.server.ErrorLog.Printf("http: TLS handshake error from %s: %v", h.remote, err)
		return false
	}
	_ = h.conn.SetDeadline(time.Time{}) // the next read returns the error
	state := over.ConnectionState()
	if h.tls = &state; state.NegotiatedProtocol == "h2" {
		h.conn.http2.Store(true)
		h.serveWith(h.conn.server.http2, over)
		return false
	}
	return true
}

// deadlineSlack is how much later than asked a read may time out. It saves most
// calls that set the deadline, each a tenth of the time of a small response.
const deadlineSlack = 500 * time.Millisecond

// extendReadDeadline lets reads wait until limit after now, or up to
// deadlineSlack longer.
func (h *httpConn) extendReadDeadline(limit time.Duration, now time.Time) {
	until := now.Add(limit)
	if latest := until.Add(deadlineSlack); h.deadline.Before(until) || h.deadline.After(latest) {
		h.deadline = latest
		_ = h.SetReadDeadline(latest) // the read returns the error
	}
}

// answer calls the handler. It reports whether the connection stays open for
// another request here.
func (h *httpConn) answer(r *http.Request) (keepAlive bool) {
	h.response.reset(h, r)
	h.conn.server.Handler.ServeHTTP(&h.response, r)
	return h.response.finish()
}
