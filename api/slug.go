package api

import (
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// A slug is the name of a manual in a path (specification, section 4.1):
// one label, or a brand's and a manual's.
type slug struct {
	first  string
	second string // empty where there is one label
}

// parseSlug reads a decoded path segment: one or two DNS labels joined by a
// dot, compared without case.
func parseSlug(text string) (slug, bool) {
	first, second, two := strings.Cut(lower(text), ".")
	if !manual.Label(first) || two && !manual.Label(second) {
		return slug{}, false
	}
	return slug{first, second}, true
}

// find returns the manual, published or not, that the slug names in the
// scope, or the zero Entry.
func (s scope) find(ix *db.Index, name slug) db.Entry {
	switch {
	case s.site:
		return findInSite(ix, name)
	case s.brand != nil:
		return findInBrand(ix, s.brand, name)
	case !s.manual.IsZero() && names(name, s.manual):
		return s.manual
	}
	return db.Entry{}
}

// findInSite takes the three forms of the specification, section 4.1:
// <brand> and its primary manual, <brand>.<manual>, and <manual>, a manual's
// own subdomain. Brands and such subdomains share one namespace.
func findInSite(ix *db.Index, name slug) db.Entry {
	brand := ix.Brand(name.first)
	switch {
	case name.second != "" && brand != nil:
		return brand.Manual(name.second)
	case name.second != "":
		return db.Entry{}
	case brand != nil:
		return brand.Primary
	}
	return ix.Subdomain(name.first)
}

// findInBrand takes those forms where the host has fixed the brand, and a
// manual's slug alone.
func findInBrand(ix *db.Index, brand *db.Brand, name slug) db.Entry {
	if name.second != "" {
		if name.first != brand.Slug {
			return db.Entry{}
		}
		return brand.Manual(name.second)
	}
	if name.first == brand.Slug {
		return brand.Primary
	}
	if e := brand.Manual(name.first); !e.IsZero() {
		return e
	}
	if e := ix.Subdomain(name.first); !e.IsZero() && e.Brand.Slug == brand.Slug {
		return e
	}
	return db.Entry{}
}

// names tells whether the slug is one of those that name the manual.
func names(name slug, e db.Entry) bool {
	if name.second != "" {
		return name.first == e.Brand.Slug && name.second == e.Slug()
	}
	return name.first == e.Slug() || name.first == e.Subdomain() || e.Primary() && name.first == e.Brand.Slug
}
