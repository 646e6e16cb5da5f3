package certs

import (
	"io"
	"net/http"
	"strings"

	"designmanual/db"
)

// challengePath is where authorities look for the answer to a challenge (RFC
// 8555, section 8.3).
const challengePath = "/.well-known/acme-challenge/"

// mostOfToken is longer than the token of any challenge.
const mostOfToken = 128

// Plain returns the handler of the listener for plain HTTP. It sends what is
// asked of a covered host to the same path on HTTPS, with 308 so that the
// method stays (RFC 9110, section 15.4.9), and answers the challenges for
// certificates of m, which is nil where those are one's own. Every other host
// is answered 404, the same for each.
func Plain(index func() *db.Index, m *Manager) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ix, host := index(), hostName(r.Host)
		token, challenged := strings.CutPrefix(r.URL.Path, challengePath)
		switch {
		case !Covered(ix, host):
			tell(w, http.StatusNotFound)
		case challenged && m != nil:
			m.answerChallenge(w, r, host, token)
		case r.Method == http.MethodConnect || r.URL.Opaque != "" || r.URL.Path != "" && r.URL.Path[0] != '/': // no path to redirect
			tell(w, http.StatusBadRequest)
		default:
			redirect(w, ix, host, r.URL.RequestURI())
		}
	})
}

// redirect sends the client to HTTPS. The host is one of the store, and has
// the port that it has in addresses.
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

// answerChallenge answers the authority; whatever is no challenge under way
// is answered as an unknown path.
func (m *Manager) answerChallenge(w http.ResponseWriter, r *http.Request, host, token string) {
	k := m.keeper(host)
	if k == nil || !plausible(token) {
		tell(w, http.StatusNotFound)
		return
	}
	asked := r.Clone(r.Context())
	asked.Host = host
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	k.asks.Load().challenges.ServeHTTP(&challengeWriter{ResponseWriter: w}, asked)
}

// plausible tells whether a token is of the characters that tokens are of
// (RFC 8555, section 8.1), before it becomes the name of a file.
func plausible(token string) bool {
	for i := range len(token) {
		c := token[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return 0 < len(token) && len(token) <= mostOfToken
}

// A challengeWriter writes 404 and nothing more in place of what autocert
// refuses with, which tells of its insides.
type challengeWriter struct {
	http.ResponseWriter
	refused bool
}

// WriteHeader is called for refusals only.
func (w *challengeWriter) WriteHeader(int) {
	w.refused = true
	tell(w.ResponseWriter, http.StatusNotFound)
}

// Write writes the answer to a challenge.
func (w *challengeWriter) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// tell answers with a status and its name.
func tell(w http.ResponseWriter, status int) {
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, http.StatusText(status)+"\n") // the client may be gone
}
