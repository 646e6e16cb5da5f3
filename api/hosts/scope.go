// Package hosts says which manual the host and the path of a request name
// (specification, section 4.1). In a path of the JSON API a slug alone is that of a brand, and means its
// primary manual: /api/v1/manuals/acme.json ([Scope.Find]). In the path of a page it is that of a manual, since
// the host names the brand: /guide on acme.manuals.example.com ([Scope.At]). The package knows no HTTP and opens
// nothing: whether the request may read the manual is for package api to decide.
package hosts

import (
	"iter"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// A Scope is what a host serves: the JSON API for the whole site, the pages of a
// brand or, on the site's own host, both if a brand is at home there; one manual; or,
// if zero, nothing.
type Scope struct {
	AllBrands  bool      // the JSON API answers for the manuals of all brands, not of one brand or manual alone
	Brand      *db.Brand // whose pages are on the host, or nil
	Manual     *db.Head  // the only one on its own host, or nil
	BasePath   string    // the base URL's path, which all paths on the host begin with
	IsWWW      bool      // www. before the site's host, whose pages are at the site's
	IsSiteHost bool      // the host is the site's, or www. before it
}

// ScopeOf returns the scope of a host, with or without port. The site's own host serves the JSON API of all
// brands, and the pages of the brand at home. Hosts that are unrelated to the site serve the whole site, without
// pages of a brand. A subdomain of the site that is neither a brand nor a manual's own has the zero scope.
func ScopeOf(ix *db.Index, host string) Scope {
	host = Name(host)
	siteHost := ix.Site.Host
	if siteHost == "" {
		return Scope{AllBrands: true, IsSiteHost: true}
	}
	if host == siteHost {
		return Scope{AllBrands: true, Brand: ix.Home(), BasePath: ix.Site.Path, IsSiteHost: true}
	}
	label, isBelow := strings.CutSuffix(host, "."+siteHost)
	if isBelow && label == "www" {
		return Scope{AllBrands: true, BasePath: ix.Site.Path, IsWWW: true, IsSiteHost: true}
	}
	if isBelow && ix.Brand(label) != nil {
		return Scope{Brand: ix.Brand(label)}
	}
	if isBelow {
		return Scope{Manual: ix.Subdomain(label)}
	}
	if brand := ix.Domain(host); brand != nil {
		return Scope{Brand: brand}
	}
	return UnrelatedScope(ix)
}

// CutBasePath cuts the base URL's path off a path of the host. It returns false for a path that is not
// below that one.
func (s Scope) CutBasePath(path string) (string, bool) {
	if s.BasePath == "" {
		return path, true
	}
	below, hasPrefix := strings.CutPrefix(path, s.BasePath)
	return below, hasPrefix && (below == "" || below[0] == '/')
}

// Address returns the address of the scope's host: the site's, a brand's or that of a manual with
// a host of its own.
func (s Scope) Address(site manual.Site) string {
	if s.AllBrands {
		return site.String()
	}
	if s.Manual != nil {
		return s.Manual.Address(site)
	}
	return site.BrandAddress(s.Brand.BrandSettings)
}

// Manuals returns the manuals with pages in the scope: those of the brand, the
// primary one first, or the manual.
func (s Scope) Manuals() iter.Seq[*db.Head] {
	if s.Brand != nil {
		return s.Brand.Manuals()
	}
	if s.Manual != nil {
		return slices.Values([]*db.Head{s.Manual})
	}
	return func(func(*db.Head) bool) {}
}

// All returns the manuals with pages in the scope, then, for the site, those of its other
// brands.
func (s Scope) All(ix *db.Index) iter.Seq[*db.Head] {
	return func(yield func(*db.Head) bool) {
		for m := range s.Manuals() {
			if !yield(m) {
				return
			}
		}
		for b := range ix.Brands() {
			if !s.AllBrands || b == s.Brand {
				continue
			}
			for m := range b.Manuals() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// HasVisible reports whether the scope has a manual that a stranger may know of: one that is
// published as public or unlisted, also past its end date, or one whose page on the
// brand's host asks everybody for its password.
func (s Scope) HasVisible() bool {
	for m := range s.Manuals() {
		asks := s.Brand != nil && m.Visibility == manual.Password && m.PasswordHash != ""
		if m.Published && (m.Visibility.ForAnyone() || asks) {
			return true
		}
	}
	return false
}

// UnrelatedScope returns the scope of hosts that have nothing to do with the site.
func UnrelatedScope(ix *db.Index) Scope { return Scope{AllBrands: true, BasePath: ix.Site.Path} }

// Find returns the manual, published or not, that a slug names in the scope (specification, section
// 4.1), or nil. Slugs are compared without case. On the site a slug is
//
//	<brand>           of the brand's primary manual
//	<brand>.<manual>  of any manual
//	<subdomain>       of a manual with a subdomain of its own
//
// and, in the scope of a brand or manual, also the manual's slug alone. If both the site and the brand at home
// have a manual of that slug, Find returns the site's if the request may read it, else the brand's, so that
// nobody learns of manuals that he may not read. On a brand's own host the brand's slug alone is that of its primary
// manual, also if another of its manuals has it, and nothing of other brands is found.
func (s Scope) Find(ix *db.Index, slug string, mayRead func(*db.Head) bool) *db.Head {
	slug = lower(slug)
	found := findOnSite(ix, slug)
	if s.Manual != nil && (found == s.Manual || slug == s.Manual.Slug) {
		return s.Manual
	}
	var ofBrand *db.Head
	if s.Brand != nil {
		ofBrand = s.Brand.Manual(slug)
	}
	if s.AllBrands && (ofBrand == nil || mayRead(found)) {
		return found
	}
	if ofBrand != nil && (s.AllBrands || slug != s.Brand.Slug) {
		return ofBrand
	}
	if found != nil && found.Brand == s.Brand {
		return found
	}
	return nil
}

// findOnSite returns the manual that a slug in lower case names on the site, or nil.
func findOnSite(ix *db.Index, slug string) *db.Head {
	first, second, isPair := strings.Cut(slug, ".")
	brand := ix.Brand(first)
	if brand == nil {
		return ix.Subdomain(slug)
	}
	if isPair {
		return brand.Manual(second)
	}
	return brand.Primary
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
