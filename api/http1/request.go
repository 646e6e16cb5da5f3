package http1

import (
	"context"
	"net/http"
	"net/url"
	"sync"
)

// A request is a simple request with everything that belongs to it, in one
// allocation. It is also the context of the request, which is done when the
// request has been answered or the client has disconnected. Only net/http
// watches for the latter, so it gets the connection when the handler first asks
// for Done or Err.
type request struct {
	context.Context // of the connection
	conn            *httpConn
	http            http.Request // what the handler gets
	url             url.URL
	values          [8]string // of the first header fields

	mu      sync.Mutex
	sending bool               // the response is being sent from here
	ended   bool               // the handler has returned
	done    context.Context    // behind Done and Err; nil until they are called
	cancel  context.CancelFunc // of done; nil if done belongs to net/http

	// Set once net/http answers the request.
	delegated bool
	w         http.ResponseWriter // net/http's
	r         *http.Request       // net/http's
	received  chan struct{}       // closed when w and r are set
	returned  chan bool           // receives true when the handler returns, false when it panics
}

// delegate has net/http answer a request whose handler is running already, and
// returns net/http's response and request. rq.mu must be locked.
func (rq *request) delegate() (http.ResponseWriter, *http.Request) {
	if !rq.delegated {
		rq.delegated, rq.received, rq.returned = true, make(chan struct{}), make(chan bool, 1)
		rq.conn.delegateConn(rq)
		<-rq.received
	}
	return rq.w, rq.r
}

// startSending reports whether the response can be sent from here, which
// net/http then cannot do any more.
func (rq *request) startSending() bool {
	rq.mu.Lock()
	defer rq.mu.Unlock()
	rq.sending = !rq.delegated
	return rq.sending
}

// finish ends the request, also at net/http, after the handler has returned or
// panicked.
func (rq *request) finish(returned bool) {
	rq.mu.Lock()
	defer rq.mu.Unlock()
	rq.ended = true
	if rq.cancel != nil {
		rq.cancel()
	}
	if rq.delegated {
		rq.returned <- returned
	}
}

// Done returns a channel that is closed when the request has been answered or
// the client has disconnected. While the response is being sent, a
// disconnected client does not close it.
func (rq *request) Done() <-chan struct{} { return rq.cancelable().Done() }

// Err returns a non-nil error once Done is closed.
func (rq *request) Err() error { return rq.cancelable().Err() }

// cancelable returns the context behind Done and Err.
func (rq *request) cancelable() context.Context {
	rq.mu.Lock()
	defer rq.mu.Unlock()
	switch {
	case rq.done != nil:
	case !rq.ended && !rq.sending:
		_, r := rq.delegate()
		rq.done = r.Context()
	default:
		if rq.done, rq.cancel = context.WithCancel(rq.Context); rq.ended {
			rq.cancel()
		}
	}
	return rq.done
}
