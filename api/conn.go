package api

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"
)

// A conn is a connection that sends the header fields of an answer as they
// were written by [fields], without the header map of net/http: that one is
// copied and sorted for every answer, which with our twelve fields costs more
// than all else that is done for it. It also has head and body leave
// together, where net/http parts an answer after 4 KiB.
//
// For that it changes what net/http writes in one place: the fields go in
// behind the status line. All that net/http itself decides by (the status,
// Content-Type, Content-Length, Connection) goes through its header map as
// ever, and stands in what it writes. Only plain HTTP/1 has such a
// connection; whatever else there is gets its fields by [fields.spread].
//
// A conn is also where an exchange is kept from one request of the connection
// to the next, so that none is made for each. net/http handles them one after
// the other, each with all its writes before the next.
type conn struct {
	net.Conn
	free     func() // gives the connection's place back
	once     sync.Once
	peer     netip.Addr
	key      string // of the peer for the rate limit
	served   bool   // by a server of ours over plain HTTP/1: limits for all that is read, one goroutine
	reading  deadline
	writing  deadline
	exchange exchange

	insert fields  // to go in behind the status line that is written next, or nil
	body   int     // bytes of the body that belong to it
	head   *[]byte // what was held back of the answer: its head and the beginning of its body; or nil
	parts  [2][]byte
	vector net.Buffers // parts, as they are written
}

// heads are buffers for [conn.head], lent for the time of a write.
var heads = sync.Pool{New: func() any { return new([]byte) }}

func newConn(c net.Conn, free func()) *conn {
	made := &conn{Conn: c, free: free}
	if address, ok := c.RemoteAddr().(*net.TCPAddr); ok {
		made.peer = address.AddrPort().Addr().Unmap().WithZone("")
	}
	made.key = addressKey(made.peer)
	return made
}

// errSplitHead says that net/http has written less of an answer than its head.
var errSplitHead = errors.New("an answer whose head came in pieces")

// connKey is the key of the conn in the context of its requests.
type connKey struct{}

// withConn is the ConnContext of a server.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if ours, ok := c.(*conn); ok {
		ours.served = true
		return context.WithValue(ctx, connKey{}, ours)
	}
	return ctx
}

// connOf returns the conn that a request came over, or nil where it came over
// another connection.
func connOf(r *http.Request) *conn {
	if r.ProtoMajor != 1 {
		return nil
	}
	c, _ := r.Context().Value(connKey{}).(*conn)
	return c
}

// write writes p until the deadline and returns how many bytes were taken.
func (c *conn) write(p []byte) (taken int, err error) {
	for {
		n, err := c.Conn.Write(p[taken:])
		taken += n
		if !c.goesOn(err, &c.writing, c.Conn.SetWriteDeadline) {
			return taken, err
		}
	}
}

// announce has the fields go out with the answer whose first bytes are
// written next and whose body has that many bytes. The fields are not to be
// changed until they are written.
func (c *conn) announce(f fields, body int) { c.insert, c.body = f, body }

// Write writes what net/http has made of an answer. Where the body has begun
// and does not end in p, p is held back to leave with what comes next.
func (c *conn) Write(p []byte) (int, error) {
	switch {
	case c.head != nil:
		return c.join(p)
	case c.insert == nil:
		return c.write(p)
	}
	f := c.insert
	c.insert = nil
	status, end := headOf(p)
	if end == 0 { // net/http writes 4 KiB at once, and has four fields of its own
		return 0, errSplitHead
	}
	head := heads.Get().(*[]byte)
	*head = append(append(append((*head)[:0], p[:status]...), f...), p[status:]...)
	if begun := len(p) - end; 0 < begun && begun < c.body {
		c.head = head
		return len(p), nil
	}
	defer heads.Put(head)
	if _, err := c.write(*head); err != nil {
		return 0, err
	}
	return len(p), nil
}

// headOf returns where the status line of an answer and its whole head end,
// each with its line end, or zeros where the head does not end in p.
func headOf(p []byte) (status, end int) {
	for {
		line := bytes.IndexByte(p[end:], '\n') + 1
		if line == 0 {
			return 0, 0
		}
		end += line
		switch {
		case status == 0:
			status = end
		case line == len(lineEnd):
			return status, end
		}
	}
}

// join writes p behind what was held back, in one call of the system where
// the connection has one for it.
func (c *conn) join(p []byte) (int, error) {
	head := c.head
	c.head = nil
	defer heads.Put(head)
	c.parts = [...][]byte{*head, p}
	c.vector = c.parts[:]
	err := c.writeVector(len(p) > pieceBytes)
	c.parts = [2][]byte{}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// fillTime is what the system may take to fill the room that it has.
const fillTime = time.Second

// writeVector writes the vector. Where that is large, a reader who is slow but
// goes on has its time for each 64 KiB; what the system has room for is no
// sign of a reader.
func (c *conn) writeVector(large bool) error {
	if large {
		if err := c.SetWriteDeadline(time.Now().Add(fillTime)); err != nil {
			return err
		}
	}
	_, err := c.writeParts()
	for taken := int64(pieceBytes); large && taken >= pieceBytes && errors.Is(err, os.ErrDeadlineExceeded); {
		if err = c.SetWriteDeadline(time.Now().Add(pieceTime - fillTime)); err == nil {
			taken, err = c.writeParts()
		}
	}
	if !large || err != nil {
		return err
	}
	return c.SetWriteDeadline(time.Now().Add(pieceTime))
}

// writeParts writes the vector until the deadline and returns how many bytes
// were taken.
func (c *conn) writeParts() (taken int64, err error) {
	for {
		n, err := c.vector.WriteTo(c.Conn)
		taken += n
		if !c.goesOn(err, &c.writing, c.Conn.SetWriteDeadline) {
			return taken, err
		}
	}
}

// CloseWrite ends what is sent and leaves the rest to be read, where the
// connection can: so the answer to a request that is left unread arrives.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close closes the connection and gives its place back.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.free)
	return err
}
