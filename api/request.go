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

// A request is a request with everything known about it so far.
type request struct {
	*http.Request
	now time.Time

	// What its path says.
	endpoint        Endpoint
	slug            string     // of the route
	path            pages.Path // of a page
	crossOrigin     bool       // pages of any origin may send it
	isPage          bool       // its errors are pages, and it has no X-RateLimit fields
	hasForm         bool       // the path has a password form, which takes POST
	exempt          bool       // from the rate limit, access and readiness
	onlyErrorsCount bool       // towards the rate limit

	credentials credentials
	index       *db.Index
	scope       db.Scope        // of the host
	token       *db.AccessToken // nil without a valid one
	quota       limiter.Context // of the rate limit; zero if there is none
	size        int64           // of the file, after errRange
	unreadBody  bool            // it has a body, which has not been read

	// The response.
	status int
	sent   int        // bytes of the body that were written to the connection
	values [20]string // of the header fields
	set    int        // number of values in use

	sentID string // X-Request-Id, or empty
	madeID string // see requestID
}

// An endpoint answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the request is checked and answered again.
type endpoint func(*request) (*response, error)

const (
	maxFieldBytes = 16 << 10
	maxAttempts   = 8 // to answer a request while the store changes
)

// newRequest returns what judging a request begins with.
func (h *Handler) newRequest(r *http.Request, name Endpoint) *request {
	rq := &request{
		Request: r, now: h.options.Now(), endpoint: name, credentials: parseAuthorization(r.Header["Authorization"]),
		unreadBody: r.ContentLength != 0, // -1 if unknown
		sentID:     parseRequestID(r.Header["X-Request-Id"]),
	}
	rq.useIndex(h.db.Index())
	return rq
}

// useIndex sets the index that answers the request, and the request's valid access
// token, if it has one.
func (rq *request) useIndex(ix *db.Index) {
	rq.index, rq.scope, rq.token = ix, ix.Scope(rq.Host), nil
	if rq.credentials.formed {
		if t := ix.Token(rq.credentials.sum); t != nil && t.Valid(rq.now) {
			rq.token = t
		}
	}
}

// serve answers a request. All responses, and all errors and panics of endpoints, are
// written here.
func (h *Handler) serve(w http.ResponseWriter, rq *request, answer endpoint) {
	defer h.observe(rq)
	rs, err := h.checkAndAnswer(rq, answer)
	if err != nil {
		if rq.onlyErrorsCount {
			_ = h.limit(rq, true) // err is the response, also over the limit
		}
		rs = h.errorResponse(rq, err)
	}
	h.write(w, rq, rs)
}

// checkAndAnswer performs the checks in their order and calls the endpoint, again if
// the store changes meanwhile.
func (h *Handler) checkAndAnswer(rq *request, answer endpoint) (rs *response, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	reading := rq.Method == http.MethodGet || rq.Method == http.MethodHead
	// A browser asks whether it may send a request (Fetch standard, CORS-preflight
	// fetch).
	preflight := rq.crossOrigin && rq.Method == http.MethodOptions && len(rq.Header["Origin"]) > 0 && len(rq.Header["Access-Control-Request-Method"]) > 0
	posting := rq.hasForm && rq.Method == http.MethodPost
	isHealth := rq.endpoint == EndpointHealth || rq.endpoint == EndpointReady
	if !preflight && !rq.exempt {
		if err := h.limit(rq, !rq.onlyErrorsCount); err != nil {
			return nil, err
		}
	}
	switch {
	case fieldBytes(rq.Request) > maxFieldBytes:
		return nil, errFields
	case !reading && !preflight && !posting:
		return nil, errMethod
	case rq.unreadBody && !posting && !isHealth:
		return nil, errBody
	case preflight:
		rq.endpoint = EndpointPreflight
		return allowPreflight(), nil
	case rq.exempt:
		return answer(rq)
	case !h.ready.Load():
		return nil, errStarting
	case rq.token != nil:
		h.db.Touch(rq.token, rq.now)
	}
	for range maxAttempts {
		switch {
		case rq.credentials.bearer && rq.token == nil:
			return nil, errToken
		case encodedSlash(rq.URL):
			return nil, errNotFound
		}
		if rs, err = answer(rq); !errors.Is(err, db.ErrReplaced) {
			break
		}
		rq.useIndex(h.db.Index())
	}
	return rs, err
}

// fieldBytes returns the size of the header fields, with ": " and the line ends.
func fieldBytes(r *http.Request) int {
	const extra = len(": \r\n")
	size := len("Host") + len(r.Host) + extra
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + extra
		}
	}
	return size
}

// encodedSlash reports whether the path has a percent-encoded slash, which looks like a
// separator once decoded.
func encodedSlash(u *url.URL) bool {
	return strings.Contains(u.RawPath, "%2F") || strings.Contains(u.RawPath, "%2f") // RawPath is empty if it is the default encoding of the path
}
