package http1

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// An exchange is all that belongs to one request, made in one piece.
type exchange struct {
	method, target string
	url            url.URL
	values         [8]string // of the first header fields
	context        requestContext
	response       response
}

// A requestContext is the context of a request. It ends when the request has
// been answered or, as soon as somebody wants to know, when the client is
// gone: that takes a goroutine that reads, which most answers do without.
type requestContext struct {
	context.Context // of the connection
	session         *session

	mu      sync.Mutex
	inner   context.Context // nil until somebody wants to know
	cancel  context.CancelFunc
	looked  bool
	ended   bool          // no one reads any more
	watched chan struct{} // closed once the one who reads has ended; nil for none
	early   [1]byte       // what was read of the next request
	read    int
}

// Done returns what is closed when the request has been answered or its
// client is gone.
func (x *requestContext) Done() <-chan struct{} { return x.watch().Done() }

// Err tells whether the request has been answered or its client is gone. To ask
// once is no reason to watch the client.
func (x *requestContext) Err() error {
	x.mu.Lock()
	idle := x.inner == nil && !x.looked && !x.ended
	x.looked = true
	x.mu.Unlock()
	if idle {
		return nil
	}
	return x.watch().Err()
}

// Value returns a value of the connection's context.
func (x *requestContext) Value(key any) any {
	x.mu.Lock()
	inner := x.inner
	x.mu.Unlock()
	if inner != nil {
		return inner.Value(key) // contexts made of this one know it by that
	}
	return x.Context.Value(key)
}

// watch returns the context proper, and has it end when the client is gone.
func (x *requestContext) watch() context.Context {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.inner != nil {
		return x.inner
	}
	x.inner, x.cancel = context.WithCancel(x.Context)
	if x.ended {
		x.cancel()
		return x.inner
	}
	watched := make(chan struct{})
	x.watched = watched
	x.session.unlimited()
	go func() {
		defer close(watched)
		n, err := x.session.net.Read(x.early[:])
		x.mu.Lock()
		defer x.mu.Unlock()
		x.read = n
		if err != nil && !x.ended {
			x.cancel()
		}
	}()
	return x.inner
}

var longAgo = time.Unix(1, 0)

// release has nobody read any more.
func (x *requestContext) release() {
	x.mu.Lock()
	x.ended = true
	watched := x.watched
	x.watched = nil
	x.mu.Unlock()
	if watched == nil {
		return
	}
	s := x.session
	_ = s.net.SetReadDeadline(longAgo)
	<-watched
	s.unlimited()
	s.in = append(s.in, x.early[:x.read]...)
}

// end ends the context.
func (x *requestContext) end() {
	x.release()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.cancel != nil {
		x.cancel()
	}
}

// date returns the Date of an answer now, made once a second.
func date() string {
	now := time.Now().Unix()
	d := lastDate.Load()
	if d == nil || d.second != now {
		d = &dated{now, "Date: " + time.Unix(now, 0).UTC().Format(http.TimeFormat) + "\r\n"}
		lastDate.Store(d)
	}
	return d.field
}

// fail ends the context since the client takes nothing more.
func (x *requestContext) fail() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ended = true
	if x.cancel != nil {
		x.cancel()
	}
}
