package http1

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// A queue is a listener of connections that something has been read of.
type queue struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newQueue() *queue {
	return &queue{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// put tells whether the connection is served.
func (q *queue) put(c net.Conn) bool {
	select {
	case q.conns <- c:
		return true
	case <-q.closed:
		return false
	}
}

func (q *queue) Accept() (net.Conn, error) {
	select {
	case c := <-q.conns:
		return c, nil
	case <-q.closed:
		return nil, net.ErrClosed
	}
}

func (q *queue) Close() error {
	q.once.Do(func() { close(q.closed) })
	return nil
}

func (q *queue) Addr() net.Addr { return &net.TCPAddr{} }

// A handedOver is a connection of HTTP/1 that net/http serves. Outside of a
// request it hands out what has come only once a head is whole: net/http parses
// what it gets, and a field takes much more room parsed than raw.
type handedOver struct {
	net.Conn // as it is read and written, maybe TLS
	conn     *conn
	tls      *tls.ConnectionState
	ready    []byte  // has come and is to be read
	head     int     // how much of ready is, before the gate opens
	last     [2]byte // bytes read

	mu    sync.Mutex
	gated bool // what comes is a head
}

// A handedOverTLS is one with TLS: net/http asks for ConnectionState.
type handedOverTLS struct{ *handedOver }

// ConnectionState returns what requests have as their TLS.
func (h handedOverTLS) ConnectionState() tls.ConnectionState { return *h.tls }

// CloseWrite ends what is sent and leaves the rest to be read.
func (h *handedOver) CloseWrite() error {
	if half, ok := h.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// gate says whether a head is what comes next.
func (h *handedOver) gate(head bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gated = head
}

// Read reads what has come, and waits for the end of a head where one is to
// come.
func (h *handedOver) Read(p []byte) (n int, err error) {
	h.mu.Lock()
	gated := h.gated
	h.mu.Unlock()
	if !gated {
		h.head = 0
	} else if h.head == 0 {
		err = h.collect()
	}
	ready := h.ready
	if gated {
		ready = ready[:h.head]
	}
	if len(ready) > 0 {
		n, err = copy(p, ready), nil // an error comes again
		h.head = max(h.head-n, 0)
		if h.ready = h.ready[n:]; len(h.ready) == 0 {
			h.ready = nil
		}
	} else if err == nil {
		n, err = h.Conn.Read(p)
	}
	for _, b := range p[max(n-2, 0):n] {
		h.last[0], h.last[1] = h.last[1], b
	}
	return n, err
}

// collect reads until a whole head has come, or until no more comes.
func (h *handedOver) collect() (err error) {
	s := h.conn.server
	in := append(append(make([]byte, 0, minRead), h.last[:]...), h.ready...) // a line may have ended in last
	defer func() { h.ready = in[len(h.last):] }()
	limited := s.ReadHeaderTimeout == 0
	for from := len(h.last); ; {
		end := headEnd(in, from)
		switch {
		case s.tooLarge(in[len(h.last):max(end, from)]):
			in = in[:len(h.last)]
			refuse(h.Conn)
			return net.ErrClosed
		case end > 0:
			h.head = end - len(h.last)
			return nil
		}
		if !limited && len(in) > len(h.last) {
			limited = true
			if err := h.SetReadDeadline(time.Now().Add(s.ReadHeaderTimeout)); err != nil {
				return err
			}
		}
		if from = len(in); cap(in)-len(in) < minRead/2 {
			in = append(make([]byte, 0, 2*cap(in)), in...)
		}
		n, err := h.Conn.Read(in[len(in):cap(in)])
		if err != nil {
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				h.head = len(in) - len(h.last) // which net/http judges
			}
			return err
		}
		in = in[:len(in)+n]
	}
}

type connKey struct{}

// connContext has a request find its connection.
func connContext(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// handed returns the connection that net/http was given, or nil for one of
// HTTP/2.
func handed(c net.Conn) *handedOver {
	switch c := c.(type) {
	case *handedOver:
		return c
	case handedOverTLS:
		return c.handedOver
	}
	return nil
}

// connOf returns the connection below one of the fallback.
func connOf(c net.Conn) *conn {
	if h := handed(c); h != nil {
		return h.conn
	}
	return c.(*tls.Conn).NetConn().(*conn)
}

// connState has a connection of the fallback be idle or not.
func connState(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateActive:
		if !connOf(c).begin() {
			_ = c.Close() // it has made room for another
		}
	case http.StateIdle:
		if h := handed(c); h != nil {
			h.gate(true)
		}
		connOf(c).rest(time.Now().UnixNano())
	}
}

// serveHandedOver has the handler answer a request of the fallback.
func (s *Server) serveHandedOver(w http.ResponseWriter, r *http.Request) {
	c := r.Context().Value(connKey{}).(net.Conn)
	h := handed(c)
	if h == nil {
		if s.tooMany(r.Header) {
			r.Header = nil // so that it is not kept while the answer waits
			http.Error(w, statusTooLarge, http.StatusRequestHeaderFieldsTooLarge)
			return
		}
		s.streams.serve(s.Handler, w, r, connOf(c))
		return
	}
	h.gate(false)
	if !h.conn.begin() {
		panic(http.ErrAbortHandler) // it has made room for another
	}
	s.Handler.ServeHTTP(w, r)
}
