package certs

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
)

// DefaultStrictTransport is a year without includeSubDomains, as the server cannot
// know whether other servers below the host have HTTPS.
const DefaultStrictTransport = "max-age=31536000"

// ErrStrictTransport is wrapped by the errors of [ParseStrictTransport].
var ErrStrictTransport = errors.New(`expected "off" or the value of a Strict-Transport-Security field, as "max-age=31536000; includeSubDomains"`)

// strictTransport matches max-age in seconds among other directives.
var strictTransport = regexp.MustCompile(`(?i)^((includeSubDomains|preload) *; *)*max-age=[0-9]{1,10}( *; *(includeSubDomains|preload))*$`)

// ParseStrictTransport checks a value of Strict-Transport-Security (RFC 6797,
// section 6.1), with max-age in seconds, includeSubDomains and preload, and
// returns it; for "off" it returns the empty string. Errors wrap
// [ErrStrictTransport].
func ParseStrictTransport(text string) (string, error) {
	switch {
	case text == "off":
		return "", nil
	case !strictTransport.MatchString(text):
		return "", fmt.Errorf("%w: found %q", ErrStrictTransport, text)
	}
	return text, nil
}

// StrictTransport returns a handler that adds the field with that value to every
// response of h, unless the value is empty. It is for HTTPS only (RFC 6797,
// section 7.2).
func StrictTransport(h http.Handler, value string) http.Handler {
	if value == "" {
		return h
	}
	field := []string{value} // shared by all responses
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Strict-Transport-Security"] = field
		h.ServeHTTP(w, r)
	})
}
