package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/db/manual"
)

// A site is what people open, as it is served.
type site struct {
	*pages.Pages
	assets     map[string]asset
	sessionKey *pages.Key // nil for that of the store
	dev        *dev       // nil for none
	checker    *pages.Checker
	forms      *http.CrossOriginProtection
	tries      *limiter.Limiter // of wrong passwords, by address
	triesStore *ratelimit.Store

	mu     sync.Mutex
	index  siteIndex
	errors errorPages
}

// An asset is a file that pages use, as it is served.
type asset struct {
	static
	mediaType string
}

func newSite(o *Options, now func() time.Time) (*site, error) {
	if strings.ContainsAny(o.Pages.Policy, "\r\n") {
		return nil, fmt.Errorf("a Content-Security-Policy of several lines: %q", o.Pages.Policy)
	}
	made := &site{
		Pages: o.Pages, assets: make(map[string]asset, len(o.Pages.Assets)), checker: pages.NewChecker(), forms: http.NewCrossOriginProtection(),
		triesStore: ratelimit.NewStore(trySlots, now),
	}
	made.tries = limiter.New(made.triesStore, limiter.Rate{Period: time.Minute, Limit: triesPerMinute})
	if o.SessionKey != nil {
		key := pages.NewKey(o.SessionKey)
		made.sessionKey = &key
	}
	if o.Dev != nil {
		made.dev = newDev(o.Dev)
	}
	for path, a := range o.Pages.Assets {
		document, err := newStatic(a.Body)
		if err != nil {
			return nil, err
		}
		made.assets[path] = asset{document, a.Type}
	}
	return made, nil
}

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
	rs.more = append(rs.more, h.fence(rq, listed)...)
	return rs
}

// fence returns what keeps a page to itself: other sites cannot frame it,
// script it or load it as something else, are not told its address, and get no
// device through it. Search engines get it only where it is listed. Browsers
// complain of a Cross-Origin-Opener-Policy that comes over http.
func (h *Handler) fence(rq *request, listed bool) []field {
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

// serveAsset answers for a path under /-/. Assets are the program's and tell
// nothing of what is in the store, so they are not counted, ask for no access
// and are there before the store is filled: a page that says why there is no
// other one needs them.
func (h *Handler) serveAsset(w http.ResponseWriter, rq *request) {
	err := rq.check(false)
	var rs *response
	if err == nil {
		rs, err = h.asset(rq)
	}
	h.end(w, rq, rs, err)
}

// asset returns the asset at the path of a request. The errors are
// errNotFound and errPrecondition.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.Request) {
		return nil, errNotFound
	}
	if a, ok := h.site.assets[path]; ok {
		return a.respond(rq.Header, a.mediaType, forGood)
	}
	if rs := h.site.dev.asset(h, rq); rs != nil {
		return rs, nil
	}
	if made, ok := h.site.Icon(path); ok {
		document := plain(made.Body)
		return document.respond(rq.Header, made.Type, forGood)
	}
	return nil, errNotFound
}

// robots is the endpoint of what search engines may ask the host for.
func (h *Handler) robots(rq *request) (*response, error) {
	rq.observation.Endpoint = EndpointRobots
	text, ends, ok := pages.MakeRobots(rq.index.Scope(rq.Host), rq.now)
	return listing(rq, text, ends, ok)
}

// llms is the endpoint of what programs that read text find on the host.
func (h *Handler) llms(rq *request) (*response, error) {
	rq.observation.Endpoint = EndpointLLMs
	text, ends, ok := pages.MakeLLMs(rq.index, rq.index.Scope(rq.Host), rq.now)
	return listing(rq, text, ends, ok)
}

func listing(rq *request, text string, ends time.Time, ok bool) (*response, error) {
	if !ok {
		return nil, errNotFound
	}
	document := plain([]byte(text))
	return document.respond(rq.Header, mediaText, maxAge(ends, rq.now))
}

// A siteIndex is the index page of the site, made anew when what it lists is
// another than before.
type siteIndex struct {
	page   static
	of     *db.Index // that the list was last taken from
	site   manual.Site
	listed []db.Entry // an entry that has changed is another one
	ends   time.Time  // when the first of the manuals listed ends, or zero
}

// siteIndex is the endpoint of the page at the root of the site: it lists the
// public manuals, with the addresses of their pages.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	page, ends, err := h.site.currentIndex(rq.index, rq.now)
	if err != nil {
		return nil, err
	}
	rs, err := page.respond(rq.Header, mediaPage, maxAge(ends, rq.now))
	if err != nil {
		return nil, err
	}
	return h.asPage(rq, rs, true), nil
}

// currentIndex returns the page of the index at now, and until when it holds;
// the zero time for no end.
func (s *site) currentIndex(ix *db.Index, now time.Time) (static, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := &s.index
	if made.of == ix && (made.ends.IsZero() || now.Before(made.ends)) {
		return made.page, made.ends, nil
	}
	listed, ends := pages.Listed(ix, now)
	if made.of == nil || ix.Site != made.site || !slices.Equal(listed, made.listed) {
		body, err := s.Index(ix.Site, listed)
		if err == nil {
			made.page, err = newStatic(body)
		}
		if err != nil {
			return static{}, time.Time{}, fmt.Errorf("making the index of the site: %w", err)
		}
		made.site, made.listed = ix.Site, listed
	}
	made.of, made.ends = ix, ends
	return made.page, ends, nil
}

// errorPages are the pages of errors that have been made.
type errorPages struct {
	of    *db.Index            // that the brands are of
	known map[*db.Brand]bool   // brands that anyone may know of
	pages map[errorPage][]byte // made so far
}

// An errorPage names a page of errorPages.
type errorPage struct {
	status int
	brand  *db.Brand // whose it looks like, or nil
}

// errorPage returns the page of a status, in the look of the host's brand
// where anyone may know of that: the same for every path of the host.
func (h *Handler) errorPage(rq *request, status int) []byte {
	brand := h.hostBrand(rq)
	h.site.mu.Lock()
	defer h.site.mu.Unlock()
	made, of := &h.site.errors, errorPage{status, brand}
	if made.pages[of] == nil {
		made.pages[of] = h.site.Error(status, brand)
	}
	return made.pages[of]
}

// hostBrand returns the brand of the request's host where anyone may know of
// it, else nil.
func (h *Handler) hostBrand(rq *request) *db.Brand {
	h.site.mu.Lock()
	defer h.site.mu.Unlock()
	made := &h.site.errors
	if made.of != rq.index {
		*made = errorPages{rq.index, pages.KnownBrands(rq.index), make(map[errorPage][]byte)}
	}
	return pages.HostBrand(rq.index.Scope(rq.Host), made.known)
}
