package api

import (
	"net/http"
	"strconv"
	"time"
)

// Values of header fields that every answer shares. They are only ever
// assigned, never changed, and assigned to names spelt as they go out: Set
// would spell them Etag and X-Ratelimit-Limit.
var (
	mediaJSON    = []string{"application/json"}
	mediaTokens  = []string{"application/design-tokens+json"}
	mediaProblem = []string{"application/problem+json"}
	mediaPage    = []string{"text/html; charset=utf-8"}
	mediaIcon    = []string{"image/svg+xml"}
	mediaText    = []string{"text/plain; charset=utf-8"}
	noSniff      = []string{"nosniff"}
	noStore      = []string{"no-store"}
	vary         = []string{"Accept-Encoding, Authorization"}
	varySession  = []string{"Accept-Encoding, Authorization, Cookie"}
	gzipCoding   = []string{"gzip"}
	closing      = []string{"close"}
	allowed      = []string{"GET, HEAD, OPTIONS"}
	pageAllowed  = []string{"GET, HEAD"}
	formAllowed  = []string{"GET, HEAD, POST"}
	soon         = []string{"1"}
	challenge    = []string{"Bearer"}
	invalidToken = []string{`Bearer error="invalid_token", realm="designmanual"`}
)

// respond answers with a representation: 200, or 304 with the fields that the
// 200 would have had but those about the body (RFC 9110, section 15.4.5).
func (h *Handler) respond(w http.ResponseWriter, x *exchange, found representation) {
	defer h.release(found)
	header := w.Header()
	var v fieldValues
	v.text = v.space[:0]
	if found.gzip {
		v.text = append(v.text, "W/"...) // made from the identity body: the same, but not byte for byte
	}
	v.text = append(v.text, '"')
	v.text = append(v.text, found.fingerprint...)
	v.text = append(v.text, '"')
	v.end("ETag")
	header["Vary"] = found.vary
	header["Cache-Control"] = found.cache
	if x.credentials.sent {
		header["Cache-Control"] = noStore
	}
	x.share(header)
	x.tellStanding(&v)
	if found.notModified {
		v.assign(header)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Type"] = found.mediaType
	header["X-Content-Type-Options"] = noSniff
	if found.gzip {
		header["Content-Encoding"] = gzipCoding
	}
	if found.page {
		h.pages.fence(header, x, found.listed)
	}
	v.number("Content-Length", int64(len(found.body)))
	v.assign(header)
	w.WriteHeader(http.StatusOK)
	writeBody(w, x.r, found.body)
}

// refuse answers with the problem document of the error (RFC 9457) or, where
// people look, its page. The cause of a 500 goes to the log and nowhere else.
func (h *Handler) refuse(w http.ResponseWriter, x *exchange, err error) {
	n, known := refusalOf(err)
	if !known {
		h.log.ErrorContext(x.r.Context(), "a request could not be answered", "method", x.r.Method, "error", err)
	}
	if refusals[n].err == errNotFound && x.token == nil {
		n, _ = refusalOf(errAnonymous)
	}
	header := w.Header()
	var body []byte
	if x.page {
		body = h.pages.errors[n]
		header["Content-Type"] = mediaPage
		h.pages.fence(header, x, false)
	} else {
		instance := instanceOf(x.r)
		body = make([]byte, 0, len(h.openings[n])+len(instance)+len(`""}`))
		body = append(appendString(append(body, h.openings[n]...), instance), '}')
		header["Content-Type"] = mediaProblem
	}
	header["Cache-Control"] = noStore
	header["X-Content-Type-Options"] = noSniff
	x.share(header)
	var v fieldValues
	v.text = v.space[:0]
	x.tellStanding(&v)
	status := refusals[n].status
	switch {
	case status == http.StatusUnauthorized:
		header["WWW-Authenticate"] = invalidToken
	case status == http.StatusNotFound && x.token == nil:
		header["WWW-Authenticate"] = challenge
	case status == http.StatusMethodNotAllowed:
		header["Allow"] = x.allowed()
	case status == http.StatusServiceUnavailable:
		header["Retry-After"] = soon
	case status == http.StatusTooManyRequests:
		v.number("Retry-After", max(x.standing.Reset-x.now.Unix(), 1))
	}
	if hasBody(x.r) {
		leaveBody(w)
	}
	v.number("Content-Length", int64(len(body)))
	v.assign(header)
	w.WriteHeader(status)
	writeBody(w, x.r, body)
}

// tellStanding tells where the client stands with its rate limit
// (specification, section 8 rule 2). Pages are counted and do not say so.
func (x *exchange) tellStanding(v *fieldValues) {
	if x.limited && !x.page {
		v.number("X-RateLimit-Limit", x.standing.Limit)
		v.number("X-RateLimit-Remaining", x.standing.Remaining)
		v.number("X-RateLimit-Reset", x.standing.Reset)
	}
}

// allowed returns the methods that the address of the request has (RFC 9110,
// section 10.2.1).
func (x *exchange) allowed() []string {
	switch {
	case x.form:
		return formAllowed
	case x.page:
		return pageAllowed
	}
	return allowed
}

// leaveBody has the connection closed after the answer, and the rest of the
// request left unread: net/http would go on reading for some time.
func leaveBody(w http.ResponseWriter) {
	w.Header()["Connection"] = closing
	// A writer without deadlines has no connection to be held up on.
	_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
}

const (
	pieceBytes = 64 << 10
	pieceTime  = 30 * time.Second
)

// writeBody writes a body, unless the request is a HEAD. A large one goes out
// in pieces, each with time of its own, so that a slow reader who goes on
// reading gets all of it and one who stops is cut off. What fails here, the
// client has gone away from.
func writeBody(w http.ResponseWriter, r *http.Request, body []byte) {
	if r.Method == http.MethodHead {
		return
	}
	for len(body) > pieceBytes {
		if _, err := w.Write(body[:pieceBytes]); err != nil {
			return
		}
		body = body[pieceBytes:]
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pieceTime)) // for what has deadlines
	}
	_, _ = w.Write(body)
}

// fieldValues collects the values of those header fields that differ from one
// answer to the next, to make all of them in two allocations.
type fieldValues struct {
	names [6]string
	ends  [6]int
	count int
	text  []byte // begun as space[:0]
	space [192]byte
}

// end makes what was appended to text since the last field the value of this
// one.
func (v *fieldValues) end(name string) {
	v.names[v.count], v.ends[v.count] = name, len(v.text)
	v.count++
}

func (v *fieldValues) number(name string, n int64) {
	v.text = strconv.AppendInt(v.text, n, 10)
	v.end(name)
}

// assign sets the fields.
func (v *fieldValues) assign(header http.Header) {
	text, values, start := string(v.text), make([]string, v.count), 0
	for i, end := range v.ends[:v.count] {
		values[i] = text[start:end]
		header[v.names[i]] = values[i : i+1 : i+1]
		start = end
	}
}
