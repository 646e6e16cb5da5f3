package certs

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// DefaultStrictTransport is a year without includeSubDomains, as the server cannot
// know whether other servers below the host have HTTPS.
const DefaultStrictTransport = "max-age=31536000"

// ErrStrictTransport is wrapped by the errors of [ParseStrictTransport].
var ErrStrictTransport = errors.New(`expected "off" or the value of a Strict-Transport-Security field, as "max-age=31536000; includeSubDomains"`)

// ParseStrictTransport checks a value of Strict-Transport-Security (RFC 6797,
// section 6.1), with max-age in seconds, includeSubDomains and preload, and
// returns it; for "off" it returns the empty string. Errors wrap
// [ErrStrictTransport].
func ParseStrictTransport(text string) (string, error) {
	if text == "off" {
		return "", nil
	}
	seen := make(map[string]bool)
	for directive := range strings.SplitSeq(text, ";") {
		name, value, hasValue := strings.Cut(strings.TrimSpace(directive), "=")
		name = strings.ToLower(name)
		switch {
		case seen[name]:
			return "", fmt.Errorf("%w: %s stands twice in %q", ErrStrictTransport, name, text)
		case name == "max-age" && value != "" && len(value) <= 10 && strings.Trim(value, "0123456789") == "":
		case (name == "includesubdomains" || name == "preload") && !hasValue:
		default:
			return "", fmt.Errorf("%w: found %q", ErrStrictTransport, text)
		}
		seen[name] = true
	}
	if !seen["max-age"] {
		return "", fmt.Errorf("%w: %q has no max-age", ErrStrictTransport, text)
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
