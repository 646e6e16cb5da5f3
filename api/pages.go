package api

import (
	"net/http"
	"strings"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// servePage answers for a path outside of /api/.
func (h *Handler) servePage(w http.ResponseWriter, rq *request) {
	rq.page = true
	if h.site.dev != nil {
		rq.Header.Del("Accept-Encoding") // its pages are added to as they go out
	}
	as := &rq.observation.Endpoint
	var ok bool
	if rq.path, ok = pages.Parse(pathOf(rq)); !ok && strings.HasPrefix(rq.URL.Path, pages.AssetPath) {
		*as = EndpointAsset
		h.serveAsset(w, rq)
		return
	}
	*as = EndpointPage
	answer := h.manualPage
	switch path := pathOf(rq); {
	case !ok:
		answer = func(*request) (*response, error) { return nil, errNotFound }
	case path == pages.Robots:
		answer = h.robots
	case path == pages.LLMs:
		answer = h.llms
	case path == pages.Favicon:
		answer = h.favicon
	case rq.path.Part == pages.Export || rq.path.Part == pages.Document:
		*as = EndpointExports
	case rq.path.Part == pages.File:
		*as, rq.uncounted = EndpointFiles, true
	case rq.path.Part == pages.Zip:
		*as = EndpointZip
	}
	rq.shared = rq.path.Shared()
	if !isReading(rq.Request) {
		s := rq.index.Scope(rq.Host)
		e := pages.Find(s, rq.path)
		rq.form = rq.path.HasForm() && pages.AsksPassword(e, rq.now) && rq.path.IsHome(s, e)
	}
	h.serve(w, rq, answer)
}

// pathOf returns the decoded path of a request; an absolute-form target may
// have none (RFC 9112, section 3.2.2).
func pathOf(rq *request) string {
	if rq.URL.Path == "" {
		return pages.Root
	}
	return rq.URL.Path
}

// manualPage is the endpoint of all that lies at a manual's address: its
// page, its exports and its files.
func (h *Handler) manualPage(rq *request) (*response, error) {
	s := rq.index.Scope(rq.Host)
	if s.Site && pathOf(rq) == pages.Root {
		rq.observation.Endpoint = EndpointIndex
		return h.siteIndex(rq)
	}
	e := pages.Find(s, rq.path)
	form := rq.path.HasForm() && pages.AsksPassword(e, rq.now)
	if rq.Method == http.MethodPost {
		if !form || !rq.path.IsHome(s, e) { // an update has taken the form away
			return nil, errMethod
		}
		rq.observation.Endpoint = EndpointPassword
		return h.enter(rq, e, rq.path.Home(s, e))
	}
	preview := h.site.dev.previews(rq)
	may := h.mayOpen(rq, e)
	if err := rq.authorize(e, may || form || preview); err != nil {
		return nil, err
	}
	switch {
	case preview:
		return h.beginSession(rq, e, rq.path.Home(s, e))
	case !rq.path.IsHome(s, e):
		return h.moved(rq, e, rq.path.Home(s, e)), nil
	case !may:
		return h.ask(rq, http.StatusOK, pages.Form{}), nil
	}
	switch rq.path.Part {
	case pages.Export:
		return h.published(rq, e, manual.ExportDocument)
	case pages.Document:
		return h.export(rq, e)
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
func (h *Handler) mayOpen(rq *request, e db.Entry) bool {
	if rq.mayRead(e) {
		return true
	}
	if len(rq.Header["Cookie"]) == 0 {
		return false
	}
	key, ok := h.sessionKey(rq)
	if !ok {
		return false
	}
	if !e.IsZero() && !(e.Visibility() == manual.Password && e.Password() != "" || h.site.dev != nil) {
		e = db.Entry{}
	}
	return key.In(rq.Request, e, rq.index.Site, rq.now)
}

// sessionKey returns the key of page sessions; it is not ok where there is
// none yet, so that nothing is signed with it.
func (h *Handler) sessionKey(rq *request) (pages.Key, bool) {
	if key := h.site.sessionKey; key != nil {
		return *key, true
	}
	return rq.index.SessionKey()
}

// favicon is the endpoint of the icon of the page at the root of a host.
func (h *Handler) favicon(rq *request) (*response, error) {
	rq.observation.Endpoint = EndpointIcon
	e := pages.Find(rq.index.Scope(rq.Host), pages.Path{})
	if err := rq.authorize(e, h.mayOpen(rq, e)); err != nil {
		return nil, err
	}
	return h.published(rq, e, manual.IconDocument)
}

// published returns a document of a manual that people look at.
func (h *Handler) published(rq *request, e db.Entry, kind manual.DocumentKind) (*response, error) {
	if _, ok := e.Document(kind); !ok { // published by a program that made none
		return nil, errNotFound
	}
	rs, err := h.document(rq, e, kind)
	if err != nil {
		return nil, err
	}
	if !e.Visibility().Open() {
		rs.cache = noStore
	}
	if e.Visibility() == manual.Password {
		rs.vary = varySession
	}
	return h.asPage(rq, rs, e.Visibility() == manual.Public), nil
}

// asPage returns the response with the fields of a page.
func (h *Handler) asPage(rq *request, rs *response, listed bool) *response {
	if rs.bare {
		return rs
	}
	rs.more = append(rs.more, h.securityFields(rq, listed)...)
	return rs
}

// securityFields returns what keeps a page to itself: other sites cannot frame it,
// script it or load it as something else, are not told its address, and get no
// device through it. Search engines get it only where it is listed. Browsers
// complain of a Cross-Origin-Opener-Policy that comes over http.
func (h *Handler) securityFields(rq *request, listed bool) []field {
	fields := []field{
		{"Content-Security-Policy", h.site.Policy},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
		{"Referrer-Policy", "same-origin"},
	}
	if rq.index.Site.Scheme == "https" {
		fields = append(fields, field{"Cross-Origin-Opener-Policy", "same-origin"})
	}
	if !listed {
		fields = append(fields, field{"X-Robots-Tag", "noindex"})
	}
	return fields
}

// moved leads to the one path that a part of a manual has on a host, for
// whoever may read it. It holds as long as the page itself may be stored. Its
// location is a path alone, so that no address is made from a request.
func (h *Handler) moved(rq *request, e db.Entry, home string) *response {
	rs := &response{status: http.StatusPermanentRedirect, cache: noStore, vary: varySession, more: []field{{"Location", home}}}
	if e.Visibility().Open() {
		rs.cache = maxAge(e.ExpiresAt(), rq.now)
	}
	return h.asPage(rq, rs, false)
}
