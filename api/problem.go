package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The refusals. Each is answered as its row of refusals says; any other error
// is errInternal to the client, and its text goes to the log.
var (
	errRate         = errors.New("over the rate limit")
	errFields       = errors.New("header fields over 16 KiB")
	errMethod       = errors.New("neither GET nor HEAD")
	errBody         = errors.New("a request with a body")
	errStarting     = errors.New("not ready")
	errToken        = errors.New("a bad access token")
	errNotFound     = errors.New("nothing that the holder of this access token may read")
	errAnonymous    = errors.New("nothing that anyone may read")
	errThemes       = errors.New("fewer than two themes")
	errGone         = errors.New("past its end date")
	errFormat       = errors.New("an unknown format")
	errPrecondition = errors.New("If-Match matches no current entity tag")
	errBusy         = errors.New("not read while it was being replaced")
	errOrigin       = errors.New("a form sent by a page of another origin")
	errForm         = errors.New("not the password form")
	errCrowd        = errors.New("too many passwords at once")
	errInternal     = errors.New("internal error")
)

// A refusal is an error as clients see it: a problem (RFC 9457) without its
// instance.
type refusal struct {
	err    error
	status int
	title  string // the status phrase of RFC 9110, as "about:blank" asks for (RFC 9457, section 4.2.1)
	detail string
}

// refusals is the one table from error to answer: under /api/ a problem
// document, elsewhere the page of the status.
var refusals = [...]refusal{
	{errRate, 429, "Too Many Requests", "This client has made more requests than its limit allows. Retry-After says after how many seconds it may go on."},
	{errFields, 431, "Request Header Fields Too Large", "The header fields of the request come to more than 16 KiB."},
	{errMethod, 405, "Method Not Allowed", "This interface is only read: GET and HEAD, and OPTIONS for a preflight."},
	{errBody, 413, "Content Too Large", "A request to this interface has no body."},
	{errStarting, 503, "Service Unavailable", "The service is starting and does not answer for manuals yet."},
	{errToken, 401, "Unauthorized", "The access token in Authorization is malformed, unknown, expired or revoked. Send one field, Bearer and one access token, or none at all."},
	{errNotFound, 404, "Not Found", "There is nothing at this address that this access token reads."},
	{errAnonymous, 404, "Not Found", "There is nothing at this address that anyone may read. What is private or password protected is read with an access token, in Authorization: Bearer <ACCESS_TOKEN>."},
	{errThemes, 404, "Not Found", "This manual has fewer than two themes, so it has no resolver document, with or without an access token."},
	{errGone, 410, "Gone", "This manual is past its end date."},
	{errFormat, 400, "Bad Request", "The query key format takes one value: 2025.10 or 2025.10-resolver. Without it the tokens come in the string form."},
	{errPrecondition, 412, "Precondition Failed", "If-Match holds no entity tag that strongly matches this document in the encoding that the request would get."},
	{errBusy, 503, "Service Unavailable", "The manual is being replaced. Try again."},
	{errOrigin, 403, "Forbidden", "The form was sent by a page of another origin."},
	{errForm, 415, "Unsupported Media Type", "A password is sent as application/x-www-form-urlencoded, in one field named password."},
	{errCrowd, 503, "Service Unavailable", "Too many passwords are being checked. Try again."},
	{errInternal, 500, "Internal Server Error", "The service could not answer. The cause is in its log."},
}

// refusalOf returns the row of an error, that of errInternal for any that has
// none.
func refusalOf(err error) (n int, known bool) {
	for i := range refusals {
		if errors.Is(err, refusals[i].err) {
			return i, true
		}
	}
	return len(refusals) - 1, false
}

// opening returns the problem document of the refusal up to its instance, a
// JSON string, and the closing brace.
func (p refusal) opening() []byte {
	body := append([]byte(nil), `{"type":"about:blank","title":`...)
	body = appendString(body, p.title)
	body = append(body, `,"status":`...)
	body = strconv.AppendInt(body, int64(p.status), 10)
	body = append(body, `,"detail":`...)
	body = appendString(body, p.detail)
	return append(body, `,"instance":`...)
}

// instanceOf returns the path of a request as it was sent, without the query
// and, of an absolute-form target, without what is before the path.
func instanceOf(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if strings.HasPrefix(path, "/") {
		return path
	}
	_, authority, absolute := strings.Cut(path, "://")
	if !absolute {
		return path
	}
	if slash := strings.IndexByte(authority, '/'); slash >= 0 {
		return authority[slash:]
	}
	return "/"
}

// appendString appends s as a JSON string. Bytes that are not UTF-8 are
// percent-encoded, which says the same in a path (RFC 3986, section 2.1).
func appendString(text []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	text = append(text, '"')
	for i := 0; i < len(s); {
		c := s[i]
		size := 1
		switch {
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		case c < 0x20:
			text = append(text, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			text = append(text, c)
		default:
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
				text = append(text, '%', hex[c>>4], hex[c&15])
			} else {
				text = append(text, s[i:i+size]...)
			}
		}
		i += size
	}
	return append(text, '"')
}
