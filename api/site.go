package api

import (
	"crypto/rand"
	"net/http"
	"slices"
	"sync"
	"time"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// indexPages is what the handler makes of an index on the first request.
type indexPages struct {
	index   *db.Index
	version string // random, differs for each index

	mu    sync.Mutex
	lists map[listKey]listing
}

// A listKey identifies a list of manuals on a host.
type listKey struct {
	part  hosts.Part
	scope hosts.Scope
}

// A listing is a list of manuals, until one of them ends.
type listing struct {
	static
	during pages.Period
}

// pagesFor returns the pages of an index, and keeps them until the index changes.
func (h *Handler) pagesFor(ix *db.Index) *indexPages {
	h.pagesMu.Lock()
	defer h.pagesMu.Unlock()
	if h.pages == nil || h.pages.index != ix {
		h.pages = &indexPages{index: ix, version: rand.Text(), lists: make(map[listKey]listing)}
	}
	return h.pages
}

// list returns the response with the list that the request's path names on its host. It is
// made once for an index, and again when a manual has ended.
func (h *Handler) list(rq *request, mediaType string, make func() ([]byte, pages.Period, error)) (*response, error) {
	made, key := h.pagesFor(rq.index), listKey{rq.path.Part, rq.scope}
	made.mu.Lock()
	defer made.mu.Unlock()
	l, ok := made.lists[key]
	if !ok || !l.during.Has(rq.now) {
		body, during, err := make()
		if err != nil {
			return nil, err
		}
		l = listing{newStatic(body, mediaType).compressed(), during}
		made.lists[key] = l
	}
	return l.respond(rq, maxAge(l.during.Ends, rq.now))
}

// siteIndex is the endpoint of the page that lists the public manuals of the site: at
// its root or, if a brand is at home there, those of the other brands at a path.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	scope, site := hosts.Scope{Site: true}, rq.index.Site
	address := site.String()
	if rq.scope.Brand != nil {
		address += manual.BrandsPath
	}
	return h.index(rq, func() (pages.Index, pages.Period) {
		listed, during := pages.Listed(rq.index, scope, rq.now)
		listed = slices.DeleteFunc(listed, func(e *db.Manual) bool { return e.Brand == rq.scope.Brand })
		return pages.Index{Address: address, Listed: listed}, during
	})
}

// brandIndex is the endpoint of the page that lists the public manuals of the brand.
func (h *Handler) brandIndex(rq *request) (*response, error) {
	b := rq.scope.Brand
	if b == nil {
		return nil, errNotFound
	}
	return h.index(rq, func() (pages.Index, pages.Period) {
		listed, during := pages.Listed(rq.index, hosts.Scope{Brand: b}, rq.now)
		return pages.Index{Address: rq.index.Site.BrandAddress(b.Brand) + manual.IndexPath, Brand: b, Listed: listed}, during
	})
}

// index returns the response with a page that lists manuals. The error is errNotFound
// if there are none, except at the root of the site.
func (h *Handler) index(rq *request, find func() (pages.Index, pages.Period)) (*response, error) {
	rs, err := h.list(rq, mediaPage, func() ([]byte, pages.Period, error) {
		i, during := find()
		if len(i.Listed) == 0 && !rq.path.IsRoot() {
			return nil, during, errNotFound
		}
		i.Look = pages.NewLook(rq.index.Site, rq.scope)
		body, err := h.options.Pages.Index(i)
		return body, during, err
	})
	if err != nil {
		return nil, err
	}
	if rq.path.Alias {
		rs = &response{status: http.StatusPermanentRedirect, cache: rs.cache, vary: varySession}
		rs.add("Location", rq.path.OfHost(rq.scope))
	}
	h.setPageFields(rq, rs, true)
	return rs, nil
}

// asset is the endpoint of assets.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.URL) {
		return nil, errNotFound
	}
	if a, ok := h.assets[path]; ok {
		return a.respond(rq, cacheForever)
	}
	if made, ok := h.options.Pages.Icon(path); ok {
		return newStatic(made.Body, made.Type).respond(rq, cacheForever)
	}
	return h.reloadAsset(rq)
}

// hostList returns the endpoint of a list for programs.
func (h *Handler) hostList(mediaType string, make func(*db.Index, hosts.Scope, time.Time) ([]byte, pages.Period, bool)) endpoint {
	return func(rq *request) (*response, error) {
		return h.list(rq, mediaType, func() ([]byte, pages.Period, error) {
			body, during, ok := make(rq.index, rq.scope, rq.now)
			if !ok {
				return nil, during, errNotFound
			}
			return body, during, nil
		})
	}
}
