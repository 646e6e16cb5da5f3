package http1

import (
	"context"
	"maps"
	"net"
	"slices"
	"sync"
	"time"
)

// connections is the set of open connections.
type connections struct {
	mu     sync.Mutex
	open   map[*conn]struct{}
	counts map[string]int // by client
}

// startConn starts to serve an accepted connection as soon as there is room for
// it. It closes the connection if its client has as many as it may, all active.
func (s *Server) startConn(accepted net.Conn) {
	c := newConn(s, accepted)
	for {
		added, clientFull := s.connections.add(c, s.MaxConns, s.MaxConnsPerClient)
		switch {
		case added:
			go c.serve()
			return
		case clientFull || s.isEnding():
			_ = accepted.Close()
			return
		}
		time.Sleep(10 * time.Millisecond) // until a connection closes or becomes idle
	}
}

// add adds the connection. If the client or the server is at its limit, it first
// closes the connection, of that client or of all, that has been idle longest.
// If none is idle it adds nothing, and reports whether the client is at its
// limit.
func (cs *connections) add(c *conn, limit, clientLimit int) (added, clientFull bool) {
	cs.mu.Lock()
	clientFull = c.client != "" && cs.counts[c.client] >= clientLimit
	var evicted *conn
	if clientFull || len(cs.open) >= limit {
		evicted = cs.evictIdle(func(other *conn) bool { return !clientFull || other.client == c.client })
		if evicted == nil {
			cs.mu.Unlock()
			return false, clientFull
		}
	}
	if cs.open == nil {
		cs.open, cs.counts = make(map[*conn]struct{}), make(map[string]int)
	}
	cs.open[c] = struct{}{}
	cs.counts[c.client]++
	cs.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // its goroutine ends with the failed read
	}
	return true, false
}

// evictIdle marks the connection that has been idle longest, of those that
// match, as closed and returns it for the caller to close; or nil.
func (cs *connections) evictIdle(match func(*conn) bool) *conn {
	for {
		var longest *conn
		var since int64
		for c := range cs.open {
			if state := c.state.Load(); state > active && (longest == nil || state < since) && match(c) {
				longest, since = c, state
			}
		}
		if longest == nil || longest.state.CompareAndSwap(since, closed) {
			return longest
		}
	}
}

// closeBusiest closes the connection with the most HTTP/2 requests.
func (cs *connections) closeBusiest() {
	var busiest *conn
	for _, c := range cs.all() {
		if busiest == nil || c.streams.Load() > busiest.streams.Load() {
			busiest = c
		}
	}
	if busiest != nil {
		_ = busiest.Close()
	}
}

// remove removes a closed connection, if it is in the set.
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

// all returns the open connections.
func (cs *connections) all() []*conn {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return slices.Collect(maps.Keys(cs.open))
}

// closeIdle closes the HTTP/1 connections that wait for a request.
func (cs *connections) closeIdle() {
	for _, c := range cs.all() {
		if since := c.state.Load(); since > active && !c.http2.Load() && c.state.CompareAndSwap(since, closed) {
			_ = c.Close() // its goroutine ends with the failed read
		}
	}
}

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	for len(cs.all()) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}
