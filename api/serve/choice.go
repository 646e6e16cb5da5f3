package serve

import (
	"net/http"
	"net/url"
	"strings"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// choiceCookie holds the host that a visitor has chosen from the list of manuals.
const choiceCookie = "designmanual_host"

// chosenHost returns the host that a visitor has chosen, or nothing.
func chosenHost(r *http.Request) string {
	cookie, err := r.Cookie(choiceCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// chooseHost lets visitors of a host that has nothing to do with the site, such as that of a tunnel
// or the address of this machine that a phone opens, see the manuals whose own hosts they cannot
// reach, such as those of several brands: it asks the next handler for the pages of the host that the visitor has
// chosen. The list of manuals is at /-/brands there, so that it can be reached also after a choice.
func (s *server) chooseHost(next http.Handler, w http.ResponseWriter, r *http.Request) {
	ix := s.db.Index()
	site, foreign := asSite(ix, r)
	if name := r.Header.Get("X-Forwarded-Host"); name != "" { // of a tunnel that writes Host anew
		foreign = isForeign(ix, name)
	}
	if !foreign {
		next.ServeHTTP(w, site)
		return
	}
	path := hosts.Parse(r.URL.Path)
	query := r.URL.Query()
	if host := query.Get(manual.HostParameter); hasPages(ix, host) {
		if !path.IsForPeople() { // a picture of the list
			next.ServeHTTP(w, atHost(ix, r, host))
			return
		}
		http.SetCookie(
			w, &http.Cookie{Name: choiceCookie, Value: host, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode},
		)
		query.Del(manual.HostParameter)
		leadTo(w, "/"+strings.TrimLeft(r.URL.Path, "/"), query)
		return
	}
	if chosen := chosenHost(r); chosen != "" && hasPages(ix, chosen) && path.Target != manual.BrandsPath {
		next.ServeHTTP(w, atHost(ix, r, chosen))
		return
	}
	if path.IsRoot() && ix.Home() == nil {
		leadTo(w, manual.BrandsPath, nil)
		return
	}
	next.ServeHTTP(w, site)
}

// isForeign reports whether a host has nothing to do with the site.
func isForeign(ix *db.Index, host string) bool {
	scope := hosts.ScopeOf(ix, host)
	return scope.AllBrands && !scope.IsSiteHost
}

// hasPages reports whether a host is that of a brand or a manual.
func hasPages(ix *db.Index, host string) bool {
	scope := hosts.ScopeOf(ix, host)
	return scope.Brand != nil || scope.Manual != nil
}

func leadTo(w http.ResponseWriter, path string, query url.Values) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", (&url.URL{Path: path, RawQuery: query.Encode()}).String())
	w.WriteHeader(http.StatusSeeOther)
}
