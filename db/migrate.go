package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// migrate brings the store to the current schema. What it was is copied to
// <path>.schema-<version> before, for its owner alone.
//
// Schema 2 has the bucket files, and records may have fields that schema 1
// does not know.
func (s *store) migrate(path string) error {
	var version uint64
	err := s.view(func(b *bolt.Tx) (err error) {
		version, err = s.schema(b)
		return err
	})
	if err != nil || version == Schema {
		return err
	}
	if _, err := s.load(); err != nil { // damage is not copied over an earlier backup
		return err
	}
	if err := s.backUp(fmt.Sprintf("%s.schema-%d", path, version)); err != nil {
		return fmt.Errorf("backing up the store of schema %d: %w", version, err)
	}
	b, err := s.begin(true)
	if err != nil {
		return err
	}
	defer s.rollback(b) // does nothing after a commit
	return guard(func() error {
		_, err := s.createBucket(b, filesBucket)
		if err == nil {
			err = b.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), []byte(strconv.Itoa(Schema)))
		}
		if err != nil {
			return err
		}
		return b.Commit()
	})
}

// backUp copies the store to a file of that name.
func (s *store) backUp(path string) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return err
	}
	err = s.view(func(b *bolt.Tx) error {
		_, err := b.WriteTo(temporary)
		return err
	})
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return syncFolder(filepath.Dir(path))
}
