package http1

import (
	"container/list"
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// A countedConn is an accepted connection, below TLS if there is any. It counts
// towards the server's limits until it is closed. A write fails when the client
// takes less than 64 KiB within writeTimeout; no other deadline holds for writes.
type countedConn struct {
	net.Conn
	server    *Server
	clientKey string      // as Server.ClientKey returns it
	http2     atomic.Bool // net/http closes it, after telling the client

	// Guarded by server.connections.
	open    bool
	idle    *list.Element        // of the idle ones; nil while it is active
	streams map[*stream]struct{} // being answered

	deadline time.Time     // of writes
	waited   time.Duration // in writes since the client last took 64 KiB
	taken    int64         // bytes the client has taken since then
}

func newConn(s *Server, accepted net.Conn) *countedConn {
	limitUnsent(accepted)
	c := &countedConn{Conn: accepted, server: s}
	if s.ClientKey != nil {
		c.clientKey = s.ClientKey(accepted.RemoteAddr())
	}
	return c
}

// idleLimit returns how long the connection may be open between two requests.
func (c *countedConn) idleLimit() time.Duration {
	if c.server.ClientKey != nil && c.clientKey == "" {
		return proxyIdleTimeout
	}
	return idleTimeout
}

// Close closes the connection and makes room for another.
func (c *countedConn) Close() error {
	err := c.Conn.Close()
	cs := &c.server.connections
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.remove(c)
	return err
}

// CloseWrite closes the writing side, if the connection has two. A client that
// is still sending then receives the response; after Close it could get a
// reset instead.
func (c *countedConn) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SetDeadline sets the deadline of reads.
func (c *countedConn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// SetWriteDeadline does nothing.
func (c *countedConn) SetWriteDeadline(time.Time) error { return nil }

// Write writes p.
func (c *countedConn) Write(p []byte) (int, error) {
	buffers := net.Buffers{p}
	n, err := c.writeBuffers(&buffers, time.Now())
	return int(n), err
}

// progress is how many bytes of a response a client must take within
// writeTimeout.
const progress = 64 << 10

// writeBuffers is Write for several buffers, in one system call where the
// system has one.
//
// The system accepts bytes that the client has not taken yet. So a blocked
// write is interrupted thirty times per writeTimeout, to see how much the client
// takes. A deadline that has not passed is used for the next write too: setting
// it takes a tenth of the time of a small response.
func (c *countedConn) writeBuffers(buffers *net.Buffers, now time.Time) (int64, error) {
	var written int64
	for {
		if !now.Before(c.deadline) {
			c.deadline = now.Add(writeTimeout / 30)
			if err := c.Conn.SetWriteDeadline(c.deadline); err != nil {
				return written, err
			}
		}
		n, err := buffers.WriteTo(c.Conn)
		written += n
		interrupted := errors.Is(err, os.ErrDeadlineExceeded)
		if interrupted {
			c.waited += time.Since(now)
			now = time.Now()
		}
		c.taken += n
		if c.taken >= progress {
			c.waited, c.taken = 0, 0
		}
		if !interrupted || c.waited >= writeTimeout {
			return written, err
		}
	}
}
