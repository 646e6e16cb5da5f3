package api

import (
	"context"
	"fmt"
	"net"
	"sync"
)

const (
	maxConnections      = 16384 // some 30 KiB each, when all are at work
	reservedDescriptors = 64    // for the store, the log, the socket of administration
	besides             = 2     // listeners beside the public one: plain HTTP, figures
	maxBeside           = 256
)

// A Share is what a listener may have of the connections that the process can
// have open at a time.
type Share int

// The shares. One listener of the process is Public and at most two are
// Beside: those that fill the one leave the other alone, and all of them
// leave descriptors for the store.
const (
	Public Share = iota // up to 16384, below the number of files that the process may open
	Beside              // up to 256, and a sixteenth of that number
)

// Listen announces on a TCP address, "host:port", with as many connections
// at a time as [LimitListener] lets through.
func Listen(ctx context.Context, address string, share Share) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	return LimitListener(l, share), nil
}

// LimitListener caps the connections that are open at a time at the share.
// Further ones wait in the system's queue: accepting them would leave no
// descriptor for the store.
func LimitListener(l net.Listener, share Share) net.Listener {
	return newListener(l, share.connections(maxDescriptors()))
}

// A listener accepts connections as long as there are places for them. It is
// golang.org/x/net/netutil.LimitListener, but for what it makes of a
// connection: that one hides the calls which let head and body leave at once.
type listener struct {
	net.Listener
	lanes  lanes
	places chan struct{} // holds one value for each connection
	closed chan struct{}
	once   sync.Once
}

func newListener(l net.Listener, places int) *listener {
	return &listener{Listener: l, places: make(chan struct{}, places), closed: make(chan struct{})}
}

// Accept waits for a connection; where there are lanes, for ever, since those
// take them all.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.accept()
		if err != nil {
			return nil, err
		}
		s := l.lanes.server.Load()
		if s == nil {
			return c, nil
		}
		l.lanes.run(s, c)
	}
}

// accept waits for a place and for a connection.
func (l *listener) accept() (*conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		l.free()
		return nil, err
	}
	return &conn{Conn: c, free: l.free}, nil
}

func (l *listener) free() { <-l.places }

// Close stops listening. Connections that are open stay so.
func (l *listener) Close() error {
	err := l.Listener.Close()
	l.once.Do(func() { close(l.closed) })
	return err
}

// connections returns the number of connections for that many descriptors.
func (s Share) connections(descriptors uint64) int {
	beside := max(min(descriptors/16, maxBeside), 1)
	if s == Beside {
		return int(beside)
	}
	if descriptors < 2*reservedDescriptors {
		return int(max(descriptors/2, 1))
	}
	return int(min(descriptors-reservedDescriptors-besides*beside, maxConnections))
}
