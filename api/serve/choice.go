package serve

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// choiceCookie holds the host that a visitor has chosen from the list of manuals.
const choiceCookie = "designmanual_host"

// chooseHost lets visitors of a host that has nothing to do with the site, such as that of a tunnel,
// see the manuals of several brands, whose own hosts they cannot reach: it asks the next handler for
// the pages of the host that the visitor has chosen. The list of manuals is at /-/brands there, so
// that it can be reached also after a choice.
func (s *server) chooseHost(next http.Handler, w http.ResponseWriter, r *http.Request) {
	ix := s.store.Index()
	scope := hosts.Of(ix, cmp.Or(r.Header.Get("X-Forwarded-Host"), r.Host)) // of a tunnel that writes Host anew
	if scope.Known || !scope.Site || ix.Home() != nil {
		next.ServeHTTP(w, asSite(ix, r))
		return
	}
	path := hosts.Parse(r.URL.Path)
	if host := r.URL.Query().Get(manual.HostParameter); path.IsPage() && hasPages(ix, host) {
		http.SetCookie(w, &http.Cookie{Name: choiceCookie, Value: host, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		leadTo(w, "/"+strings.TrimLeft(r.URL.Path, "/"))
		return
	}
	chosen, err := r.Cookie(choiceCookie)
	if err == nil && hasPages(ix, chosen.Value) && path.Part != manual.BrandsPath {
		next.ServeHTTP(w, atHost(ix, r, chosen.Value))
		return
	}
	if path.IsRoot() {
		leadTo(w, manual.BrandsPath)
		return
	}
	next.ServeHTTP(w, asSite(ix, r))
}

// hasPages reports whether a host is that of a brand or a manual.
func hasPages(ix *db.Index, host string) bool {
	scope := hosts.Of(ix, host)
	return scope.Brand != nil || scope.Manual != nil
}

func leadTo(w http.ResponseWriter, path string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", (&url.URL{Path: path}).EscapedPath())
	w.WriteHeader(http.StatusSeeOther)
}
