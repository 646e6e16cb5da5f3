package http1

import (
	"errors"
	"math"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// A conn is a connection as it was accepted, below TLS if there is any: it
// counts for the server's limits until it is closed, and its writes may take
// as long as the other side takes 64 KiB in each writeTimeout.
type conn struct {
	net.Conn
	server  *Server
	client  string       // "" where only all connections are counted
	state   atomic.Int64 // closed, serving, or since when it has been idle, in Unix nanoseconds
	http2   atomic.Bool  // net/http ends it, with a word to the client
	streams atomic.Int64 // requests over HTTP/2

	deadline atomic.Int64  // of writes, in Unix nanoseconds; byHandler, or 0 for none
	waited   time.Duration // in writes since 64 KiB were taken
	taken    int64         // bytes meanwhile
}

// The states of a connection that is not idle.
const (
	closed  = -1
	serving = 0
)

// byHandler stands for a deadline of writes that a handler has set.
const byHandler = math.MaxInt64

func newConn(s *Server, accepted net.Conn) *conn {
	c := &conn{Conn: accepted, server: s}
	if s.Client != nil {
		c.client = s.Client(accepted.RemoteAddr())
	}
	c.rest(time.Now())
	return c
}

// begin has the connection no longer be idle, and tells whether that is so:
// one that makes room for another is closed.
func (c *conn) begin() bool { return c.state.Swap(serving) != closed }

// rest has the connection be idle from now on.
func (c *conn) rest(now time.Time) { c.state.CompareAndSwap(serving, now.UnixNano()) }

// Close closes the connection, which makes room for another.
func (c *conn) Close() error {
	c.state.Store(closed)
	err := c.Conn.Close()
	c.server.connections.remove(c)
	return err
}

// CloseWrite ends what is sent and leaves the rest to be read, where the
// connection can: so the answer to a request that is left unread arrives.
func (c *conn) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SetWriteDeadline sets until when writes may last, or takes that back with
// the zero time.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if t.IsZero() {
		c.deadline.Store(0)
	} else {
		c.deadline.Store(byHandler)
	}
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline sets the deadlines of reads and writes.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// Write writes p. It fails where the other side takes less than 64 KiB in a
// writeTimeout.
func (c *conn) Write(p []byte) (int, error) {
	pieces := net.Buffers{p}
	n, err := c.writeAll(&pieces, time.Now())
	return int(n), err
}

// progress is how much of an answer a client is to take in a writeTimeout.
const progress = 64 << 10

// writeAll writes several pieces, in one call of the system where there is one
// for it, under the terms of Write. A write that has to wait is interrupted
// thirty times in a writeTimeout: so what the system had room for is told from
// what the client took. The deadline of the last one serves again, since to move
// it is a tenth of a small answer.
func (c *conn) writeAll(pieces *net.Buffers, now time.Time) (written int64, err error) {
	for {
		if c.deadline.Load() <= now.UnixNano() {
			tick := now.Add(writeTimeout / 30)
			c.deadline.Store(tick.UnixNano())
			if err := c.Conn.SetWriteDeadline(tick); err != nil {
				return written, err
			}
		}
		n, err := pieces.WriteTo(c.Conn)
		written += n
		again := errors.Is(err, os.ErrDeadlineExceeded) && c.deadline.Load() != byHandler
		if again {
			c.waited += time.Since(now)
			now = time.Now()
		}
		if c.taken += n; c.taken >= progress {
			c.waited, c.taken = 0, 0
		}
		if !again || c.waited >= writeTimeout {
			return written, err
		}
	}
}
