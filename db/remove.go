package db

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Remove removes a manual with all that is recorded of it. The error wraps
// [ErrNotFound] when the brand has no manual of that id.
func (tx *Tx) Remove(brand, id string) error {
	return tx.write("removing manual "+id, func() error {
		change, err := tx.touch(brand)
		if err != nil {
			return err
		}
		heads, err := tx.bucket(indexBucket, brand)
		if err != nil {
			return err
		}
		var before sum
		found := false
		if heads != nil {
			before, found = statedSum(heads.Get([]byte(id)))
		}
		if !found {
			return fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
		}
		change.record.Heads.remove(before)
		change.heads[id] = nil
		if err := heads.Delete([]byte(id)); err != nil {
			return err
		}
		if b, err := tx.bucket(editorialBucket, brand); err != nil {
			return err
		} else if b != nil {
			if err := b.Delete([]byte(id)); err != nil {
				return err
			}
		}
		_, err = tx.removeSnapshot(brand, id)
		return err
	})
}

// RemoveBrand removes a brand with its manuals, their editorial records and
// its access tokens. The error wraps [ErrNotFound] when it is not there.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.write("removing brand "+slug, func() error {
		change, err := tx.touch(slug)
		if err != nil {
			return err
		}
		change.gone, change.inherited = true, false
		change.record.Heads = digest{}
		clear(change.heads)
		for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
			if err := tx.removeBucket(name, slug); err != nil {
				return err
			}
		}
		for id := range tx.brandTokens(slug) {
			if err := tx.removeToken(id); err != nil {
				return err
			}
		}
		return nil
	})
}

// removeSnapshot removes the documents and the model of a manual, and tells
// whether there were any.
func (tx *Tx) removeSnapshot(brand, id string) (changed bool, err error) {
	b, err := tx.snapshot(brand, id)
	if err != nil || b == nil {
		return false, err
	}
	parent, err := tx.bucket(snapshotsBucket, brand)
	if err != nil {
		return false, err
	}
	return true, parent.DeleteBucket([]byte(id))
}

// removeBucket removes a brand's bucket and those in it, whose branches are
// checked first, since bbolt climbs all of them to free their pages.
func (tx *Tx) removeBucket(name, brand string) error {
	b, err := tx.bucket(name, brand)
	if err != nil || b == nil {
		return err
	}
	err = b.ForEachBucket(func(id []byte) error {
		_, err := tx.bucket(name, brand, string(id))
		return err
	})
	if err != nil {
		return err
	}
	var parent *bolt.Bucket
	if parent, err = tx.bucket(name); err != nil {
		return err
	}
	return parent.DeleteBucket([]byte(brand))
}
