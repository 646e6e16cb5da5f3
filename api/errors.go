package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An apiError is an error as clients see it: under /api/ a problem document
// (RFC 9457) without its instance, elsewhere the page of its status.
type apiError struct {
	status int
	title  string // the status phrase of RFC 9110, as "about:blank" asks for (RFC 9457, section 4.2.1)
	detail string
}

func (e *apiError) Error() string { return e.detail }

// The errors that clients see, and the one table from error to status. Any
// other error is errInternal to the client, and its text goes to the log.
var (
	errRate         = &apiError{429, "Too Many Requests", "This client has made more requests than its limit allows. Retry-After says after how many seconds it may go on."}
	errFields       = &apiError{431, "Request Header Fields Too Large", "The header fields of the request come to more than 16 KiB."}
	errMethod       = &apiError{405, "Method Not Allowed", "This interface is only read: GET and HEAD, and OPTIONS for a preflight."}
	errBody         = &apiError{413, "Content Too Large", "A request to this interface has no body."}
	errStarting     = &apiError{503, "Service Unavailable", "The service is starting and does not answer for manuals yet."}
	errToken        = &apiError{401, "Unauthorized", "The access token in Authorization is malformed, unknown, expired or revoked. Send one field, Bearer and one access token, or none at all."}
	errNotFound     = &apiError{404, "Not Found", "There is nothing at this address that this access token reads."}
	errAnonymous    = &apiError{404, "Not Found", "There is nothing at this address that anyone may read. What is private or password protected is read with an access token, in Authorization: Bearer <ACCESS_TOKEN>."}
	errThemes       = &apiError{404, "Not Found", "This manual has fewer than two themes, so it has no resolver document, with or without an access token."}
	errGone         = &apiError{410, "Gone", "This manual is past its end date."}
	errFormat       = &apiError{400, "Bad Request", "The query key format takes one value: 2025.10 or 2025.10-resolver. Without it the tokens come in the string form."}
	errPrecondition = &apiError{412, "Precondition Failed", "If-Match holds no entity tag that strongly matches this document in the encoding that the request would get."}
	errRange        = &apiError{416, "Range Not Satisfiable", "The file ends before the range that Range names."}
	errReplaced     = &apiError{503, "Service Unavailable", "The manual is being replaced. Try again."}
	errOrigin       = &apiError{403, "Forbidden", "The form was sent by a page of another origin."}
	errForm         = &apiError{415, "Unsupported Media Type", "A password is sent as application/x-www-form-urlencoded, in one field named password."}
	errBusy         = &apiError{503, "Service Unavailable", "Too many passwords are being checked. Try again."}
	errInternal     = &apiError{500, "Internal Server Error", "The service could not answer. The cause is in its log."}
)

// asAPIError returns the error as a client sees it. It is not known where its
// cause is for the log alone.
func asAPIError(err error) (e *apiError, known bool) {
	if errors.As(err, &e) {
		return e, true
	}
	return errInternal, false
}

// problem returns the problem document of the error for a request: its
// instance is the path of that.
func (e *apiError) problem(r *http.Request) []byte {
	body := append(make([]byte, 0, 512), `{"type":"about:blank","title":`...)
	body = appendJSON(body, e.title)
	body = strconv.AppendInt(append(body, `,"status":`...), int64(e.status), 10)
	body = appendJSON(append(body, `,"detail":`...), e.detail)
	body = appendJSON(append(body, `,"instance":`...), pathSent(r))
	return append(body, '}')
}

// pathSent returns the path of a request as it was sent, without the query
// and, of an absolute-form target, without what is before the path.
func pathSent(r *http.Request) string {
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

// appendJSON appends s as a JSON string. Bytes that are not UTF-8 are
// percent-encoded, which says the same in a path (RFC 3986, section 2.1).
func appendJSON(text []byte, s string) []byte {
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
