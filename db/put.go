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
		sealed, err := seal(s, nil, Entry{}, nil)
		if err == nil {
			changed, err = tx.put(sealed)
		}
		return err
	})
	return changed, err
}

// PutSealed is [Tx.Put] of a snapshot that is sealed. What was sealed with it
// for the manual's administration is recorded, but does not count as a
// change. The store keeps what is in s until the transaction ends; a sealed
// snapshot is for one update.
func (tx *Tx) PutSealed(s *Sealed) (changed bool, err error) {
	err = tx.write("writing manual "+s.id, func() (err error) {
		changed, err = tx.put(s)
		return err
	})
	return changed, err
}

func (tx *Tx) put(s *Sealed) (changed bool, err error) {
	change, err := tx.touch(s.brand)
	if err != nil {
		return false, err
	}
	old, err := tx.head(s.brand, s.id)
	if err != nil {
		return false, err
	}
	head := s.head
	if s.head.Published {
		changed, err = tx.putRecords(s, &head, old)
	} else {
		changed, err = tx.removeSnapshot(s.brand, s.id)
	}
	if err != nil {
		return false, err
	}
	written := changed
	if s.editorial != nil {
		if err := tx.putEditorial(s.brand, s.id, s.editorial, &written); err != nil {
			return false, err
		}
	} else if old != nil {
		head.Editorial = old.Editorial
	}
	headChanged, err := tx.putHead(change, s.id, &head)
	if err != nil {
		return false, err
	}
	if written && !headChanged { // the records are as the head always said
		tx.healed = true
		change.heads[s.id] = &head
	}
	if headChanged && old != nil {
		old.Editorial = head.Editorial
		headChanged = !old.same(&head)
	}
	return changed || headChanged, nil
}

// putRecords writes the documents and the model of a published manual and
// completes its head. old is the head that is replaced, or nil.
func (tx *Tx) putRecords(s *Sealed, head, old *headRecord) (changed bool, err error) {
	if err := tx.settle(s, old); err != nil {
		return false, err
	}
	head.Documents = s.head.Documents
	if s.staged {
		return true, tx.putStaged(s)
	}
	b, err := tx.create(snapshotsBucket, s.brand, s.id)
	if err != nil {
		return false, err
	}
	left := s.documents
	for _, kind := range documentKinds {
		if len(left) > 0 && left[0].kind == kind {
			if value := left[0].value; value != nil {
				if err := replace(b, string(kind), value, &changed); err != nil {
					return changed, err
				}
			}
			left = left[1:]
		} else if b.Get([]byte(kind)) != nil {
			changed = true
			if err := b.Delete([]byte(kind)); err != nil {
				return changed, err
			}
		}
	}
	if s.model == nil {
		return changed, nil
	}
	return changed, replace(b, modelKind, s.model, &changed)
}

// settle finds out which records the store has already, and keeps them: those
// documents that it is thought to have, and the model, if old, the head that
// is replaced, speaks of them and their hashes hold. The other documents are
// sealed. What is settled stays so until the turn to write ends.
func (tx *Tx) settle(s *Sealed, old *headRecord) error {
	if s.settled {
		return nil
	}
	b, err := tx.snapshot(s.brand, s.id)
	if err != nil {
		return err
	}
	holds := func(kind string, want []byte) bool {
		_, err := tx.sound(b, place{s.brand, s.id, kind}, want)
		return err == nil
	}
	for i := range s.documents {
		r, head := &s.documents[i], &s.head.Documents[i]
		if r.value != nil {
			continue
		}
		if kept, ok := old.document(r.kind, head.ETag); ok && holds(string(r.kind), kept.Mark[:]) {
			*head, r.identity, r.compress = kept, nil, nil
		} else if err := r.seal(tx.seal, place{brand: s.brand, id: s.id}, head, r.compress(r.identity)); err != nil {
			return err
		}
	}
	if old != nil && old.Model == s.head.Model && holds(modelKind, old.Model[:]) {
		s.model = nil
	}
	s.settled = true
	return nil
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
		value, err := encodeEditorial(ed)
		if err != nil {
			return err
		}
		head.Editorial = tx.seal.seal(place{brand, id, editorialKind}, value)
		changed := false
		if err := tx.putEditorial(brand, id, value, &changed); err != nil {
			return err
		}
		headChanged, err := tx.putHead(change, id, head)
		tx.healed = tx.healed || changed && !headChanged
		return err
	})
}

func (tx *Tx) putEditorial(brand, id string, value []byte, changed *bool) error {
	b, err := tx.create(editorialBucket, brand)
	if err != nil {
		return err
	}
	return replace(b, id, value, changed)
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
