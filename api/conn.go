package api

import (
	"net"
	"sync"
)

// A conn is a connection that has a place of its [listener].
type conn struct {
	net.Conn
	free   func() // gives the place back
	once   sync.Once
	before string // has been read already, and is to be read again
}

// Read reads what the client sends.
func (c *conn) Read(p []byte) (int, error) {
	if c.before == "" {
		return c.Conn.Read(p)
	}
	n := copy(p, c.before)
	c.before = c.before[n:]
	return n, nil
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
