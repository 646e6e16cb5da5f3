package db

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

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
	for i := range b.entries {
		e := &b.entries[i]
		if e.Subdomain() != "" {
			delete(ix.subdomains, e.Subdomain())
		}
	}
}

// apply returns the brand as changed.
func (c *brandChange) apply(old *Brand) (*Brand, error) {
	var entries []Entry
	if old != nil && c.inherited {
		entries = make([]Entry, 0, len(old.entries)+len(c.heads))
		for _, e := range old.entries {
			if _, changed := c.heads[e.ID()]; !changed {
				entries = append(entries, e)
			}
		}
	}
	shelf := newShelf(c.documents())
	for id, head := range c.heads {
		if head == nil {
			continue
		}
		e, ok := shelf.put(id, head)
		if !ok {
			return nil, fmt.Errorf("manual %s: visibility %q: %w", id, head.Visibility, ErrConflict)
		}
		entries = append(entries, e)
	}
	return newBrand(c.record.brand(), slices.Clip(entries))
}

// documents returns how many documents the manuals that were put have.
func (c *brandChange) documents() (n int) {
	for _, head := range c.heads {
		if head != nil {
			n += len(head.Documents)
		}
	}
	return n
}

// newBrand returns a brand of those entries, which become the brand's.
func newBrand(b manual.Brand, entries []Entry) (*Brand, error) {
	brand := &Brand{Brand: b, entries: entries}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Slug(), b.Slug()) })
	for i := range entries {
		e := &entries[i]
		e.Brand = brand
		switch {
		case i > 0 && e.Slug() == entries[i-1].Slug():
			return nil, fmt.Errorf("brand %s: the manuals %s and %s have the slug %s: %w", b.Slug, entries[i-1].ID(), e.ID(), e.Slug(), ErrConflict)
		case e.Primary && brand.Primary != nil:
			return nil, fmt.Errorf("brand %s: the manuals %s and %s are both primary: %w", b.Slug, brand.Primary.ID(), e.ID(), ErrConflict)
		case e.Primary:
			brand.Primary = e
		}
	}
	brand.slugs = newSlugTable(entries)
	if len(entries) > 0 && brand.Primary == nil {
		return nil, fmt.Errorf("brand %s: none of its manuals is primary: %w", b.Slug, ErrConflict)
	}
	return brand, nil
}

// enter puts a brand and its manuals into the maps.
func (ix *Index) enter(b *Brand) error {
	if e := ix.subdomains[b.Slug]; e != nil {
		return fmt.Errorf("brand %s: its slug is the subdomain of manual %s: %w", b.Slug, e.ID(), ErrConflict)
	}
	ix.brands[b.Slug] = b
	for _, host := range b.Domains {
		if other := ix.domains[host]; other != nil {
			return fmt.Errorf("brand %s: brand %s has the domain %s: %w", b.Slug, other.Slug, host, ErrConflict)
		}
		ix.domains[host] = b
	}
	for i := range b.entries {
		e := &b.entries[i]
		if e.Subdomain() == "" {
			continue
		}
		if other := ix.subdomains[e.Subdomain()]; other != nil {
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
