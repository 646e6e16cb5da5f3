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
	below    string     // the path of a page or an asset, without that of the base URL
	isPage   bool       // its errors are pages, and it has no X-RateLimit fields
	// Pages of any origin may send requests to it.
	isCrossOrigin bool
	isReloaded    bool // in local work a script is added to the page, which is not compressed
}

// A responder answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the request is checked and answered again.
type responder func(*Handler, *request) (*response, error)

// apiPrefix begins the paths outside the pages, but for the health checks.
const apiPrefix = "/api/"

// pageRoutes are the routes of the parts of manuals and hosts. Pages of other origins may
// request exports and files, but not pages.
var pageRoutes = map[string]route{
	"":                    {endpoint: EndpointPage, answer: ofManual((*Handler).page)},
	manual.ExportPath:     {endpoint: EndpointExports, answer: ofManual((*Handler).export)},
	hosts.ExportPrefix:    {endpoint: EndpointExports, answer: ofManual((*Handler).export), isCrossOrigin: true},
	manual.FeedPath:       {endpoint: EndpointExports, answer: ofManual((*Handler).export), isCrossOrigin: true},
	hosts.FilePrefix:      {endpoint: EndpointFiles, answer: ofManual((*Handler).file), isCrossOrigin: true},
	manual.FilesZipPath:   {endpoint: EndpointZip, answer: ofManual((*Handler).filesArchive), isCrossOrigin: true},
	manual.BrandZipPath:   {endpoint: EndpointZip, answer: ofManual((*Handler).brandArchive), isCrossOrigin: true},
	manual.ReleasesPath:   {endpoint: EndpointReleases, answer: ofManual((*Handler).export)},
	manual.ReleasesList:   {endpoint: EndpointReleases, answer: ofManual((*Handler).export), isCrossOrigin: true},
	hosts.ReleasePrefix:   {endpoint: EndpointReleases, answer: ofManual((*Handler).released), isCrossOrigin: true},
	manual.ManualListPath: {endpoint: EndpointManuals, answer: (*Handler).index},
	manual.RobotsPath:     {endpoint: EndpointRobots, answer: hostList(mediaText, pages.MakeRobots)},
	manual.SitemapPath:    {endpoint: EndpointRobots, answer: hostList(mediaXML, pages.MakeSitemap)},
	manual.CatalogPath: {
		endpoint: EndpointLLMs, answer: hostList(mediaLinkset, pages.MakeCatalog), isCrossOrigin: true,
	},
	manual.LLMsPath:    {endpoint: EndpointLLMs, answer: (*Handler).llms},
	manual.SkillsPath:  {endpoint: EndpointLLMs, answer: (*Handler).skills, isCrossOrigin: true},
	manual.FaviconPath: {endpoint: EndpointIcon, answer: hostIcon(manual.IconDocument)},
	manual.TouchPath:   {endpoint: EndpointIcon, answer: hostIcon(manual.TouchDocument)},
	// A part of the program, which error pages need too.
	hosts.AssetPrefix: {endpoint: EndpointAsset, answer: (*Handler).asset},
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

// routeOf returns the route of a request: a document of the interface, a page, a health check, or
// an unknown path. If the base URL has a path, only paths below that and health checks are known.
func (h *Handler) routeOf(rq *request) route {
	if rq.URL.Path == manual.HealthPath {
		return route{endpoint: EndpointHealth, answer: (*Handler).health}
	}
	if rq.URL.Path == manual.ReadyPath {
		return route{endpoint: EndpointReady, answer: (*Handler).health}
	}
	below, ok := rq.scope.Below(rq.URL.Path)
	if !ok {
		isPage := !strings.HasPrefix(rq.URL.Path, apiPrefix)
		path := hosts.Path{Target: hosts.Nothing}
		return route{answer: notFound, path: path, isPage: isPage, isCrossOrigin: !isPage}
	}
	var to route
	if strings.HasPrefix(below, apiPrefix) {
		to = h.documentRoute(rq, below)
	} else {
		to = h.pageRoute(rq, below)
	}
	if hasEncodedSlash(rq.URL) {
		to.answer = notFound
	}
	return to
}

// documentRoute returns the route of a path under /api/.
func (h *Handler) documentRoute(rq *request, path string) route {
	handle, params, _ := h.router.Lookup(http.MethodGet, path)
	if handle != nil && rq.isRead() {
		handle(nil, rq.Request, nil) // sets the Pattern, to the path of the route
		to := documentRoutes[rq.Pattern]
		to.segment = params.ByName("slug")
		return to
	}
	if rq.Method == http.MethodOptions {
		return route{endpoint: EndpointPreflight, answer: notFound, isCrossOrigin: true}
	}
	return route{answer: notFound, isCrossOrigin: true}
}

// newRouter returns a router for the paths of documentRoutes. It only finds which of them is asked for,
// because a request is answered after its checks: a handle answers nothing, but sets the Pattern of the
// request to its path.
func newRouter() *httprouter.Router {
	router := new(httprouter.Router)
	for path := range documentRoutes {
		router.GET(path, func(_ http.ResponseWriter, r *http.Request, _ httprouter.Params) { r.Pattern = path })
	}
	return router
}

// hasEncodedSlash reports whether the path has a percent-encoded slash, which looks like a
// separator once decoded.
func hasEncodedSlash(u *url.URL) bool {
	// RawPath is empty if it is the default encoding of the path
	return strings.Contains(u.RawPath, "%2F") || strings.Contains(u.RawPath, "%2f")
}

// pageRoute returns the route of a path outside /api/.
func (h *Handler) pageRoute(rq *request, below string) route {
	path := hosts.Parse(below)
	isAgents := path.Target == manual.AgentsPath ||
		hosts.Parse(strings.TrimSuffix(below, "/")).Target == manual.AgentsPath
	if h.options.Agents != nil && isAgents {
		return route{endpoint: EndpointAgents, answer: (*Handler).agents, path: path, isCrossOrigin: true}
	}
	to, known := pageRoutes[path.Target]
	if !known {
		to = route{endpoint: EndpointPage, answer: notFound}
	}
	to.path, to.below, to.isPage, to.isReloaded = path, below, true, h.options.Dev
	if path.Target == hosts.AssetPrefix {
		return to
	}
	if rq.Method == http.MethodPost {
		to.endpoint, to.answer = EndpointPassword, (*Handler).enterPassword
	}
	s := rq.scope
	if s.IsWWW {
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
	below := &url.URL{Path: rq.below, RawPath: rq.URL.RawPath}
	location := site.String() + strings.TrimSuffix(below.EscapedPath(), "/") + query
	return h.redirect(rq, http.StatusPermanentRedirect, location, maxAge(time.Time{}, rq.now)), nil
}

// isHealth reports whether the route is a health check.
func (to route) isHealth() bool { return to.endpoint == EndpointHealth || to.endpoint == EndpointReady }

// isHealthOrAsset reports whether the route needs no access, no ready store and has no rate limit.
func (to route) isHealthOrAsset() bool { return to.isHealth() || to.endpoint == EndpointAsset }

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
