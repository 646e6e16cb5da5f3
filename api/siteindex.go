package api

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A siteIndex is the index page of the site, made anew when what it lists is
// another than before.
type siteIndex struct {
	mu     sync.Mutex
	made   static
	of     *db.Index // that the list was last taken from
	site   manual.Site
	listed []db.Entry // an entry that has changed is another one
	ends   time.Time  // when the first of the manuals listed ends, or zero
}

// siteIndex is the endpoint of the page at the root of the site: it lists the
// public manuals, with the addresses of their pages.
func (h *Handler) siteIndex(x *exchange) (representation, error) {
	made, ends, err := h.pages.currentIndex(x.index, x.now)
	if err != nil {
		return representation{}, err
	}
	found, err := made.represent(x.r.Header, mediaPage, h.maxAges[secondsToCache(ends, x.now)])
	found.page, found.listed = true, true
	return found, err
}

// currentIndex returns the page of the index at now, and until when it holds;
// the zero time for no end.
func (p *pages) currentIndex(ix *db.Index, now time.Time) (static, time.Time, error) {
	s := &p.index
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == ix && (s.ends.IsZero() || now.Before(s.ends)) {
		return s.made, s.ends, nil
	}
	listed, ends := listings(ix, now)
	if s.of == nil || ix.Site != s.site || !slices.Equal(listed, s.listed) {
		made, err := p.makeIndex(ix.Site, listed)
		if err != nil {
			return static{}, time.Time{}, fmt.Errorf("making the index of the site: %w", err)
		}
		s.made, s.site, s.listed = made, ix.Site, listed
	}
	s.of, s.ends = ix, ends
	return s.made, ends, nil
}

func (p *pages) makeIndex(site manual.Site, listed []db.Entry) (static, error) {
	body, err := p.Index(site, listed)
	if err != nil {
		return static{}, err
	}
	return newStatic(body)
}

// listings returns the public manuals at now, brand by brand, and when the
// first of them ends.
func listings(ix *db.Index, now time.Time) (listed []db.Entry, ends time.Time) {
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			if isListed(e, now) {
				listed = append(listed, e)
				ends = earlier(ends, e.ExpiresAt())
			}
		}
	}
	return listed, ends
}
