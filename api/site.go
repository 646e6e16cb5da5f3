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

// An indexCache keeps what the handler makes of an index when it is first asked for: lists of manuals,
// the Link fields of manuals, and the policies of pages.
type indexCache struct {
	index   *db.Index
	version string   // random, differs for each index
	links   sync.Map // of manuals, as the value of Link: *db.Head → string

	mu       sync.Mutex
	lists    map[listKey]listing
	policies map[string]string // of pages, by tag
}

// A listKey identifies a list of manuals on a host.
type listKey struct {
	part  string // its path
	scope hosts.Scope
}

// A listing is a list of manuals, until one of them ends.
type listing struct {
	static
	until time.Time // zero if none of them ends
}

// indexCacheOf returns what is kept for an index, and forgets what was kept for another.
func (h *Handler) indexCacheOf(ix *db.Index) *indexCache {
	h.indexCacheMu.Lock()
	defer h.indexCacheMu.Unlock()
	if h.indexCache == nil || h.indexCache.index != ix {
		h.indexCache = &indexCache{
			index: ix, version: rand.Text(), lists: make(map[listKey]listing), policies: make(map[string]string),
		}
	}
	return h.indexCache
}

// list returns the response with the list that the request's path names on its host. It is
// drawn when it is first read, and again when a manual has ended. Requests that come meanwhile
// draw it too, and wait for no other. The error is errNotFound if draw returns no bytes.
func (h *Handler) list(rq *request, mediaType string, draw func() ([]byte, time.Time, error)) (*response, error) {
	kept, key := h.indexCacheOf(rq.index), listKey{rq.path.Target, rq.scope}
	if l, ok := kept.find(key, rq.now); ok {
		return l.respond(rq, maxAge(l.until, rq.now))
	}
	body, until, err := draw()
	if err != nil {
		return nil, err
	}
	if body == nil {
		return nil, errNotFound
	}
	l := listing{newStatic(body, mediaType).compressed(), until}
	kept.keep(key, l)
	return l.respond(rq, maxAge(l.until, rq.now))
}

// find returns a kept list, and false if there is none or one of its manuals has ended.
func (c *indexCache) find(key listKey, now time.Time) (listing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, ok := c.lists[key]
	return l, ok && (l.until.IsZero() || now.Before(l.until))
}

func (c *indexCache) keep(key listKey, l listing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lists[key] = l
}

// siteOrBrandList responds with the page that lists the public manuals of a brand, or those of
// the site: at its root or, if a brand is at home there, those of the other brands at a
// path. The error is errNotFound if there are none, except at the root of the site.
func (h *Handler) siteOrBrandList(rq *request) (*response, error) {
	site, b := rq.index.Site, rq.scope.Brand
	i := pages.ManualList{Address: site.String()}
	scope := hosts.Scope{AllBrands: true}
	isSiteList := rq.endpoint != EndpointBrandList && !rq.path.IsRoot()
	if rq.endpoint == EndpointBrandList && b == nil || isSiteList && b == nil && !h.options.Dev {
		return nil, errNotFound
	}
	if rq.endpoint == EndpointBrandList {
		i.Brand = b
		i.Address = site.BrandAddress(b.BrandSettings) + manual.ManualListPath
		scope = hosts.Scope{Brand: b}
	}
	if isSiteList {
		i.Address += manual.BrandsPath
		i.Here = b == nil
	}
	rs, err := h.list(rq, mediaPage, func() (body []byte, until time.Time, err error) {
		i.Listed, until = pages.Listed(rq.index, scope, rq.now)
		i.Listed = slices.DeleteFunc(i.Listed, func(m *db.Head) bool { return i.Brand == nil && m.Brand == b })
		if len(i.Listed) == 0 && !rq.path.IsRoot() {
			return nil, until, nil
		}
		i.Look = pages.NewHostLook(site, rq.scope)
		body, err = h.options.Pages.List(i)
		return body, until, err
	})
	if err != nil {
		return nil, err
	}
	if rq.path.StaticEnding {
		return h.redirect(rq, http.StatusPermanentRedirect, rq.path.OfHost(rq.scope), rs.cacheControl), nil
	}
	rs.vary = varySession // which may open the page of a brand's own domain in place of the site's list
	h.addSecurityFields(rq, rs, true)
	return rs, nil
}

// pageFile responds with a style sheet, a script or an icon that pages load.
func (h *Handler) pageFile(rq *request) (*response, error) {
	if a, ok := h.pageFiles[rq.sitePath]; ok {
		return a.respond(rq, cacheForever)
	}
	if icon, ok := h.options.Pages.Icon(rq.sitePath); ok {
		return newStatic(icon.Body, icon.Type).respond(rq, cacheForever)
	}
	return h.reloadFile(rq)
}

// skills responds with the index of a host's skills, with the digest of each.
func (h *Handler) skills(rq *request) (*response, error) {
	return h.list(rq, mediaJSON, func() ([]byte, time.Time, error) {
		return pages.MakeSkills(rq.index, rq.scope, rq.now, func(m *db.Head) ([32]byte, error) {
			return h.cache.Hash(rq.Context(), rq.index, m, manual.SkillDocument)
		})
	})
}

// hostList returns the responder of a list for programs.
func hostList(mediaType string, draw func(*db.Index, hosts.Scope, time.Time) ([]byte, time.Time, error)) responder {
	return func(h *Handler, rq *request) (*response, error) {
		return h.list(rq, mediaType, func() ([]byte, time.Time, error) { return draw(rq.index, rq.scope, rq.now) })
	}
}
