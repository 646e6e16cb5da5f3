package metrics

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents describes the contents of an index. Servers that answer every request
// alike have the same digest, whenever and in whatever order they imported the
// manuals. It covers the program's version, the site's address, the brands, and of each
// manual its access rules, the tags of its documents and its files. It does not cover what
// belongs to one server, such as access tokens created there.
type contents struct {
	index                  *db.Index
	digest                 string
	brands, manuals, files int // files with the same content count once
	fileBytes              int64
	snapshots              map[manual.Visibility]int
}

// current returns the contents of the current index, computed once per index.
func (m *Metrics) current() *contents {
	ix := m.o.Store.Index()
	c := m.contents.Load()
	if c == nil || c.index != ix {
		c = describe(ix, m.o.Version)
		m.contents.Store(c)
	}
	return c
}

// describe computes the contents of an index, as a version of the program serves them.
func describe(ix *db.Index, version string) *contents {
	c := &contents{index: ix, snapshots: make(map[manual.Visibility]int)}
	seen := make(map[[sha256.Size]byte]bool)
	h := sha256.New()
	add := func(what string, values ...any) { fmt.Fprintf(h, "%s %q\n", what, values) }
	add("site", ix.Site.String(), ix.Site.Home, version)
	for b := range ix.Brands() {
		c.brands++
		if b.Primary == nil && len(b.Domains) == 0 && len(b.Access) == 0 {
			continue // visitors cannot tell it from a brand that does not exist
		}
		add("brand", b.Slug, b.Name, b.Domains, b.Cover)
		for _, t := range b.Access {
			add("token", t.ID, t.Sum[:], t.Expires.UTC().String())
		}
		for e := range b.Manuals() {
			c.manuals++
			if e.Published {
				c.snapshots[e.Visibility]++
			}
			add("manual", e.ID, e.Slug, e.Subdomain, e.Primary, e.Published, e.Visibility, e.Password, e.ExpiresAt.String())
			add("documents", e.Document.ETag(), e.Tokens.ETag(), e.Model[:])
			for _, f := range e.Files {
				add("file", f.Name, f.Sum[:], f.Shared)
				if !seen[f.Sum] {
					seen[f.Sum] = true
					c.files++
					c.fileBytes += f.Size
				}
			}
		}
	}
	c.digest = hex.EncodeToString(h.Sum(nil))
	return c
}
