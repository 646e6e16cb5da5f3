package api

import (
	"net/http"
	"strings"
	"time"

	"github.com/julienschmidt/httprouter"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db/manual"
)

// A route is what the method and the path of a request name.
type route struct {
	endpoint Endpoint
	answer   endpoint
	slug     string     // of a document of the interface
	path     hosts.Path // of a page
	isPage   bool       // its errors are pages, and it has no X-RateLimit fields
	isOpen   bool       // pages of any origin may send requests to it
}

// An endpoint answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the request is checked and answered again.
type endpoint func(*Handler, *request) (*response, error)

// Paths outside the pages.
const (
	prefix     = "/api/"
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// parts are the routes of the parts of manuals and hosts. Pages of other origins may
// request exports and files, but not pages.
var parts = map[string]route{
	"":                  {endpoint: EndpointPage, answer: ofManual((*Handler).page)},
	manual.ExportPath:   {endpoint: EndpointExports, answer: ofManual((*Handler).export)},
	hosts.Document:      {endpoint: EndpointExports, answer: ofManual((*Handler).export), isOpen: true},
	manual.FeedPath:     {endpoint: EndpointExports, answer: ofManual((*Handler).export), isOpen: true},
	hosts.File:          {endpoint: EndpointFiles, answer: ofManual((*Handler).file), isOpen: true},
	manual.FilesZipPath: {endpoint: EndpointZip, answer: ofManual((*Handler).filesArchive), isOpen: true},
	manual.BrandZipPath: {endpoint: EndpointZip, answer: ofManual((*Handler).brandArchive), isOpen: true},
	manual.IndexPath:    {endpoint: EndpointManuals, answer: (*Handler).index},
	manual.RobotsPath:   {endpoint: EndpointRobots, answer: hostList(mediaText, pages.MakeRobots)},
	manual.LLMsPath:     {endpoint: EndpointLLMs, answer: (*Handler).llms},
	manual.SkillsPath:   {endpoint: EndpointLLMs, answer: hostList(mediaJSON, pages.MakeSkills), isOpen: true},
	manual.FaviconPath:  {endpoint: EndpointIcon, answer: (*Handler).favicon},
	hosts.Asset:         {endpoint: EndpointAsset, answer: (*Handler).asset}, // a part of the program, which error pages need too
}

// documents are the routes of the interface.
var documents = map[string]route{
	manual.ManualsPath + ":slug":                       {endpoint: EndpointManual, answer: (*Handler).manual, isOpen: true},
	manual.ManualsPath + ":slug" + manual.TokensSuffix: {endpoint: EndpointTokens, answer: (*Handler).tokens, isOpen: true},
	manual.OpenAPIPath:                                 {endpoint: EndpointOpenAPI, answer: (*Handler).description, isOpen: true},
}

// newRouter returns a router for paths below the base URL's. It neither checks methods,
// which come after the rate limit, nor redirects.
func (h *Handler) newRouter() *httprouter.Router {
	router := &httprouter.Router{NotFound: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.serve(w, r, h.otherRoute(r)) })}
	for path, document := range documents {
		handle := func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
			to := document
			to.slug = params.ByName("slug")
			h.serve(w, r, to)
		}
		router.GET(path, handle)
		router.HEAD(path, handle)
	}
	return router
}

// otherRoute returns the route of what the router does not know: pages, health checks,
// other methods, and unknown paths under /api/.
func (h *Handler) otherRoute(r *http.Request) route {
	switch path := r.URL.Path; {
	case path == healthPath:
		return route{endpoint: EndpointHealth, answer: (*Handler).health}
	case path == readyPath:
		return route{endpoint: EndpointReady, answer: (*Handler).health}
	case !strings.HasPrefix(path, prefix):
		return h.pageRoute(r)
	case r.Method == http.MethodOptions:
		return route{endpoint: EndpointPreflight, answer: notFound, isOpen: true}
	}
	return route{answer: notFound, isOpen: true}
}

// pageRoute returns the route of a path outside /api/.
func (h *Handler) pageRoute(r *http.Request) route {
	if h.options.Dev {
		r.Header.Del("Accept-Encoding") // addReload changes the body
	}
	path := hosts.Parse(r.URL.Path)
	if h.options.Agents != nil && (path.Part == manual.AgentsPath || hosts.Parse(strings.TrimSuffix(r.URL.Path, "/")).Part == manual.AgentsPath) {
		return route{endpoint: EndpointAgents, answer: (*Handler).agents, path: path, isOpen: true}
	}
	to, known := parts[path.Part]
	if !known {
		to = route{endpoint: EndpointPage, answer: notFound}
	}
	to.path, to.isPage = path, true
	if path.Part == hosts.Asset {
		return to
	}
	if r.Method == http.MethodPost {
		to.endpoint, to.answer = EndpointPassword, (*Handler).enterPassword
	}
	switch s := h.scopeOf(r, h.db.Index(), h.options.Now()); {
	case s.WWW:
		to.answer = (*Handler).leaveWWW
	case s.Site && (path.IsRoot() && s.Brand == nil || path.Part == manual.BrandsPath && s.Brand != nil):
		to.endpoint, to.answer = EndpointIndex, (*Handler).index
	}
	return to
}

// leaveWWW is the endpoint of every page on www. before the site's host, which is on the
// site's host alone.
func (h *Handler) leaveWWW(rq *request) (*response, error) {
	query := ""
	if rq.URL.RawQuery != "" {
		query = "?" + rq.URL.RawQuery
	}
	site := rq.index.Site
	location := site.String() + strings.TrimSuffix(rq.URL.EscapedPath(), "/") + query
	return h.redirect(rq, http.StatusPermanentRedirect, location, maxAge(time.Time{}, rq.now)), nil
}

// isHealth reports whether the route is a health check.
func (to route) isHealth() bool { return to.endpoint == EndpointHealth || to.endpoint == EndpointReady }

// exempt reports whether the route needs no access and has no rate limit.
func (to route) exempt() bool { return to.isHealth() || to.endpoint == EndpointAsset }

// notFound is the endpoint of unknown paths.
func notFound(*Handler, *request) (*response, error) { return nil, errNotFound }

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
