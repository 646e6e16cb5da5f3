package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"
	"github.com/ulule/limiter/v3"

	"designmanual/api/ratelimit"
	"designmanual/db"
)

// An exchange is a request and what judging it has found so far.
type exchange struct {
	r           *http.Request
	now         time.Time
	shared      bool // under /api/: web pages of any origin may read the answer
	page        bool // outside of it: what refuses it is a page
	form        bool // a password form is at its address, which takes POST
	segment     string
	credentials credentials
	index       *db.Index
	token       *db.AccessToken // nil for a request without a valid one
	tokenOK     bool            // false for a bad token
	limited     bool            // standing is known
	standing    limiter.Context
	lane        *lane  // that the request came over, or nil
	fields      fields // of the answer
	requestID   string // that the client gave it, or empty
	observation Observation
}

// A finder finds the representation that answers a request which has
// passed the judgements that all share. Its errors are those of refusals, or
// db.ErrReplaced when everything is to be judged again; any other one is a
// 500.
type finder func(x *exchange) (representation, error)

const (
	maxFieldBytes = 16 << 10
	attempts      = 8 // to read a manual that is replaced meanwhile
)

// look judges the credentials by what the store holds.
func (x *exchange) look(ix *db.Index) {
	x.index = ix
	x.token, x.tokenOK = x.credentials.holder(ix, x.now)
}

// begin returns the exchange of a request, to be ended once it is answered.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request, as Endpoint) *exchange {
	var x *exchange
	if l, ok := w.(*lane); ok {
		x = &l.exchange
		x.lane = l
	} else {
		x = new(exchange)
	}
	x.r, x.now, x.credentials = r, h.now(), parseAuthorization(r.Header["Authorization"])
	x.requestID = sentID(r.Header["X-Request-Id"])
	x.observation.Endpoint = as
	x.look(h.db.Index())
	return x
}

// end tells of the exchange and lets go of all that it was about: a
// connection that waits for its next request is not to hold an index that has
// been replaced.
func (h *Handler) end(x *exchange) {
	h.observe(x)
	*x = exchange{fields: x.fields[:0]}
}

// judged returns the handle of an endpoint: the one place where its result,
// error or panic becomes an answer.
func (h *Handler) judged(as Endpoint, find finder) httprouter.Handle {
	return func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		x := h.begin(w, r, as)
		defer h.end(x)
		x.shared = true
		x.segment = params.ByName("slug")
		found, err := h.judge(x, find)
		switch {
		case err != nil:
			h.refuse(w, x, err)
		case x.preflight():
			x.observation.Endpoint = EndpointPreflight
			allow(w, x)
		default:
			h.respond(w, x, found)
		}
	}
}

// judge applies the judgements in their order.
func (h *Handler) judge(x *exchange, find finder) (found representation, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if err := h.admit(x); err != nil || x.preflight() {
		return representation{}, err
	}
	if !h.ready.Load() {
		return representation{}, errStarting
	}
	if x.token != nil {
		h.db.Touch(x.token, x.now)
	}
	for range attempts {
		if !x.tokenOK {
			return representation{}, errToken
		}
		if encodedSlash(x.r) {
			return representation{}, errNotFound
		}
		switch found, err = find(x); {
		case errors.Is(err, context.Canceled): // the client did not wait for the update
			return representation{}, errBusy
		case !errors.Is(err, db.ErrReplaced):
			return found, err
		}
		x.look(h.db.Index())
	}
	return representation{}, errBusy
}

// admit judges what has nothing to do with what the request names.
func (h *Handler) admit(x *exchange) error {
	if !x.preflight() {
		if err := h.count(x); err != nil {
			return err
		}
	}
	return x.acceptable()
}

// acceptable judges the form of the request.
func (x *exchange) acceptable() error {
	posting := x.form && x.r.Method == http.MethodPost
	switch {
	case fieldBytes(x.r) > maxFieldBytes:
		return errFields
	case !reading(x.r) && !x.preflight() && !posting:
		return errMethod
	case hasBody(x.r) && !posting:
		return errBody
	}
	return nil
}

// reading tells whether the request's method only reads.
func reading(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

// count counts the request for its access token or, without a valid one, for
// its address. The error is errRate.
func (h *Handler) count(x *exchange) error {
	limit, key := h.byAddress, ""
	if x.token != nil {
		limit, key = h.byToken, x.token.ID
	} else if limit != nil {
		key = h.clientKey(x)
	}
	if limit == nil {
		return nil
	}
	standing, err := limit.Get(x.r.Context(), key)
	if err != nil {
		return fmt.Errorf("counting the request: %w", err)
	}
	x.limited, x.standing = true, standing
	if standing.Reached {
		return errRate
	}
	return nil
}

// clientKey returns the key under which the client of the request is counted.
func (h *Handler) clientKey(x *exchange) string {
	client := h.clientOf(x)
	if x.lane != nil && client == x.lane.peer {
		return x.lane.key
	}
	return ratelimit.Key(client)
}

// fieldBytes returns the size of the request's header fields: names, values,
// and four bytes each for colon, space and line end.
func fieldBytes(r *http.Request) int {
	const around = len(": \r\n")
	size := len("Host") + len(r.Host) + around
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + around
		}
	}
	return size
}

// hasBody tells whether the request has a body, be it of unknown length.
func hasBody(r *http.Request) bool { return r.ContentLength != 0 }

// encodedSlash tells whether a slash of the path was sent percent-encoded.
// Decoded it would pass for one that parts segments.
func encodedSlash(r *http.Request) bool {
	raw := r.URL.RawPath // empty where encoding the decoded path would give what was sent
	return raw != "" && (strings.Contains(raw, "%2F") || strings.Contains(raw, "%2f"))
}
