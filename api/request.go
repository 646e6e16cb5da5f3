package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
)

// A request is an HTTP request with its route, its client and the index that answers it.
type request struct {
	*http.Request
	route
	credentials credentials
	now         time.Time
	client      netip.Addr
	id          string // the X-Request-Id or, without one, a number that is unique among all servers
	givenID     string // the X-Request-Id, or empty
	outcome     outcome

	index       *db.Index       // that answers the request; scope and accessToken follow from it
	scope       hosts.Scope     // what the host of the request serves
	accessToken *db.AccessToken // nil without a valid one
}

// An outcome is what became of a request.
type outcome struct {
	quota     limiter.Context // of the rate limit; zero if there is none
	status    int             // 0 if there was no response
	bodyBytes int             // bytes of the body that were handed over without an error
}

const maxFieldBytes = 16 << 10

// ServeHTTP implements [http.Handler]. It writes all responses, also those to errors and panics of responders.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rq := h.newRequest(r)
	rq.route = h.routeOf(rq)
	defer h.observe(rq)
	rs, err := h.checkAndAnswer(rq)
	h.countAfterAnswer(rq, err != nil)
	if err != nil {
		rs = h.errorResponse(rq, err)
	}
	if rs.mediaType == mediaPage && rs.allowsBody() {
		h.addReload(rq, rs)
		h.copyMetaPolicy(rq, rs)
	}
	h.write(w, rq, rs)
}

// newRequest returns a request with its credentials, its client and its id, to be answered from the
// current index.
func (h *Handler) newRequest(r *http.Request) *request {
	rq := &request{
		Request: r, now: h.options.Now(), credentials: parseAuthorization(r.Header["Authorization"]),
		client: h.trusted.Client(r), givenID: parseRequestID(r.Header["X-Request-Id"]),
	}
	rq.id = rq.givenID
	if rq.id == "" {
		rq.id = string(strconv.AppendUint(append(make([]byte, 0, 32), h.idPrefix...), h.idCount.Add(1), 10))
	}
	h.useCurrentIndex(rq)
	return rq
}

// useCurrentIndex sets the index from which the request is answered, and what depends on it: what the
// host of the request serves, and its access token. checkAndAnswer calls it again when an update has replaced the
// index. The domain of a brand that shows nothing to strangers serves what an unrelated host does, unless
// the request may read a manual of the brand.
func (h *Handler) useCurrentIndex(rq *request) {
	rq.index = h.db.Index()
	rq.scope = hosts.ScopeOf(rq.index, rq.Host)
	rq.accessToken = nil
	if rq.credentials.kind == wellFormedAccessToken {
		rq.accessToken = rq.index.AccessToken(rq.credentials.hash)
	}
	if rq.accessToken != nil && !rq.accessToken.Valid(rq.now) {
		rq.accessToken = nil
	}
	if rq.isOnHiddenDomain() && !h.mayReadBrand(rq) {
		rq.scope = hosts.UnrelatedScope(rq.index)
	}
}

// ownRequest replaces the HTTP request by a copy whose fields the handler may change. The request that it was given is
// the caller's, and the handler changes only its Pattern.
func (rq *request) ownRequest() {
	own := *rq.Request
	rq.Request = &own
}

// checkAndAnswer performs the checks of the package comment up to that of the access token, and calls the
// responder, which performs the rest. Each time that an update replaces the index meanwhile, it checks the access
// token again and calls the responder again. It turns a panic into an error.
func (h *Handler) checkAndAnswer(rq *request) (rs *response, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			rs, err = nil, fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if err := h.checkRate(rq); err != nil {
		return nil, err
	}
	if fieldBytes(rq.Request) > maxFieldBytes {
		return nil, errFields
	}
	isAllowedPost := rq.Method == http.MethodPost && (rq.endpoint == EndpointAgents || rq.hasForm())
	if !rq.isRead() && !isAllowedPost && !rq.isPreflight() {
		return nil, rq.methodError()
	}
	if rq.ContentLength != 0 && !isAllowedPost && !rq.isHealth() { // -1 if unknown
		return nil, errBody
	}
	if rq.isPreflight() {
		return allowPreflight(rq.endpoint), nil
	}
	if rq.isHealthOrPageFile() {
		return rq.route.answer(h, rq)
	}
	if !h.ready.Load() {
		return nil, errStarting
	}
	if rq.accessToken != nil {
		h.db.NoteUse(rq.accessToken, rq.now)
	}
	for rq.Context().Err() == nil {
		if rq.credentials.sendsAccessToken() && rq.accessToken == nil {
			return nil, errAccessToken
		}
		rs, err := rq.route.answer(h, rq)
		if !errors.Is(err, db.ErrReplaced) {
			return rs, err
		}
		h.useCurrentIndex(rq)
	}
	return nil, db.ErrReplaced
}

// isRead reports whether the request only reads.
func (rq *request) isRead() bool { return rq.Method == http.MethodGet || rq.Method == http.MethodHead }

// hasForm reports whether the path has a password form, which takes POST.
func (rq *request) hasForm() bool {
	if !rq.isOutsideAPI {
		return false
	}
	m := rq.scope.At(rq.path)
	return pages.HasForm(rq.path, m, rq.now) && rq.path.IsCanonical(rq.scope, rq.index.Site, m)
}

// isPreflight reports whether a browser asks whether a page of another origin may send
// a request (Fetch standard, CORS-preflight fetch).
func (rq *request) isPreflight() bool {
	return rq.Method == http.MethodOptions && rq.allowsAnyOrigin && len(rq.Header["Origin"]) > 0 &&
		len(rq.Header["Access-Control-Request-Method"]) > 0
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
