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
	request         http.Request
	url             url.URL
	values          [8]string // of the first header fields

	mu      sync.Mutex
	sending bool               // the answer is being sent from here
	ended   bool               // the handler has returned
	inner   context.Context    // that ends, once somebody wants to know; or nil
	cancel  context.CancelFunc // of inner where it is our own

	handedOff bool                // net/http answers
	w         http.ResponseWriter // net/http's
	r         *http.Request
	begun     chan struct{} // closed once there are w and r
	returned  chan bool     // gets whether the handler has returned, or panicked
}

// handOff has net/http answer a request whose handler was called here, and
// returns what it answers with. The exchange is locked.
func (x *exchange) handOff() (http.ResponseWriter, *http.Request) {
	if !x.handedOff {
		x.handedOff, x.begun, x.returned = true, make(chan struct{}), make(chan bool, 1)
		x.session.handOver(x)
		<-x.begun
	}
	return x.w, x.r
}

// send has the answer be sent from here, and tells whether that is so: else
// net/http has the connection.
func (x *exchange) send() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sending = !x.handedOff
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
	if x.handedOff {
		x.returned <- returned
	}
}

// Done returns what is closed when the request has been answered or its
// client is gone; once the answer is being sent, only the first.
func (x *exchange) Done() <-chan struct{} { return x.watch().Done() }

// Err tells whether the request has been answered or its client is gone.
func (x *exchange) Err() error { return x.watch().Err() }

// watch returns the context that ends.
func (x *exchange) watch() context.Context {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.inner != nil:
	case !x.ended && !x.sending:
		_, r := x.handOff()
		x.inner = r.Context()
	default:
		if x.inner, x.cancel = context.WithCancel(x.Context); x.ended {
			x.cancel()
		}
	}
	return x.inner
}
