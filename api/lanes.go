package api

import (
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// lanes are those of a listener.
type lanes struct {
	server atomic.Pointer[http.Server] // that takes what they do not answer; nil where it takes all
	ending atomic.Bool                 // every answer is the last of its connection

	mu   sync.Mutex
	open map[*lane]struct{}
}

// run answers the connection's requests in a goroutine of its own.
func (ls *lanes) run(s *http.Server, c *conn) {
	l := newLane(ls, c)
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.open == nil {
		ls.open = make(map[*lane]struct{})
	}
	ls.open[l] = struct{}{}
	go l.run(s)
}

// remove has the lane live and end on its own.
func (ls *lanes) remove(l *lane) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	delete(ls.open, l)
}

// end has every answer from now on be the last one of its connection, and
// closes the connections whose lanes are at one of the stages.
func (ls *lanes) end(stages ...int32) {
	ls.ending.Store(true)
	ls.mu.Lock()
	defer ls.mu.Unlock()
	for l := range ls.open {
		for _, stage := range stages {
			if l.stage.CompareAndSwap(stage, ended) {
				_ = l.conn.Conn.Close() // what the lane reads or writes fails, and it gives its place back
			}
		}
	}
}

// only is a listener of one connection, which is nil once it is accepted.
type only struct{ conn *conn }

func (o *only) Accept() (net.Conn, error) {
	if o.conn == nil {
		return nil, io.EOF
	}
	c := o.conn
	o.conn = nil
	return c, nil
}

func (o *only) Close() error   { return nil }
func (o *only) Addr() net.Addr { return &net.TCPAddr{} }
