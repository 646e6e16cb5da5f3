package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// writeFiles writes to the buckets of files, which no index tells of, in a
// transaction of its own.
func (d *DB) writeFiles(ctx context.Context, write func(*store, *bolt.Tx) error) error {
	return d.locked(ctx, func() error {
		s := d.store.Load()
		return d.commit(s, d.Index(), func(b *bolt.Tx) error {
			return guard(func() error { return write(s, b) })
		}, func() error { return nil })
	})
}

// SweepFiles removes the files that no manual names and no open batch keeps,
// with what an interrupted import has left of others. It returns how many, and
// writes nothing where there are none.
func (d *DB) SweepFiles(ctx context.Context) (removed int, err error) {
	err = d.viewStore(func(s *store, b *bolt.Tx) error {
		orphans, err := s.orphans(b, d.Index(), d.heldFiles())
		removed = len(orphans)
		return err
	})
	if err == nil && removed > 0 {
		err = d.writeFiles(ctx, func(s *store, b *bolt.Tx) (err error) {
			removed, err = s.sweepFiles(b, d.Index(), d.heldFiles())
			return err
		})
	}
	if err != nil {
		return 0, fmt.Errorf("removing files: %w", err)
	}
	return removed, nil
}

// sweepFiles removes the orphans.
func (s *store) sweepFiles(b *bolt.Tx, ix *Index, held map[[sha256.Size]byte]bool) (removed int, err error) {
	orphans, err := s.orphans(b, ix, held)
	for _, key := range orphans {
		if err == nil {
			err = s.deleteBucket(b, filesBucket, string(key))
		}
	}
	return len(orphans), err
}

// orphans returns the keys of the files that no manual of the index names and
// that are not held.
func (s *store) orphans(b *bolt.Tx, ix *Index, held map[[sha256.Size]byte]bool) (orphans [][]byte, err error) {
	files, err := s.bucket(b, filesBucket)
	if err != nil || files == nil {
		return nil, err
	}
	if first, _ := files.Cursor().First(); first == nil {
		return nil, nil
	}
	named := ix.fileSums()
	err = files.ForEach(func(key, _ []byte) error {
		if len(key) != sha256.Size || !named[[sha256.Size]byte(key)] && !held[[sha256.Size]byte(key)] {
			orphans = append(orphans, bytes.Clone(key))
		}
		return nil
	})
	return orphans, err
}

// fileSums returns the files that the manuals of the index name.
func (ix *Index) fileSums() map[[sha256.Size]byte]bool {
	sums := make(map[[sha256.Size]byte]bool)
	for _, b := range ix.brands {
		for _, m := range b.metas {
			for i := range m.Files {
				sums[m.Files[i].Sum] = true
			}
		}
	}
	return sums
}
