package api

import (
	"fmt"
	"slices"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

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
