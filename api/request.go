package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// A request is a request with what it names and what it may read.
type request struct {
	*http.Request
	route
	access
	now    time.Time
	client netip.Addr
	id     string // the X-Request-Id or, without one, a number that is unique among all servers
	sentID string // the X-Request-Id, or empty
	out    outcome
}

// An access says what a request may read: which manuals its host serves, and with which access
// token it comes. All of it is by one index.
type access struct {
	credentials credentials
	index       *db.Index
	scope       hosts.Scope     // what the host of the request serves
	token       *db.AccessToken // nil without a valid one
}

// newRequest returns a request with its credentials, and what it may read by the current index.
func (h *Handler) newRequest(r *http.Request) *request {
	rq := &request{
		Request: r, now: h.options.Now(), client: h.trusted.Client(r), sentID: parseRequestID(r.Header["X-Request-Id"]),
	}
	rq.id = rq.sentID
	if rq.id == "" {
		rq.id = string(strconv.AppendUint(append(make([]byte, 0, 32), h.idPrefix...), h.requests.Add(1), 10))
	}
	rq.access = h.newAccess(r, parseAuthorization(r.Header["Authorization"]), h.db.Index(), rq.now)
	return rq
}

// ownRequest replaces the request by a copy, before its fields change: it is the caller's.
func (rq *request) ownRequest() {
	own := *rq.Request
	rq.Request = &own
}

// newAccess returns what a request with the credentials may read by an index. If a brand keeps all
// its manuals secret, its domain answers as a host that has nothing to do with the site does, except
// to those who may read one of the manuals.
func (h *Handler) newAccess(r *http.Request, c credentials, ix *db.Index, now time.Time) access {
	a := access{credentials: c, index: ix, scope: hosts.Of(ix, r.Host)}
	if c.wellFormed {
		a.token = ix.Token(c.sum)
	}
	if a.token != nil && !a.token.Valid(now) {
		a.token = nil
	}
	s := a.scope
	if s.Brand == nil || s.SiteHost || ix.Domain(hosts.Name(r.Host)) == nil || s.HasOpen() {
		return a
	}
	if !h.mayReadBrand(r, ix, s, a.token, now) {
		a.scope = hosts.Unrelated(ix)
	}
	return a
}

// mayReadBrand reports whether the request may read a manual of the brand of its host: by an
// access token, a session or a share link.
func (h *Handler) mayReadBrand(
	r *http.Request, ix *db.Index, s hosts.Scope, token *db.AccessToken, now time.Time,
) bool {
	if token != nil && token.Brand == s.Brand.Slug {
		return true
	}
	key, ok := h.sessionKey(ix)
	if !ok {
		return false
	}
	if link, sent := r.URL.Query()[manual.ShareParameter]; sent {
		m := s.At(hosts.Parse(r.URL.Path))
		if _, v := key.Open(link[0], m, ix.Site, "", now); v != pages.NoView {
			return true
		}
	}
	for m := range s.Brand.Manuals() {
		if !pages.HasCookie(r, m, ix.Site, "") {
			continue
		}
		if v, _ := key.In(r, m, ix.Site, "", now); v != pages.NoView {
			return true
		}
	}
	return false
}

// An outcome is what became of a request.
type outcome struct {
	quota  limiter.Context // of the rate limit; zero if there is none
	status int             // 0 if there was no response
	sent   int             // bytes of the body that were written to the connection
}

const (
	maxFieldBytes = 16 << 10
	maxAttempts   = 8 // to answer a request while the store changes
)

// ServeHTTP implements [http.Handler]. If the base URL has a path, only paths below it
// and health checks are answered. All responses, and all errors and panics of endpoints, are
// written here.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rq := h.newRequest(r)
	rq.route = h.routeOf(rq)
	defer h.observe(rq)
	var rs *response
	var err error
	if !rq.isPreflight() && !rq.isUnrestricted() {
		rq.out.quota, err = h.limit(rq, !rq.onlyErrorsCount())
	}
	if err == nil {
		rs, err = h.checkAndAnswer(rq)
	}
	if err != nil && rq.onlyErrorsCount() {
		rq.out.quota, _ = h.limit(rq, true) // err is the response, also over the limit
	}
	if err != nil {
		rs = h.errorResponse(rq, err)
	}
	h.write(w, rq, rs)
	if rs.file != nil && rq.out.status >= http.StatusBadRequest {
		_, _ = h.limit(rq, true) // a refusal counts
	}
}

// checkAndAnswer performs the checks after the rate limit in their order and calls the
// endpoint, again if the store changes meanwhile.
func (h *Handler) checkAndAnswer(rq *request) (rs *response, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if fieldBytes(rq.Request) > maxFieldBytes {
		return nil, errFields
	}
	reading := rq.Method == http.MethodGet || rq.Method == http.MethodHead
	posting := rq.Method == http.MethodPost && (rq.endpoint == EndpointAgents || rq.hasForm())
	if !reading && !posting && !rq.isPreflight() {
		return nil, rq.methodError()
	}
	if rq.ContentLength != 0 && !posting && !rq.isHealth() { // -1 if unknown
		return nil, errBody
	}
	if rq.isPreflight() {
		return allowPreflight(rq.endpoint), nil
	}
	if rq.isUnrestricted() {
		return rq.answer(h, rq)
	}
	if !h.ready.Load() {
		return nil, errStarting
	}
	if rq.token != nil {
		h.db.NoteUse(rq.token, rq.now)
	}
	for range maxAttempts {
		if rq.credentials.bearer && rq.token == nil {
			return nil, errToken
		}
		if encodedSlash(rq.URL) {
			return nil, errNotFound
		}
		if rs, err = rq.answer(h, rq); !errors.Is(err, db.ErrReplaced) {
			return rs, err
		}
		rq.access = h.newAccess(rq.Request, rq.credentials, h.db.Index(), rq.now)
	}
	return rs, err
}

// hasForm reports whether the path has a password form, which takes POST.
func (rq *request) hasForm() bool {
	if !rq.isPage {
		return false
	}
	m := rq.scope.At(rq.path)
	return pages.HasForm(rq.path, m, rq.now) && rq.path.IsCanonical(rq.scope, rq.index.Site, m)
}

// isPreflight reports whether a browser asks whether a page of another origin may send
// a request (Fetch standard, CORS-preflight fetch).
func (rq *request) isPreflight() bool {
	return rq.Method == http.MethodOptions && rq.isCrossOrigin && len(rq.Header["Origin"]) > 0 &&
		len(rq.Header["Access-Control-Request-Method"]) > 0
}

// onlyErrorsCount reports whether only an error of the request counts towards the rate
// limit, as for a file or one range of it. Several ranges cost as much as several
// requests.
func (rq *request) onlyErrorsCount() bool {
	ranges := rq.Header["Range"]
	return rq.endpoint == EndpointFiles && (len(ranges) == 0 || !strings.Contains(ranges[0], ","))
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
	// RawPath is empty if it is the default encoding of the path
	return strings.Contains(u.RawPath, "%2F") || strings.Contains(u.RawPath, "%2f")
}
