package api

import "net/http"

// The fields for web pages of other origins (Fetch standard, CORS
// protocol). Any origin may read what is readable without credentials
// (specification, section 4.2), errors included; the wildcard in
// Access-Control-Allow-Headers never covers Authorization, since an access
// token has no place in a page (section 5 rule 3).
const exposed = "ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"

// allowPreflight answers a preflight: the same for every path, so that it
// tells nothing of what exists.
func allowPreflight(rq *request) *response {
	rs := &response{status: http.StatusNoContent, bare: true, more: []field{
		{"Access-Control-Allow-Methods", "GET, HEAD"},
		{"Access-Control-Allow-Headers", "*"},
		{"Access-Control-Max-Age", "86400"}, // seconds
	}}
	return rs
}

// allowedMethods returns the methods that the address of the request has (RFC
// 9110, section 10.2.1).
func (rq *request) allowedMethods() string {
	switch {
	case rq.form:
		return "GET, HEAD, POST"
	case rq.page && !rq.shared:
		return "GET, HEAD"
	}
	return "GET, HEAD, OPTIONS"
}
