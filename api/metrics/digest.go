package metrics

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"designmanual/db"
	"designmanual/db/manual"
)

// Digest tells what is served from what else could be: servers that answer
// every request alike have the same one, whenever and in whatever order they
// imported it. It covers the address and the brands with what they declare,
// and of each manual who may read it, the tags of its documents and its files;
// not what each server has of its own, as access tokens that were created
// there.
func Digest(ix *db.Index) string {
	h := sha256.New()
	add := func(what string, values ...any) { fmt.Fprintf(h, "%s %q\n", what, values) }
	add("site", ix.Site.String())
	for b := range ix.Brands() {
		add("brand", b.Slug, b.Name, b.Domains)
		for _, t := range b.Access {
			add("token", t.ID, t.Sum[:], t.Expires.UTC().String())
		}
		for e := range b.Manuals() {
			add("manual", e.ID, e.Slug, e.Subdomain, e.Primary, e.Published, e.Visibility, e.Password, e.ExpiresAt.UTC().String())
			for _, d := range manual.Documents {
				if info, ok := e.Document(d.Kind); ok {
					add("document", d.Kind, info.ETag())
				}
			}
			for _, f := range e.Files {
				add("file", f.Name, f.Sum[:], f.Shared)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A digest is that of the current index, made once for each.
type digest struct {
	mu   sync.Mutex
	of   *db.Index
	text string
}

func (d *digest) current(ix *db.Index) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of != ix {
		d.of, d.text = ix, Digest(ix)
	}
	return d.text
}
