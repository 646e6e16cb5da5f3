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
func newBrand(b manual.Brand, metas []*meta) (*Brand, error) {
	slices.SortFunc(metas, func(a, b *meta) int { return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.id, b.id)) })
	brand := &Brand{Brand: b, metas: metas}
	for i, m := range metas {
		if i > 0 && metas[i-1].Slug == m.Slug {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s have the slug %s: %w", b.Slug, metas[i-1].id, m.id, m.Slug, ErrConflict)
		}
		brand.heads.add(m.record)
		if !m.Primary {
			continue
		}
		if !brand.Primary.IsZero() {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s are both primary: %w", b.Slug, brand.Primary.ID(), m.id, ErrConflict)
		}
		brand.Primary = Entry{brand, m}
	}
	if len(metas) > 0 && brand.Primary.IsZero() {
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
	ix.domains, ix.subdomains, ix.ids = make(map[string]*Brand), make(map[string]Entry), make(map[string]Entry)
	for b := range ix.Brands() {
		for _, host := range b.Domains {
			if other := ix.domains[host]; other != nil {
				return fmt.Errorf("brand %s: brand %s has the domain %s: %w", b.Slug, other.Slug, host, ErrConflict)
			}
			ix.domains[host] = b
		}
		for _, m := range b.metas {
			if other := ix.ids[m.id]; !other.IsZero() {
				return fmt.Errorf("manual %s is in the brands %s and %s: %w", m.id, other.Brand.Slug, b.Slug, ErrConflict)
			}
			ix.ids[m.id] = Entry{b, m}
			if m.Subdomain == "" {
				continue
			}
			if other := ix.subdomains[m.Subdomain]; !other.IsZero() {
				return fmt.Errorf("manual %s: manual %s has the subdomain %s: %w", m.id, other.ID(), m.Subdomain, ErrConflict)
			}
			if other := ix.brands[m.Subdomain]; other != nil {
				return fmt.Errorf("manual %s: its subdomain is the slug of brand %s: %w", m.id, other.Slug, ErrConflict)
			}
			ix.subdomains[m.Subdomain] = Entry{b, m}
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
