package certs

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// DefaultStrictTransport is a year, for the host alone: whether all hosts
// below are on HTTPS too is not for this server to say.
const DefaultStrictTransport = "max-age=31536000"

// ErrStrictTransport is wrapped by the errors of [ParseStrictTransport].
var ErrStrictTransport = errors.New(`expected "off" or the value of a Strict-Transport-Security field, as "max-age=31536000; includeSubDomains"`)

// ParseStrictTransport reads the value of the field (RFC 6797, section 6.1):
// max-age in seconds, includeSubDomains, preload. "off" is the empty value.
// The error wraps [ErrStrictTransport].
func ParseStrictTransport(text string) (string, error) {
	if text == "off" {
		return "", nil
	}
	seen := make(map[string]bool)
	for directive := range strings.SplitSeq(text, ";") {
		name, value, valued := strings.Cut(strings.TrimSpace(directive), "=")
		name = strings.ToLower(name)
		switch {
		case seen[name]:
			return "", fmt.Errorf("%w: %s stands twice in %q", ErrStrictTransport, name, text)
		case name == "max-age" && value != "" && len(value) <= 10 && strings.Trim(value, "0123456789") == "":
		case (name == "includesubdomains" || name == "preload") && !valued:
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

// StrictTransport returns a handler that sends the field with every answer of
// the handler. It is for HTTPS alone (RFC 6797, section 7.2). An empty value
// sends none.
func StrictTransport(h http.Handler, value string) http.Handler {
	if value == "" {
		return h
	}
	field := []string{value} // one for all answers
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Strict-Transport-Security"] = field
		h.ServeHTTP(w, r)
	})
}
