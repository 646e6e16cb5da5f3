package api

import "net/http"

// The fields for web pages of other origins (Fetch standard, CORS
// protocol). Any origin may read what is readable without credentials
// (specification, section 4.2), errors included; the wildcard in
// Access-Control-Allow-Headers never covers Authorization, since an access
// token has no place in a page (section 5 rule 3).
const (
	anyOrigin = "Access-Control-Allow-Origin: *\r\n"
	exposed   = "Access-Control-Expose-Headers: ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset\r\n"
	granted   = "Access-Control-Allow-Methods: GET, HEAD\r\n" +
		"Access-Control-Allow-Headers: *\r\n" +
		"Access-Control-Max-Age: 86400\r\n" // seconds
)

var allowNames = [...]string{"Origin", "Access-Control-Request-Method"}

// share lets pages of any origin read the answer, unless Authorization was
// sent.
func (x *exchange) share() {
	if x.shared && !x.credentials.sent {
		x.fields.add(anyOrigin + exposed)
	}
}

// preflight tells whether the request is a browser asking whether it may make
// another one.
func preflight(r *http.Request) bool {
	if r.Method != http.MethodOptions {
		return false
	}
	for _, name := range allowNames {
		if len(r.Header[name]) == 0 {
			return false
		}
	}
	return true
}

// preflight tells whether the request is a preflight of the interface; pages
// have none.
func (x *exchange) preflight() bool { return x.shared && preflight(x.r) }

// allow answers a preflight: the same for every path, so that it tells
// nothing of what exists.
func allow(w http.ResponseWriter, x *exchange) {
	if !x.credentials.sent {
		x.fields.add(anyOrigin)
	}
	x.fields.add(granted)
	x.send(w, http.StatusNoContent, mediaNone, nil)
}
