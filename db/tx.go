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
	d     *DB
	index *Index // of the state before

	mu      sync.Mutex              // guards the fields below
	failed  error                   // first error of a writing method; a View sets it at its start
	next    Index                   // of the state after; finish sets its brands
	brands  map[string]*brandUpdate // changed brands by slug; nil for a removed one
	files   map[sum]sum             // put and found files, with the lists of their pieces
	objects map[sum][]byte          // to be written
	size    int                     // of these objects
	flushed bool                    // others are written already
	sweep   bool                    // remove all objects that nothing refers to
}

// A brandUpdate is the state of a brand after an update.
type brandUpdate struct {
	manual.Brand
	manuals map[string]*Manual // by id; those that have changed belong to no brand yet
}

// newTx returns the transaction of an update.
func (d *DB) newTx() *Tx {
	tx := &Tx{d: d, index: d.Index(), next: *d.Index(), brands: make(map[string]*brandUpdate), files: make(map[sum]sum), objects: make(map[sum][]byte)}
	tx.next.brands, tx.next.access = maps.Clone(tx.index.brands), maps.Clone(tx.index.access)
	return tx
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

// putObjects has those of the objects written that are not stored or damaged. Once
// there are many, it writes them.
func (tx *Tx) putObjects(objects map[sum][]byte) error {
	for name, content := range objects {
		if tx.objects[name] == nil && !tx.d.has(name) {
			tx.objects[name] = content
			tx.size += len(content)
		}
	}
	if tx.size < batchSize || tx.d.bolt.IsReadOnly() {
		return nil
	}
	return tx.flush()
}

// flush writes the objects in a transaction of their own.
func (tx *Tx) flush() error {
	objects := tx.objects
	tx.objects, tx.size, tx.flushed = make(map[sum][]byte), 0, true
	return tx.d.writeObjects(objects)
}

// brand returns a brand as of this transaction, to be changed. The error wraps
// [ErrNotFound].
func (tx *Tx) brand(slug string) (*brandUpdate, error) {
	b, changed := tx.brands[slug]
	if known := tx.index.brands[slug]; known != nil && !changed {
		b = &brandUpdate{known.Brand, make(map[string]*Manual)}
		for _, e := range known.entries {
			b.manuals[e.ID] = e
		}
		tx.brands[slug] = b
	}
	if b == nil {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	return b, nil
}

// putNamed puts objects that manuals of a brand name: set changes a copy of each manual.
// The error wraps [ErrNotFound].
func (tx *Tx) putNamed(what, brand string, ids []string, objects map[sum][]byte, set func(*Manual)) error {
	return tx.write(what, func() error {
		for _, id := range ids {
			b, err := tx.manual(brand, id)
			if err != nil {
				return err
			}
			next := *b.manuals[id]
			set(&next)
			b.manuals[id] = &next
		}
		return tx.putObjects(objects)
	})
}

// manual is brand for one that must have a manual with that id.
func (tx *Tx) manual(brand, id string) (*brandUpdate, error) {
	b, err := tx.brand(brand)
	if err == nil && b.manuals[id] == nil {
		err = fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
	}
	return b, err
}

// Put stores a snapshot in place of the one of the same manual id. A new slug for a
// known id is a rename. The editorial data and what is remembered of the seed file
// stay. A document with an unchanged body keeps its stored compressed body. The error
// wraps [ErrNotFound] when there is no such brand. Names in use elsewhere and files
// that are not stored are found at the end of the transaction.
func (tx *Tx) Put(s *manual.Snapshot) error {
	next, objects := tx.encode(s) // not in write, so that goroutines encode in parallel
	return tx.write("writing manual "+s.Manual.ID, func() error {
		b, err := tx.brand(s.Brand)
		if err != nil {
			return err
		}
		if e := b.manuals[next.ID]; e != nil {
			next.names.Editorial, next.names.Seed = e.names.Editorial, e.names.Seed
		}
		if next.names.Pieces, err = tx.pieceLists(next); err != nil {
			return err
		}
		b.manuals[next.ID] = next
		return tx.putObjects(objects)
	})
}

// encode returns the manual of a snapshot, without editorial data and the pieces of
// files, and its objects without the stored documents that stay.
func (tx *Tx) encode(s *manual.Snapshot) (m *Manual, objects map[sum][]byte) {
	m = &Manual{
		ID: s.Manual.ID, Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published, Visibility: s.Manual.Visibility,
		UpdatedAt: s.Manual.UpdatedAt.UTC(), ExpiresAt: s.Manual.ExpiresAt.UTC(), Password: s.Password, Files: s.Manual.Files, Drafts: s.DraftFiles,
	}
	objects = make(map[sum][]byte)
	old := tx.index.Manual(m.ID)
	if old == nil {
		old = new(Manual)
	}
	for _, info := range manual.Documents {
		body, ok := s.Documents[info.Kind]
		if !ok {
			continue
		}
		d := Document{Kind: info.Kind, Sum: sha256.Sum256(body.Identity), IdentityBytes: uint32(len(body.Identity))}
		if known, _ := old.Document(info.Kind); known.Sum == d.Sum && tx.d.has(known.Object) {
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
		m.names.Model, content = encodeObject(&modelRecord{s.Manual, newInstant(s.Manual.UpdatedAt), newInstant(s.Manual.ExpiresAt)})
		objects[m.names.Model] = content
	}
	return m, objects
}

// pieceLists returns the lists of those of a manual's files that have several pieces.
// The error wraps [ErrConflict] if a file is not stored.
func (tx *Tx) pieceLists(m *Manual) (lists []sum, err error) {
	for f := range m.files() {
		list, stored := tx.files[f.Sum]
		if !stored {
			list, stored = tx.index.files[f.Sum]
		}
		if !stored || (f.Size > PieceSize) == list.IsZero() {
			return nil, fmt.Errorf("its file %s is not stored: %w", f.Ref, ErrConflict)
		}
		if f.Size > PieceSize {
			lists = append(lists, list)
		}
	}
	return lists, nil
}

// PutBrand stores a brand in place of the one with the same slug. Its manuals
// stay.
func (tx *Tx) PutBrand(next manual.Brand) error {
	return tx.write("writing brand "+next.Slug, func() error {
		next.Domains, next.Access = slices.Clone(next.Domains), slices.Clone(next.Access)
		if len(next.Domains) == 0 { // nil and empty have different bytes
			next.Domains = nil
		}
		b, err := tx.brand(next.Slug)
		if err != nil { // it is new
			b = &brandUpdate{manuals: make(map[string]*Manual)}
			tx.brands[next.Slug] = b
		}
		b.Brand = next
		return nil
	})
}

// Remove removes a manual and its editorial data. The error wraps [ErrNotFound]
// when the brand has no manual with that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.write("removing manual "+id, func() error {
		b, err := tx.manual(brand, id)
		if err == nil {
			delete(b.manuals, id)
		}
		return err
	})
}

// RemoveBrand removes a brand with its manuals, their editorial data and its
// access tokens, except revoked ones: a brand that declares the same secret later
// does not make it valid again. The error wraps [ErrNotFound] when there is no such
// brand.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.write("removing brand "+slug, func() error {
		_, err := tx.brand(slug)
		tx.brands[slug] = nil
		maps.DeleteFunc(tx.next.access, func(_ string, t *AccessToken) bool { return t.Brand == slug && t.Revoked.IsZero() })
		return err
	})
}

// SetSite stores the base URL that the documents are rendered with, and the brand
// at home there. The error wraps [ErrConflict] when it is not valid.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.write("writing the base URL", func() error {
		again, err := manual.ParseSite(site.String())
		again.Local = site.Local
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
