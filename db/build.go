package db

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"designmanual/db/manual"
)

// newBrand returns a brand of those manuals, sorted by slug. The error wraps
// [ErrConflict].
func newBrand(b manual.Brand, entries []*Entry) (*Brand, error) {
	slices.SortFunc(entries, func(a, b *Entry) int { return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.ID, b.ID)) })
	brand := &Brand{Brand: b, entries: entries}
	for i, e := range entries {
		if i > 0 && entries[i-1].Slug == e.Slug {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s have the slug %s: %w", b.Slug, entries[i-1].ID, e.ID, e.Slug, ErrConflict)
		}
		e.Brand = brand
		brand.heads.add(e.record)
		if !e.Primary {
			continue
		}
		if brand.Primary != nil {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s are both primary: %w", b.Slug, brand.Primary.ID, e.ID, ErrConflict)
		}
		brand.Primary = e
	}
	if len(entries) > 0 && brand.Primary == nil {
		return nil, fmt.Errorf("brand %s: none of its manuals is primary: %w", b.Slug, ErrConflict)
	}
	return brand, nil
}

// digests returns the root with the digests of the index's brands and tokens.
func (ix *Index) digests(root rootRecord) rootRecord {
	root.Brands, root.Tokens = digest{}, digest{}
	for _, b := range ix.brands {
		root.Brands.add(b.record)
	}
	for _, t := range ix.access {
		root.Tokens.add(t.record)
	}
	return root
}

// build makes the maps that follow from the brands and the tokens that the
// store keeps. When tokens were last used is known from the index before, which
// may be nil. The error wraps [ErrConflict].
func (ix *Index) build(before *Index) error {
	ix.domains, ix.subdomains, ix.ids = make(map[string]*Brand), make(map[string]*Entry), make(map[string]*Entry)
	for b := range ix.Brands() {
		for _, host := range b.Domains {
			if other := ix.domains[host]; other != nil {
				return fmt.Errorf("brand %s: brand %s has the domain %s: %w", b.Slug, other.Slug, host, ErrConflict)
			}
			ix.domains[host] = b
		}
		for _, e := range b.entries {
			if other := ix.ids[e.ID]; other != nil {
				return fmt.Errorf("manual %s is in the brands %s and %s: %w", e.ID, other.Brand.Slug, b.Slug, ErrConflict)
			}
			ix.ids[e.ID] = e
			if e.Subdomain == "" {
				continue
			}
			if other := ix.subdomains[e.Subdomain]; other != nil {
				return fmt.Errorf("manual %s: manual %s has the subdomain %s: %w", e.ID, other.ID, e.Subdomain, ErrConflict)
			}
			if other := ix.brands[e.Subdomain]; other != nil {
				return fmt.Errorf("manual %s: its subdomain is the slug of brand %s: %w", e.ID, other.Slug, ErrConflict)
			}
			ix.subdomains[e.Subdomain] = e
		}
	}
	return ix.buildTokens(before)
}

// buildTokens makes the map of all access tokens: those that the store keeps,
// and those that brands declare.
func (ix *Index) buildTokens(before *Index) error {
	ix.tokens = make(map[sum]*AccessToken, len(ix.access))
	for _, t := range ix.access {
		if other := ix.tokens[t.Sum]; other != nil {
			return fmt.Errorf("access token %s: access token %s has the same secret: %w", t.ID, other.ID, ErrConflict)
		}
		ix.tokens[t.Sum] = t
	}
	for b := range ix.Brands() {
		for _, d := range b.Access {
			if known := ix.tokens[d.Sum]; known != nil && (!known.Revoked.IsZero() || known.File != "") {
				continue // what was revoked stays so; the first brand that declares a secret has it
			}
			ix.tokens[d.Sum] = &AccessToken{ID: d.ID, Brand: b.Slug, Name: d.Name, Sum: d.Sum, Expires: d.Expires, File: d.File, lastUsed: new(atomic.Int64)}
		}
	}
	if before == nil {
		return nil
	}
	for of, t := range ix.tokens {
		if known := before.tokens[of]; known != nil {
			t.lastUsed = known.lastUsed
		}
	}
	return nil
}
