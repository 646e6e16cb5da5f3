package http1

import (
	"context"
	"maps"
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

// MaxConns returns how many connections the public server may have open at a
// time, and each of at most two beside it. Those that fill one leave the others
// alone, and all of them leave descriptors for files.
func MaxConns() (public, beside int) { return share(maxDescriptors()) }

// share divides up the number of files that the process may have open.
func share(descriptors uint64) (public, beside int) {
	beside = int(max(min(descriptors/16, maxBesideConns), 1))
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1)), beside
	}
	return min(int(min(descriptors, 1<<20))-reservedDescriptors-2*beside, maxPublicConns), beside
}

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
		added, full := s.connections.add(c, s.MaxConns, s.MaxConnsPerClient)
		switch {
		case added:
			go c.serve()
			return
		case !full || s.ending.Load():
			_ = accepted.Close() // there is nobody to tell
			return
		}
		time.Sleep(10 * time.Millisecond) // until one ends or is idle
	}
}

// add adds the connection, in place of the one that has been idle longest where
// there are as many as there may be of its client, or of all: then it is full,
// and one may be idle later.
func (cs *connections) add(c *conn, most, mostOfClient int) (added, full bool) {
	var evicted *conn
	defer func() {
		if evicted != nil {
			_ = evicted.Close() // and what serves it ends
		}
	}()
	cs.mu.Lock()
	defer cs.mu.Unlock()
	clientFull := c.client != "" && cs.counts[c.client] >= mostOfClient
	if clientFull || len(cs.open) >= most {
		evicted = cs.takeIdle(func(other *conn) bool { return !clientFull || other.client == c.client })
		if evicted == nil {
			return false, !clientFull
		}
	}
	if cs.open == nil {
		cs.open, cs.counts = make(map[*conn]struct{}), make(map[string]int)
	}
	cs.open[c] = struct{}{}
	cs.counts[c.client]++
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

// remove takes a connection out that has been closed.
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

// wait waits until no connection is open, or returns the error of ctx.
func (cs *connections) wait(ctx context.Context) error {
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for len(cs.snapshot()) > 0 {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
