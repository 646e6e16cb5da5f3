package db

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A pageWitness notes the pages that are read.
type pageWitness struct {
	io.ReaderAt
	size int64
	read map[uint64]bool
}

func (w *pageWitness) ReadAt(p []byte, at int64) (int, error) {
	w.read[uint64(at/w.size)] = true
	return w.ReaderAt.ReadAt(p, at)
}

// All pages of the heads are read ahead, those of every brand, by however many
// readers.
func TestReadAhead(t *testing.T) {
	d, err := Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Update(context.Background(), func(tx *Tx) error {
		for b := range 5 {
			brand := fmt.Sprintf("brand-%d", b)
			if err := tx.PutBrand(manual.Brand{Slug: brand, Name: brand}); err != nil {
				return err
			}
			for m := range 1 + 40*b { // from one that lies in its parent to a tree
				s := &manual.Snapshot{Brand: brand, Primary: m == 0, Manual: manual.Manual{
					ID: fmt.Sprintf("man_%d_%d", b, m), Slug: fmt.Sprintf("m%d", m), Visibility: manual.Public, UpdatedAt: time.Unix(1e9, 0),
				}}
				if _, err := tx.Put(s); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s := d.store.Load()
	for _, readers := range []int{1, 3} {
		witness := &pageWitness{ReaderAt: s.file, size: int64(s.pages.size), read: make(map[uint64]bool)}
		watched := &store{bolt: s.bolt, file: s.file, pages: &pages{file: witness, size: s.pages.size}}
		var next atomic.Int64
		var ended atomic.Bool
		want := 1 // the brands' own
		err := s.view(func(tx *bolt.Tx) error {
			for range readers { // in turn, as if each had begun late
				if err := watched.fetchHeads(tx, &next, &ended); err != nil {
					return err
				}
			}
			index := tx.Bucket([]byte(indexBucket))
			return index.ForEachBucket(func(brand []byte) error {
				heads := index.Bucket(brand).Stats()
				want += heads.BranchPageN + heads.LeafPageN
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if want < 10 || len(witness.read) != want {
			t.Errorf("%d readers: %d pages were read, want %d", readers, len(witness.read), want)
		}
	}
}
