package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/api/pages"
	"designmanual/db"
)

// An apiError is an error that clients see, as a problem document (RFC 9457) under
// /api/, and as a page elsewhere.
type apiError struct {
	status  int
	problem string // the problem document up to the value of "instance", its last member
}

// newError returns an error. The title is the status phrase of RFC 9110, as problems
// of the type about:blank require (RFC 9457, section 4.2.1).
func newError(status int, title, detail string) *apiError {
	problem := fmt.Sprintf(
		`{"type":"about:blank","title":%q,"status":%d,"detail":%q,"instance":`, title, status, detail,
	)
	return &apiError{status, problem}
}

func (e *apiError) Error() string { return e.problem }

// The errors that clients see, with their statuses.
var (
	errRate = newError(
		429, "Too Many Requests",
		"This client has made more requests than its limit allows. Retry-After says after how many seconds it may "+
			"go on.",
	)
	errFields = newError(
		431, "Request Header Fields Too Large", "The header fields of the request come to more than 16 KiB.",
	)
	errMethod = newError(
		405, "Method Not Allowed", "This address is only read: by GET and HEAD, and OPTIONS for a preflight.",
	)
	errPost     = newError(405, "Method Not Allowed", "Messages of the Model Context Protocol are sent by POST.")
	errMessage  = newError(413, "Content Too Large", "A message has at most 64 KiB.")
	errBody     = newError(413, "Content Too Large", "A request to this address has no body.")
	errStarting = newError(
		503, "Service Unavailable", "The service is starting and does not answer for manuals yet.",
	)
	errAccessToken = newError(
		401, "Unauthorized",
		"The access token in Authorization is malformed, unknown, expired or revoked. Send one field, Bearer and "+
			"one access token, or none at all.",
	)
	errNotFound  = newError(404, "Not Found", "There is nothing at this address that this access token reads.")
	errAnonymous = newError(
		404, "Not Found",
		"There is nothing at this address that anyone may read. What is private or password protected is read with "+
			"an access token, in Authorization: Bearer <ACCESS_TOKEN>.",
	)
	errThemes = newError(
		404, "Not Found",
		"This manual has fewer than two themes, so it has no resolver document, with or without an access token.",
	)
	errGone   = newError(410, "Gone", "This manual is past its end date.")
	errFormat = newError(
		400, "Bad Request",
		"The query key format takes one value: 2025.10 or 2025.10-resolver. Without it the tokens come in the "+
			"string form.",
	)
	errPrecondition = newError(
		412, "Precondition Failed",
		"If-Match holds no entity tag that strongly matches this document in the encoding that the request would get.",
	)
	errReplaced = newError(503, "Service Unavailable", "The manual is being replaced. Try again.")
	errOrigin   = newError(403, "Forbidden", "The form was sent by a page of another origin.")
	errForm     = newError(
		415, "Unsupported Media Type",
		"A password is sent as application/x-www-form-urlencoded, in one field named password.",
	)
	errBusy     = newError(503, "Service Unavailable", "Too many passwords are being checked. Try again.")
	errInternal = newError(500, "Internal Server Error", "The service could not answer. The cause is in its log.")
)

// clientErrors maps errors of other packages to those that clients see.
var clientErrors = map[error]*apiError{
	pages.ErrBusy:            errBusy,
	db.ErrReplaced:           errReplaced,
	context.DeadlineExceeded: errReplaced, // the key of sessions could not be stored in time
	context.Canceled:         errReplaced, // the client has disconnected
}

// clientError returns the error that clients see for err: errInternal if err is not
// in the table.
func clientError(err error) *apiError {
	var shown *apiError
	if errors.As(err, &shown) {
		return shown
	}
	for cause, shown := range clientErrors {
		if errors.Is(err, cause) {
			return shown
		}
	}
	return errInternal
}

// errorResponse returns the response for an error: a problem document or a page. It
// logs the cause of a 500, which the client does not see.
func (h *Handler) errorResponse(rq *request, err error) *response {
	shown := clientError(err)
	rs := &response{status: shown.status, cacheControl: noStore}
	switch shown.status {
	case http.StatusInternalServerError:
		h.logError(rq, "a request could not be answered", err)
	case http.StatusUnauthorized:
		rs.add("WWW-Authenticate", `Bearer error="invalid_token", realm="designmanual"`)
	case http.StatusNotFound:
		if rq.accessToken == nil {
			rs.add("WWW-Authenticate", "Bearer")
		}
		if rq.accessToken == nil && shown == errNotFound {
			shown = errAnonymous
		}
	case http.StatusMethodNotAllowed:
		rs.add("Allow", rq.allowedMethods())
	case http.StatusServiceUnavailable:
		rs.add("Retry-After", "1")
	case http.StatusTooManyRequests:
		rs.add("Retry-After", strconv.Itoa(secondsLeft(rq.outcome.quota, rq.now)))
	}
	if rq.isOutsideAPI {
		l := pages.NewHostLook(rq.index.Site, rq.scope)
		l.SiteHost = false // a page without a brand is the same on every host
		l.Other = !strings.HasPrefix(rawPath(rq.Request)+"/", l.Base+"/")
		h.addSecurityFields(rq, rs, false)
		rs.mediaType, rs.body = mediaPage, h.options.Pages.Error(shown.status, l)
		return rs
	}
	rs.mediaType = mediaProblem
	rs.add("X-Robots-Tag", "noindex")
	// validPath returns UTF-8
	rs.body, _ = jsontext.AppendQuote(append(make([]byte, 0, 512), shown.problem...), validPath(rawPath(rq.Request)))
	rs.body = append(rs.body, '}')
	return rs
}

// logError logs an error with the id of the request.
func (h *Handler) logError(rq *request, message string, err error) {
	h.options.Log.ErrorContext(rq.Context(), message, "request-id", rq.id, "method", rq.Method, "error", err)
}

// allowedMethods returns the methods for the path of the request (RFC 9110, section
// 10.2.1).
func (rq *request) allowedMethods() string {
	if rq.hasForm() {
		return "GET, HEAD, POST"
	}
	if rq.endpoint == EndpointAgents {
		return "POST, OPTIONS"
	}
	if rq.isOutsideAPI && !rq.allowsAnyOrigin {
		return "GET, HEAD"
	}
	return "GET, HEAD, OPTIONS"
}

// methodError returns the error for a method that the path of the request does not take.
func (rq *request) methodError() error {
	if rq.endpoint == EndpointAgents {
		return errPost
	}
	return errMethod
}

// rawPath returns the path of a request as it was sent, without the query and,
// if the target is a URL, without scheme and host.
func rawPath(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if scheme, after, absolute := strings.Cut(path, "://"); absolute && !strings.Contains(scheme, "/") {
		_, path, _ = strings.Cut(after, "/")
		return "/" + path
	}
	return path
}

// validPath returns the path with bytes that are not UTF-8 percent-encoded, which is
// an equivalent path (RFC 3986, section 2.1).
func validPath(path string) string {
	var valid []byte
	for path != "" {
		c, size := utf8.DecodeRuneInString(path)
		if c == utf8.RuneError && size == 1 {
			valid = fmt.Appendf(valid, "%%%02X", path[0])
		} else {
			valid = append(valid, path[:size]...)
		}
		path = path[size:]
	}
	return string(valid)
}
