package http1

import (
	"container/list"
	"context"
	"net"
	"sync"
	"time"
)

// connections is the set of open connections. Finding the one that has been idle
// longest takes the same time however many there are.
type connections struct {
	mu      sync.Mutex
	all     map[*conn]struct{}
	idle    list.List // of *conn, the one that has been idle longest first
	clients map[string]*client
	streams int // HTTP/2 requests being answered
}

// A client has at least one open connection.
type client struct {
	open int
	idle list.List // as of all connections
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

// add adds the connection, as an idle one. If the client or the server is at its
// limit, it closes the connection, of that client or of all, that has been idle
// longest. If none is idle it adds nothing, and reports whether the client is at its
// limit.
func (cs *connections) add(c *conn, limit, clientLimit int) (added, clientFull bool) {
	var evicted []*conn
	defer func() { closeEvicted(evicted) }() // after the set is unlocked
	cs.mu.Lock()
	defer cs.mu.Unlock()
	own := cs.clients[c.client]
	if own == nil {
		own = new(client)
	}
	clientFull = c.client != "" && own.open >= clientLimit
	if clientFull || len(cs.all) >= limit {
		oldest := cs.idle.Front()
		if clientFull {
			oldest = own.idle.Front()
		}
		if oldest == nil {
			return false, clientFull
		}
		evicted = append(evicted, oldest.Value.(*conn))
		cs.remove(evicted[0])
	}
	if cs.clients == nil {
		cs.all, cs.clients = make(map[*conn]struct{}), make(map[string]*client)
	}
	own.open++
	cs.all[c], cs.clients[c.client] = struct{}{}, own
	c.own, c.inAll, c.inClient = own, cs.idle.PushBack(c), own.idle.PushBack(c)
	return true, false
}

// setIdle marks an active connection as idle from now on.
func (c *conn) setIdle() {
	cs := &c.server.connections
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.own != nil && c.inAll == nil {
		c.inAll, c.inClient = cs.idle.PushBack(c), c.own.idle.PushBack(c)
	}
}

// setActive marks the connection as active. It returns false if the connection was
// closed to make room for another.
func (c *conn) setActive() bool {
	cs := &c.server.connections
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.endIdle(c)
	return c.own != nil
}

// endIdle takes a connection from the idle ones, if it is one. The set must be locked,
// as for remove.
func (cs *connections) endIdle(c *conn) {
	if c.inAll != nil {
		cs.idle.Remove(c.inAll)
		c.own.idle.Remove(c.inClient)
		c.inAll, c.inClient = nil, nil
	}
}

// remove removes a connection if it is in the set.
func (cs *connections) remove(c *conn) {
	if c.own == nil {
		return
	}
	cs.endIdle(c)
	delete(cs.all, c)
	if c.own.open--; c.own.open == 0 {
		delete(cs.clients, c.client)
	}
	c.own = nil
}

// closeEvicted closes connections that were removed; their goroutines end with the failed
// read. The set must not be locked: closing waits for their reads and writes.
func closeEvicted(evicted []*conn) {
	for _, c := range evicted {
		_ = c.Conn.Close()
	}
}

// count returns the number of open connections.
func (cs *connections) count() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.all)
}

// evictAll evicts the connections that a condition holds for.
func (cs *connections) evictAll(condition func(*conn) bool) {
	var evicted []*conn
	cs.mu.Lock()
	for c := range cs.all {
		if condition(c) {
			evicted = append(evicted, c)
			cs.remove(c)
		}
	}
	cs.mu.Unlock()
	closeEvicted(evicted)
}

// closeMost closes the connection with the highest value above zero, if there is one.
func (cs *connections) closeMost(value func(*conn) int64) {
	var found *conn
	var most int64
	cs.mu.Lock()
	for c := range cs.all {
		if v := value(c); v > most {
			found, most = c, v
		}
	}
	cs.mu.Unlock()
	if found != nil {
		_ = found.Close()
	}
}

// addStream adds a response over HTTP/2, and returns how many there are.
func (cs *connections) addStream(c *conn, s *stream) int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.streams == nil {
		c.streams = make(map[*stream]struct{})
	}
	c.streams[s] = struct{}{}
	cs.streams++
	return cs.streams
}

// removeStream removes a response over HTTP/2 that has been sent.
func (cs *connections) removeStream(c *conn, s *stream) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(c.streams, s)
	cs.streams--
}

// slowAfter is how long a client that still reads may seem to have taken nothing: how
// much it takes is seen each second.
const slowAfter = 3 * time.Second

// CloseSlowest closes the connection whose client has taken nothing of a response for
// the longest time, if it is longer than three seconds.
func (s *Server) CloseSlowest() {
	now := time.Now()
	s.connections.closeMost(func(c *conn) int64 {
		if t := c.blocked(); t > 0 {
			return now.Add(-slowAfter).UnixNano() - t
		}
		return 0
	})
}

// blocked returns since when the client of a connection of the set has taken nothing of
// a response, in Unix nanoseconds, or 0.
func (c *conn) blocked() int64 {
	since := c.writing.Load()
	for s := range c.streams {
		if t := s.writing.Load(); t > 0 && (since == 0 || t < since) {
			since = t
		}
	}
	return since
}

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	for cs.count() > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}
