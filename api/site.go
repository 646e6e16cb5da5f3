package api

import (
	"crypto/rand"
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
	dev        *Dev       // nil for none
	checker    *pages.Checker
	forms      *http.CrossOriginProtection
	tries      *limiter.Limiter // of wrong passwords, by address
	triesStore *ratelimit.Store

	mu   sync.Mutex
	made *sitePages // of the index that was asked for last
}

// An asset is a file that pages use, as it is served.
type asset struct {
	static
	mediaType string
}

// sitePages are the pages that are made of an index.
type sitePages struct {
	of     *db.Index
	name   string             // another one for each index
	known  map[*db.Brand]bool // brands that anyone may know of
	errors sync.Map           // errorPage → []byte, those made so far

	mu    sync.Mutex
	index *static   // nil before it is made
	ends  time.Time // when the first of the manuals listed ends, or zero
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
		Pages: o.Pages, assets: make(map[string]asset, len(o.Pages.Assets)), dev: o.Dev,
		checker: pages.NewChecker(), forms: http.NewCrossOriginProtection(), triesStore: ratelimit.NewStore(trySlots, now),
	}
	made.tries = limiter.New(made.triesStore, limiter.Rate{Period: time.Minute, Limit: triesPerMinute})
	if o.SessionKey != nil {
		key := pages.NewKey(o.SessionKey)
		made.sessionKey = &key
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
	if rs := h.reloadAsset(rq); rs != nil {
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
	list, as := pages.MakeRobots, EndpointRobots
	if rq.path.Part == pages.LLMs {
		list, as = pages.MakeLLMs, EndpointLLMs
	}
	rq.observation.Endpoint = as
	text, ends, ok := list(rq.index, rq.index.Scope(rq.Host), rq.now)
	if !ok {
		return nil, errNotFound
	}
	document := plain([]byte(text))
	return document.respond(rq, mediaText, maxAge(ends, rq.now))
}

// pages returns the pages of an index.
func (s *site) pages(ix *db.Index) *sitePages {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made == nil || s.made.of != ix {
		s.made = &sitePages{of: ix, name: rand.Text(), known: pages.KnownBrands(ix)}
	}
	return s.made
}

// siteIndex answers with the page at the root of the site: it lists the public
// manuals, with the addresses of their pages.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	made := h.site.pages(rq.index)
	made.mu.Lock()
	defer made.mu.Unlock()
	if made.index == nil || !made.ends.IsZero() && !rq.now.Before(made.ends) {
		listed, ends := pages.Listed(rq.index, db.Scope{Site: true}, rq.now)
		body, err := h.site.Index(rq.index.Site, listed)
		if err != nil {
			return nil, fmt.Errorf("making the index of the site: %w", err)
		}
		page := newStatic(body)
		made.index, made.ends = &page, ends
	}
	rs, err := made.index.respond(rq, mediaPage, maxAge(made.ends, rq.now))
	if err == nil {
		h.protect(rq, rs, true)
	}
	return rs, err
}

// errorPage returns the page of a status, in the look of the host's brand
// where anyone may know of that: the same for every path of the host.
func (h *Handler) errorPage(rq *request, status int) []byte {
	made, of := h.site.pages(rq.index), errorPage{status, h.hostBrand(rq)}
	page, ok := made.errors.Load(of)
	if !ok {
		page, _ = made.errors.LoadOrStore(of, h.site.Error(status, of.brand))
	}
	return page.([]byte)
}

// hostBrand returns the brand of the request's host where anyone may know of
// it, else nil.
func (h *Handler) hostBrand(rq *request) *db.Brand {
	return pages.HostBrand(rq.index.Scope(rq.Host), h.site.pages(rq.index).known)
}
