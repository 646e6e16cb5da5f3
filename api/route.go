package api

import (
	"net/http"
	"net/url"
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
	answer   responder
	segment  string     // of the path of a document: the slug, in that of manual.json with .json
	path     hosts.Path // of a page
	isPage   bool       // its errors are pages, and it has no X-RateLimit fields
	// Pages of any origin may send requests to it.
	isCrossOrigin bool
}

// A responder answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the request is checked and answered again.
type responder func(*Handler, *request) (*response, error)

// Paths outside the pages.
const (
	prefix     = "/api/"
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

// pageRoutes are the routes of the parts of manuals and hosts. Pages of other origins may
// request exports and files, but not pages.
var pageRoutes = map[string]route{
	"":                  {endpoint: EndpointPage, answer: ofManual((*Handler).page)},
	manual.ExportPath:   {endpoint: EndpointExports, answer: ofManual((*Handler).export)},
	hosts.Document:      {endpoint: EndpointExports, answer: ofManual((*Handler).export), isCrossOrigin: true},
	manual.FeedPath:     {endpoint: EndpointExports, answer: ofManual((*Handler).export), isCrossOrigin: true},
	hosts.File:          {endpoint: EndpointFiles, answer: ofManual((*Handler).file), isCrossOrigin: true},
	manual.FilesZipPath: {endpoint: EndpointZip, answer: ofManual((*Handler).filesArchive), isCrossOrigin: true},
	manual.BrandZipPath: {endpoint: EndpointZip, answer: ofManual((*Handler).brandArchive), isCrossOrigin: true},
	manual.ReleasesPath: {endpoint: EndpointReleases, answer: ofManual((*Handler).export)},
	manual.ReleasesList: {endpoint: EndpointReleases, answer: ofManual((*Handler).export), isCrossOrigin: true},
	hosts.Release:       {endpoint: EndpointReleases, answer: ofManual((*Handler).released), isCrossOrigin: true},
	manual.IndexPath:    {endpoint: EndpointManuals, answer: (*Handler).index},
	manual.RobotsPath:   {endpoint: EndpointRobots, answer: hostList(mediaText, pages.MakeRobots)},
	manual.SitemapPath:  {endpoint: EndpointRobots, answer: hostList(mediaXML, pages.MakeSitemap)},
	manual.CatalogPath: {
		endpoint: EndpointLLMs, answer: hostList(mediaLinkset, pages.MakeCatalog), isCrossOrigin: true,
	},
	manual.LLMsPath:    {endpoint: EndpointLLMs, answer: (*Handler).llms},
	manual.SkillsPath:  {endpoint: EndpointLLMs, answer: (*Handler).skills, isCrossOrigin: true},
	manual.FaviconPath: {endpoint: EndpointIcon, answer: hostIcon(manual.IconDocument)},
	manual.TouchPath:   {endpoint: EndpointIcon, answer: hostIcon(manual.TouchDocument)},
	// A part of the program, which error pages need too.
	hosts.Asset: {endpoint: EndpointAsset, answer: (*Handler).asset},
}

// documentRoutes are the routes of the interface.
var documentRoutes = map[string]route{
	manual.ManualsPath + ":slug": {
		endpoint: EndpointManual, answer: (*Handler).manual, isCrossOrigin: true,
	},
	manual.ManualsPath + ":slug" + manual.TokensSuffix: {
		endpoint: EndpointTokens, answer: (*Handler).tokens, isCrossOrigin: true,
	},
	manual.OpenAPIPath: {
		endpoint: EndpointOpenAPI, answer: (*Handler).description, isCrossOrigin: true,
	},
}

// newRouter returns a router for paths below the base URL's. It only finds the route of a path, which
// its handles write into a routeTaker: httprouter would answer at once, and a request is answered after
// the rate limit and the check of its method.
func newRouter() *httprouter.Router {
	router := new(httprouter.Router)
	for path, document := range documentRoutes {
		router.GET(path, func(w http.ResponseWriter, _ *http.Request, params httprouter.Params) {
			recorder := w.(*routeRecorder)
			recorder.route = document
			recorder.route.segment = params.ByName("slug")
		})
	}
	return router
}

// A routeRecorder keeps the route that it gets from a handle of the router, and nothing else.
type routeRecorder struct {
	http.ResponseWriter
	route
}

// routeOf returns the route of a request: a document of the interface, a page, a health check, or
// an unknown path. It takes the base URL's path off the path of the request.
func (h *Handler) routeOf(rq *request) route {
	path := rq.URL.Path
	if path == healthPath {
		return route{endpoint: EndpointHealth, answer: (*Handler).health}
	}
	if path == readyPath {
		return route{endpoint: EndpointReady, answer: (*Handler).health}
	}
	if base := rq.scope.Base; base != "" {
		below, inside := strings.CutPrefix(path, base)
		if !inside || below != "" && below[0] != '/' {
			isPage := !strings.HasPrefix(path, prefix)
			return route{
				answer: notFound, path: hosts.Path{Target: hosts.Nothing}, isPage: isPage, isCrossOrigin: !isPage,
			}
		}
		path = below
		rq.ownRequest()
		rq.URL = &url.URL{Path: path, RawPath: rq.URL.RawPath, RawQuery: rq.URL.RawQuery}
	}
	if !strings.HasPrefix(path, prefix) {
		return h.pageRoute(rq)
	}
	if rq.Method == http.MethodGet || rq.Method == http.MethodHead {
		if tellRoute, params, _ := h.router.Lookup(http.MethodGet, path); tellRoute != nil {
			var recorder routeRecorder
			tellRoute(&recorder, rq.Request, params)
			return recorder.route
		}
	}
	if rq.Method == http.MethodOptions {
		return route{endpoint: EndpointPreflight, answer: notFound, isCrossOrigin: true}
	}
	return route{answer: notFound, isCrossOrigin: true}
}

// pageRoute returns the route of a path outside /api/.
func (h *Handler) pageRoute(rq *request) route {
	if h.options.Dev {
		rq.Header.Del("Accept-Encoding") // addReload changes the body
	}
	path := hosts.Parse(rq.URL.Path)
	isAgents := path.Target == manual.AgentsPath ||
		hosts.Parse(strings.TrimSuffix(rq.URL.Path, "/")).Target == manual.AgentsPath
	if h.options.Agents != nil && isAgents {
		return route{endpoint: EndpointAgents, answer: (*Handler).agents, path: path, isCrossOrigin: true}
	}
	to, known := pageRoutes[path.Target]
	if !known {
		to = route{endpoint: EndpointPage, answer: notFound}
	}
	to.path, to.isPage = path, true
	if path.Target == hosts.Asset {
		return to
	}
	if rq.Method == http.MethodPost {
		to.endpoint, to.answer = EndpointPassword, (*Handler).enterPassword
	}
	s := rq.scope
	if s.WWW {
		to.answer = (*Handler).redirectFromWWW
	} else if s.AllBrands && (path.IsRoot() && s.Brand == nil || path.Target == manual.BrandsPath) {
		to.endpoint, to.answer = EndpointIndex, (*Handler).index
	}
	return to
}

// redirectFromWWW redirects every page on www. before the site's host to the site's host, where
// alone it is.
func (h *Handler) redirectFromWWW(rq *request) (*response, error) {
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

// isUnrestricted reports whether the route needs no access and has no rate limit.
func (to route) isUnrestricted() bool { return to.isHealth() || to.endpoint == EndpointAsset }

// notFound answers requests for unknown paths.
func notFound(*Handler, *request) (*response, error) { return nil, errNotFound }

// health answers health checks, on any host: /healthz succeeds as long as
// the process answers, /readyz while manuals are served.
func (h *Handler) health(rq *request) (*response, error) {
	status := `{"status":"ok"}`
	if rq.endpoint == EndpointReady {
		status = `{"status":"ready"}`
		if !h.ready.Load() {
			return nil, errStarting
		}
	}
	return &response{mediaType: mediaJSON, cacheControl: noStore, body: []byte(status)}, nil
}
