package db

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"slices"

	"designmanual/db/manual"
)

// An Index is what the store has as of one transaction, without the contents of
// manuals and the pieces of files: what is needed to find a manual, authorize a request and answer a
// conditional one. It is immutable. [DB.Index] returns the current index, and
// an update replaces it.
type Index struct {
	Site manual.Site // base URL that addresses begin with; zero in a new store

	session             [32]byte                // key that signs page sessions; zero until one is made
	storeHash           hash256                 // hash of the store's own record, different after each change
	brands              map[string]*Brand       // by slug
	createdAccessTokens map[string]*AccessToken // access tokens that `token create` made, by id

	// The rest is derived.
	domains      map[string]*Brand                  // by custom domain
	subdomains   map[string]*Head                   // by a manual's own subdomain
	ids          map[string]*Head                   // by manual id, unique in the store
	accessTokens map[hash256]*AccessToken           // created and declared ones, by the SHA-256 of the secret
	files        map[hash256]bool                   // by SHA-256
	smaller      map[hash256]manual.SmallerPictures // by the SHA-256 of the picture
	headsHash    hash256                            // see [Index.HeadsHash]
}

// A Brand is a brand of the index with its manuals.
type Brand struct {
	manual.BrandSettings
	Primary *Head // nil if the brand has no manuals

	recordHash hash256 // hash of its record
	manuals    []*Head // sorted by slug
}

// Brand returns the brand with that slug, or nil.
func (ix *Index) Brand(slug string) *Brand { return ix.brands[slug] }

// Domain returns the brand with that custom domain, or nil.
func (ix *Index) Domain(host string) *Brand { return ix.domains[host] }

// Subdomain returns the manual with that subdomain of its own, or nil.
func (ix *Index) Subdomain(label string) *Head { return ix.subdomains[label] }

// Home returns the brand that is at home on the site, see [manual.Site.AtHome], or nil.
func (ix *Index) Home() *Brand {
	if ix.Site.Home != "" {
		return ix.brands[ix.Site.Home]
	}
	return ix.domains[ix.Site.Host]
}

// Manual returns the manual with that id, or nil.
func (ix *Index) Manual(id string) *Head { return ix.ids[id] }

// Smaller returns what was made of a picture with that SHA-256, of any manual; false if nothing
// was.
func (ix *Index) Smaller(picture [sha256.Size]byte) (manual.SmallerPictures, bool) {
	s, ok := ix.smaller[picture]
	return s, ok
}

// SessionKey returns the key that signs page sessions. It reports false if
// [DB.SessionKey] has not made one yet; the zero key must not sign anything.
func (ix *Index) SessionKey() (key [32]byte, ok bool) {
	return ix.session, ix.session != [32]byte{}
}

// AccessToken returns the access token whose secret has that SHA-256, or nil. It may
// be expired or revoked.
func (ix *Index) AccessToken(hash [sha256.Size]byte) *AccessToken { return ix.accessTokens[hash] }

// Brands returns the brands, sorted by slug.
func (ix *Index) Brands() iter.Seq[*Brand] {
	bySlug := func(a, b *Brand) int { return cmp.Compare(a.Slug, b.Slug) }
	return slices.Values(slices.SortedFunc(maps.Values(ix.brands), bySlug))
}

// AccessTokens returns the access tokens of all brands: those that seed files
// declare, by id, then the created ones, the oldest first.
func (ix *Index) AccessTokens() iter.Seq[*AccessToken] {
	all := slices.Collect(maps.Values(ix.createdAccessTokens))
	for _, t := range ix.accessTokens {
		if t.File != "" {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *AccessToken) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Brand, b.Brand))
	})
	return slices.Values(all)
}

// Manual returns the brand's manual with that slug, or nil.
func (b *Brand) Manual(slug string) *Head {
	i, found := slices.BinarySearchFunc(
		b.manuals, slug, func(m *Head, slug string) int { return cmp.Compare(m.Slug, slug) },
	)
	if !found {
		return nil
	}
	return b.manuals[i]
}

// Manuals returns the brand's manuals: the primary one, then the others sorted
// by slug.
func (b *Brand) Manuals() iter.Seq[*Head] {
	return func(yield func(*Head) bool) {
		if b.Primary != nil && !yield(b.Primary) {
			return
		}
		for _, m := range b.manuals {
			if m != b.Primary && !yield(m) {
				return
			}
		}
	}
}

// A storeRecord is the store's own record: its settings, and the hash over brands, heads and created
// access tokens.
type storeRecord struct {
	Site    string  `msgpack:"site"`            // base URL
	Home    string  `msgpack:"home"`            // slug of the brand at home there
	Guessed bool    `msgpack:"guessed"`         // nobody has set the base URL
	Local   bool    `msgpack:"local,omitempty"` // see [manual.Site]
	Session []byte  `msgpack:"session"`         // key that signs page sessions
	Records hash256 `msgpack:"records"`         // see [Index.hashRecords]
}

// HeadsHash is a hash of all that is served: of the base URL, the brands and the heads of their manuals, which
// name their content, also that of drafts. Declared access tokens count, as settings of their brands;
// created ones do not.
func (ix *Index) HeadsHash() [32]byte { return ix.headsHash }

// hashHeads returns the hash of the base URL, the brands and the heads of their manuals.
func (ix *Index) hashHeads() hash256 {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00%t%t", ix.Site, ix.Site.Home, ix.Site.Guessed, ix.Site.Local)
	for b := range ix.Brands() {
		h.Write(b.recordHash[:])
		for _, m := range b.manuals {
			h.Write(m.recordHash[:])
		}
	}
	return hash256(h.Sum(nil))
}

// hashRecords returns the hash over the base URL, the brands, the heads of their manuals and the created
// access tokens.
func (ix *Index) hashRecords() hash256 {
	h := sha256.New()
	h.Write(ix.headsHash[:])
	for _, id := range slices.Sorted(maps.Keys(ix.createdAccessTokens)) {
		h.Write(ix.createdAccessTokens[id].recordHash[:])
	}
	return hash256(h.Sum(nil))
}

// storeRecord returns the store's own record.
func (ix *Index) storeRecord() *storeRecord {
	r := &storeRecord{Records: ix.hashRecords()}
	if ix.Site != (manual.Site{}) {
		r.Site = ix.Site.String()
		r.Home = ix.Site.Home
		r.Guessed = ix.Site.Guessed
		r.Local = ix.Site.Local
	}
	if key, ok := ix.SessionKey(); ok {
		r.Session = key[:]
	}
	return r
}
