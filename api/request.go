package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/db"
)

// A request is a request and what judging it has found so far.
type request struct {
	*http.Request
	now time.Time

	// Its address.
	endpoint  Endpoint
	slug      string     // of the route
	path      pages.Path // of a page
	shared    bool       // web pages of any origin may ask for it
	page      bool       // people look at it: what refuses it is a page, without the fields of the rate limit
	form      bool       // a password form is there, which takes POST
	free      bool       // of the rate limit, of access and of readiness
	uncounted bool       // for the rate limit, unless it is refused

	credentials credentials
	index       *db.Index
	scope       db.Scope        // of its host
	token       *db.AccessToken // nil for a request without a valid one
	standing    limiter.Context // zero where there is no limit
	size        int64           // of a file that has not the ranges asked for
	unread      bool            // it has a body, which has not been read

	// Of the answer.
	status int
	sent   int        // bytes of its body, as far as the connection took them
	values [20]string // of its header fields
	set    int        // how many of them are

	sentID string // the X-Request-Id, or empty
	name   string // see nameOf
}

// An endpoint answers a request which has passed the judgements that all
// share. Its error is an apiError, [db.ErrReplaced] when everything is to be
// judged again, or one that [refusalOf] knows; any other one is a 500.
type endpoint func(*request) (*response, error)

const (
	maxFieldBytes = 16 << 10
	attempts      = 8 // to read a manual that is replaced meanwhile
)

// newRequest returns what judging a request begins with.
func (h *Handler) newRequest(r *http.Request, as Endpoint) *request {
	rq := &request{
		Request: r, now: h.options.Now(), endpoint: as, credentials: parseAuthorization(r.Header["Authorization"]),
		unread: r.ContentLength != 0, // it may be of unknown length
		sentID: sentID(r.Header["X-Request-Id"]),
	}
	rq.judgeBy(h.db.Index())
	return rq
}

// judgeBy has the request judged by what the index holds. It has a token where
// its credentials hold one that is valid.
func (rq *request) judgeBy(ix *db.Index) {
	rq.index, rq.scope, rq.token = ix, ix.Scope(rq.Host), nil
	if rq.credentials.formed {
		if t := ix.Token(rq.credentials.sum); t != nil && t.Valid(rq.now) {
			rq.token = t
		}
	}
}

// serve answers a request: the one place where what an endpoint returns, an
// answer, an error or a panic, is written.
func (h *Handler) serve(w http.ResponseWriter, rq *request, answer endpoint) {
	defer h.observe(rq)
	rs, err := h.judge(rq, answer)
	if err != nil {
		if rq.uncounted {
			_ = h.limit(rq, true) // the refusal is the answer
		}
		rs = h.refuse(rq, err)
	}
	h.write(w, rq, rs)
}

// judge applies the judgements in their order, and has the endpoint answer by
// the current index, again as often as the manual is replaced meanwhile.
func (h *Handler) judge(rq *request, answer endpoint) (rs *response, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	reading := rq.Method == http.MethodGet || rq.Method == http.MethodHead
	// A browser asks whether it may make another request (Fetch standard,
	// CORS-preflight fetch).
	preflight := rq.shared && rq.Method == http.MethodOptions && len(rq.Header["Origin"]) > 0 && len(rq.Header["Access-Control-Request-Method"]) > 0
	posting := rq.form && rq.Method == http.MethodPost
	probing := rq.free && !rq.page
	if !preflight && !rq.free {
		if err := h.limit(rq, !rq.uncounted); err != nil {
			return nil, err
		}
	}
	switch {
	case fieldBytes(rq.Request) > maxFieldBytes:
		return nil, errFields
	case !reading && !preflight && !posting:
		return nil, errMethod
	case rq.unread && !posting && !probing:
		return nil, errBody
	case preflight:
		rq.endpoint = EndpointPreflight
		return allowPreflight(), nil
	case rq.free:
		return answer(rq)
	case !h.ready.Load():
		return nil, errStarting
	case rq.token != nil:
		h.db.Touch(rq.token, rq.now)
	}
	for range attempts {
		switch {
		case rq.credentials.bearer && rq.token == nil:
			return nil, errToken
		case encodedSlash(rq.URL):
			return nil, errNotFound
		}
		if rs, err = answer(rq); !errors.Is(err, db.ErrReplaced) {
			break
		}
		rq.judgeBy(h.db.Index())
	}
	return rs, err
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

// encodedSlash tells whether a slash of the path was sent percent-encoded.
// Decoded it would pass for one that parts segments.
func encodedSlash(u *url.URL) bool {
	return strings.Contains(u.RawPath, "%2F") || strings.Contains(u.RawPath, "%2f") // empty where encoding the decoded path would give what was sent
}
