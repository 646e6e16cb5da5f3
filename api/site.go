package api

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
)

// indexPages is what the handler makes of an index on the first request.
type indexPages struct {
	index   *db.Index
	version string // random, differs for each index

	mu   sync.Mutex
	list *static   // the page that lists the manuals, or nil
	ends time.Time // the earliest end date of these, or zero
}

// pagesFor returns the pages of an index, and keeps them until the index changes.
func (h *Handler) pagesFor(ix *db.Index) *indexPages {
	h.pagesMu.Lock()
	defer h.pagesMu.Unlock()
	if h.pages == nil || h.pages.index != ix {
		h.pages = &indexPages{index: ix, version: rand.Text()}
	}
	return h.pages
}

// siteIndex is the endpoint of the page at the root of the site, which lists the public manuals.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	made := h.pagesFor(rq.index)
	made.mu.Lock()
	defer made.mu.Unlock()
	if made.list == nil || !made.ends.IsZero() && !rq.now.Before(made.ends) {
		listed, ends := pages.Listed(rq.index, hosts.Scope{Site: true}, rq.now)
		body, err := h.options.Pages.Index(rq.index.Site, listed)
		if err != nil {
			return nil, fmt.Errorf("making the index of the site: %w", err)
		}
		page := newStatic(body, mediaPage).compressed()
		made.list, made.ends = &page, ends
	}
	rs, err := made.list.respond(rq, maxAge(made.ends, rq.now))
	h.setPageFields(rq, rs, true)
	return rs, err
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

// robots is the endpoint of robots.txt.
func (h *Handler) robots(rq *request) (*response, error) {
	text, ends, ok := pages.MakeRobots(rq.scope, rq.now)
	if !ok {
		return nil, errNotFound
	}
	return newStatic([]byte(text), mediaText).respond(rq, maxAge(ends, rq.now))
}

// llms is the endpoint of llms.txt.
func (h *Handler) llms(rq *request) (*response, error) {
	text, ends, ok := pages.MakeLLMs(rq.index, rq.scope, rq.now)
	if !ok {
		return nil, errNotFound
	}
	return newStatic([]byte(text), mediaText).respond(rq, maxAge(ends, rq.now))
}

// skills is the endpoint of the index of skills.
func (h *Handler) skills(rq *request) (*response, error) {
	index, ends, ok := pages.MakeSkills(rq.index, rq.scope, rq.now)
	if !ok {
		return nil, errNotFound
	}
	return newStatic(index, mediaJSON).respond(rq, maxAge(ends, rq.now))
}
