package db

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// finish computes everything that follows from the changes: the heads, the
// records of the brands and the root over all of it. It returns the index of
// the new state; nil when nothing is to be written.
func (tx *Tx) finish() (next *Index, err error) {
	err = tx.write("finishing", func() error {
		next = tx.index
		if len(tx.next.brands) > 0 {
			if next, err = tx.finishBrands(); err != nil {
				return err
			}
		}
		state := *next
		next = &state
		if tx.next.site != nil {
			next.Site = *tx.next.site
		}
		if tx.next.session != nil {
			next.session = *tx.next.session
		}
		next.rendering = tx.root.Rendering
		if err := tx.finishTokens(next); err != nil {
			return err
		}
		if next.root, _, err = tx.put(recordKey{kind: rootKind}, next.rootRecord(tx.root)); err != nil {
			return err
		}
		if err = tx.forgetSame(); len(tx.writes) == 0 {
			next = nil
		}
		return err
	})
	return next, err
}

// forgetSame forgets what is to be written and is in the file already: a change
// that was taken back.
func (tx *Tx) forgetSame() error {
	if len(tx.dropped) > 0 { // with what is in the file
		return nil
	}
	for key, value := range tx.writes {
		stored, err := tx.store.get(tx.bolt, key)
		if err != nil {
			return err
		}
		if bytes.Equal(stored, value) && (stored == nil) == (value == nil) {
			delete(tx.writes, key)
		}
	}
	return nil
}

// finishBrands writes the heads and the records of the brands touched.
func (tx *Tx) finishBrands() (*Index, error) {
	next := tx.index.clone()
	slugs := slices.Sorted(maps.Keys(tx.next.brands))
	for _, slug := range slugs {
		next.remove(next.brands[slug])
	}
	for _, slug := range slugs {
		change := tx.next.brands[slug]
		if change.removed {
			continue
		}
		b, err := tx.finishBrand(change)
		if err == nil {
			err = next.add(b)
		}
		if err != nil {
			return nil, err
		}
	}
	return next, nil
}

func (tx *Tx) finishBrand(change *brandChange) (*Brand, error) {
	old := tx.index.brands[change.Slug]
	same := old != nil && len(old.metas) == len(change.metas)
	for id, m := range change.metas {
		if m.record != (sum{}) { // as it was
			continue
		}
		same = false
		for i := range m.Files {
			f := &m.Files[i]
			if found, err := tx.store.hasFile(tx.bolt, f.Sum); err != nil {
				return nil, err
			} else if !found {
				return nil, fmt.Errorf("manual %s of brand %s: its file %s is not stored: %w", id, change.Slug, f.Ref, ErrConflict)
			}
		}
		var err error
		if m.record, _, err = tx.put(recordKey{change.Slug, id, headKind}, &m.headRecord); err != nil {
			return nil, err
		}
	}
	b, err := newBrand(change.Brand, slices.Collect(maps.Values(change.metas)))
	if err != nil {
		return nil, err
	}
	b.record, _, err = tx.put(recordKey{brand: b.Slug, kind: brandKind}, &brandRecord{b.Brand, b.digest()})
	if err == nil && same && b.record == old.record {
		return old, nil // its entries stay the same ones
	}
	return b, err
}

// finishTokens makes the access tokens of the new state.
func (tx *Tx) finishTokens(next *Index) error {
	if len(tx.next.tokens) > 0 {
		next.access = maps.Clone(next.access)
		for id, t := range tx.next.tokens {
			if t == nil {
				delete(next.access, id)
			} else {
				next.access[id] = t
			}
		}
	}
	if len(tx.next.tokens)+len(tx.next.brands) == 0 {
		return nil
	}
	return next.setTokens(tx.index)
}

// apply writes what the transaction has to be written into a write
// transaction of bbolt, and removes the files that no manual of next names and
// that are not held.
func (tx *Tx) apply(b *bolt.Tx, next *Index, held map[[32]byte]bool) error {
	return guard(func() error {
		for _, path := range tx.dropped {
			if err := tx.store.deleteBucket(b, path...); err != nil {
				return err
			}
		}
		for key, value := range tx.writes {
			if err := tx.applyRecord(b, key, value); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		_, err := tx.store.sweepFiles(b, next, held)
		return err
	})
}

func (tx *Tx) applyRecord(b *bolt.Tx, key recordKey, value []byte) error {
	path, name := key.path()
	if value != nil {
		bucket, err := tx.store.createBucket(b, path...)
		if err != nil {
			return err
		}
		return bucket.Put([]byte(name), value)
	}
	bucket, err := tx.store.bucket(b, path...)
	if err != nil || bucket == nil {
		return err
	}
	return bucket.Delete([]byte(name))
}

// readBack reads what has just been committed in transactions of its own, and
// holds it against what was to be written. The error wraps [ErrDamaged].
func (tx *Tx) readBack() error {
	for key, want := range tx.writes {
		err := tx.store.view(func(b *bolt.Tx) error {
			value, err := tx.store.get(b, key)
			if err == nil && !bytes.Equal(value, want) {
				err = damaged("%s: it is not what was written", key)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
