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

// Plain returns the handler of the listener for plain HTTP. It sends what is
// asked of a covered host to the same path on HTTPS, with 308 so that the
// method stays (RFC 9110, section 15.4.9), and answers the challenges for
// certificates of m, which is nil where those are one's own. Every other host
// is answered 404, the same for each.
func Plain(index func() *db.Index, m *Manager) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ix, host := index(), db.HostName(r.Host)
		challenged := strings.HasPrefix(r.URL.Path, challengePath)
		switch {
		case !Covered(ix, host):
			tell(w, http.StatusNotFound)
		case challenged && m != nil:
			m.answerChallenge(w, r, host)
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
func (m *Manager) answerChallenge(w http.ResponseWriter, r *http.Request, host string) {
	asked := r.Clone(r.Context())
	asked.Host = host
	if m.acme.HandleHTTPChallenge(w, asked) {
		return
	}
	tell(w, http.StatusNotFound)
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
