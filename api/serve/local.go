package serve

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// chooseHome returns the site for the brands of the seed files of dev: the only one is at home
// there; of several none, or the first one where there are no hosts for brands. The address of the
// machine on its network is that of an only brand: several have their hosts below localhost, and
// a phone chooses one of them ([server.chooseHost]).
func (s *server) chooseHome(site manual.Site, brands []string) manual.Site {
	if s.LocalHost != "" {
		site.Host = localSite(s.listener).Host
		if len(brands) == 1 {
			site.Host = s.LocalHost
		}
	}
	site.Home = ""
	if len(brands) == 1 || len(brands) > 0 && site.IsIP() {
		site.Home = brands[0]
	}
	return site
}

// guardLocal returns the handler of dev in front of another one.
//
// While the server listens on loopback only, it refuses a request whose Host or Origin is
// neither a name of this machine, nor a brand's, nor named with --allow-host. Otherwise any
// page that a developer opens could have its own name resolved to 127.0.0.1 and read the
// manuals (DNS rebinding). Beyond loopback others read everything anyway.
//
// Where it answers on a host that has nothing to do with the site, it answers as the site.
func (s *server) guardLocal(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ix := s.db.Index()
		if foreign := s.foreignHost(ix, r); foreign != "" {
			refuseHost(w, foreign)
			return
		}
		s.chooseHost(next, w, r)
	})
}

// foreignHost returns the host of a request, or of the page that sends it, if it is to be
// refused, or nothing.
func (s *server) foreignHost(ix *db.Index, r *http.Request) string {
	if !isLoopback(s.listener.Addr()) {
		return ""
	}
	if r.Host != "" && !s.acceptsHost(ix, r.Host) {
		return hosts.Name(r.Host)
	}
	for _, origin := range r.Header["Origin"] {
		page, err := url.Parse(origin)
		if err != nil || page.Host == "" { // null, of a page without an origin
			return origin
		}
		if !s.acceptsHost(ix, page.Host) {
			return page.Hostname()
		}
	}
	return ""
}

func isLoopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// acceptsHost reports whether a host is a name of this machine, a brand's, or one of
// --allow-host.
func (s *server) acceptsHost(ix *db.Index, host string) bool {
	name := hosts.Name(host)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || slices.Contains(s.AllowHosts, name) {
		return true
	}
	if address, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return address.IsLoopback()
	}
	return isOurs(ix, name)
}

func refuseHost(w http.ResponseWriter, host string) {
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	text := "designmanual dev answers no page without an origin.\n"
	if host != "null" {
		text = fmt.Sprintf(
			"designmanual dev does not answer for %q: it is no name of this machine or of a brand. Start it with "+
				"--allow-host %s if you want that.\n",
			host, cmp.Or(allowedHost(host), "HOST"),
		)
	}
	header.Set("Content-Length", fmt.Sprint(len(text)))
	w.WriteHeader(http.StatusForbidden)
	if _, err := w.Write([]byte(text)); err != nil {
		return // the client has disconnected
	}
}

// allowedHost returns the host if it can be named with --allow-host, else nothing.
func allowedHost(host string) string {
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil || manual.IsHostName(host) {
		return host
	}
	return ""
}

// asSite returns a request for a host that has nothing to do with the site as one for the
// site's own host, and true; or the request itself.
func asSite(ix *db.Index, r *http.Request) (at *http.Request, foreign bool) {
	if !isForeign(ix, r.Host) {
		return r, false
	}
	return atHost(ix, r, ix.Site.Host), true
}

// atHost returns a request as one for a host of the site. The page that sends it is then of that
// host too.
func atHost(ix *db.Index, r *http.Request, host string) *http.Request {
	at := *r
	at.Header = r.Header.Clone()
	at.Host = host
	if ix.Site.Port != "" {
		at.Host += ":" + ix.Site.Port
	}
	page, err := url.Parse(r.Header.Get("Origin"))
	if err != nil {
		return &at
	}
	if page.Host == r.Host {
		at.Header.Set("Origin", ix.Site.Scheme+"://"+at.Host)
	}
	return &at
}
