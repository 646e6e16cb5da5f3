package db

import (
	"iter"
	"strings"

	"designmanual/db/manual"
)

// A Scope is what a host leaves for the slugs and paths on it to choose from:
// the whole site, one brand, one manual or, when it is zero, nothing.
type Scope struct {
	Site   bool
	Brand  *Brand
	Manual Entry
}

// Scope returns the scope of a host, with or without port. A host that has
// nothing to do with the site stands for it, but one right under the site's
// that names no brand and no manual's own subdomain has the zero scope, so
// that it tells nothing of what exists.
func (ix *Index) Scope(host string) Scope {
	host = HostName(host)
	if site := ix.Site.Host; site != "" {
		if host == site {
			return Scope{Site: true}
		}
		if label, ok := strings.CutSuffix(host, site); ok && strings.HasSuffix(label, ".") {
			return ix.subdomainScope(label[:len(label)-1])
		}
	}
	if brand := ix.Domain(host); brand != nil {
		return Scope{Brand: brand}
	}
	return Scope{Site: true}
}

// subdomainScope returns the scope of the host <label>.<site host>.
func (ix *Index) subdomainScope(label string) Scope {
	if label == "www" {
		return Scope{Site: true}
	}
	if brand := ix.Brand(label); brand != nil {
		return Scope{Brand: brand}
	}
	return Scope{Manual: ix.Subdomain(label)}
}

// Manuals returns the manuals that have pages in the scope: those of a brand,
// the primary one first, or the one. The site itself has none.
func (s Scope) Manuals() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		switch {
		case s.Brand != nil:
			s.Brand.Manuals()(yield)
		case !s.Manual.IsZero():
			yield(s.Manual)
		}
	}
}

// Find returns the manual, published or not, that a slug names in the scope
// (specification, section 4.1), or the zero Entry. A slug is one or two DNS
// labels joined by a dot, compared without case.
func (ix *Index) Find(s Scope, slug string) Entry {
	first, second, two := strings.Cut(LowerASCII(slug), ".")
	if !manual.Label(first) || two && !manual.Label(second) {
		return Entry{}
	}
	switch {
	case s.Site:
		return ix.findInSite(first, second)
	case s.Brand != nil:
		return ix.findInBrand(s.Brand, first, second)
	case !s.Manual.IsZero() && s.Manual.named(first, second):
		return s.Manual
	}
	return Entry{}
}

// findInSite takes the three forms of the specification, section 4.1:
// <brand> and its primary manual, <brand>.<manual>, and <manual>, a manual's
// own subdomain. Brands and such subdomains share one namespace.
func (ix *Index) findInSite(first, second string) Entry {
	brand := ix.Brand(first)
	switch {
	case second != "" && brand != nil:
		return brand.Manual(second)
	case second != "":
		return Entry{}
	case brand != nil:
		return brand.Primary
	}
	return ix.Subdomain(first)
}

// findInBrand takes those forms where the host has fixed the brand, and a
// manual's slug alone.
func (ix *Index) findInBrand(brand *Brand, first, second string) Entry {
	if second != "" {
		if first != brand.Slug {
			return Entry{}
		}
		return brand.Manual(second)
	}
	if first == brand.Slug {
		return brand.Primary
	}
	if e := brand.Manual(first); !e.IsZero() {
		return e
	}
	if e := ix.Subdomain(first); !e.IsZero() && e.Brand.Slug == brand.Slug {
		return e
	}
	return Entry{}
}

// named tells whether a slug of those labels is one of the manual's.
func (e Entry) named(first, second string) bool {
	if second != "" {
		return first == e.Brand.Slug && second == e.Slug()
	}
	return first == e.Slug() || first == e.Subdomain() || e.Primary() && first == e.Brand.Slug
}

// HostName returns a host as hosts are compared: in lower case, without port
// and trailing dot.
func HostName(host string) string {
	if bracket := strings.IndexByte(host, ']'); bracket >= 0 { // an IPv6 literal
		host = host[:bracket+1]
	} else if colon := strings.IndexByte(host, ':'); colon >= 0 {
		host = host[:colon]
	}
	return LowerASCII(strings.TrimSuffix(host, "."))
}

// LowerASCII returns s with its ASCII letters in lower case. Other letters
// stay: Unicode would fold some of them onto ASCII ones (the Kelvin sign is a
// k).
func LowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
