package api

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// A rangeError is an errRange, with the size of the file.
type rangeError struct{ size int64 }

func (e rangeError) Error() string { return fmt.Sprintf("%v: it has %d bytes", errRange, e.size) }
func (e rangeError) Unwrap() error { return errRange }

// refuse returns what answers an error: its problem document (RFC 9457) or,
// where people look, its page. The cause of a 500 goes to the log and nowhere
// else.
func (h *Handler) refuse(rq *request, err error) *response {
	refusal, known := asAPIError(err)
	if !known {
		h.log.ErrorContext(rq.Context(), "a request could not be answered", "request-id", h.requestID(rq).String(), "method", rq.Method, "error", err)
	}
	if refusal == errNotFound && rq.token == nil {
		refusal = errAnonymous
	}
	rs := &response{status: refusal.status, cache: noStore, unread: true}
	add := func(name, value string) { rs.more = append(rs.more, field{name, value}) }
	switch refusal.status {
	case http.StatusUnauthorized:
		add("WWW-Authenticate", `Bearer error="invalid_token", realm="designmanual"`)
	case http.StatusNotFound:
		if rq.token == nil {
			add("WWW-Authenticate", "Bearer")
		}
	case http.StatusMethodNotAllowed:
		add("Allow", rq.allowedMethods())
	case http.StatusServiceUnavailable:
		add("Retry-After", "1")
	case http.StatusTooManyRequests:
		add("Retry-After", strconv.FormatInt(max(rq.standing.Reset-rq.now.Unix(), 1), 10))
	case http.StatusRequestedRangeNotSatisfiable:
		if of := (rangeError{}); errors.As(err, &of) {
			add("Content-Range", fmt.Sprintf("bytes */%d", of.size))
		}
	}
	if rq.page {
		rs.more = append(rs.more, h.securityFields(rq, false)...)
		rs.mediaType, rs.body = mediaPage, h.errorPage(rq, refusal.status)
		return rs
	}
	rs.mediaType, rs.body = mediaProblem, refusal.problem(rq.Request)
	return rs
}
