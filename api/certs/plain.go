package certs

import (
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
		switch {
		case !Covered(ix, host):
			writeStatus(w, http.StatusNotFound)
		case m != nil && strings.HasPrefix(r.URL.Path, challengePath):
			r.Host = host
			if !m.acme.HandleHTTPChallenge(w, r) { // no challenge under way: an unknown path
				writeStatus(w, http.StatusNotFound)
			}
		case r.Method == http.MethodConnect || r.URL.Opaque != "" || r.URL.Path != "" && r.URL.Path[0] != '/': // no path to redirect
			writeStatus(w, http.StatusBadRequest)
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

// writeStatus answers with a status and its name.
func writeStatus(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, http.StatusText(status), status)
}
