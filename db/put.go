package db

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// Put stores a snapshot in place of the one of the same manual id, and reports
// whether that changed anything. A new slug for a known id is a rename. The
// editorial data and what is remembered of the seed file stay. A document with an unchanged body keeps its stored
// compressed body. The error wraps [ErrNotFound] when there is no such brand.
// Names in use elsewhere and files that are not stored are found at the end of
// the transaction.
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
	next, objects, encodeErr := tx.encode(s, old) // not in write, so that goroutines encode in parallel
	err = tx.write(what, func() (err error) {
		if encodeErr != nil {
			return encodeErr
		}
		if e := tx.entry(s.Brand, s.Manual.ID); e != nil {
			next.editorial, next.edited, next.seed = e.editorial, e.edited, e.seed
		}
		if next.pieces, err = tx.pieceLists(next.allFiles()); err != nil {
			return err
		}
		if changed, err = tx.putManual(s.Brand, next); err != nil {
			return err
		}
		changed = changed || len(objects) > 0 // which were damaged
		return tx.putObjects(objects)
	})
	return changed, err
}

// encode returns the manual of a snapshot, without editorial data and the pieces of
// files, and those of its objects that are not stored.
func (tx *Tx) encode(s *manual.Snapshot, old *Manual) (m *Manual, objects map[sum][]byte, err error) {
	m, objects = newManual(s), make(map[sum][]byte)
	for _, info := range manual.Documents {
		body, ok := s.Documents[info.Kind]
		if !ok {
			continue
		}
		d := Document{Kind: info.Kind, Sum: sha256.Sum256(body.Identity), IdentityBytes: uint32(len(body.Identity))}
		var known Document
		if old != nil {
			known, _ = old.Document(info.Kind)
		}
		if d.Sum == known.Sum && tx.d.hasObject(known.Object) {
			d = known
		} else {
			content := body.Gzip
			if content == nil {
				content = compress(body.Identity)
			}
			d.Object, d.GzipBytes = sha256.Sum256(content), uint32(len(content))
			if !tx.d.hasObject(d.Object) {
				objects[d.Object] = content
			}
		}
		m.Documents = append(m.Documents, d)
	}
	if !s.Published {
		return m, objects, nil
	}
	name, content, err := encodeObject(newModelRecord(&s.Manual))
	if m.model = name; err == nil && !tx.d.hasObject(name) {
		objects[name] = content
	}
	return m, objects, err
}

// pieceLists returns the lists of those of the files that have several pieces. The
// error wraps [ErrConflict] if a file is not stored.
func (tx *Tx) pieceLists(files []manual.File) (lists []sum, err error) {
	for _, f := range files {
		list, stored := tx.lists[f.Sum]
		if !stored {
			list, stored = tx.d.fileList(f.Sum)
		}
		if f.Size > pieceSize {
			lists = append(lists, list)
		} else if !stored {
			stored = tx.d.hasObject(f.Sum)
		}
		if !stored || f.Size > pieceSize && list == (sum{}) {
			return nil, fmt.Errorf("its file %s is not stored: %w", f.Ref, ErrConflict)
		}
	}
	return lists, nil
}

// PutEditorial stores the editorial data of a manual. The error wraps
// [ErrNotFound] when the manual has not been put.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	text, encodeErr := encodeMsgpack(nil, newEditorialRecord(ed))
	edited := sum(sha256.Sum256(text))
	return tx.write("writing the editorial data of manual "+id, func() error {
		if encodeErr != nil {
			return encodeErr
		}
		e, err := tx.knownEntry(brand, id)
		if err != nil || e.edited == edited && tx.d.hasObject(e.editorial) {
			return err
		}
		content := compress(text)
		next := *e
		next.editorial, next.edited = sha256.Sum256(content), edited
		if _, err := tx.putManual(brand, &next); err != nil {
			return err
		}
		return tx.putObjects(map[sum][]byte{next.editorial: content})
	})
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
		_, err := tx.knownEntry(brand, id)
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
