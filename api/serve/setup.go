package serve

import (
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// A setupAdviser tells in the log, once each, what requests show to be wrong about how the
// server is set up: half-right settings fail for everybody and say nothing otherwise. It passes
// every request on as it is.
type setupAdviser struct {
	*server
	next      http.Handler
	otherHost sync.Once // another host than that of a base URL that nobody has set
	forwarded sync.Once // an address was forwarded, and no proxy is trusted
	overHTTP  sync.Once // an https address was asked over http
	stripped  sync.Once // the path of the base URL was taken off
	pathSeen  atomic.Bool
}

func (s *setupAdviser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.baseURLGuessed {
		s.checkHost(r)
	}
	s.checkForwarding(r)
	site := s.db.Index().Site
	if site.Scheme == "https" && !s.TLS.Enabled {
		s.checkScheme(r)
	}
	if site.Path != "" && !s.pathSeen.Load() {
		s.checkPath(r, site)
	}
	s.next.ServeHTTP(w, r)
}

// checkHost looks for a host that is not below the base URL, which nobody has set.
func (s *setupAdviser) checkHost(r *http.Request) {
	host := hosts.Name(r.Host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if ip.IsLoopback() || ip == nil && !manual.IsHostName(host) {
		return
	}
	s.otherHost.Do(func() {
		s.Log.Warn(
			"requests name another host than the base URL that links lead to and that nobody has set", "flag",
			"--base-url", "host", host, "base-url", s.db.Index().Site.String(),
		)
	})
}

// checkForwarding looks for a proxy that is not trusted: all its clients are one for the
// rate limit.
func (s *setupAdviser) checkForwarding(r *http.Request) {
	if len(s.API.TrustedProxies) > 0 || len(r.Header["X-Forwarded-For"]) == 0 {
		return
	}
	s.forwarded.Do(func() {
		peer, _, _ := net.SplitHostPort(r.RemoteAddr)
		s.Log.Warn(
			"requests carry X-Forwarded-For, and no proxy is trusted: all clients of a proxy share one rate limit",
			"flag", "--trusted-proxy", "peer", peer,
		)
	})
}

// forwardingFields are what proxies add to requests.
var forwardingFields = []string{"X-Forwarded-Proto", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "Via"}

// checkScheme looks for a client that opens an https address over http, where browsers keep
// no session. Health checks, and hosts that are not the site's, prove nothing.
func (s *setupAdviser) checkScheme(r *http.Request) {
	if slices.ContainsFunc(forwardingFields, func(name string) bool { return len(r.Header[name]) > 0 }) {
		return
	}
	if r.URL.Path == manual.HealthPath || r.URL.Path == manual.ReadyPath || !isOurs(s.db.Index(), r.Host) {
		return
	}
	s.overHTTP.Do(func() {
		s.Log.Warn(
			"an https address was asked over http, where browsers keep no password: open it with https, or let "+
				"the proxy in front send X-Forwarded-Proto",
			"host", hosts.Name(r.Host),
		)
	})
}

// isOurs reports whether a host is the site's, below it, or a brand's.
func isOurs(ix *db.Index, host string) bool {
	name := hosts.Name(host)
	return name == ix.Site.Host || strings.HasSuffix(name, "."+ix.Site.Host) || ix.Domain(name) != nil
}

// checkPath looks for a proxy that takes the path of the base URL off: requests for the
// site's host come without it, and none has come with it.
func (s *setupAdviser) checkPath(r *http.Request, site manual.Site) {
	path := r.URL.Path
	if path == site.Path || strings.HasPrefix(path, site.Path+"/") {
		s.pathSeen.Store(true)
		return
	}
	isKnown := path == "/" || strings.HasPrefix(path, manual.APIPrefix) || strings.HasPrefix(path, manual.InternalPath)
	if !isKnown || hosts.Name(r.Host) != site.Host {
		return
	}
	s.stripped.Do(func() {
		s.Log.Warn(
			"requests come without the path of the base URL: the proxy in front has to pass paths on unchanged",
			"base-url", site.String(), "path", path,
		)
	})
}
