package db

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], valid until the function
// that it was passed to returns. Its methods may be called from any goroutine.
//
// The writing methods do not write again what is stored already. After one of
// them has failed, all return its error, and the transaction is not committed.
// They write objects while the update goes on, and keep everything else in memory
// until its end.
type Tx struct {
	d      *DB
	mu     sync.Mutex // guards the fields below
	bolt   *boltTx    // of a View
	index  *Index     // of the state before
	failed error      // first error of a writing method; a View sets it at its start

	next     Index                    // index of the state after; finish sets brands and tokens
	brands   map[string]*manual.Brand // changed brands by slug; nil for a removed one
	entries  map[recordKey]*Manual    // changed manuals, without their brand; nil for a removed one
	access   map[string]*AccessToken  // changed tokens by id; nil for a removed one
	files    map[sum]sum              // put and found files, with the lists of their pieces
	objects  map[sum][]byte           // to be written
	size     int                      // of these objects
	sweepAll bool                     // remove all objects that nothing refers to
}

// newTx returns the transaction of an update.
func (d *DB) newTx() *Tx {
	return &Tx{
		d: d, index: d.Index(), next: *d.Index(), brands: make(map[string]*manual.Brand), entries: make(map[recordKey]*Manual),
		access: make(map[string]*AccessToken), files: make(map[sum]sum), objects: make(map[sum][]byte),
	}
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// write runs do for a writing method; what describes it in errors.
func (tx *Tx) write(what string, do func() error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed == nil {
		if err := do(); err != nil {
			tx.failed = fmt.Errorf("%s: %w", what, err)
		}
	}
	return tx.failed
}

// putObjects has those of the objects written that are not stored or damaged, and
// reports whether there are any. Once there are many, it writes them.
func (tx *Tx) putObjects(objects map[sum][]byte) (missing bool, err error) {
	for _, name := range tx.d.missing(maps.Keys(objects)) {
		missing = true
		if tx.objects[name] == nil {
			tx.objects[name] = objects[name]
			tx.size += len(objects[name])
		}
	}
	if tx.size < batchSize || tx.d.bolt.IsReadOnly() {
		return missing, nil
	}
	objects = tx.objects
	tx.objects, tx.size = make(map[sum][]byte), 0
	return missing, tx.d.writeObjects(objects)
}

// brand returns a brand as of this transaction, or an error that wraps
// [ErrNotFound].
func (tx *Tx) brand(slug string) (*manual.Brand, error) {
	b, changed := tx.brands[slug]
	if known := tx.index.brands[slug]; known != nil && !changed {
		b = &known.Brand
	}
	if b == nil {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	return b, nil
}

// entry returns a manual of a brand as of this transaction, or nil.
func (tx *Tx) entry(brand, id string) *Manual {
	if e, changed := tx.entries[recordKey{brand, id, snapshotKind}]; changed {
		return e
	}
	if e := tx.index.Manual(id); e != nil && e.Brand.Slug == brand {
		return e
	}
	return nil
}

// known is entry for a manual that must exist: its error wraps [ErrNotFound].
func (tx *Tx) known(brand, id string) (*Manual, error) {
	e := tx.entry(brand, id)
	if e == nil {
		return nil, fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
	}
	return e, nil
}

// putManual makes next, which may be changed no more, the state of a manual, and
// reports whether that is a change.
func (tx *Tx) putManual(brand string, next *Manual) (changed bool) {
	key, old := recordKey{brand, next.ID, snapshotKind}, tx.entry(brand, next.ID)
	next.record = encodeRecord(key, next.encoded()).hash
	tx.entries[key] = next
	return old == nil || old.record != next.record
}

// Put stores a snapshot in place of the one of the same manual id, and reports
// whether that changed anything. A new slug for a known id is a rename. The
// editorial data and what is remembered of the seed file stay. A document with an
// unchanged body keeps its stored compressed body. The error wraps [ErrNotFound] when
// there is no such brand. Names in use elsewhere and files that are not stored are
// found at the end of the transaction.
func (tx *Tx) Put(s *manual.Snapshot) (changed bool, err error) {
	what := "writing manual " + s.Manual.ID
	var old *Manual
	if err := tx.write(what, func() error {
		old = tx.entry(s.Brand, s.Manual.ID)
		_, err := tx.brand(s.Brand)
		return err
	}); err != nil {
		return false, err
	}
	next, objects := tx.encode(s, old) // not in write, so that goroutines encode in parallel
	err = tx.write(what, func() (err error) {
		if e := tx.entry(s.Brand, s.Manual.ID); e != nil {
			next.editorial, next.edited, next.seed = e.editorial, e.edited, e.seed
		}
		if next.pieces, err = tx.pieceLists(next.allFiles()); err != nil {
			return err
		}
		missing, err := tx.putObjects(objects)
		changed = tx.putManual(s.Brand, next) || missing // or damaged
		return err
	})
	return changed, err
}

// encode returns the manual of a snapshot, without editorial data and the pieces of
// files, and its objects without the stored documents that stay.
func (tx *Tx) encode(s *manual.Snapshot, old *Manual) (m *Manual, objects map[sum][]byte) {
	m, objects = newManual(s), make(map[sum][]byte)
	stored := tx.storedDocuments(old)
	for _, info := range manual.Documents {
		body, ok := s.Documents[info.Kind]
		if !ok {
			continue
		}
		d := Document{Kind: info.Kind, Sum: sha256.Sum256(body.Identity), IdentityBytes: uint32(len(body.Identity))}
		if known := stored[info.Kind]; known.Sum == d.Sum {
			d = known
		} else {
			content := body.Gzip
			if content == nil {
				content = compress(body.Identity)
			}
			d.Object, d.GzipBytes = sha256.Sum256(content), uint32(len(content))
			objects[d.Object] = content
		}
		m.Documents = append(m.Documents, d)
	}
	if s.Published {
		var content []byte
		m.model, content = encodeObject(newModelRecord(&s.Manual))
		objects[m.model] = content
	}
	return m, objects
}

// storedDocuments returns the documents of a manual, or of nil, that are stored and
// undamaged.
func (tx *Tx) storedDocuments(m *Manual) map[manual.DocumentKind]Document {
	stored := make(map[manual.DocumentKind]Document)
	if m == nil {
		return stored
	}
	_ = tx.d.view(func(b *boltTx) error { // after an error the rest counts as damaged
		for _, d := range m.Documents {
			if _, err := b.object(d.Object); err == nil {
				stored[d.Kind] = d
			}
		}
		return nil
	})
	return stored
}

// pieceLists returns the lists of those of the files that have several pieces. The
// error wraps [ErrConflict] if a file is not stored.
func (tx *Tx) pieceLists(files []manual.File) (lists []sum, err error) {
	for _, f := range files {
		list, stored := tx.files[f.Sum]
		if !stored {
			list, stored = tx.index.files[f.Sum]
		}
		if !stored || (f.Size > pieceSize) != (list != sum{}) {
			return nil, fmt.Errorf("its file %s is not stored: %w", f.Ref, ErrConflict)
		}
		if f.Size > pieceSize {
			lists = append(lists, list)
		}
	}
	return lists, nil
}

// PutBrand stores a brand in place of the one with the same slug. Its manuals
// stay.
func (tx *Tx) PutBrand(b manual.Brand) error {
	return tx.write("writing brand "+b.Slug, func() error {
		b.Domains, b.Access = slices.Clone(b.Domains), slices.Clone(b.Access)
		if len(b.Domains) == 0 { // nil and empty have different bytes
			b.Domains = nil
		}
		tx.brands[b.Slug] = &b
		return nil
	})
}

// Remove removes a manual and its editorial data. The error wraps [ErrNotFound]
// when the brand has no manual with that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.write("removing manual "+id, func() error {
		_, err := tx.known(brand, id)
		tx.entries[recordKey{brand, id, snapshotKind}] = nil
		return err
	})
}

// RemoveBrand removes a brand with its manuals, their editorial data and its
// access tokens, except revoked ones: a brand that declares the same secret later
// does not make it valid again. The error wraps [ErrNotFound] when there is no such
// brand.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.write("removing brand "+slug, func() error {
		if _, err := tx.brand(slug); err != nil {
			return err
		}
		tx.brands[slug] = nil
		if known := tx.index.brands[slug]; known != nil {
			for _, e := range known.entries {
				tx.entries[recordKey{slug, e.ID, snapshotKind}] = nil
			}
		}
		for key := range tx.entries {
			if key.brand == slug {
				tx.entries[key] = nil
			}
		}
		for id, t := range tx.tokens() {
			if t.Brand == slug && t.Revoked.IsZero() {
				tx.access[id] = nil
			}
		}
		return nil
	})
}

// SetSite stores the base URL that the documents are rendered with, and the brand
// at home there. The error wraps [ErrConflict] when it is not valid.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.write("writing the base URL", func() error {
		again, err := manual.ParseSite(site.String())
		if again.Home, again.Guessed = site.Home, site.Guessed; err != nil || again != site || site.Home != "" && !manual.Label(site.Home) {
			return fmt.Errorf("%q is no base URL: %w", site, ErrConflict)
		}
		tx.next.Site = site
		return nil
	})
}

// SetRendering stores the version of the renderers that made the documents.
func (tx *Tx) SetRendering(rendering string) error {
	return tx.write("writing the version of the documents", func() error {
		tx.next.Rendering = rendering
		return nil
	})
}
