package http1

import (
	"context"
	"maps"
	"net"
	"slices"
	"sync"
	"time"
)

// connections are those that are open.
type connections struct {
	mu     sync.Mutex
	open   map[*conn]struct{}
	counts map[string]int // by client
}

// admit serves the connection once there is room for it. It closes it where
// its client has as many as it may, and none of them is idle.
func (s *Server) admit(accepted net.Conn) {
	c := newConn(s, accepted)
	for {
		added, wait := s.connections.add(c, s.MaxConns, s.MaxConnsPerClient)
		switch {
		case added:
			go c.serve()
			return
		case !wait || s.isEnding():
			_ = accepted.Close() // there is nobody to tell
			return
		}
		time.Sleep(10 * time.Millisecond) // until one ends or is idle
	}
}

// add adds the connection, in place of the one that has been idle longest where
// there are as many as there may be of its client, or of all. It tells whether to
// wait for one to be idle where none is.
func (cs *connections) add(c *conn, most, mostOfClient int) (added, wait bool) {
	cs.mu.Lock()
	clientFull := c.client != "" && cs.counts[c.client] >= mostOfClient
	var evicted *conn
	if clientFull || len(cs.open) >= most {
		evicted = cs.takeIdle(func(other *conn) bool { return !clientFull || other.client == c.client })
		if evicted == nil {
			cs.mu.Unlock()
			return false, !clientFull
		}
	}
	if cs.open == nil {
		cs.open, cs.counts = make(map[*conn]struct{}), make(map[string]int)
	}
	cs.open[c] = struct{}{}
	cs.counts[c.client]++
	cs.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // and what serves it ends
	}
	return true, false
}

// takeIdle returns the connection that has been idle longest, of those that
// may go, which is nobody else's to serve or close any more; or nil.
func (cs *connections) takeIdle(mayGo func(*conn) bool) *conn {
	for {
		var longest *conn
		var since int64
		for c := range cs.open {
			if idle := c.state.Load(); idle > serving && (longest == nil || idle < since) && mayGo(c) {
				longest, since = c, idle
			}
		}
		if longest == nil || longest.state.CompareAndSwap(since, closed) {
			return longest
		}
	}
}

// closeBusiest closes the connection that has most requests over HTTP/2.
func (cs *connections) closeBusiest() {
	var busiest *conn
	for _, c := range cs.snapshot() {
		if busiest == nil || c.streams.Load() > busiest.streams.Load() {
			busiest = c
		}
	}
	if busiest != nil {
		_ = busiest.Close() // as it will be told
	}
}

// remove takes a connection out that has been closed, if it is there.
func (cs *connections) remove(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if _, ok := cs.open[c]; !ok {
		return
	}
	delete(cs.open, c)
	if cs.counts[c.client]--; cs.counts[c.client] == 0 {
		delete(cs.counts, c.client)
	}
}

// snapshot returns the connections that are open.
func (cs *connections) snapshot() []*conn {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return slices.Collect(maps.Keys(cs.open))
}

// closeIdle closes those that wait for a request of HTTP/1.
func (cs *connections) closeIdle() {
	for _, c := range cs.snapshot() {
		if since := c.state.Load(); since > serving && !c.http2.Load() && c.state.CompareAndSwap(since, closed) {
			_ = c.Close() // and what serves it ends
		}
	}
}

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	for len(cs.snapshot()) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}
