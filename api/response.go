package api

import (
	"cmp"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A response is a response before it is written.
type response struct {
	status       int    // 0 for 200
	mediaType    string // empty without a body
	tag          string // ETag with its quotes, or empty
	cacheControl string // Cache-Control for a request without credentials
	vary         string
	gzip         bool // the body is compressed
	sameOrigin   bool // pages of other origins must not read it
	fields       []field
	body         []byte
	stream       func(io.Writer) error // if not nil, writes the body; not called for HEAD
	file         *db.FileReader        // if not nil, [http.ServeContent] sends it
}

// A field is a header field.
type field struct{ name, value string }

func (rs *response) add(name, value string) { rs.fields = append(rs.fields, field{name, value}) }

// allowsBody reports whether the status allows a body and the fields that describe it.
func (rs *response) allowsBody() bool {
	return rs.status != http.StatusNoContent && rs.status != http.StatusNotModified
}

// Values of header fields.
const (
	mediaJSON    = "application/json"
	mediaProblem = "application/problem+json"
	mediaPage    = "text/html; charset=utf-8"
	mediaText    = "text/plain; charset=utf-8"
	mediaXML     = "application/xml"
	mediaLinkset = `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`
	mediaScript  = "text/javascript; charset=utf-8"

	noStore      = "no-store"
	cacheForever = "public, max-age=31536000, immutable" // RFC 8246, section 2

	varyDocument = "Accept-Encoding, Authorization"
	varySession  = "Accept-Encoding, Authorization, Cookie"

	// exposedFields are the fields that pages of other origins may read. Any origin
	// may read a response that needs no credentials (specification, section 4.2),
	// also an error.
	exposedFields = "ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
)

// allowPreflight returns the response to a preflight (Fetch standard, CORS protocol). It
// is the same for every path, so it does not reveal what exists. The wildcard does
// not cover Authorization: pages must not send access tokens (specification,
// section 5 rule 3).
func allowPreflight(e Endpoint) *response {
	methods := "GET, HEAD"
	if e == EndpointAgents {
		methods = "POST"
	}
	return &response{status: http.StatusNoContent, fields: []field{
		{"Access-Control-Allow-Methods", methods},
		{"Access-Control-Allow-Headers", "*"},
		{"Access-Control-Max-Age", "86400"}, // seconds
	}}
}

// maxAge returns the Cache-Control of a public response: a minute (specification,
// section 8 rule 1), but not beyond the end date, if that is not zero.
func maxAge(end, now time.Time) string {
	if end.IsZero() || end.Sub(now) >= time.Minute {
		return "public, max-age=60"
	}
	return "public, max-age=" + strconv.Itoa(int(max(end.Sub(now), 0)/time.Second))
}

// cacheControlOf returns the Cache-Control of a manual's documents. They are stored only if
// anyone may read them.
func (rq *request) cacheControlOf(m *db.Head) string {
	if !m.Visibility.ForAnyone() {
		return noStore
	}
	return maxAge(m.ExpiresAt, rq.now)
}

// varyOf adds Cookie to a Vary if sessions can open the manual.
func varyOf(m *db.Head, vary string) string {
	if m.Visibility == manual.Password {
		vary += ", Cookie"
	}
	return vary
}

// entityTag returns the ETag for the SHA-256 of an uncompressed body. With gzip it is
// weak, as the bytes differ while the content is the same (RFC 9110, section
// 8.8.1).
func entityTag(hash [32]byte, gzip bool) string {
	text := [len(`W/""`) + 2*len(hash)]byte{'W', '/', '"'}
	tag := append(hex.AppendEncode(text[:3], hash[:]), '"')
	if !gzip {
		tag = tag[len("W/"):]
	}
	return string(tag)
}

// readRestTime is how long the body of a request is read and dropped after the response,
// before the connection closes: a client that is still sending could lose the
// response otherwise (RFC 9112, section 9.6). HTTP/2 closes only the stream (RFC
// 9113, section 8.1).
const readRestTime = 500 * time.Millisecond

// write writes the header fields and the body of the response, and keeps its status and the number of bytes in the
// outcome of the request.
func (h *Handler) write(w http.ResponseWriter, rq *request, rs *response) {
	rs.status = cmp.Or(rs.status, http.StatusOK)
	rq.outcome.status = rs.status
	rq.setFields(w.Header(), rs)
	if rs.file != nil {
		h.sendFile(w, rq, rs)
		return
	}
	if rs.stream != nil && rq.Method != http.MethodHead {
		h.stream(w, rq, rs)
		return
	}
	hasUnreadBody := rq.ContentLength != 0 && rq.ProtoMajor == 1
	if hasUnreadBody {
		w.Header()["Connection"] = []string{"close"}
	}
	w.WriteHeader(rs.status)
	if rq.Method != http.MethodHead && rs.allowsBody() {
		rq.outcome.bodyBytes, _ = w.Write(rs.body) // fails if the client has disconnected
	}
	if hasUnreadBody {
		rq.readRest(w)
	}
}

// readRest sends the response, and reads and drops the body of the request for readRestTime.
func (rq *request) readRest(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	if c.SetReadDeadline(time.Now().Add(readRestTime)) == nil && c.Flush() == nil {
		_, _ = io.Copy(io.Discard, rq.Body)
	}
}

// setFields sets the header fields of the response. A 304 has the fields of every response, and neither
// rs.fields nor those that describe a body. It keeps the values in one array,
// to save allocations, and spells names like ETag, which [http.Header.Set] would
// change to Etag.
func (rq *request) setFields(header http.Header, rs *response) {
	values := make([]string, 0, 20)
	set := func(name, value string) {
		if value != "" {
			values = append(values, value)
			header[name] = values[len(values)-1 : len(values) : len(values)]
		}
	}
	set("ETag", rs.tag)
	set("Vary", rs.vary)
	if rq.credentials.areSent() && rs.cacheControl != "" {
		set("Cache-Control", noStore)
	} else {
		set("Cache-Control", rs.cacheControl)
	}
	if rq.allowsAnyOrigin && !rq.credentials.areSent() && !rs.sameOrigin {
		set("Access-Control-Allow-Origin", "*")
		if rs.status != http.StatusNoContent {
			set("Access-Control-Expose-Headers", exposedFields)
		}
	}
	if quota := rq.outcome.quota; quota.Limit > 0 && !rq.isOutsideAPI {
		set("X-RateLimit-Limit", strconv.FormatInt(quota.Limit, 10))
		set("X-RateLimit-Remaining", strconv.FormatInt(quota.Remaining, 10))
		set("X-RateLimit-Reset", strconv.FormatInt(quota.Reset, 10))
	}
	if rs.status != http.StatusNotModified { // a 304 describes no document (RFC 9110, section 15.4.5)
		for _, f := range rs.fields {
			set(f.name, f.value)
		}
	}
	set("X-Request-Id", rq.givenID)
	if rs.allowsBody() {
		set("X-Content-Type-Options", "nosniff")
		set("Content-Type", rs.mediaType)
		if rs.gzip {
			set("Content-Encoding", "gzip")
		}
		if rs.stream == nil && rs.file == nil {
			set("Content-Length", strconv.Itoa(len(rs.body)))
		}
	}
	// A client over the limit loses its connection, so that others can have it. An
	// HTTP/1.0 connection is closed because net/http ignores a Transfer-Encoding
	// there (RFC 9112, section 6.1), so the next bytes could be a body.
	if rs.status == http.StatusTooManyRequests || !rq.ProtoAtLeast(1, 1) {
		header["Connection"] = []string{"close"}
	}
}

// stream writes a response with its stream function. If that fails, the connection is
// closed, so that the client sees that the body is incomplete, and the error is logged,
// unless the client has disconnected.
func (h *Handler) stream(w http.ResponseWriter, rq *request, rs *response) {
	w.WriteHeader(rs.status)
	to := &countingWriter{w: w, outcome: &rq.outcome}
	err := rs.stream(to)
	if err == nil {
		return
	}
	hasLeft := to.err != nil || rq.Context().Err() != nil
	if !hasLeft {
		h.logError(rq, "an answer could not be finished", err)
	}
	panic(http.ErrAbortHandler)
}

// A countingWriter writes the body of a response and counts its bytes.
type countingWriter struct {
	w       io.Writer
	outcome *outcome
	err     error // of writing
}

func (w *countingWriter) Write(p []byte) (int, error) {
	var n int
	n, w.err = w.w.Write(p)
	w.outcome.bodyBytes += n
	return n, w.err
}
