package db

import (
	"errors"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// What bbolt finds to be a bucket where a record should be, or a record where a
// bucket should be, is damage: the program never takes one for the other.
func TestGuardKnowsDamage(t *testing.T) {
	b, err := bolt.Open(filepath.Join(t.TempDir(), "test.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.Update(func(tx *bolt.Tx) error {
		root, err := tx.CreateBucket([]byte("root"))
		if err != nil {
			return err
		}
		if _, err := root.CreateBucket([]byte("bucket")); err != nil {
			return err
		}
		if err := root.Put([]byte("record"), []byte("x")); err != nil {
			return err
		}
		for what, do := range map[string]func() error{
			"a bucket of a record": func() error { _, err := root.CreateBucketIfNotExists([]byte("record")); return err },
			"a record of a bucket": func() error { return root.Put([]byte("bucket"), []byte("x")) },
		} {
			if err := guard(do); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", what, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
