package db

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// The methods of this file write. What is there already is not written again.
// An error spoils the transaction: every later writing method returns it, and
// nothing is committed. Outside of [DB.Update] they return an error that
// wraps [ErrRefused].

// Put writes a snapshot in place of what there is of its manual id, and tells
// whether anything is another than before. Another slug for a known id is a
// rename. What is recorded for the manual's administration stays. The error
// wraps [ErrNotFound] when the brand is not there and [ErrConflict] when the
// snapshot contradicts itself; names that are taken are found at the end of
// the transaction.
func (tx *Tx) Put(s *manual.Snapshot) (changed bool, err error) {
	err = tx.write("writing manual "+s.Manual.ID, func() (err error) {
		changed, err = tx.put(s)
		return err
	})
	return changed, err
}

func (tx *Tx) put(s *manual.Snapshot) (changed bool, err error) {
	if err := checkSnapshot(s); err != nil {
		return false, err
	}
	change, err := tx.touch(s.Brand)
	if err != nil {
		return false, err
	}
	old, err := tx.head(s.Brand, s.Manual.ID)
	if err != nil {
		return false, err
	}
	head := newHead(s)
	if old != nil {
		head.Editorial = old.Editorial
	}
	if s.Published {
		changed, err = tx.putRecords(s, &head)
	} else {
		changed, err = tx.removeSnapshot(s.Brand, s.Manual.ID)
	}
	if err != nil {
		return false, err
	}
	headChanged, err := tx.putHead(change, s.Manual.ID, &head)
	if changed && !headChanged { // the records are as the head always said
		tx.healed = true
		change.heads[s.Manual.ID] = &head
	}
	return changed || headChanged, err
}

// checkSnapshot checks what the snapshot says by itself.
func checkSnapshot(s *manual.Snapshot) error {
	if s.Manual.ID == "" || s.Manual.Slug == "" {
		return fmt.Errorf("a manual without an id or a slug: %w", ErrConflict)
	}
	if !s.Published && len(s.Documents) > 0 {
		return fmt.Errorf("an unpublished manual with documents: %w", ErrConflict)
	}
	for kind := range s.Documents {
		if _, ok := kindIndex(kind); !ok {
			return fmt.Errorf("document %s: there is no such kind: %w", kind, ErrConflict)
		}
	}
	for _, v := range manual.Visibilities {
		if s.Manual.Visibility == v {
			return nil
		}
	}
	return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
}

// putRecords writes the documents and the model of a published manual and
// completes its head.
func (tx *Tx) putRecords(s *manual.Snapshot, head *headRecord) (changed bool, err error) {
	b, err := tx.create(snapshotsBucket, s.Brand, s.Manual.ID)
	if err != nil {
		return false, err
	}
	at := place{brand: s.Brand, id: s.Manual.ID}
	for _, kind := range documentKinds {
		at.kind = string(kind)
		d, ok := s.Documents[kind]
		if !ok {
			if b.Get([]byte(kind)) != nil {
				changed = true
				if err := b.Delete([]byte(kind)); err != nil {
					return changed, err
				}
			}
			continue
		}
		value, doc, err := encodeDocument(kind, d)
		if err != nil {
			return changed, err
		}
		doc.Mark = tx.seal.seal(at, value).mark()
		head.Documents = append(head.Documents, doc)
		if err := replace(b, at.kind, value, &changed); err != nil {
			return changed, err
		}
	}
	at.kind = modelKind
	value, err := encode(newModelRecord(&s.Manual))
	if err != nil {
		return changed, err
	}
	head.Model = tx.seal.seal(at, value)
	return changed, replace(b, at.kind, value, &changed)
}

// putHead writes a head and keeps the brand's digest of them.
func (tx *Tx) putHead(change *brandChange, id string, head *headRecord) (changed bool, err error) {
	b, err := tx.create(indexBucket, change.record.Slug)
	if err != nil {
		return false, err
	}
	value, err := encode(head)
	if err != nil {
		return false, err
	}
	of := tx.seal.seal(place{change.record.Slug, id, headKind}, value)
	if before, ok := statedSum(b.Get([]byte(id))); ok {
		change.record.Heads.remove(before)
	}
	change.record.Heads.add(of)
	if err := replace(b, id, value, &changed); err != nil {
		return changed, err
	}
	if changed {
		change.heads[id] = head
	}
	return changed, nil
}

// PutEditorial records what there is to know of a manual for its
// administration. The error wraps [ErrNotFound] when the manual is not there:
// it is put first.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	return tx.write("writing the editorial record of manual "+id, func() error {
		change, err := tx.touch(brand)
		if err != nil {
			return err
		}
		head, err := tx.head(brand, id)
		if err != nil {
			return err
		}
		if head == nil {
			return fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
		}
		b, err := tx.create(editorialBucket, brand)
		if err != nil {
			return err
		}
		value, err := encode(newEditorialRecord(ed))
		if err != nil {
			return err
		}
		head.Editorial = tx.seal.seal(place{brand, id, editorialKind}, value)
		changed := false
		if err := replace(b, id, value, &changed); err != nil {
			return err
		}
		headChanged, err := tx.putHead(change, id, head)
		tx.healed = tx.healed || changed && !headChanged
		return err
	})
}

// create returns the bucket at the end of a path, made where there is none.
func (tx *Tx) create(path ...string) (*bolt.Bucket, error) {
	b, err := tx.bucket(path...)
	if err != nil || b != nil {
		return b, err
	}
	if b, err = tx.bucket(path[:len(path)-1]...); err == nil && b == nil {
		b, err = tx.create(path[:len(path)-1]...)
	}
	if err != nil {
		return nil, err
	}
	return b.CreateBucket([]byte(path[len(path)-1]))
}

// replace writes value unless it is there already, and notes in changed
// whether it did.
func replace(b *bolt.Bucket, key string, value []byte, changed *bool) error {
	if bytes.Equal(b.Get([]byte(key)), value) {
		return nil
	}
	*changed = true
	return b.Put([]byte(key), value)
}
