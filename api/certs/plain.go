package certs

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"designmanual/api/hosts"
	"designmanual/db"
)

// challengePath is the path of HTTP challenges (RFC 8555, section 8.3).
const challengePath = "/.well-known/acme-challenge/"

// Plain returns the handler for plain HTTP. It redirects requests for covered hosts
// to the same path over HTTPS, with 308 so that the method stays (RFC 9110,
// section 15.4.9), and answers the HTTP challenges of m, unless that is nil. All
// other hosts get the same 404.
func Plain(index func() *db.Index, m *Manager) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ix, host := index(), hosts.Name(r.Host)
		if !isCovered(ix, host) {
			writeStatus(w, http.StatusNotFound)
			return
		}
		if m != nil && strings.HasPrefix(r.URL.Path, challengePath) {
			r.Host = host
			if !m.acme.HandleHTTPChallenge(w, r) { // not the path of a current challenge
				writeStatus(w, http.StatusNotFound)
			}
			return
		}
		hasPath := r.URL.Opaque == "" && (r.URL.Path == "" || r.URL.Path[0] == '/')
		if r.Method == http.MethodConnect || !hasPath { // nothing to redirect to
			writeStatus(w, http.StatusBadRequest)
			return
		}
		redirect(w, ix, host, r.URL.RequestURI())
	})
}

// redirect redirects to HTTPS on the host, with the port that the host has in the
// site's addresses.
func redirect(w http.ResponseWriter, ix *db.Index, host, target string) {
	port := ""
	if ix.Site.Port != "" && (host == ix.Site.Host || strings.HasSuffix(host, "."+ix.Site.Host)) {
		port = ":" + ix.Site.Port
	}
	header := w.Header()
	header.Set("Location", "https://"+host+port+target)
	header.Set("Cache-Control", "public, max-age=60")
	header.Set("Content-Length", "0")
	w.WriteHeader(http.StatusPermanentRedirect)
}

// writeStatus writes a response with a status and its text.
func writeStatus(w http.ResponseWriter, status int) {
	text := http.StatusText(status) + "\n"
	for _, field := range [][2]string{
		{"Cache-Control", "no-store"}, {"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Length", strconv.Itoa(len(text))}, {"X-Content-Type-Options", "nosniff"},
	} {
		w.Header().Set(field[0], field[1])
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // fails if the client has disconnected
}

// DefaultStrictTransport is a year without includeSubDomains, as the server cannot
// know whether other servers below the host have HTTPS.
const DefaultStrictTransport = "max-age=31536000"

// errStrictTransport is wrapped by the errors of [ParseStrictTransport].
var errStrictTransport = errors.New(
	`expected "off" or the value of a Strict-Transport-Security field, as "max-age=31536000; includeSubDomains"`,
)

// strictTransport matches max-age in seconds among other directives.
var strictTransport = regexp.MustCompile(
	`(?i)^((includeSubDomains|preload) *; *)*max-age=[0-9]{1,10}( *; *(includeSubDomains|preload))*$`,
)

// ParseStrictTransport checks a value of Strict-Transport-Security (RFC 6797,
// section 6.1), with max-age in seconds, includeSubDomains and preload, and
// returns it; for "off" it returns the empty string.
func ParseStrictTransport(text string) (string, error) {
	if text == "off" {
		return "", nil
	}
	if !strictTransport.MatchString(text) {
		return "", fmt.Errorf("%w: found %q", errStrictTransport, text)
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
