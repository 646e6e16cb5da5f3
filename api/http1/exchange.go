package http1

import (
	"context"
	"net/http"
	"net/url"
	"sync"
)

// An exchange is all that belongs to one request, made in one piece. It is the
// context of the request too: that ends when the request has been answered, or
// when the client is gone. To notice the latter is net/http's, which gets the
// connection as soon as somebody wants to know.
type exchange struct {
	context.Context // of the connection
	session         *session
	method, target  string
	url             url.URL
	values          [8]string // of the first header fields

	mu      sync.Mutex
	handoff *handoff // nil unless net/http answers
	inner   context.Context
	cancel  context.CancelFunc // of inner, or nil
	looked  bool               // Err was called
	sending bool               // the answer is being sent from here
	ended   bool
}

// A handoff is an answer that net/http sends, of a handler that was called
// here.
type handoff struct {
	w     http.ResponseWriter
	r     *http.Request
	begun chan struct{} // closed once there are w and r, or will not be any
	ended chan bool     // gets whether the handler has returned, or panicked
}

// handOff has net/http answer, and returns how; nil where the server has ended.
func (x *exchange) handOff() *handoff {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.handOffLocked()
}

func (x *exchange) handOffLocked() *handoff {
	if x.handoff == nil {
		g := &handoff{begun: make(chan struct{}), ended: make(chan bool, 1)}
		if x.session.net == nil || !x.session.handOver(g) {
			return nil
		}
		if <-g.begun; g.w == nil {
			return nil
		}
		x.handoff = g
	}
	return x.handoff
}

// isHandedOff tells whether net/http answers.
func (x *exchange) isHandedOff() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.handoff != nil
}

// send has the answer be sent from here, and tells whether that is so: else
// net/http has the connection.
func (x *exchange) send() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sending = x.handoff == nil && x.session.net != nil
	return x.sending
}

// end ends the context and what net/http has begun: the handler has returned
// or panicked.
func (x *exchange) end(returned bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ended = true
	if x.cancel != nil {
		x.cancel()
	}
	if x.handoff != nil {
		x.handoff.ended <- returned
	}
}

// Done returns what is closed when the request has been answered or its
// client is gone; once the answer is being sent, only the first.
func (x *exchange) Done() <-chan struct{} {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.watch().Done()
}

// Err tells whether the request has been answered or its client is gone. To ask
// once is no reason to watch the client.
func (x *exchange) Err() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.looked && !x.ended && x.inner == nil {
		x.looked = true
		return nil
	}
	return x.watch().Err()
}

// Value returns a value of the connection's context.
func (x *exchange) Value(key any) any {
	x.mu.Lock()
	inner := x.inner
	x.mu.Unlock()
	if inner != nil {
		return inner.Value(key) // contexts made of this one know it by that
	}
	return x.Context.Value(key)
}

// watch returns the context that ends.
func (x *exchange) watch() context.Context {
	if x.inner != nil {
		return x.inner
	}
	if !x.ended && !x.sending {
		if g := x.handOffLocked(); g != nil {
			x.inner = g.r.Context()
			return x.inner
		}
	}
	x.inner, x.cancel = context.WithCancel(x.Context)
	if x.ended || !x.sending {
		x.cancel()
	}
	return x.inner
}
