package db

import (
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// The methods of this file write. What is there already is not written again.
// After an error the transaction is of no use: every later writing method returns it, and
// nothing is committed. Outside of [DB.Update] they return an error that
// wraps [ErrRefused].

// Put writes a snapshot in place of what there is of its manual id, and tells
// whether anything is another than before. Another slug for a known id is a
// rename. What is recorded for the manual's administration stays.
//
// A document may come without its compressed body where the store has that
// very document (see [Entry.Document]): then the store's is kept, also where
// another compressor has made it. The error wraps [ErrNotFound] when the brand
// is not there and [ErrConflict] when the snapshot contradicts itself; names
// that are taken, and files that are not stored, are found at the end of the
// transaction. The snapshot is not to be changed until then.
func (tx *Tx) Put(s *manual.Snapshot) (changed bool, err error) {
	err = tx.write("writing manual "+s.Manual.ID, func() (err error) {
		changed, err = tx.putSnapshot(s)
		return err
	})
	return changed, err
}

func (tx *Tx) putSnapshot(s *manual.Snapshot) (changed bool, err error) {
	if err := checkSnapshot(s); err != nil {
		return false, err
	}
	change, err := tx.brand(s.Brand)
	if err != nil {
		return false, err
	}
	id := s.Manual.ID
	old := change.metas[id]
	m := &meta{id: id, headRecord: newHead(s)}
	if s.Published {
		if changed, err = tx.putDocuments(s, m, old); err != nil {
			return false, err
		}
		model, written, err := tx.put(recordKey{s.Brand, id, modelKind}, newModelRecord(&s.Manual))
		if err != nil {
			return false, err
		}
		m.Model, changed = model, changed || written
	}
	if old == nil {
		change.metas[id] = m
		return true, nil
	}
	tx.removeOthers(s.Brand, old, m)
	m.Editorial = old.Editorial
	if !m.same(old.headRecord) {
		change.metas[id] = m
		return true, nil
	}
	return changed, nil
}

// putDocuments writes the documents of a published manual and completes its
// head. old is what is replaced, or nil.
func (tx *Tx) putDocuments(s *manual.Snapshot, m, old *meta) (changed bool, err error) {
	for i := range manual.Documents {
		kind := manual.Documents[i].Kind
		d, ok := s.Documents[kind]
		if !ok {
			continue
		}
		record, head, err := newDocument(kind, d)
		if err != nil {
			return false, err
		}
		key := recordKey{s.Brand, m.id, string(kind)}
		var known *documentHead
		if old != nil {
			known = old.document(kind)
		}
		if known != nil && known.ETag == head.ETag {
			kept, err := tx.holds(key, known.Prefix[:])
			if err != nil {
				return false, err
			}
			if kept {
				m.Documents = append(m.Documents, *known)
				continue
			}
			if record.Gzip == nil && known.GzipLen > 0 {
				record.Gzip = compress(record.Identity)
				head.GzipLen = uint32(len(record.Gzip))
			}
		}
		of, written, err := tx.put(key, record)
		if err != nil {
			return false, err
		}
		head.Prefix, changed = of.prefix(), changed || written
		m.Documents = append(m.Documents, head)
	}
	return changed, nil
}

// removeOthers removes the records of a manual that its new head does not
// speak of.
func (tx *Tx) removeOthers(brand string, old, m *meta) {
	for i := range old.Documents {
		if kind := old.Documents[i].Kind; m.document(kind) == nil {
			tx.remove(recordKey{brand, old.id, string(kind)})
		}
	}
	if m.Model == (sum{}) && old.Model != (sum{}) {
		tx.remove(recordKey{brand, old.id, modelKind})
		tx.dropped = append(tx.dropped, []string{snapshotsBucket, brand, old.id})
	}
}

// PutEditorial records what there is to know of a manual for its
// administration. The error wraps [ErrNotFound] when the manual is not there:
// it is put first.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	return tx.write("writing the editorial record of manual "+id, func() error {
		change, err := tx.brand(brand)
		if err != nil {
			return err
		}
		m := change.metas[id]
		if m == nil {
			return fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
		}
		of, _, err := tx.put(recordKey{brand, id, editorialKind}, newEditorialRecord(ed))
		if err != nil || of == m.Editorial {
			return err
		}
		next := *m // which an index may have
		next.Editorial, next.record = of, sum{}
		change.metas[id] = &next
		return nil
	})
}

// PutBrand writes a brand, new or in place of the one with that slug; its
// manuals stay.
func (tx *Tx) PutBrand(b manual.Brand) error {
	return tx.write("writing brand "+b.Slug, func() error {
		if b.Slug == "" {
			return fmt.Errorf("a brand without a slug: %w", ErrConflict)
		}
		change, err := tx.brand(b.Slug)
		if err != nil { // it is not there
			change = &brandChange{metas: make(map[string]*meta)}
			tx.next.brands[b.Slug] = change
		}
		change.Brand = b
		change.Domains, change.Access = slices.Clone(b.Domains), slices.Clone(b.Access)
		if len(b.Domains) == 0 { // none is always the same bytes
			change.Domains = nil
		}
		return nil
	})
}

// Remove removes a manual with all that is recorded of it. The error wraps
// [ErrNotFound] when the brand has no manual of that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.write("removing manual "+id, func() error {
		change, err := tx.brand(brand)
		if err != nil {
			return err
		}
		m := change.metas[id]
		if m == nil {
			return fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
		}
		tx.removeManual(brand, m)
		delete(change.metas, id)
		return nil
	})
}

// removeManual removes all records of a manual.
func (tx *Tx) removeManual(brand string, m *meta) {
	kinds := []string{modelKind, editorialKind, headKind}
	for i := range m.Documents {
		kinds = append(kinds, string(m.Documents[i].Kind))
	}
	for _, kind := range kinds {
		tx.remove(recordKey{brand, m.id, kind})
	}
	tx.dropped = append(tx.dropped, []string{snapshotsBucket, brand, m.id})
}

// RemoveBrand removes a brand with its manuals, their editorial records and
// its access tokens. The error wraps [ErrNotFound] when it is not there.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.write("removing brand "+slug, func() error {
		change, err := tx.brand(slug)
		if err != nil {
			return err
		}
		for _, m := range change.metas {
			tx.removeManual(slug, m)
		}
		for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
			tx.dropped = append(tx.dropped, []string{name, slug})
		}
		for id := range tx.brandTokens(slug) {
			tx.removeToken(id)
		}
		tx.remove(recordKey{brand: slug, kind: brandKind})
		tx.next.brands[slug] = &brandChange{removed: true}
		return nil
	})
}

// SetSite writes the base URL that the documents are rendered with. The error
// wraps [ErrConflict] when it is none.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.write("writing the base URL", func() (err error) {
		if again, err := manual.ParseSite(site.String()); err != nil || again != site {
			return fmt.Errorf("%q is no base URL: %w", site, ErrConflict)
		}
		tx.root.Site, _, err = tx.put(recordKey{kind: siteKind}, &siteRecord{URL: site.String()})
		tx.next.site = &site
		return err
	})
}

// SetRendering records by which renderers the documents of the store are made,
// to be asked for with [Index.Rendering].
func (tx *Tx) SetRendering(rendering string) error {
	return tx.write("writing the version of the documents", func() error {
		tx.root.Rendering = rendering
		return nil
	})
}

// setSessionKey writes the key that signs the sessions of pages.
func (tx *Tx) setSessionKey(key [32]byte) error {
	return tx.write("writing the key of page sessions", func() (err error) {
		tx.root.Session, _, err = tx.put(recordKey{kind: sessionKind}, &sessionRecord{Key: key[:]})
		tx.next.session = &key
		return err
	})
}
