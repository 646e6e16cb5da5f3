package api

import (
	"net/http"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// routePage returns the endpoint of a path outside of /api/.
func (h *Handler) routePage(rq *request) endpoint {
	rq.page, rq.endpoint = true, EndpointPage
	if h.options.Dev {
		rq.Header.Del("Accept-Encoding") // its pages are added to as they go out
	}
	rq.path = pages.Parse(rq.URL.Path)
	rq.shared = rq.path.Shared()
	if rq.Method != http.MethodGet && rq.Method != http.MethodHead {
		e := pages.Find(rq.scope, rq.path)
		rq.form = rq.path.AsksPassword(e, rq.now) && rq.path.IsHome(rq.scope, e)
	}
	switch rq.path.Part {
	case pages.Nothing:
		return nothing
	case pages.AssetFile:
		// Assets are the program's and tell nothing of what is in the store: a
		// page that says why there is no other one needs them.
		rq.endpoint, rq.free = EndpointAsset, true
		return h.asset
	case pages.Robots, pages.LLMs:
		return h.robots
	case pages.Favicon:
		return h.favicon
	case pages.Export, pages.Document:
		rq.endpoint = EndpointExports
	case pages.File:
		rq.endpoint, rq.uncounted = EndpointFiles, true
	case pages.Zip:
		rq.endpoint = EndpointZip
	}
	return h.manualPage
}

// manualPage is the endpoint of all that lies at a manual's address: its
// page, its exports and its files. The index is at the root of the site.
func (h *Handler) manualPage(rq *request) (*response, error) {
	if rq.scope.Site && rq.path.IsRoot() {
		rq.endpoint = EndpointIndex
		return h.siteIndex(rq)
	}
	e := pages.Find(rq.scope, rq.path)
	form, preview := rq.path.AsksPassword(e, rq.now), h.previews(rq)
	if rq.Method == http.MethodPost {
		if !form || !rq.path.IsHome(rq.scope, e) { // an update has taken the form away
			return nil, errMethod
		}
		rq.endpoint = EndpointPassword
		return h.enter(rq, e)
	}
	may := h.mayOpen(rq, e)
	if err := rq.authorize(e, may || form || preview); err != nil {
		return nil, err
	}
	switch {
	case preview:
		return h.beginSession(rq, e)
	case !rq.path.IsHome(rq.scope, e):
		return h.moved(rq, e), nil
	case !may:
		return h.ask(rq, http.StatusOK, pages.Form{}), nil
	}
	switch rq.path.Part {
	case pages.Export:
		return h.published(rq, e, manual.ExportDocument)
	case pages.Document:
		return h.published(rq, e, exportKind(rq.path.Name))
	case pages.File:
		return h.file(rq, e)
	case pages.Zip:
		return h.archive(rq, e)
	}
	return h.published(rq, e, manual.PageDocument)
}

// mayOpen tells whether the request may read the manual's page: whoever may
// read the manual may, and whoever has entered its password. Where the manual
// is not one that has a password, the same is done in vain.
func (h *Handler) mayOpen(rq *request, e *db.Entry) bool {
	if rq.mayRead(e) {
		return true
	}
	key, ok := h.sessionKey(rq)
	if !ok || len(rq.Header["Cookie"]) == 0 {
		return false
	}
	if e != nil && !h.options.Dev && (e.Visibility != manual.Password || e.Password == "") {
		e = nil
	}
	return key.In(rq.Request, e, rq.index.Site, rq.now)
}

// favicon is the endpoint of the icon of the page at the root of a host.
func (h *Handler) favicon(rq *request) (*response, error) {
	rq.endpoint = EndpointIcon
	e := pages.Find(rq.scope, pages.Path{})
	if err := rq.authorize(e, h.mayOpen(rq, e)); err != nil {
		return nil, err
	}
	return h.published(rq, e, manual.IconDocument)
}

// moved leads whoever may read a part of a manual to the one path that it has
// on a host: a path alone, so that no address is made from a request.
func (h *Handler) moved(rq *request, e *db.Entry) *response {
	rs := &response{status: http.StatusPermanentRedirect, cache: rq.cacheOf(e), vary: varySession}
	rs.add("Location", rq.path.Home(rq.scope, e))
	h.protect(rq, rs, false)
	return rs
}

// protect adds what keeps a page to itself: other sites cannot frame it,
// script it or load it as something else, are not told its address, and get no
// device through it. Search engines get it only where it is listed.
func (h *Handler) protect(rq *request, rs *response, listed bool) {
	rs.add("Content-Security-Policy", h.options.Pages.Policy)
	rs.add("Cross-Origin-Resource-Policy", "same-origin")
	rs.add("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
	rs.add("Referrer-Policy", "same-origin")
	if rq.index.Site.Scheme == "https" { // browsers complain of it over http
		rs.add("Cross-Origin-Opener-Policy", "same-origin")
	}
	if !listed {
		rs.add("X-Robots-Tag", "noindex")
	}
}

// share says who may load a file of the manual: pages of any origin where
// anyone may read the manual, else, or where it is licensed for it alone, its own.
func (rq *request) share(rs *response, e *db.Entry, licensed bool) {
	rs.closed = licensed || !e.Visibility.Open()
	policy := "cross-origin"
	if rs.closed || rq.credentials.sent {
		policy = "same-origin"
	}
	rs.add("Cross-Origin-Resource-Policy", policy)
	if e.Visibility != manual.Public {
		rs.add("X-Robots-Tag", "noindex")
	}
}
