package api

import (
	"encoding/hex"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"time"
)

// A response is an answer before it is written.
type response struct {
	status    int    // 0 for 200
	mediaType string // empty where there is no body
	tag       string // ETag, with its quotes, or empty
	cache     string // Cache-Control for a request without credentials
	vary      string
	gzip      bool // the body is
	bare      bool // 304, 204: without what is about a body
	closed    bool // it is not for pages of other origins, whatever the request
	unread    bool // the body of the request, if there is one, has not been read
	more      []field
	body      []byte
	owner     any      // what the body is part of, to be kept until it is written
	stream    streamer // writes the body, in place of body; or nil
}

// A field is a header field.
type field struct{ name, value string }

// A streamer writes the answer of a response by itself, its header fields
// being set.
type streamer interface {
	stream(h *Handler, w http.ResponseWriter, rq *request)
}

// Values of header fields.
const (
	noStore         = "no-store"
	privateNoStore  = "private, no-store"
	forGood         = "public, max-age=31536000, immutable" // RFC 8246, section 2
	varyDocument    = "Accept-Encoding, Authorization"
	varySession     = "Accept-Encoding, Authorization, Cookie"
	varyFile        = "Authorization"
	varyFileSession = "Authorization, Cookie"
)

// cacheSeconds is how long an answer to anyone may be stored (specification,
// section 8 rule 1).
const cacheSeconds = 60

// maxAge returns the Cache-Control of what anyone may read: a minute, but
// never beyond the end date, which has not come yet.
func maxAge(end, now time.Time) string {
	seconds := cacheSeconds
	if !end.IsZero() {
		seconds = int(min(max(end.Sub(now)/time.Second, 0), cacheSeconds))
	}
	if seconds == cacheSeconds {
		return "public, max-age=60"
	}
	return "public, max-age=" + strconv.Itoa(seconds)
}

// unchanged makes it the 304 that says so: with the fields that the 200 would
// have had but those about the body (RFC 9110, section 15.4.5).
func (rs *response) unchanged() *response {
	rs.status, rs.bare, rs.more, rs.body = http.StatusNotModified, true, nil, nil
	return rs
}

// entityTag returns the ETag of a body by the SHA-256 of its identity form.
// That of a gzip one is weak: the same content but not byte for byte (RFC
// 9110, section 8.8.1).
func entityTag(sum [32]byte, gzip bool) string {
	var text [len(`W/""`) + 2*len(sum)]byte
	tag := text[:0]
	if gzip {
		tag = append(tag, "W/"...)
	}
	return string(append(hex.AppendEncode(append(tag, '"'), sum[:]), '"'))
}

// write writes a response: its header fields, spelt as they are on the wire
// ([http.Header.Set] would spell them Etag and X-Ratelimit-Limit), and its
// body, of which a HEAD is told the length.
func (h *Handler) write(w http.ResponseWriter, rq *request, rs *response) {
	if rs.status == 0 {
		rs.status = http.StatusOK
	}
	if h.site != nil {
		h.site.dev.follow(rq, rs)
	}
	header := w.Header()
	if rs.tag != "" {
		rq.setField(header, "ETag", rs.tag)
	}
	if rs.vary != "" {
		rq.setField(header, "Vary", rs.vary)
	}
	if rs.cache != "" {
		cache := rs.cache
		if rq.credentials.sent {
			cache = noStore
		}
		rq.setField(header, "Cache-Control", cache)
	}
	if rq.shared && !rq.credentials.sent && !rs.closed {
		rq.setField(header, "Access-Control-Allow-Origin", "*")
		if rs.status != http.StatusNoContent {
			rq.setField(header, "Access-Control-Expose-Headers", exposed)
		}
	}
	if rq.limited && !rq.page {
		rq.setField(header, "X-RateLimit-Limit", strconv.FormatInt(rq.standing.Limit, 10))
		rq.setField(header, "X-RateLimit-Remaining", strconv.FormatInt(rq.standing.Remaining, 10))
		rq.setField(header, "X-RateLimit-Reset", strconv.FormatInt(rq.standing.Reset, 10))
	}
	for _, f := range rs.more {
		rq.setField(header, f.name, f.value)
	}
	if !rs.bare {
		rq.setField(header, "X-Content-Type-Options", "nosniff")
	}
	if rs.gzip && !rs.bare {
		rq.setField(header, "Content-Encoding", "gzip")
	}
	if rq.requestID != "" {
		rq.setField(header, "X-Request-Id", rq.requestID)
	}
	if rs.mediaType != "" && !rs.bare {
		rq.setField(header, "Content-Type", rs.mediaType)
	}
	if rs.status == http.StatusTooManyRequests {
		header["Connection"] = []string{"close"} // who is over the limit keeps none from others
	}
	if !rq.ProtoAtLeast(1, 1) {
		// A Transfer-Encoding of HTTP/1.0 is faulty framing (RFC 9112, section
		// 6.1), and net/http, which passes over it, does not tell: what follows
		// may be a body, and is not to be taken for a request.
		header["Connection"] = []string{"close"}
	}
	if rs.stream != nil && !rs.bare {
		rs.stream.stream(h, w, rq)
		return
	}
	if !rs.bare {
		rq.setField(header, "Content-Length", strconv.Itoa(len(rs.body)))
	}
	if rs.unread && hasBody(rq.Request) {
		defer leaveBody(w, rq.Request)()
	}
	rq.observation.Status = rs.status
	w.WriteHeader(rs.status)
	if rq.Method != http.MethodHead && !rs.bare {
		rq.observation.Bytes, _ = w.Write(rs.body) // what fails here, the client has gone away from
	}
	runtime.KeepAlive(rs.owner)
}

// setField sets a header field, with one allocation for the values of all of
// a request's.
func (rq *request) setField(header http.Header, name, value string) {
	if rq.set == len(rq.values) {
		header[name] = []string{value}
		return
	}
	rq.values[rq.set] = value
	rq.set++
	header[name] = rq.values[rq.set-1 : rq.set : rq.set]
}

// lingerTime is how long the rest of a request is taken that is left unread.
const lingerTime = 500 * time.Millisecond

// leaveBody has the connection closed after the answer, and the rest of the
// request left unread but for what comes right behind: net/http would go on
// reading for some time, while to close at once could cost a client that is
// still sending the answer (RFC 9112, section 9.6). The function that it
// returns is to be called when the answer is written. HTTP/2 ends the stream
// alone (RFC 9113, section 8.1).
func leaveBody(w http.ResponseWriter, r *http.Request) (answered func()) {
	if r.ProtoMajor != 1 {
		return func() {}
	}
	w.Header()["Connection"] = []string{"close"}
	// A writer without deadlines has no connection to be held up on.
	controller := http.NewResponseController(w)
	_ = controller.SetReadDeadline(time.Now().Add(lingerTime))
	if !r.Close {
		return func() {} // net/http waits before it closes
	}
	return func() {
		if controller.Flush() == nil {
			_, _ = io.Copy(io.Discard, r.Body) // until the deadline
		}
	}
}
