package api

import (
	"cmp"
	"encoding/hex"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A response is an answer before it is written.
type response struct {
	status    int    // 0 for 200
	mediaType string // empty where there is no body
	tag       string // ETag, with its quotes, or empty
	cache     string // Cache-Control for a request without credentials
	vary      string
	gzip      bool // the body is
	closed    bool // it is not for pages of other origins, whatever the request
	more      []field
	body      []byte
	owner     any                             // what the body is part of, to be kept until it is written
	stream    func(http.ResponseWriter) error // writes status and body, in place of body; or nil. The error is that of reading
}

// A field is a header field.
type field struct{ name, value string }

func (rs *response) add(name, value string) { rs.more = append(rs.more, field{name, value}) }

// bare tells whether the response is without what is about a body.
func (rs *response) bare() bool {
	return rs.status == http.StatusNoContent || rs.status == http.StatusNotModified
}

// Values of header fields.
const (
	mediaJSON    = "application/json"
	mediaProblem = "application/problem+json"
	mediaPage    = "text/html; charset=utf-8"
	mediaText    = "text/plain; charset=utf-8"
	mediaScript  = "text/javascript; charset=utf-8"

	noStore = "no-store"
	forGood = "public, max-age=31536000, immutable" // RFC 8246, section 2

	varyDocument = "Accept-Encoding, Authorization"
	varySession  = "Accept-Encoding, Authorization, Cookie"

	// exposed are the fields that web pages of other origins may read. Any
	// origin may read what is readable without credentials (specification,
	// section 4.2), errors included.
	exposed = "ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
)

// allowPreflight answers a preflight (Fetch standard, CORS protocol): the same
// for every path, so that it tells nothing of what exists. The wildcard never
// covers Authorization, since an access token has no place in a page
// (specification, section 5 rule 3).
func allowPreflight() *response {
	return &response{status: http.StatusNoContent, more: []field{
		{"Access-Control-Allow-Methods", "GET, HEAD"},
		{"Access-Control-Allow-Headers", "*"},
		{"Access-Control-Max-Age", "86400"}, // seconds
	}}
}

// maxAge returns the Cache-Control of what anyone may read: a minute
// (specification, section 8 rule 1), but never beyond the end date, which has
// not come yet.
func maxAge(end, now time.Time) string {
	if end.IsZero() || end.Sub(now) >= time.Minute {
		return "public, max-age=60"
	}
	return "public, max-age=" + strconv.Itoa(int(max(end.Sub(now), 0)/time.Second))
}

// cacheOf returns the Cache-Control of what belongs to a manual: nobody stores
// what not everybody may read.
func (rq *request) cacheOf(e *db.Entry) string {
	if !e.Visibility.Open() {
		return noStore
	}
	return maxAge(e.ExpiresAt.Time(), rq.now)
}

// varyOf returns the Vary of what lies at a manual's address, which a session
// may open.
func varyOf(e *db.Entry, vary string) string {
	if e.Visibility == manual.Password {
		vary += ", Cookie"
	}
	return vary
}

// entityTag returns the ETag of a body by the SHA-256 of its identity form.
// That of a gzip one is weak: the same content but not byte for byte (RFC
// 9110, section 8.8.1).
func entityTag(sum [32]byte, gzip bool) string {
	text := [len(`W/""`) + 2*len(sum)]byte{'W', '/', '"'}
	tag := append(hex.AppendEncode(text[:3], sum[:]), '"')
	if !gzip {
		tag = tag[len("W/"):]
	}
	return string(tag)
}

// lingerTime is how long the rest of a request is taken that is left unread,
// after which the connection closes: to close at once could cost a client that
// is still sending the answer (RFC 9112, section 9.6). HTTP/2 ends the stream
// alone (RFC 9113, section 8.1).
const lingerTime = 500 * time.Millisecond

// write writes a response, of whose body a HEAD is told the length.
func (h *Handler) write(w http.ResponseWriter, rq *request, rs *response) {
	rs.status = cmp.Or(rs.status, http.StatusOK)
	h.addReload(rq, rs)
	rq.setFields(w.Header(), rs)
	rq.status = rs.status
	if rs.stream != nil {
		h.stream(w, rq, rs)
		return
	}
	lingers := rq.unread && rq.ProtoMajor == 1
	if lingers {
		w.Header()["Connection"] = []string{"close"}
	}
	w.WriteHeader(rs.status)
	if rq.Method != http.MethodHead && !rs.bare() {
		rq.sent, _ = w.Write(rs.body) // what fails here, the client has gone away from
	}
	runtime.KeepAlive(rs.owner)
	if lingers {
		c := http.NewResponseController(w)
		if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil && c.Flush() == nil {
			_, _ = io.Copy(io.Discard, rq.Body)
		}
	}
}

// setFields sets the header fields of a response, spelt as they are on the
// wire ([http.Header.Set] would spell them Etag and X-Ratelimit-Limit), with
// one allocation for the values of all.
func (rq *request) setFields(header http.Header, rs *response) {
	set := func(name, value string) {
		switch {
		case value == "":
		case rq.set == len(rq.values):
			header[name] = []string{value}
		default:
			rq.values[rq.set] = value
			rq.set++
			header[name] = rq.values[rq.set-1 : rq.set : rq.set]
		}
	}
	set("ETag", rs.tag)
	set("Vary", rs.vary)
	if rq.credentials.sent && rs.cache != "" {
		set("Cache-Control", noStore)
	} else {
		set("Cache-Control", rs.cache)
	}
	if rq.shared && !rq.credentials.sent && !rs.closed {
		set("Access-Control-Allow-Origin", "*")
		if rs.status != http.StatusNoContent {
			set("Access-Control-Expose-Headers", exposed)
		}
	}
	if rq.standing.Limit > 0 && !rq.page {
		set("X-RateLimit-Limit", strconv.FormatInt(rq.standing.Limit, 10))
		set("X-RateLimit-Remaining", strconv.FormatInt(rq.standing.Remaining, 10))
		set("X-RateLimit-Reset", strconv.FormatInt(rq.standing.Reset, 10))
	}
	if rs.status != http.StatusNotModified { // which has those of the 200 but what is about the body (section 15.4.5)
		for _, f := range rs.more {
			set(f.name, f.value)
		}
	}
	set("X-Request-Id", rq.sentID)
	if !rs.bare() {
		set("X-Content-Type-Options", "nosniff")
		set("Content-Type", rs.mediaType)
		if rs.gzip {
			set("Content-Encoding", "gzip")
		}
		if rs.stream == nil {
			set("Content-Length", strconv.Itoa(len(rs.body)))
		}
	}
	// Who is over the limit keeps no connection from others. And a
	// Transfer-Encoding of HTTP/1.0 is faulty framing (RFC 9112, section 6.1),
	// and net/http, which passes over it, does not tell: what follows may be a
	// body, and is not to be taken for a request.
	if rs.status == http.StatusTooManyRequests || !rq.ProtoAtLeast(1, 1) {
		header["Connection"] = []string{"close"}
	}
}

// stream has the response write itself. One that cannot be finished is cut
// off, so that the client notices that it is not whole, and the log says why,
// unless it is the client that has gone.
func (h *Handler) stream(w http.ResponseWriter, rq *request, rs *response) {
	out := &countingWriter{ResponseWriter: w, rq: rq}
	err := rs.stream(out)
	if err == nil {
		return
	}
	if out.err == nil && rq.Context().Err() == nil {
		h.logError(rq, "an answer could not be finished", err)
	}
	panic(http.ErrAbortHandler)
}

// A countingWriter notes how much was sent.
type countingWriter struct {
	http.ResponseWriter
	rq  *request
	err error // of writing
}

func (w *countingWriter) Write(p []byte) (n int, err error) {
	n, err = w.ResponseWriter.Write(p)
	w.rq.sent += n
	if err != nil {
		w.err = err
	}
	return n, err
}
