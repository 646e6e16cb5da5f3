package db

import (
	"cmp"
	"designmanual/db/manual"
	"fmt"
	"slices"
	"sync/atomic"
)

// sortManuals sorts the manuals of a brand by their slugs, and finds the primary one. The error wraps
// [ErrConflict] for two with one slug, and for none or two that are primary.
func (b *Brand) sortManuals() error {
	slices.SortFunc(
		b.manuals, func(a, b *Head) int { return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.ID, b.ID)) },
	)
	for i, m := range b.manuals {
		if i > 0 && b.manuals[i-1].Slug == m.Slug {
			return fmt.Errorf(
				"brand %s: the manuals %s and %s have the slug %s: %w", b.Slug, b.manuals[i-1].ID, m.ID, m.Slug,
				ErrConflict,
			)
		}
		if !m.Primary {
			continue
		}
		if b.Primary != nil {
			return fmt.Errorf(
				"brand %s: the manuals %s and %s are both primary: %w", b.Slug, b.Primary.ID, m.ID, ErrConflict,
			)
		}
		b.Primary = m
	}
	if len(b.manuals) > 0 && b.Primary == nil {
		return fmt.Errorf("brand %s: none of its manuals is primary: %w", b.Slug, ErrConflict)
	}
	return nil
}

// makeMaps makes the maps of an index from its brands and created access tokens, and the hash of its heads. Access
// tokens keep their last uses from the previous index, which may be nil. The error wraps [ErrConflict] for a domain,
// a subdomain, the id of a manual or the secret of a token that two have, and for a subdomain that is the slug of
// a brand.
func (ix *Index) makeMaps(previous *Index) error {
	ix.domains = make(map[string]*Brand)
	ix.subdomains = make(map[string]*Head)
	ix.ids = make(map[string]*Head)
	ix.files = make(map[hash256]bool)
	ix.smaller = make(map[hash256]manual.SmallerPictures)
	ix.headsHash = ix.hashHeads()
	for b := range ix.Brands() {
		for _, host := range b.Domains {
			if other := ix.domains[host]; other != nil {
				return fmt.Errorf("brand %s: brand %s has the domain %s: %w", b.Slug, other.Slug, host, ErrConflict)
			}
			ix.domains[host] = b
		}
		for _, m := range b.manuals {
			if other := ix.ids[m.ID]; other != nil {
				return fmt.Errorf(
					"manual %s is in the brands %s and %s: %w", m.ID, other.Brand.Slug, b.Slug, ErrConflict,
				)
			}
			ix.ids[m.ID] = m
			for _, f := range m.allFiles() {
				ix.files[f.Sum] = true
			}
			for _, s := range m.Smaller {
				ix.smaller[s.Of] = s
			}
			if m.Subdomain == "" {
				continue
			}
			if other := ix.subdomains[m.Subdomain]; other != nil {
				return fmt.Errorf(
					"manual %s: manual %s has the subdomain %s: %w", m.ID, other.ID, m.Subdomain, ErrConflict,
				)
			}
			if other := ix.brands[m.Subdomain]; other != nil {
				return fmt.Errorf("manual %s: its subdomain is the slug of brand %s: %w", m.ID, other.Slug, ErrConflict)
			}
			ix.subdomains[m.Subdomain] = m
		}
	}
	return ix.mapAccessTokens(previous)
}

// checkHome checks that no other brand than the one at home has the site's host, and
// that there is a brand at home if the base URL needs one. An empty store passes.
func (ix *Index) checkHome() error {
	home := ix.Home()
	if b := ix.domains[ix.Site.Host]; b != nil && b != home {
		return fmt.Errorf(
			"brand %s: its domain %s is the site, where brand %s is at home: %w", b.Slug, ix.Site.Host, ix.Site.Home,
			ErrConflict,
		)
	}
	if len(ix.brands) == 0 {
		return nil
	}
	if err := ix.Site.CheckHome(home != nil); err != nil {
		return fmt.Errorf("%w to serve: %w", err, ErrConflict) // the commands that import have no such flag
	}
	return nil
}

// mapAccessTokens makes the map of all access tokens.
func (ix *Index) mapAccessTokens(previous *Index) error {
	ix.accessTokens = make(map[hash256]*AccessToken, len(ix.createdAccessTokens))
	for _, t := range ix.createdAccessTokens {
		if other := ix.accessTokens[t.Sum]; other != nil {
			return fmt.Errorf("access token %s: access token %s has the same secret: %w", t.ID, other.ID, ErrConflict)
		}
		ix.accessTokens[t.Sum] = t
	}
	for b := range ix.Brands() {
		for _, d := range b.DeclaredTokens {
			if known := ix.accessTokens[d.Sum]; known != nil && (!known.Revoked.IsZero() || known.File != "") {
				continue // a revoked token stays revoked; the first brand that declares a secret owns it
			}
			ix.accessTokens[d.Sum] = &AccessToken{
				ID: d.ID, Brand: b.Slug, Name: d.Name, Sum: d.Sum, Expires: d.Expires, File: d.File,
				lastUsed: new(atomic.Int64),
			}
		}
	}
	if previous == nil {
		return nil
	}
	for hash, t := range ix.accessTokens {
		if known := previous.accessTokens[hash]; known != nil && known != t { // readers may have an unchanged one
			t.lastUsed = known.lastUsed
		}
	}
	return nil
}
