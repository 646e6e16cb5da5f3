package main

import (
	"bytes"
	"io"
	"net"
	"sync"
	"time"
)

// A conn is the server's end of a connection whose other end asks the same
// request again and again, each time after it has got the answer. It has no
// other end that would run beside the server and be counted with it.
type conn struct {
	request []byte
	want    string // how each answer must begin
	left    int    // requests to come
	right   int    // answers that began so
	closed  chan struct{}
	once    sync.Once
}

func newConn(request []byte, requests int, want string) *conn {
	return &conn{request: request, want: want, left: requests, closed: make(chan struct{})}
}

// Read gives the next request.
func (c *conn) Read(p []byte) (int, error) {
	switch {
	case c.left == 0:
		return 0, io.EOF
	case len(p) < len(c.request):
		return 0, io.ErrShortBuffer
	}
	c.left--
	return copy(p, c.request), nil
}

// Write takes a piece of an answer.
func (c *conn) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte(c.want)) {
		c.right++
	}
	return len(p), nil
}

// Close tells that the server has done with the connection.
func (c *conn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

func (c *conn) SetDeadline(time.Time) error      { return nil }
func (c *conn) SetReadDeadline(time.Time) error  { return nil }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr              { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }
func (c *conn) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4711} }

// A listener accepts one connection.
type listener struct {
	only   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newListener(c net.Conn) *listener {
	l := &listener{only: make(chan net.Conn, 1), closed: make(chan struct{})}
	l.only <- c
	return l
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.only:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }
