package api

import (
	"net/http"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"

	"designmanual/api/hosts"
	"designmanual/api/pages"
)

// A route is what the method and the path of a request name.
type route struct {
	endpoint Endpoint
	answer   endpoint
	slug     string     // of a document of the interface
	path     hosts.Path // of a page
	isPage   bool       // its errors are pages, and it has no X-RateLimit fields
}

// An endpoint answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the request is checked and answered again.
type endpoint func(*request) (*response, error)

// Paths outside the pages.
const (
	prefix     = "/api/"
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// handle sets the endpoint of a path of the interface, and its name.
func (h *Handler) handle(path string, name Endpoint, answer endpoint) {
	handle := func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		h.serve(w, r, route{endpoint: name, answer: answer, slug: params.ByName("slug")})
	}
	h.router.GET(path, handle)
	h.router.HEAD(path, handle)
}

// otherRoute returns the route of what the router does not know: pages, health checks,
// other methods, and unknown paths under /api/.
func (h *Handler) otherRoute(r *http.Request) route {
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, prefix) && r.Method == http.MethodOptions:
		return route{endpoint: EndpointPreflight, answer: notFound}
	case strings.HasPrefix(path, prefix):
		return route{answer: notFound}
	case path == healthPath:
		return route{endpoint: EndpointHealth, answer: h.health}
	case path == readyPath:
		return route{endpoint: EndpointReady, answer: h.health}
	}
	return h.pageRoute(r)
}

// pageRoute returns the route of a path outside /api/.
func (h *Handler) pageRoute(r *http.Request) route {
	if h.options.Dev {
		r.Header.Del("Accept-Encoding") // addReload changes the body
	}
	to := route{endpoint: EndpointPage, answer: h.manualPage, path: hosts.Parse(r.URL.Path), isPage: true}
	switch to.path.Part {
	case hosts.Nothing, hosts.Agents:
		to.answer = notFound
	case hosts.AssetFile: // a part of the program, which error pages need too
		to.endpoint, to.answer = EndpointAsset, h.asset
	case hosts.Brands: // of a site without a brand at home
		to.answer = notFound
	case hosts.Manuals:
		to.endpoint, to.answer = EndpointManuals, h.brandIndex
	case hosts.Robots:
		to.endpoint, to.answer = EndpointRobots, h.hostList(mediaText, pages.MakeRobots)
	case hosts.LLMs:
		to.endpoint, to.answer = EndpointLLMs, h.hostList(mediaText, pages.MakeLLMs)
	case hosts.Skills:
		to.endpoint, to.answer = EndpointLLMs, h.hostList(mediaJSON, pages.MakeSkills)
	case hosts.Favicon:
		to.endpoint, to.answer = EndpointIcon, h.favicon
	case hosts.Export, hosts.Document, hosts.Feed:
		to.endpoint = EndpointExports
	case hosts.File:
		to.endpoint = EndpointFiles
	case hosts.Zip, hosts.BrandZip:
		to.endpoint = EndpointZip
	}
	if to.path.Part == hosts.Agents && h.options.Agents != nil {
		return route{endpoint: EndpointAgents, answer: h.agents, path: to.path}
	}
	if r.Method == http.MethodPost && to.endpoint != EndpointAsset {
		to.endpoint, to.answer = EndpointPassword, h.enterPassword
	}
	switch s := h.scopeOf(r, h.db.Index(), h.options.Now()); {
	case to.endpoint == EndpointAsset:
	case s.WWW:
		to.answer = h.leaveWWW
	case s.Site && (to.path.IsRoot() && s.Brand == nil || to.path.Part == hosts.Brands && s.Brand != nil):
		to.endpoint, to.answer = EndpointIndex, h.siteIndex
	}
	return to
}

// leaveWWW is the endpoint of every page on www. before the site's host, which is on the
// site's host alone.
func (h *Handler) leaveWWW(rq *request) (*response, error) {
	rs := &response{status: http.StatusPermanentRedirect, cache: maxAge(time.Time{}, rq.now), vary: varySession}
	query := ""
	if rq.URL.RawQuery != "" {
		query = "?" + rq.URL.RawQuery
	}
	site := rq.index.Site
	rs.add("Location", site.String()+strings.TrimSuffix(rq.URL.EscapedPath(), "/")+query)
	h.setPageFields(rq, rs, false)
	return rs, nil
}

// isHealth reports whether the route is a health check.
func (to route) isHealth() bool { return to.endpoint == EndpointHealth || to.endpoint == EndpointReady }

// exempt reports whether the route needs no access and has no rate limit.
func (to route) exempt() bool { return to.isHealth() || to.endpoint == EndpointAsset }

// crossOrigin reports whether pages of any origin may send requests to the route.
func (to route) crossOrigin() bool {
	return to.isPage && to.path.Shared() || !to.isPage && !to.isHealth()
}

// notFound is the endpoint of unknown paths.
func notFound(*request) (*response, error) { return nil, errNotFound }

// health is the endpoint of health checks, on any host: /healthz succeeds as long as
// the process answers, /readyz while manuals are served.
func (h *Handler) health(rq *request) (*response, error) {
	status := `{"status":"ok"}`
	if rq.endpoint == EndpointReady {
		status = `{"status":"ready"}`
		if !h.ready.Load() {
			return nil, errStarting
		}
	}
	return &response{mediaType: mediaJSON, cache: noStore, body: []byte(status)}, nil
}
