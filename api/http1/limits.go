package http1

import (
	"cmp"
	"context"
	"net"
	"slices"
	"sync"
	"time"
)

// What the connections of a server may come to, and why it stays below 1 GiB.
//
// Plain HTTP: a connection costs at most some 100 KiB: 20 KiB of raw header
// fields and as much again once they are a string, 256 fields at 130 bytes in a
// map, 10 KiB of buffers, 16 KiB of stack. 8192 of them are 800 MiB. One that
// waits for a request is 8 KiB or so.
//
// TLS: 40 KiB more for records, and up to 64 KiB for the messages of a
// handshake; HTTP/2 has 20 KiB for frames and tables in place of the header
// fields. 4096 connections are 512 MiB. A request over HTTP/2 costs at most
// 100 KiB: 16 KiB of header fields, which are 500 fields at most since each counts
// for 32 bytes more than it has (RFC 9113, section 6.5.2), in a map, and a stack.
// 4096 of them, however many connections they come over, are 400 MiB.
//
// TestTortureCosts and TestTortureStreams measure 30 to 75 KiB of each of these.
// Bodies come on top; they are the handler's.
const (
	maxHeaderBytes  = 16 << 10
	maxHeaderFields = 256
	maxPublicConns  = 8192
	MaxTLSConns     = 4096 // of a server with a TLSConfig
	maxStreams      = 4096
	maxConnStreams  = 32 // of one connection of HTTP/2

	minConnsPerClient = 16 // as many as two browsers open

	reservedDescriptors = 64  // for files, the log, sockets that are no connection
	maxBesideConns      = 256 // of one listener beside the public one
)

// A Share is what a server may have of the connections that the process can
// have open at a time.
type Share int

// The shares. One server of the process is Public and at most two are Beside:
// those that fill the one leave the other alone, and all of them leave
// descriptors for files.
const (
	Public Share = iota // up to 8192, below the number of files that the process may open
	Beside              // up to 256, and a sixteenth of that number
)

// MaxConns returns the number of connections of the share.
func (s Share) MaxConns() int { return s.of(maxDescriptors()) }

func (s Share) of(descriptors uint64) int {
	beside := max(min(descriptors/16, maxBesideConns), 1)
	if s == Beside {
		return int(beside)
	}
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1))
	}
	return int(min(descriptors-reservedDescriptors-2*beside, maxPublicConns))
}

// connections are those that are open: all of them, and by client.
type connections struct {
	mu      sync.Mutex
	all     group
	clients map[string]*group
}

// A group is connections that are counted together.
type group struct {
	open map[*conn]struct{}
	idle []idleConn // those that were idle when it was last made, longest first
}

type idleConn struct {
	conn  *conn
	since int64
}

// admit serves the connection once there is room for it. It closes it where
// its client has as many as it may, and none of them is idle.
func (s *Server) admit(accepted net.Conn) {
	c := newConn(s, accepted)
	for {
		switch s.connections.add(c, s.MaxConns, s.MaxConnsPerClient) {
		case added:
			go c.serve()
			return
		case refused:
			_ = accepted.Close() // there is nobody to tell
			return
		}
		if s.ending.Load() {
			_ = accepted.Close()
			return
		}
		time.Sleep(10 * time.Millisecond) // until one ends or is idle
	}
}

// What becomes of a connection that is to be added.
type admission int

const (
	added admission = iota
	refused
	full // it is to wait
)

// add adds the connection, in place of the one that has been idle longest where
// there are as many as there may be.
func (cs *connections) add(c *conn, most, mostOfClient int) admission {
	cs.mu.Lock()
	var evicted *conn
	result := added
	mine := cs.clients[c.client] // nil for the nameless
	switch {
	case mine != nil && len(mine.open) >= mostOfClient:
		if evicted = mine.takeIdle(); evicted == nil {
			result = refused
		}
	case most > 0 && len(cs.all.open) >= most:
		if evicted = cs.all.takeIdle(); evicted == nil {
			result = full
		}
	}
	if result == added {
		cs.all.add(c)
		if c.client != "" {
			if mine == nil {
				mine = new(group)
				if cs.clients == nil {
					cs.clients = make(map[string]*group)
				}
				cs.clients[c.client] = mine
			}
			mine.add(c)
		}
	}
	cs.mu.Unlock()
	if evicted != nil {
		_ = evicted.Close() // and what serves it ends
	}
	return result
}

func (g *group) add(c *conn) {
	if g.open == nil {
		g.open = make(map[*conn]struct{})
	}
	g.open[c] = struct{}{}
}

// takeIdle returns the connection that has been idle longest, which is nobody
// else's to serve or close any more; or nil. To look at all of them takes time,
// so what was found serves for the next times: those that became idle
// meanwhile have been so for less long.
func (g *group) takeIdle() *conn {
	for range 2 {
		for len(g.idle) > 0 {
			next := g.idle[0]
			g.idle = g.idle[1:]
			if next.conn.state.CompareAndSwap(next.since, closed) {
				return next.conn
			}
		}
		g.idle = nil
		for c := range g.open {
			if since := c.state.Load(); since > serving {
				g.idle = append(g.idle, idleConn{c, since})
			}
		}
		slices.SortFunc(g.idle, func(a, b idleConn) int { return cmp.Compare(a.since, b.since) })
	}
	return nil
}

// remove takes a connection out that has been closed.
func (cs *connections) remove(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.all.open, c)
	if mine := cs.clients[c.client]; mine != nil {
		if delete(mine.open, c); len(mine.open) == 0 {
			delete(cs.clients, c.client)
		}
	}
}

// snapshot returns the connections that are open.
func (cs *connections) snapshot() []*conn {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	all := make([]*conn, 0, len(cs.all.open))
	for c := range cs.all.open {
		all = append(all, c)
	}
	return all
}

// closeIdle closes those that wait for a request, and only with fresh those
// that wait for their first.
func (cs *connections) closeIdle(fresh bool) {
	for _, c := range cs.snapshot() {
		since := c.state.Load()
		if since > serving && (fresh || since&freshBit == 0) && !c.http2.Load() && c.state.CompareAndSwap(since, closed) {
			_ = c.Close() // and what serves it ends
		}
	}
}

func (cs *connections) closeAll() {
	for _, c := range cs.snapshot() {
		_ = c.Close() // as it would be told
	}
}

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	look := time.NewTicker(endLook)
	defer look.Stop()
	for cs.count() > 0 {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (cs *connections) count() int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return len(cs.all.open)
}
