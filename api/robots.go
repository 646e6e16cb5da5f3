package api

import (
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// robots returns what search engines may ask a host for (RFC 9309): the pages
// of public manuals, what pages use, and nothing else. A host whose address
// tells anyone nothing has none, as one that nobody has.
func (h *Handler) robots(x *exchange, s scope) (representation, error) {
	head, told, ends := "User-agent: *\nAllow: "+assetPrefix+"\n", s.site, time.Time{}
	var allowed strings.Builder
	allow := func(path string) { allowed.WriteString("Allow: " + path + "$\n") }
	if s.site {
		allow(rootPath)
	}
	root, _ := s.page(rootPath)
	for e := range s.manuals() {
		switch {
		case isListed(e, x.now) && e == root:
			allow(rootPath)
		case isListed(e, x.now):
			allow(rootPath + e.Slug())
		case e != root || !isOpen(e, x.now) && !asksPassword(e, x.now):
			continue
		}
		told, ends = true, earlier(ends, e.ExpiresAt())
	}
	if !told {
		return representation{}, errNotFound
	}
	document := plain([]byte(head + allowed.String() + "Disallow: /\n"))
	return document.represent(x.r.Header, mediaText, h.maxAges[secondsToCache(ends, x.now)])
}

// isOpen tells whether anyone may read the manual at now.
func isOpen(e db.Entry, now time.Time) bool {
	return e.Published() && e.Visibility().Open() && !manual.Expired(e.ExpiresAt(), now)
}

// isListed tells whether the manual is listed at now (specification, section
// 3): unlisted ones are not, though anyone may read them.
func isListed(e db.Entry, now time.Time) bool {
	return isOpen(e, now) && e.Visibility() == manual.Public
}

// earlier returns the earlier of two end dates, where there is one.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
