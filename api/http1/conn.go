package http1

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A conn is a connection as it was accepted, below TLS if there is any: it
// counts for the server's limits until it is closed, and its writes may take
// as long as the other side takes 64 KiB in each WriteTimeout.
type conn struct {
	net.Conn
	server *Server
	client string       // "" where only all connections are counted
	state  atomic.Int64 // closed, serving, or since when it has been idle
	once   sync.Once    // of its removal
	http2  atomic.Bool  // the fallback ends it, with a word to the client

	fixed  atomic.Bool   // a handler has set a deadline for writes
	armed  time.Time     // the deadline of writes that the connection has, or zero
	spent  time.Duration // in writes since 64 KiB were taken
	taken  int64         // bytes meanwhile
	writes int64         // when the last write ended, in Unix nanoseconds
}

// The states of a connection besides the times since it has been idle, in Unix
// nanoseconds, of which the lowest bit tells a connection that nothing has been
// asked on yet.
const (
	closed   = -1
	serving  = 0
	freshBit = 1
)

func newConn(s *Server, accepted net.Conn) *conn {
	c := &conn{Conn: accepted, server: s}
	if s.Client != nil {
		c.client = s.Client(accepted.RemoteAddr())
	}
	c.state.Store(time.Now().UnixNano() | freshBit)
	return c
}

// begin has the connection no longer be idle, and tells whether that is so:
// one that makes room for another is closed.
func (c *conn) begin() bool {
	for {
		since := c.state.Load()
		if since == closed {
			return false
		}
		if c.state.CompareAndSwap(since, serving) {
			return true
		}
	}
}

// rest has the connection be idle since a time.
func (c *conn) rest(since int64) { c.state.CompareAndSwap(serving, since&^freshBit) }

// Close closes the connection, which makes room for another.
func (c *conn) Close() error {
	c.state.Store(closed)
	err := c.Conn.Close()
	c.once.Do(func() { c.server.connections.remove(c) })
	return err
}

// CloseWrite ends what is sent and leaves the rest to be read, where the
// connection can: so the answer to a request that is left unread arrives.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SetWriteDeadline sets until when writes may last, or takes that back with
// the zero time.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if t.IsZero() && !c.fixed.Swap(false) {
		return nil
	}
	if !t.IsZero() {
		c.fixed.Store(true)
	}
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets the deadlines of reads and writes.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// Write writes p. It fails where the other side takes less than 64 KiB in the
// server's WriteTimeout.
func (c *conn) Write(p []byte) (n int, err error) {
	for goesOn := true; goesOn; {
		began := time.Now()
		if err = c.arm(began); err != nil {
			break
		}
		var m int
		m, err = c.Conn.Write(p[n:])
		n += m
		goesOn = c.goesOn(began, int64(m), err)
	}
	return n, err
}

// writeAll writes several pieces, in one call of the system where there is one
// for it, under the terms of Write. What was written is gone from pieces.
func (c *conn) writeAll(pieces *net.Buffers) (err error) {
	for goesOn := true; goesOn; {
		began := time.Now()
		if err = c.arm(began); err != nil {
			break
		}
		var m int64
		m, err = pieces.WriteTo(c.Conn)
		goesOn = c.goesOn(began, m, err)
	}
	return err
}

// progress is how much of an answer a client is to take in a WriteTimeout.
const progress = 64 << 10

// tick is how often a write that waits is looked at, which is often enough
// to tell what the system had room for from what the client took.
func (c *conn) tick() time.Duration { return c.server.WriteTimeout / 30 }

// arm has a write that begins now be interrupted within a tick. The deadline
// of the last one serves again, since to move it is a tenth of a small answer.
func (c *conn) arm(now time.Time) error {
	if c.server.WriteTimeout == 0 || c.fixed.Load() || c.armed.After(now) {
		return nil
	}
	c.armed = now.Add(c.tick())
	return c.Conn.SetWriteDeadline(c.armed)
}

// goesOn tells whether a write that has ended with err is to be made again
// for the rest, since it was only interrupted.
func (c *conn) goesOn(began time.Time, n int64, err error) bool {
	now := time.Now()
	c.writes = now.UnixNano()
	c.spent += now.Sub(began)
	if c.taken += n; c.taken >= progress {
		c.spent, c.taken = 0, 0
	}
	return err != nil && errors.Is(err, os.ErrDeadlineExceeded) && !c.fixed.Load() && c.spent < c.server.WriteTimeout
}
