package db

import (
	"cmp"
	"crypto/sha256"
	"iter"
	"maps"
	"slices"
	"time"

	"designmanual/db/manual"
)

// An Index is what the store holds, without the bodies, as of one
// transaction: enough to find a manual, to judge a request and to answer a
// conditional one. It never changes once it is published; [DB.Index] returns
// the current one, and an update swaps it in one step.
type Index struct {
	Site manual.Site // the base URL that the documents are rendered with; zero in a fresh store

	rendering string                  // by which renderers the documents are made
	session   [32]byte                // the key that signs page sessions; zero where there is none yet
	root      sum                     // of the root record, which tells one state from another
	brands    map[string]*Brand       // by slug
	access    map[string]*AccessToken // the tokens that the store has made, by id

	// These follow from them.
	domains    map[string]*Brand    // by custom domain
	subdomains map[string]*Entry    // by a manual's own subdomain
	ids        map[string]*Entry    // by manual id, unique in the store
	tokens     map[sum]*AccessToken // those made and those declared, by the SHA-256 of the secret
}

// A Brand is a brand of the index and its manuals.
type Brand struct {
	manual.Brand
	Primary *Entry // nil where the brand has no manual

	record  sum      // of its record
	entries []*Entry // sorted by slug
	heads   digest   // of these
}

// Brand returns the brand of that slug, or nil.
func (ix *Index) Brand(slug string) *Brand { return ix.brands[slug] }

// Domain returns the brand that has that custom domain, or nil.
func (ix *Index) Domain(host string) *Brand { return ix.domains[host] }

// Subdomain returns the manual that has that subdomain of its own, or the
// zero Entry.
func (ix *Index) Subdomain(label string) *Entry { return ix.subdomains[label] }

// Entry returns the manual of that id, or nil.
func (ix *Index) Entry(id string) *Entry { return ix.ids[id] }

// Rendering returns what [Tx.SetRendering] has last recorded: by which
// renderers the documents are made. It is empty where nothing was.
func (ix *Index) Rendering() string { return ix.rendering }

// SessionKey returns the key that signs the sessions of pages. It is not ok
// where the store has needed none yet, so that nothing is signed with it.
func (ix *Index) SessionKey() (key [32]byte, ok bool) {
	return ix.session, ix.session != [32]byte{}
}

// Token returns the access token whose secret has that SHA-256, or nil. It
// may be expired or revoked.
func (ix *Index) Token(sum [sha256.Size]byte) *AccessToken { return ix.tokens[sum] }

// Brands returns the brands, sorted by slug.
func (ix *Index) Brands() iter.Seq[*Brand] {
	return func(yield func(*Brand) bool) {
		for _, slug := range slices.Sorted(maps.Keys(ix.brands)) {
			if !yield(ix.brands[slug]) {
				return
			}
		}
	}
}

// Tokens returns the access tokens of all brands: those that seed files
// declare, by id, then those that the store keeps, the oldest first.
func (ix *Index) Tokens() iter.Seq[*AccessToken] {
	all := slices.Collect(maps.Values(ix.access))
	for _, t := range ix.tokens {
		if t.File != "" {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *AccessToken) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Brand, b.Brand))
	})
	return slices.Values(all)
}

// Manual returns the brand's manual of that slug, or nil.
func (b *Brand) Manual(slug string) *Entry {
	i, found := slices.BinarySearchFunc(b.entries, slug, func(e *Entry, slug string) int { return cmp.Compare(e.Slug, slug) })
	if !found {
		return nil
	}
	return b.entries[i]
}

// Manuals returns the brand's manuals: the primary one, then the others
// sorted by slug.
func (b *Brand) Manuals() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		if b.Primary != nil && !yield(b.Primary) {
			return
		}
		for _, e := range b.entries {
			if e != b.Primary && !yield(e) {
				return
			}
		}
	}
}

// An Entry is a manual of an index. It never changes. As long as no update
// touches its brand, successive indexes have the same entry.
type Entry struct {
	Brand *Brand
	ID    string // unique in the store
	Head

	record sum // of the head's record
}

// Expired tells whether the manual's end date has come at now.
func (e *Entry) Expired(now time.Time) bool { return manual.Expired(e.ExpiresAt.Time, now) }
