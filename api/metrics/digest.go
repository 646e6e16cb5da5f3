package metrics

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"designmanual/db"
)

func (m *Metrics) digest() string { return digestOf(m.o.Store.Index(), m.o.Version) }

// digestOf returns a hash of what an index has, as a version of the program serves it. Servers
// that answer every request alike have the same one, whenever and in whatever order they imported
// the manuals. It covers the program's version, the site's address, the brands, and of each
// manual its access rules, the tags of its documents and its files. It does not cover what
// belongs to one server, such as access tokens created there.
func digestOf(ix *db.Index, version string) string {
	h := sha256.New()
	add := func(what string, values ...any) { fmt.Fprintf(h, "%s %q\n", what, values) }
	add("site", ix.Site.String(), ix.Site.Home, version)
	for b := range ix.Brands() {
		if b.Primary == nil && len(b.Domains) == 0 && len(b.Access) == 0 {
			continue // visitors cannot tell it from a brand that does not exist
		}
		add("brand", b.Slug, b.Name, b.Domains, b.Cover)
		for _, t := range b.Access {
			add("token", t.ID, t.Sum[:], t.Expires.UTC().String())
		}
		for e := range b.Manuals() {
			add(
				"manual", e.ID, e.Slug, e.Subdomain, e.Primary, e.Published, e.Visibility, e.Password,
				e.ExpiresAt.String(),
			)
			add("documents", e.Document.ETag(), e.Tokens.ETag(), e.ModelSum[:])
			for _, f := range e.Files {
				add("file", f.Name, f.Sum[:], f.Shared)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
