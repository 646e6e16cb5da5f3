package api

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
)

// indexPages are what is made of an index, beside the pages that it has.
type indexPages struct {
	of   *db.Index
	name string // another one for each index

	mu   sync.Mutex
	list *static   // the page that lists the manuals; nil before it is made
	ends time.Time // when the first of these ends, or zero
}

// pagesOf returns what is made of an index. It is kept of the one that was
// asked for last.
func (h *Handler) pagesOf(ix *db.Index) *indexPages {
	h.pagesMu.Lock()
	defer h.pagesMu.Unlock()
	if h.pages == nil || h.pages.of != ix {
		h.pages = &indexPages{of: ix, name: rand.Text()}
	}
	return h.pages
}

// siteIndex answers with the page at the root of the site: it lists the public
// manuals, with the addresses of their pages.
func (h *Handler) siteIndex(rq *request) (*response, error) {
	made := h.pagesOf(rq.index)
	made.mu.Lock()
	defer made.mu.Unlock()
	if made.list == nil || !made.ends.IsZero() && !rq.now.Before(made.ends) {
		listed, ends := pages.Listed(rq.index, db.Scope{Site: true}, rq.now)
		body, err := h.options.Pages.Index(rq.index.Site, listed)
		if err != nil {
			return nil, fmt.Errorf("making the index of the site: %w", err)
		}
		page := newStatic(body, mediaPage).compressed()
		made.list, made.ends = &page, ends
	}
	rs, err := made.list.respond(rq, maxAge(made.ends, rq.now))
	h.protect(rq, rs, true)
	return rs, err
}

// asset is the endpoint of the files that pages use.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.URL) {
		return nil, errNotFound
	}
	if a, ok := h.assets[path]; ok {
		return a.respond(rq, forGood)
	}
	if made, ok := h.options.Pages.Icon(path); ok {
		return newStatic(made.Body, made.Type).respond(rq, forGood)
	}
	return h.reloadAsset(rq)
}

// robots is the endpoint of robots.txt and llms.txt: what search engines may
// ask the host for, and what programs that read text find there.
func (h *Handler) robots(rq *request) (*response, error) {
	list, as := pages.MakeRobots, EndpointRobots
	if rq.path.Part == pages.LLMs {
		list, as = pages.MakeLLMs, EndpointLLMs
	}
	rq.endpoint = as
	text, ends, ok := list(rq.index, rq.scope, rq.now)
	if !ok {
		return nil, errNotFound
	}
	return newStatic([]byte(text), mediaText).respond(rq, maxAge(ends, rq.now))
}
