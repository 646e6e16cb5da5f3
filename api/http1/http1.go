package http1

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"time"
)

// An httpConn answers the requests on a connection, one after the other. A request that
// is not simple is the last one: net/http reads it through the httpConn.
type httpConn struct {
	net.Conn     // counted, or TLS over it
	counted      *countedConn
	tls          *tls.ConnectionState // nil for plain HTTP
	emptyRequest *http.Request        // copied for every request: only WithContext can set a context, and allocates
	remote       string               // address
	unread       []byte               // bytes received and not parsed yet
	deadline     time.Time            // of reads, or zero
	response     responseWriter       // reused for every request

	delegated bool // net/http serves the connection
}

// bufferBytes is the size of the buffer that a connection keeps.
const bufferBytes = 4 << 10

// serve gives the requests of a connection to the handler, one after the other, until the connection is
// closed or net/http serves it.
func (c *countedConn) serve() {
	h := &httpConn{Conn: c, counted: c, remote: c.RemoteAddr().String()}
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
	h.emptyRequest = new(http.Request).WithContext(context.WithValue(context.WithValue(context.Background(),
		http.ServerContextKey, c.server.fallback), http.LocalAddrContextKey, c.LocalAddr()))
	buffer := make([]byte, 0, bufferBytes)
	for limit := readHeaderTimeout; ; limit = c.idleLimit() {
		c.setIdle()
		if len(h.unread) == 0 {
			h.unread = buffer
		}
		head := h.readHead(limit)
		rq := new(simpleRequest)
		if head == nil || !c.setActive() {
			return
		}
		if !rq.parse(h, string(head)) {
			h.handOver(c.server.fallback, h)
			return
		}
		h.unread = h.unread[len(head):]
		if len(h.unread) == 0 {
			h.unread = nil // frees it, if it is not the buffer
		}
		h.response.reset(h, &rq.http)
		if c.server.Handler.ServeHTTP(&h.response, &rq.http); !h.response.finish() {
			return
		}
	}
}

// handshake performs the TLS handshake. It returns false if that fails or
// net/http serves the connection, with HTTP/2.
func (h *httpConn) handshake() bool {
	over := tls.Server(h.counted, h.counted.server.TLSConfig)
	h.Conn = over
	_ = h.counted.SetReadDeadline(time.Now().Add(readHeaderTimeout)) // the handshake returns the error
	if err := over.Handshake(); err != nil {
		if header, ok := err.(tls.RecordHeaderError); ok && header.Conn != nil {
			_, _ = header.Conn.Write(
				[]byte("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"),
			)
		}
		h.counted.server.ErrorLog.Printf("http: TLS handshake error from %s: %v", h.remote, err)
		return false
	}
	_ = h.counted.SetReadDeadline(time.Time{}) // the next read returns the error
	state := over.ConnectionState()
	h.tls = &state
	if state.NegotiatedProtocol == "h2" {
		h.counted.http2.Store(true)
		h.handOver(h.counted.server.http2, over)
		return false
	}
	return true
}

// deadlineSlack is how much later than asked a read may time out. It saves most
// calls that set the deadline, each a tenth of the time of a small response.
const deadlineSlack = 500 * time.Millisecond

// extendReadDeadline lets reads wait until limit from now, or up to
// deadlineSlack longer.
func (h *httpConn) extendReadDeadline(limit time.Duration) {
	until := time.Now().Add(limit)
	if latest := until.Add(deadlineSlack); h.deadline.Before(until) || h.deadline.After(latest) {
		h.deadline = latest
		_ = h.SetReadDeadline(latest) // the read returns the error
	}
}

// readHead returns the head of the next request, with the empty line behind it, or bytes that are no head,
// which net/http refuses. It waits until limit for the first
// byte and readHeaderTimeout for the rest, so that fields, which take much more memory
// once parsed, are parsed together. It returns nil if nothing comes in that time, or
// after it has answered 431 to a head beyond the limits.
func (h *httpConn) readHead(limit time.Duration) []byte {
	for began := false; ; {
		size, lines, whole := scanHead(h.unread)
		if lines > maxHeaderFields+2 || size > maxHeadBytes { // with the request line and the empty line
			h.rejectHead()
			return nil
		}
		if whole || lines > 0 && !bytes.Contains(h.unread, []byte(" HTTP/")) {
			return h.unread[:size]
		}
		if size == 0 {
			h.extendReadDeadline(limit)
		} else if !began {
			began = true
			h.extendReadDeadline(readHeaderTimeout)
		}
		h.unread = slices.Grow(h.unread, 512)
		n, err := h.Conn.Read(h.unread[len(h.unread):cap(h.unread)])
		h.unread = h.unread[:len(h.unread)+n]
		if n > 0 {
			continue
		}
		if size == 0 || isTimeout(err) {
			return nil
		}
		return h.unread // net/http reads the error again
	}
}

func isTimeout(err error) bool {
	failed, ok := errors.AsType[net.Error](err)
	return ok && failed.Timeout()
}

// scanHead returns the size of the head of a request at the beginning of in, and how many
// lines it has. Lines end in LF or CR LF, as for net/http; an empty one ends the head.
func scanHead(in []byte) (size, lines int, whole bool) {
	for size < len(in) && !whole {
		end := bytes.IndexByte(in[size:], '\n') + 1
		if end == 0 {
			return len(in), lines, false
		}
		whole = end == 1 || end == 2 && in[size] == '\r'
		size, lines = size+end, lines+1
	}
	return size, lines, whole
}

const statusTooLarge = "431 Request Header Fields Too Large"

// closeDelay is how long a client that is still sending has to read a response
// before the connection is closed, which could reset it.
const closeDelay = 500 * time.Millisecond

// rejectHead answers 431, as net/http does, before the connection is closed.
func (h *httpConn) rejectHead() {
	const fields = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
	_, err := io.WriteString(h.Conn, "HTTP/1.1 "+statusTooLarge+fields+statusTooLarge)
	if err != nil {
		return
	}
	if err := h.CloseWrite(); err != nil {
		return
	}
	time.Sleep(closeDelay)
}

// CloseWrite closes the writing side; see [countedConn.CloseWrite].
func (h *httpConn) CloseWrite() error { return closeWrite(h.Conn) }

// Read reads for net/http.
func (h *httpConn) Read(p []byte) (int, error) {
	if len(h.unread) == 0 {
		return h.Conn.Read(p)
	}
	n := copy(p, h.unread)
	h.unread = h.unread[n:]
	if len(h.unread) == 0 {
		h.unread = nil // frees it
	}
	return n, nil
}

// A oneConnListener is a listener that accepts one connection.
type oneConnListener struct{ net.Conn }

func (l *oneConnListener) Accept() (net.Conn, error) {
	c := l.Conn
	l.Conn = nil
	if c == nil {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *oneConnListener) Close() error   { return nil }
func (l *oneConnListener) Addr() net.Addr { return &net.TCPAddr{} }

// handOver serves the connection by net/http from now on, unless that was shut down.
func (h *httpConn) handOver(s *http.Server, c net.Conn) {
	l := &oneConnListener{c}
	_ = s.Serve(l) // it returns when there is nothing more to accept
	h.delegated = l.Conn == nil
}

// newHTTP1 returns the net/http server of requests of HTTP/1 that are not simple. It
// answers one request of each connection.
func (s *Server) newHTTP1() *http.Server {
	server := s.newNetHTTP(func(w http.ResponseWriter, r *http.Request) {
		r.TLS = r.Context().Value(tlsKey{}).(*tls.ConnectionState)
		dropEmptyBody(r)
		s.Handler.ServeHTTP(w, r)
	})
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, tlsKey{}, c.(*httpConn).tls)
	}
	server.SetKeepAlivesEnabled(false)
	return server
}

// tlsKey is the context key of the TLS state of a request of HTTP/1.
type tlsKey struct{}
