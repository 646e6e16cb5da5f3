package http1

import (
	"container/list"
	"context"
	"net"
	"sync"
	"time"
)

// connections is the set of open connections.
type connections struct {
	mu      sync.Mutex
	all     map[*countedConn]struct{}
	idle    list.List      // of *countedConn, the one that has been idle longest first
	clients map[string]int // open connections by client
	streams int            // HTTP/2 requests being answered
}

// startConn starts [countedConn.serve] for an accepted connection in a goroutine of its own, as soon as there is
// room for it. It closes the connection if its client has as many as it may, all active.
func (s *Server) startConn(accepted net.Conn) {
	c := newConn(s, accepted)
	for {
		added, clientFull := s.connections.add(c, s.MaxConns, s.MaxConnsPerClient)
		if added {
			go c.serve()
			return
		}
		if clientFull || s.isEnding() {
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
func (cs *connections) add(c *countedConn, limit, clientLimit int) (added, clientFull bool) {
	var evicted *countedConn
	defer func() { // after the set is unlocked, since closing waits for reads and writes
		if evicted != nil {
			_ = evicted.Conn.Close() // its goroutine ends with the failed read
		}
	}()
	cs.mu.Lock()
	defer cs.mu.Unlock()
	clientFull = c.clientKey != "" && cs.clients[c.clientKey] >= clientLimit
	if clientFull || len(cs.all) >= limit {
		oldest := cs.idle.Front()
		for clientFull && oldest != nil && oldest.Value.(*countedConn).clientKey != c.clientKey {
			oldest = oldest.Next()
		}
		if oldest == nil {
			return false, clientFull
		}
		evicted = oldest.Value.(*countedConn)
		cs.remove(evicted)
	}
	if cs.all == nil {
		cs.all, cs.clients = make(map[*countedConn]struct{}), make(map[string]int)
	}
	cs.all[c] = struct{}{}
	cs.clients[c.clientKey]++
	c.open, c.idle = true, cs.idle.PushBack(c)
	return true, false
}

// setIdle marks an active connection as idle from now on.
func (c *countedConn) setIdle() {
	cs := &c.server.connections
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.open && c.idle == nil {
		c.idle = cs.idle.PushBack(c)
	}
}

// setActive marks the connection as active. It returns false if the connection was
// closed to make room for another.
func (c *countedConn) setActive() bool {
	cs := &c.server.connections
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.endIdle(c)
	return c.open
}

// endIdle takes a connection from the idle ones, if it is one. The set must be locked,
// as for remove.
func (cs *connections) endIdle(c *countedConn) {
	if c.idle != nil {
		cs.idle.Remove(c.idle)
		c.idle = nil
	}
}

// remove removes a connection if it is in the set.
func (cs *connections) remove(c *countedConn) {
	if !c.open {
		return
	}
	cs.endIdle(c)
	c.open = false
	delete(cs.all, c)
	if cs.clients[c.clientKey]--; cs.clients[c.clientKey] == 0 {
		delete(cs.clients, c.clientKey)
	}
}

// count returns the number of open connections.
func (cs *connections) count() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.all)
}

// closeAll closes the connections that a condition holds for.
func (cs *connections) closeAll(condition func(*countedConn) bool) {
	var found []*countedConn
	cs.mu.Lock()
	for c := range cs.all {
		if condition(c) {
			found = append(found, c)
			cs.remove(c)
		}
	}
	cs.mu.Unlock()
	for _, c := range found {
		_ = c.Close()
	}
}

// closeMost closes the connection with the highest value above zero, if there is one.
func (cs *connections) closeMost(value func(*countedConn) int64) {
	var found *countedConn
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
