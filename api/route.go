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
	endpoint        Endpoint
	answer          responder
	documentName    string     // of the JSON API: "acme" or "acme.guide" for tokens.json, with .json for manual.json
	path            hosts.Path // of a page
	sitePath        string     // of a page or a page file, without the path of the base URL
	isOutsideAPI    bool       // also of a file or robots.txt: its errors are pages, and it has no X-RateLimit fields
	allowsAnyOrigin bool       // pages of any origin may send requests to it
	addsReload      bool       // in dev a script is added to the page, which is not compressed
}

// A responder answers a request that has passed the common checks. The error is an
// apiError or in the table clientErrors; any other is a 500. After
// [db.ErrReplaced] the responder is called again, with the new index.
type responder func(*Handler, *request) (*response, error)

// pageRoutes are the routes of the parts of manuals and hosts. Pages of other origins may
// request exports and files, but not pages.
var pageRoutes = map[string]route{
	"":                    {endpoint: EndpointPage, answer: checkAccess((*Handler).page)},
	manual.ExportPath:     {endpoint: EndpointExports, answer: checkAccess((*Handler).export)},
	hosts.ExportPrefix:    {endpoint: EndpointExports, answer: checkAccess((*Handler).export), allowsAnyOrigin: true},
	manual.FeedPath:       {endpoint: EndpointExports, answer: checkAccess((*Handler).export), allowsAnyOrigin: true},
	hosts.FilePrefix:      {endpoint: EndpointFiles, answer: checkAccess((*Handler).file), allowsAnyOrigin: true},
	manual.FilesZipPath:   {endpoint: EndpointZip, answer: checkAccess((*Handler).filesArchive), allowsAnyOrigin: true},
	manual.BrandZipPath:   {endpoint: EndpointZip, answer: checkAccess((*Handler).brandArchive), allowsAnyOrigin: true},
	manual.ReleasesPath:   {endpoint: EndpointReleases, answer: checkAccess((*Handler).export)},
	manual.ReleasesList:   {endpoint: EndpointReleases, answer: checkAccess((*Handler).export), allowsAnyOrigin: true},
	hosts.ReleasePrefix:   {endpoint: EndpointReleases, answer: checkAccess((*Handler).released), allowsAnyOrigin: true},
	manual.ManualListPath: {endpoint: EndpointBrandList, answer: (*Handler).siteOrBrandList},
	manual.RobotsPath:     {endpoint: EndpointRobots, answer: hostList(mediaText, pages.MakeRobots)},
	manual.SitemapPath:    {endpoint: EndpointRobots, answer: hostList(mediaXML, pages.MakeSitemap)},
	manual.CatalogPath: {
		endpoint: EndpointLLMs, answer: hostList(mediaLinkset, pages.MakeCatalog), allowsAnyOrigin: true,
	},
	manual.LLMsPath:    {endpoint: EndpointLLMs, answer: (*Handler).llms},
	manual.SkillsPath:  {endpoint: EndpointLLMs, answer: (*Handler).skills, allowsAnyOrigin: true},
	manual.FaviconPath: {endpoint: EndpointIcon, answer: hostIcon(manual.IconDocument)},
	manual.TouchPath:   {endpoint: EndpointIcon, answer: hostIcon(manual.TouchDocument)},
	// Error pages load these files of the program too.
	hosts.PageFilePrefix: {endpoint: EndpointPageFile, answer: (*Handler).pageFile},
}

// apiRoutes are the routes of the JSON API. A router finds them by their paths, and the parameter
// slug in these.
var apiRoutes = map[string]route{
	manual.ManualsPath + ":slug": {
		endpoint: EndpointManual, answer: (*Handler).manual, allowsAnyOrigin: true,
	},
	manual.ManualsPath + ":slug" + manual.TokensSuffix: {
		endpoint: EndpointTokens, answer: (*Handler).tokens, allowsAnyOrigin: true,
	},
	manual.OpenAPIPath: {
		endpoint: EndpointOpenAPI, answer: (*Handler).openAPIDocument, allowsAnyOrigin: true,
	},
}

// routeOf returns the route of a request: of a document of the JSON API, of a page, of a health check, or
// of an unknown path. If the base URL has a path, only paths below that and health checks are known.
func (h *Handler) routeOf(rq *request) route {
	if rq.URL.Path == manual.HealthPath {
		return route{endpoint: EndpointHealth, answer: (*Handler).health}
	}
	if rq.URL.Path == manual.ReadyPath {
		return route{endpoint: EndpointReady, answer: (*Handler).health}
	}
	sitePath, ok := rq.scope.CutBasePath(rq.URL.Path)
	if !ok {
		isPage := !strings.HasPrefix(rq.URL.Path, manual.APIPrefix)
		path := hosts.Path{Target: hosts.NoTarget}
		return route{answer: notFound, path: path, isOutsideAPI: isPage, allowsAnyOrigin: !isPage}
	}
	r := h.pageOrAPIRoute(rq, sitePath)
	if hasEncodedSlash(rq.URL) {
		r.answer = notFound
	}
	return r
}

// pageOrAPIRoute returns the route of a path below that of the base URL.
func (h *Handler) pageOrAPIRoute(rq *request, sitePath string) route {
	if strings.HasPrefix(sitePath, manual.APIPrefix) {
		return h.apiRoute(rq, sitePath)
	}
	return h.pageRoute(rq, sitePath)
}

// apiRoute returns the route of a path under /api/.
func (h *Handler) apiRoute(rq *request, path string) route {
	handle, params, _ := h.router.Lookup(http.MethodGet, path)
	if handle != nil && rq.isRead() {
		handle(nil, rq.Request, nil) // as newRouter says, this only sets rq.Pattern to the path of the route
		r := apiRoutes[rq.Pattern]
		r.documentName = params.ByName("slug")
		return r
	}
	if rq.Method == http.MethodOptions {
		return route{endpoint: EndpointPreflight, answer: notFound, allowsAnyOrigin: true}
	}
	return route{answer: notFound, allowsAnyOrigin: true}
}

// newRouter returns a router that finds which of the paths of apiRoutes a request asks for. It answers
// none: the handle of a path only sets [http.Request.Pattern] to that path, the key in apiRoutes, because
// the checks come before the answer.
func newRouter() *httprouter.Router {
	router := new(httprouter.Router)
	for path := range apiRoutes {
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
func (h *Handler) pageRoute(rq *request, sitePath string) route {
	path := hosts.Parse(sitePath)
	isAgents := path.Target == manual.AgentsPath ||
		hosts.Parse(strings.TrimSuffix(sitePath, "/")).Target == manual.AgentsPath
	if h.options.Agents != nil && isAgents {
		return route{endpoint: EndpointAgents, answer: (*Handler).agents, path: path, allowsAnyOrigin: true}
	}
	r, known := pageRoutes[path.Target]
	if !known {
		r = route{endpoint: EndpointPage, answer: notFound}
	}
	r.path = path
	r.sitePath = sitePath
	r.isOutsideAPI = true
	r.addsReload = h.options.Dev
	if path.Target == hosts.PageFilePrefix {
		return r
	}
	if rq.Method == http.MethodPost {
		r.endpoint = EndpointPassword
		r.answer = (*Handler).enterPassword
	}
	if rq.scope.IsWWW {
		r.answer = (*Handler).redirectFromWWW
		return r
	}
	isSiteRoot := path.IsRoot() && rq.scope.Brand == nil
	if rq.scope.AllBrands && (isSiteRoot || path.Target == manual.BrandsPath) {
		r.endpoint = EndpointSiteList
		r.answer = (*Handler).siteOrBrandList
	}
	return r
}

// redirectFromWWW redirects every page on www. before the site's host to the site's host: pages are there alone.
func (h *Handler) redirectFromWWW(rq *request) (*response, error) {
	query := ""
	if rq.URL.RawQuery != "" {
		query = "?" + rq.URL.RawQuery
	}
	site := rq.index.Site
	below := &url.URL{Path: rq.sitePath, RawPath: rq.URL.RawPath}
	location := site.String() + strings.TrimSuffix(below.EscapedPath(), "/") + query
	return h.redirect(rq, http.StatusPermanentRedirect, location, maxAge(time.Time{}, rq.now)), nil
}

// isHealth reports whether the route is a health check.
func (r route) isHealth() bool { return r.endpoint == EndpointHealth || r.endpoint == EndpointReady }

// isHealthOrPageFile reports whether everybody gets what the route names, before the store is ready and
// without a rate limit.
func (r route) isHealthOrPageFile() bool { return r.isHealth() || r.endpoint == EndpointPageFile }

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
