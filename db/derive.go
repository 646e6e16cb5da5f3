package db

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// changes are what a transaction has done to the store so far, in the terms
// of the index.
type changes struct {
	site    *manual.Site
	session *[32]byte
	brands  map[string]*brandChange // by slug, those touched
	tokens  map[string]*AccessToken // by id, those put; nil for one removed
}

// A brandChange is a brand as the transaction will leave it.
type brandChange struct {
	record    brandRecord
	stored    sum  // of the brand's record before the transaction; zero where there was none
	inherited bool // the manuals of the old index are still in it, but for those in heads
	gone      bool
	heads     map[string]*headRecord // by manual id, those put; nil for one removed
}

// derive returns the index that the changes make of ix, which keeps what they
// do not touch. The error wraps [ErrConflict].
func (ix *Index) derive(c *changes, root sum) (*Index, error) {
	next := *ix
	next.root = root
	if c.site != nil {
		next.Site = *c.site
	}
	if c.session != nil {
		next.session = *c.session
	}
	if len(c.brands) > 0 {
		if err := next.replaceBrands(ix, c.brands); err != nil {
			return nil, err
		}
	}
	if len(c.tokens) > 0 {
		if err := next.replaceTokens(c.tokens); err != nil {
			return nil, err
		}
	}
	if len(c.brands) > 0 || len(c.tokens) > 0 {
		next.declareTokens(ix)
	}
	return &next, nil
}

func (ix *Index) replaceBrands(old *Index, touched map[string]*brandChange) error {
	ix.brands, ix.domains = maps.Clone(old.brands), maps.Clone(old.domains)
	ix.subdomains = maps.Clone(old.subdomains)
	for slug := range touched {
		ix.forget(old.brands[slug])
	}
	for _, slug := range slices.Sorted(maps.Keys(touched)) {
		change := touched[slug]
		if change.gone {
			continue
		}
		b, err := change.apply(old.brands[slug])
		if err != nil {
			return err
		}
		if err := ix.enter(b); err != nil {
			return err
		}
	}
	return ix.replaceIDs(old, touched)
}

// forget takes a brand, which may be nil, and its manuals out of the maps.
func (ix *Index) forget(b *Brand) {
	if b == nil {
		return
	}
	delete(ix.brands, b.Slug)
	for _, host := range b.Domains {
		delete(ix.domains, host)
	}
	for e := range b.entries() {
		if e.Subdomain() != "" {
			delete(ix.subdomains, e.Subdomain())
		}
	}
}

// apply returns the brand as changed.
func (c *brandChange) apply(old *Brand) (*Brand, error) {
	var all []loose
	if old != nil && c.inherited {
		all = make([]loose, 0, len(old.rows)+len(c.heads))
		for i := range old.rows {
			l := old.loose(i)
			if _, changed := c.heads[l.text(idText)]; !changed {
				all = append(all, l)
			}
		}
	}
	var others strings.Builder
	stay := len(all)
	for id, head := range c.heads {
		if head == nil {
			continue
		}
		r := new(row)
		if err := r.fill(id, head, &others); err != nil {
			return nil, fmt.Errorf("manual %s: %w: %w", id, err, ErrConflict)
		}
		all = append(all, loose{row: r})
	}
	for i := range all[stay:] {
		all[stay+i].texts = others.String()
	}
	return newBrand(c.record.brand(), all)
}

// newBrand returns a brand of those manuals, and sorts them by slug. The error
// wraps [ErrConflict].
func newBrand(b manual.Brand, manuals []loose) (*Brand, error) {
	slices.SortFunc(manuals, func(a, b loose) int { return cmp.Compare(a.text(slugText), b.text(slugText)) })
	brand := &Brand{Brand: b, rows: make([]row, len(manuals))}
	var texts strings.Builder
	bytes := 0
	for _, m := range manuals {
		bytes += m.row.textBytes()
	}
	texts.Grow(bytes)
	var primary loose
	for i, m := range manuals {
		r := &brand.rows[i]
		if err := r.take(m, &texts); err != nil {
			return nil, fmt.Errorf("brand %s: %w: %w", b.Slug, err, ErrConflict)
		}
		if i > 0 && manuals[i-1].text(slugText) == m.text(slugText) {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s have the slug %s: %w",
				b.Slug, manuals[i-1].text(idText), m.text(idText), m.text(slugText), ErrConflict)
		}
		if !r.primary {
			continue
		}
		if primary.row != nil {
			return nil, fmt.Errorf("brand %s: the manuals %s and %s are both primary: %w",
				b.Slug, primary.text(idText), m.text(idText), ErrConflict)
		}
		primary, brand.Primary = m, Entry{brand, r}
	}
	if len(manuals) > 0 && primary.row == nil {
		return nil, fmt.Errorf("brand %s: none of its manuals is primary: %w", b.Slug, ErrConflict)
	}
	brand.texts = texts.String()
	brand.slugs = newSlugTable(brand)
	return brand, nil
}

// enter puts a brand and its manuals into the maps.
func (ix *Index) enter(b *Brand) error {
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
	for e := range b.entries() {
		if e.Subdomain() == "" {
			continue
		}
		if other := ix.subdomains[e.Subdomain()]; !other.IsZero() {
			return fmt.Errorf("manual %s: manual %s has the subdomain %s: %w", e.ID(), other.ID(), e.Subdomain(), ErrConflict)
		}
		if other := ix.brands[e.Subdomain()]; other != nil {
			return fmt.Errorf("manual %s: its subdomain is the slug of brand %s: %w", e.ID(), other.Slug, ErrConflict)
		}
		ix.subdomains[e.Subdomain()] = e
	}
	return nil
}

func (ix *Index) replaceTokens(put map[string]*AccessToken) error {
	tokens := make(map[[32]byte]*AccessToken, len(ix.tokens)+len(put))
	for of, t := range ix.tokens {
		if _, changed := put[t.ID]; !changed {
			tokens[of] = t
		}
	}
	for id, t := range put {
		if t == nil {
			continue
		}
		if other := tokens[t.Sum]; other != nil {
			return fmt.Errorf("access token %s: access token %s has the same secret: %w", id, other.ID, ErrConflict)
		}
		tokens[t.Sum] = t
	}
	ix.tokens = tokens
	return nil
}
