package db

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync/atomic"

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
