package http1

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"time"
)

// This file makes net/http serve the connections that are not simple.

// A oneConnListener is a listener that accepts one connection.
type oneConnListener struct{ net.Conn }

func (l *oneConnListener) Accept() (net.Conn, error) {
	c := l.Conn
	if l.Conn = nil; c == nil {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *oneConnListener) Close() error   { return nil }
func (l *oneConnListener) Addr() net.Addr { return &net.TCPAddr{} }

// serveWith starts the server on the connection, unless it was shut down.
func (h *httpConn) serveWith(s *http.Server, c net.Conn) {
	l := &oneConnListener{c}
	_ = s.Serve(l) // it returns when there is nothing more to accept
	h.delegated = l.Conn == nil
}

// newFallback returns a net/http server with the limits of this one.
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
			if h, ok := c.(*httpConn); ok {
				h.hasHead, h.idle = false, true
				h.conn.setIdle()
			} else {
				connBelow(c).setIdle()
			}
		},
	}
}

// connKey is the context key of a request's net.Conn: an httpConn, or a
// tls.Conn with HTTP/2.
type connKey struct{}

// connBelow returns the conn below an HTTP/2 connection.
func connBelow(c net.Conn) *conn { return c.(*tls.Conn).NetConn().(*conn) }

// serveHTTP1 calls the handler for an HTTP/1 request that net/http has read.
func (s *Server) serveHTTP1(w http.ResponseWriter, r *http.Request) {
	h := r.Context().Value(connKey{}).(*httpConn)
	if !h.conn.setActive() {
		panic(http.ErrAbortHandler) // it was closed to make room for another
	}
	r.TLS = h.tls
	s.Handler.ServeHTTP(w, r)
}

// A headScanner finds the end of a request's head and counts its size.
type headScanner struct {
	bytes, lines int
	inLine       bool // the current line is not empty
	ended        bool
}

// scan scans the next bytes, up to the end of the head. Lines end in LF or CR LF, as for
// net/http.
func (h *headScanner) scan(in []byte) {
	for _, c := range in {
		if h.ended {
			return
		}
		h.bytes++
		if c == '\n' {
			h.lines++
			h.ended, h.inLine = !h.inLine, false
		} else if c != '\r' {
			h.inLine = true
		}
	}
}

// Read reads for net/http. It returns the heads of requests one by one, each once all
// of it has come: net/http parses fields as they come, and parsed they take much more
// memory.
func (h *httpConn) Read(p []byte) (n int, err error) {
	if !h.hasHead && len(p) > 1 { // net/http reads one byte to notice a disconnect
		if err := h.readHead(); err != nil {
			return 0, err
		}
	}
	if len(h.unread) == 0 {
		return h.Conn.Read(p)
	}
	n = len(h.unread)
	if h.headLeft > 0 {
		n = h.headLeft
	}
	n = copy(p, h.unread[:n])
	h.headLeft = max(h.headLeft-n, 0)
	if h.unread = h.unread[n:]; len(h.unread) == 0 {
		h.unread = nil // frees it
	}
	return n, nil
}

// readHead reads until unread has the head of a request, or something that is none. It
// answers 431 to one beyond the limits.
func (h *httpConn) readHead() error {
	var scanner headScanner
	for {
		scanner.scan(h.unread[scanner.bytes:])
		h.headLeft = scanner.bytes
		switch {
		case scanner.lines > maxHeaderFields+2 || scanner.bytes > maxHeaderBytes+4<<10: // with the request line and the empty line
			h.rejectHead()
			return net.ErrClosed
		case scanner.ended, scanner.lines > 0 && !bytes.Contains(h.unread, []byte(" HTTP/")):
			h.hasHead = true
			return nil
		}
		h.unread = slices.Grow(h.unread, 512)
		n, err := h.Conn.Read(h.unread[len(h.unread):cap(h.unread)])
		h.unread = h.unread[:len(h.unread)+n]
		var failed net.Error
		switch {
		case n > 0 && h.idle: // net/http still waits for the first byte
			h.idle = false
			_ = h.SetReadDeadline(time.Now().Add(readHeaderTimeout)) // the next read returns the error
		case n == 0 && (len(h.unread) == 0 || errors.As(err, &failed) && failed.Timeout()):
			return err
		case n == 0: // net/http parses what there is, then reads the error again
			h.hasHead, h.headLeft = true, len(h.unread)
			return nil
		}
	}
}

// CloseWrite closes the writing side; see [conn.CloseWrite].
func (h *httpConn) CloseWrite() error { return closeWrite(h.Conn) }

const statusTooLarge = "431 Request Header Fields Too Large"

// closeDelay is how long a client that is still sending has to read a response
// before the connection is closed, which could reset it.
const closeDelay = 500 * time.Millisecond

// rejectHead answers 431, as net/http does, and closes the connection.
func (h *httpConn) rejectHead() {
	_, err := io.WriteString(h.Conn, "HTTP/1.1 "+statusTooLarge+"\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"+statusTooLarge)
	if err == nil && h.CloseWrite() == nil {
		time.Sleep(closeDelay)
	}
	_ = h.Close()
}
