// Package hosts says which manual the host and the path of a request name
// (specification, section 4.1). It knows no HTTP and opens nothing: whether the
// request may read the manual is for package api to decide.
package hosts

import (
	"iter"
	"slices"
	"strings"

	"designmanual/db"
)

// A Scope is the part of the site that a host serves: the whole site, one
// brand, one manual or, if zero, nothing.
type Scope struct {
	Site   bool
	Brand  *db.Brand
	Manual *db.Entry
}

// Of returns the scope of a host, with or without port. Hosts that are
// unrelated to the site serve the whole site. A subdomain of the site that is
// neither a brand nor a manual's own has the zero scope.
func Of(ix *db.Index, host string) Scope {
	host = Name(host)
	if site := ix.Site.Host; site != "" {
		label, below := strings.CutSuffix(host, "."+site)
		if host == site || below && label == "www" {
			return Scope{Site: true}
		}
		if brand := ix.Brand(label); below && brand != nil {
			return Scope{Brand: brand}
		}
		if below {
			return Scope{Manual: ix.Subdomain(label)}
		}
	}
	if brand := ix.Domain(host); brand != nil {
		return Scope{Brand: brand}
	}
	return Scope{Site: true}
}

// Manuals returns the manuals with pages in the scope: those of the brand, the
// primary one first, or the manual. The whole site has none.
func (s Scope) Manuals() iter.Seq[*db.Entry] {
	switch {
	case s.Brand != nil:
		return s.Brand.Manuals()
	case s.Manual != nil:
		return slices.Values([]*db.Entry{s.Manual})
	}
	return func(func(*db.Entry) bool) {}
}

// Find returns the manual, published or not, with that slug in the scope
// (specification, section 4.1), or nil. Slugs are compared without case. A slug
// is <brand> for the brand's primary manual, <brand>.<manual>, a manual's own
// subdomain or, in the scope of a brand or manual, the manual's slug.
func (s Scope) Find(ix *db.Index, slug string) *db.Entry {
	first, second, two := strings.Cut(lower(slug), ".")
	if e := s.Manual; e != nil {
		if two && first == e.Brand.Slug && second == e.Slug ||
			!two && (first == e.Slug || first == e.Subdomain || e.Primary && first == e.Brand.Slug) {
			return e
		}
		return nil
	}
	brand := ix.Brand(first)
	switch {
	case !s.Site && s.Brand == nil:
		return nil
	case brand != nil && (s.Site || brand == s.Brand):
		if two {
			return brand.Manual(second)
		}
		return brand.Primary
	case two:
		return nil
	}
	if s.Brand != nil {
		if e := s.Brand.Manual(first); e != nil {
			return e
		}
	}
	if e := ix.Subdomain(first); s.Site || e != nil && e.Brand == s.Brand {
		return e
	}
	return nil
}

// Name returns a host in lower case, without port and trailing dot.
func Name(host string) string {
	if bracket := strings.IndexByte(host, ']'); bracket >= 0 { // an IPv6 literal
		host = host[:bracket+1]
	} else if colon := strings.IndexByte(host, ':'); colon >= 0 {
		host = host[:colon]
	}
	return lower(strings.TrimSuffix(host, "."))
}

// lower returns s with its ASCII letters in lower case. [strings.ToLower] would
// also change other letters into ASCII ones (the Kelvin sign into k).
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}
