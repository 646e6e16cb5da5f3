package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
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

	mu   sync.Mutex
	made sitePages
}

// An asset is a file that pages use, as it is served.
type asset struct {
	static
	mediaType string
}

// sitePages are the pages that are made of an index, kept until there is
// another one.
type sitePages struct {
	of     *db.Index
	known  map[*db.Brand]bool   // brands that anyone may know of
	errors map[errorPage][]byte // made so far
	index  *static              // nil before it is made
	ends   time.Time            // when the first of the manuals listed ends, or zero
}

// An errorPage names a page of sitePages.
type errorPage struct {
	status int
	brand  *db.Brand // whose it looks like, or nil
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
		made.assets[path] = asset{newStatic(a.Body), a.Type}
	}
	return made, nil
}

// asset is the endpoint of the files that pages use.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.URL) {
		return nil, errNotFound
	}
	if a, ok := h.site.assets[path]; ok {
		return a.respond(rq, a.mediaType, forGood)
	}
	if rs := h.site.dev.asset(h, rq); rs != nil {
		return rs, nil
	}
	if made, ok := h.site.Icon(path); ok {
		document := plain(made.Body)
		return document.respond(rq, made.Type, forGood)
	}
	return nil, errNotFound
}

// robots is the endpoint of robots.txt and llms.txt: what search engines may
// ask the host for, and what programs that read text find there.
func (h *Handler) robots(rq *request) (*response, error) {
	s := rq.index.Scope(rq.Host)
	var text string
	var ends time.Time
	var ok bool
	if rq.path.Part == pages.Robots {
		rq.observation.Endpoint = EndpointRobots
		text, ends, ok = pages.MakeRobots(s, rq.now)
	} else {
		rq.observation.Endpoint = EndpointLLMs
		text, ends, ok = pages.MakeLLMs(rq.index, s, rq.now)
	}
	if !ok {
		return nil, errNotFound
	}
	document := plain([]byte(text))
	return document.respond(rq, mediaText, maxAge(ends, rq.now))
}

// siteIndex answers with the page at the root of the site: it lists the public
// manuals, with the addresses of their pages.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	page, ends, err := h.site.indexPage(rq.index, rq.now)
	if err != nil {
		return nil, fmt.Errorf("making the index of the site: %w", err)
	}
	rs, err := page.respond(rq, mediaPage, maxAge(ends, rq.now))
	if err == nil {
		h.protect(rq, rs, true)
	}
	return rs, err
}

// indexPage returns the page of the index at now, and until when it holds; the
// zero time for no end.
func (s *site) indexPage(ix *db.Index, now time.Time) (*static, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := s.pagesOf(ix)
	if made.index == nil || !made.ends.IsZero() && !now.Before(made.ends) {
		listed, ends := pages.Listed(ix, now)
		body, err := s.Index(ix.Site, listed)
		if err != nil {
			return nil, time.Time{}, err
		}
		page := newStatic(body)
		made.index, made.ends = &page, ends
	}
	return made.index, made.ends, nil
}

// errorPage returns the page of a status, in the look of the host's brand
// where anyone may know of that: the same for every path of the host.
func (h *Handler) errorPage(rq *request, status int) []byte {
	h.site.mu.Lock()
	defer h.site.mu.Unlock()
	made := h.site.pagesOf(rq.index)
	of := errorPage{status, pages.HostBrand(rq.index.Scope(rq.Host), made.known)}
	if made.errors[of] == nil {
		made.errors[of] = h.site.Error(status, of.brand)
	}
	return made.errors[of]
}

// hostBrand returns the brand of the request's host where anyone may know of
// it, else nil.
func (h *Handler) hostBrand(rq *request) *db.Brand {
	h.site.mu.Lock()
	defer h.site.mu.Unlock()
	return pages.HostBrand(rq.index.Scope(rq.Host), h.site.pagesOf(rq.index).known)
}

// pagesOf returns the pages of an index. The caller holds mu.
func (s *site) pagesOf(ix *db.Index) *sitePages {
	if s.made.of != ix {
		s.made = sitePages{of: ix, known: pages.KnownBrands(ix), errors: make(map[errorPage][]byte)}
	}
	return &s.made
}
