package api

import (
	"io"
	"net/http"
	"time"
)

// Media types. An answer without one has no body.
const (
	mediaJSON    = "application/json"
	mediaTokens  = "application/design-tokens+json"
	mediaProblem = "application/problem+json"
	mediaPage    = "text/html; charset=utf-8"
	mediaIcon    = "image/svg+xml"
	mediaText    = "text/plain; charset=utf-8"
	mediaNone    = ""
)

// respond answers with a representation: 200, or 304 with the fields that the
// 200 would have had but those about the body (RFC 9110, section 15.4.5).
func (h *Handler) respond(w http.ResponseWriter, x *exchange, found representation) {
	defer h.release(found)
	f := &x.fields
	f.tag(found.fingerprint, found.gzip)
	f.add(found.vary)
	if x.credentials.sent {
		f.add(noStore)
	} else {
		f.add(found.cache)
	}
	x.share()
	x.tellStanding()
	if found.notModified {
		x.send(w, http.StatusNotModified, mediaNone, nil)
		return
	}
	f.add(noSniff)
	if found.gzip {
		f.add(gzipCoding)
	}
	if found.page {
		h.pages.fence(x, found.listed)
	}
	x.send(w, http.StatusOK, found.mediaType, found.body)
}

// refuse answers with the problem document of the error (RFC 9457) or, where
// people look, its page. The cause of a 500 goes to the log and nowhere else.
func (h *Handler) refuse(w http.ResponseWriter, x *exchange, err error) {
	n, known := refusalOf(err)
	if !known {
		h.log.ErrorContext(x.r.Context(), "a request could not be answered", "request-id", h.named(x).String(), "method", x.r.Method, "error", err)
	}
	if refusals[n].err == errNotFound && x.token == nil {
		n, _ = refusalOf(errAnonymous)
	}
	f := &x.fields
	f.add(noStore)
	f.add(noSniff)
	x.share()
	x.tellStanding()
	status := refusals[n].status
	switch {
	case status == http.StatusUnauthorized:
		f.add(invalidToken)
	case status == http.StatusNotFound && x.token == nil:
		f.add(challenge)
	case status == http.StatusMethodNotAllowed:
		f.add(x.allowed())
	case status == http.StatusServiceUnavailable:
		f.add(soon)
	case status == http.StatusTooManyRequests:
		f.number("Retry-After", max(x.standing.Reset-x.now.Unix(), 1))
	}
	if hasBody(x.r) {
		defer leaveBody(w, x.r)()
	}
	if x.page {
		h.pages.fence(x, false)
		x.send(w, status, mediaPage, h.pages.errors[n])
		return
	}
	instance := instanceOf(x.r)
	body := make([]byte, 0, len(h.openings[n])+len(instance)+len(`""}`))
	x.send(w, status, mediaProblem, append(appendString(append(body, h.openings[n]...), instance), '}'))
}

// tellStanding tells where the client stands with its rate limit
// (specification, section 8 rule 2). Pages are counted and do not say so.
func (x *exchange) tellStanding() {
	if x.limited && !x.page {
		x.fields.standing(x.standing)
	}
}

// allowed returns the methods that the address of the request has (RFC 9110,
// section 10.2.1).
func (x *exchange) allowed() string {
	switch {
	case x.form:
		return formAllowed
	case x.page:
		return pageAllowed
	}
	return allowed
}

// send sends the answer: the exchange's fields, and the body, of which a HEAD
// is told the length.
func (x *exchange) send(w http.ResponseWriter, status int, mediaType string, body []byte) {
	x.observation.Status = status
	f := &x.fields
	if x.requestID != "" {
		f.text("X-Request-Id", x.requestID)
	}
	if mediaType != mediaNone {
		f.text("Content-Type", mediaType)
	}
	if status != http.StatusNotModified && status != http.StatusNoContent {
		f.number("Content-Length", int64(len(body)))
	}
	first := pieceBytes
	if x.lane != nil {
		x.lane.announce(x.fields, len(body))
		first = firstBytes
	} else {
		x.fields.spread(w.Header())
	}
	if !x.r.ProtoAtLeast(1, 1) {
		// A Transfer-Encoding of HTTP/1.0 is faulty framing (RFC 9112, section
		// 6.1), and net/http, which passes over it, does not tell: what follows
		// may be a body, and is not to be taken for a request.
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(status)
	if x.r.Method != http.MethodHead {
		x.observation.Bytes = writeBody(w, body, first)
	}
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
	w.Header().Set("Connection", "close")
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

const (
	firstBytes = 256 << 10
	pieceBytes = 64 << 10
	pieceTime  = 30 * time.Second
)

// writeBody writes a body. A large one goes out in pieces, each with time of
// its own, so that a slow reader who goes on reading gets all of it and one
// who stops is cut off. The first piece is larger over a [lane], which gives a
// slow reader more time for it: most bodies then are one, and four pieces in
// place of one cost a body of 200 KB a fifth of its rate. What fails here, the
// client has gone away from. It returns how many bytes were taken.
func writeBody(w http.ResponseWriter, body []byte, first int) (taken int) {
	for piece := first; len(body) > piece; piece = pieceBytes {
		n, err := w.Write(body[:piece])
		taken += n
		if err != nil {
			return taken
		}
		body = body[piece:]
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pieceTime)) // for what has deadlines
	}
	if len(body) > 0 {
		n, _ := w.Write(body)
		taken += n
	}
	return taken
}
