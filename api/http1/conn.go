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
	server  *Server
	client  string       // "" where only all connections are counted
	state   atomic.Int64 // closed, serving, or since when it has been idle
	once    sync.Once    // of its removal
	http2   atomic.Bool  // net/http ends it, with a word to the client
	scan    headScanner  // of the head that comes next, or that came last
	handoff *handoff     // the answer to the first request that net/http reads, or nil

	fixed  atomic.Bool   // a handler has set a deadline for writes
	armed  atomic.Int64  // the deadline of writes that the connection has, in Unix nanoseconds, or 0
	waited time.Duration // in writes since 64 KiB were taken
	taken  int64         // bytes meanwhile
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

// rest has the connection be idle, and a head come next.
func (c *conn) rest() {
	c.scan = headScanner{}
	c.state.CompareAndSwap(serving, time.Now().UnixNano()&^freshBit)
}

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
	if t.IsZero() && !c.fixed.Load() {
		return nil
	}
	c.fixed.Store(!t.IsZero())
	c.armed.Store(0)
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets the deadlines of reads and writes.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// Write writes p. It fails where the other side takes less than 64 KiB in the
// server's WriteTimeout.
func (c *conn) Write(p []byte) (n int, err error) {
	err = c.write(func() (int64, error) {
		m, err := c.Conn.Write(p[n:])
		n += m
		return int64(m), err
	})
	return n, err
}

// writeAll writes several pieces, in one call of the system where there is one
// for it, under the terms of Write. What was written is gone from pieces.
func (c *conn) writeAll(pieces *net.Buffers) error {
	return c.write(func() (int64, error) { return pieces.WriteTo(c.Conn) })
}

// progress is how much of an answer a client is to take in a WriteTimeout.
const progress = 64 << 10

// write calls what writes until it has written all. One that has to wait is
// interrupted thirty times in a WriteTimeout: so what the system had room for
// is told from what the client took. The deadline of the last one serves again,
// since to move it is a tenth of a small answer.
func (c *conn) write(some func() (int64, error)) error {
	limit := c.server.WriteTimeout
	for began := time.Now(); ; {
		if !c.fixed.Load() && c.armed.Load() <= began.UnixNano() {
			tick := began.Add(limit / 30)
			c.armed.Store(tick.UnixNano())
			if err := c.Conn.SetWriteDeadline(tick); err != nil {
				return err
			}
		}
		n, err := some()
		if c.taken += n; c.taken >= progress {
			c.waited, c.taken = 0, 0
		}
		if err == nil || !errors.Is(err, os.ErrDeadlineExceeded) || c.fixed.Load() {
			return err
		}
		now := time.Now()
		if c.waited += now.Sub(began); n >= progress {
			c.waited = 0
		}
		if began = now; c.waited >= limit {
			return err
		}
	}
}
