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
	all     queue
	clients map[string]*queue
	streams int // HTTP/2 requests being answered
}

// A queue has the idle connections, the one that has been idle longest first, then an
// element without a connection, then the active connections.
type queue struct {
	list   list.List // of *conn
	border *list.Element
}

// longestIdle returns the connection that has been idle longest, or nil.
func (q *queue) longestIdle() *conn {
	if q.list.Len() == 0 || q.list.Front() == q.border {
		return nil
	}
	return q.list.Front().Value.(*conn)
}

// add adds an idle connection.
func (q *queue) add(c *conn) *list.Element {
	if q.border == nil {
		q.border = q.list.PushBack((*conn)(nil))
	}
	return q.list.InsertBefore(c, q.border)
}

// count returns the number of connections.
func (q *queue) count() int { return max(q.list.Len()-1, 0) }

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
	cs.mu.Lock()
	own := cs.clients[c.client]
	if own == nil {
		own = new(queue)
	}
	var evicted *conn
	clientFull = c.client != "" && own.count() >= clientLimit
	if clientFull || cs.all.count() >= limit {
		if evicted = cs.all.longestIdle(); clientFull {
			evicted = own.longestIdle()
		}
		if evicted == nil {
			cs.mu.Unlock()
			return false, clientFull
		}
		cs.remove(evicted)
	}
	if cs.clients == nil {
		cs.clients = make(map[string]*queue)
	}
	cs.clients[c.client] = own
	c.idle, c.inAll, c.inClient = true, cs.all.add(c), own.add(c)
	cs.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // its goroutine ends with the failed read
	}
	return true, false
}

// setIdle marks an active connection as idle from now on.
func (cs *connections) setIdle(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.inAll != nil && !c.idle {
		c.idle = true
		cs.all.list.MoveBefore(c.inAll, cs.all.border)
		own := cs.clients[c.client]
		own.list.MoveBefore(c.inClient, own.border)
	}
}

// setActive marks a connection as active. It returns false if the connection was
// closed to make room for another.
func (cs *connections) setActive(c *conn) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.inAll == nil {
		return false
	}
	c.idle = false
	cs.all.list.MoveToBack(c.inAll)
	cs.clients[c.client].list.MoveToBack(c.inClient)
	return true
}

// remove removes a connection if it is in the set, which must be locked.
func (cs *connections) remove(c *conn) {
	if c.inAll == nil {
		return
	}
	own := cs.clients[c.client]
	cs.all.list.Remove(c.inAll)
	own.list.Remove(c.inClient)
	if c.inAll, c.inClient = nil, nil; own.count() == 0 {
		delete(cs.clients, c.client)
	}
}

// closed removes a connection that was closed.
func (cs *connections) closed(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.remove(c)
}

// open returns the open connections, idle ones first.
func (cs *connections) open() (open []*conn) {
	cs.each(func(c *conn) { open = append(open, c) })
	return open
}

// each calls do, with the set locked, for the connections, idle ones first.
func (cs *connections) each(do func(c *conn)) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for e := cs.all.list.Front(); e != nil; e = e.Next() {
		if e != cs.all.border {
			do(e.Value.(*conn))
		}
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

// closeBusiest closes the connection with the most HTTP/2 requests.
func (cs *connections) closeBusiest() {
	var busiest *conn
	cs.each(func(c *conn) {
		if busiest == nil || len(c.streams) > len(busiest.streams) {
			busiest = c
		}
	})
	if busiest != nil {
		_ = busiest.Close()
	}
}

// slowAfter is how long a client that still reads may seem to have taken nothing: how
// much it takes is seen each second.
const slowAfter = 3 * time.Second

// CloseSlowest closes the connection whose client has taken nothing of a response for
// the longest time, if it is longer than three seconds.
func (s *Server) CloseSlowest() {
	var slowest *conn
	since := time.Now().Add(-slowAfter).UnixNano()
	s.connections.each(func(c *conn) {
		if t := c.blocked(); 0 < t && t < since {
			slowest, since = c, t
		}
	})
	if slowest != nil {
		_ = slowest.Close()
	}
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

// closeIdle closes the HTTP/1 connections that wait for a request.
func (cs *connections) closeIdle() {
	for _, c := range cs.open() {
		cs.mu.Lock()
		waits := c.idle && !c.http2.Load()
		if waits {
			cs.remove(c)
		}
		cs.mu.Unlock()
		if waits {
			_ = c.Close() // its goroutine ends with the failed read
		}
	}
}

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	for len(cs.open()) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(2 * time.Millisecond)
	}
	return nil
}
