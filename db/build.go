package db

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
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

// digest returns what the record of a brand says of the heads of its manuals.
func (b *Brand) digest() (d digest) {
	for _, m := range b.metas {
		d.add(m.record)
	}
	return d
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

// cloneMaps has the brands and manuals in maps that may be changed.
func (ix *Index) cloneMaps() {
	ix.brands, ix.domains = maps.Clone(ix.brands), maps.Clone(ix.domains)
	ix.subdomains, ix.ids = maps.Clone(ix.subdomains), maps.Clone(ix.ids)
}

// remove takes a brand, which may be nil, and its manuals out of the maps.
func (ix *Index) remove(b *Brand) {
	if b == nil {
		return
	}
	delete(ix.brands, b.Slug)
	for _, host := range b.Domains {
		delete(ix.domains, host)
	}
	for _, m := range b.metas {
		delete(ix.ids, m.id)
		if m.Subdomain != "" {
			delete(ix.subdomains, m.Subdomain)
		}
	}
}

// add puts a brand and its manuals into the maps. The error wraps
// [ErrConflict].
func (ix *Index) add(b *Brand) error {
	if e := ix.subdomains[b.Slug]; !e.IsZero() {
		return fmt.Errorf("brand %s: its slug is the subdomain of manual %s: %w", b.Slug, e.ID(), ErrConflict)
	}
	ix.brands[b.Slug] = b
	for _, host := range b.Domains {
		if other := ix.domains[host]; other != nil {
			return fmt.Errorf("brand %s: brand %s has the domain %s: %w", b.Slug, other.Slug, host, ErrConflict)
		}
		ix.domains[host] = b
	}
	for _, m := range b.metas {
		if err := ix.addManual(Entry{b, m}); err != nil {
			return err
		}
	}
	return nil
}

func (ix *Index) addManual(e Entry) error {
	if other := ix.ids[e.ID()]; !other.IsZero() {
		return fmt.Errorf("manual %s is in the brands %s and %s: %w", e.ID(), other.Brand.Slug, e.Brand.Slug, ErrConflict)
	}
	ix.ids[e.ID()] = e
	label := e.Subdomain()
	if label == "" {
		return nil
	}
	if other := ix.subdomains[label]; !other.IsZero() {
		return fmt.Errorf("manual %s: manual %s has the subdomain %s: %w", e.ID(), other.ID(), label, ErrConflict)
	}
	if other := ix.brands[label]; other != nil {
		return fmt.Errorf("manual %s: its subdomain is the slug of brand %s: %w", e.ID(), other.Slug, ErrConflict)
	}
	ix.subdomains[label] = e
	return nil
}

// setTokens makes the map of all access tokens: those that the store keeps,
// and those that brands declare. When they were last used is known from the
// index before, which may be nil; of declared ones it is in memory only. The
// error wraps [ErrConflict].
func (ix *Index) setTokens(before *Index) error {
	ix.tokens = make(map[[sha256.Size]byte]*AccessToken, len(ix.access))
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
	if before != nil {
		for of, t := range ix.tokens {
			if known := before.tokens[of]; known != nil {
				t.lastUsed = known.lastUsed
			}
		}
	}
	return nil
}
