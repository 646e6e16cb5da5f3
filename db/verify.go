package db

import (
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// A Defect is one thing that is wrong with a store. Fields that do not apply
// are empty.
type Defect struct {
	Brand  string // slug
	Manual string // id
	Kind   string // "content", "file" or "page"
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // no manual is affected, and nothing needs to be done
}

// Verify reads the whole store and calls report for every defect: damaged records and
// pieces of files, and pieces that belong to no manual. Updates wait for it. The error says why
// Verify could not finish; defects are not errors.
func (d *DB) Verify(ctx context.Context, report func(Defect)) error {
	if err := d.lock(ctx, "a check of the whole database"); err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	defer d.unlock()
	if err := d.verify(ctx, report); err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	return nil
}

// verify is Verify for a caller that has locked d.writing.
func (d *DB) verify(ctx context.Context, report func(Defect)) error {
	err := d.readBolt(func(b *boltTx) error {
		_, err := b.load()
		return err
	})
	if errors.Is(err, ErrDamaged) {
		report(Defect{Text: err.Error()})
	} else if err != nil {
		return err
	}
	ix := d.Index()
	checked := make(map[hash256]error)
	for brand := range ix.Brands() {
		for m := range brand.Manuals() {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if _, err := d.readContent(m); err != nil {
				report(Defect{Brand: brand.Slug, Manual: m.ID, Kind: contentKind, Text: err.Error()})
			}
			for _, f := range m.allFiles() {
				err, known := checked[f.Sum]
				if !known {
					err = d.verifyFile(f.Sum, f.Size)
					checked[f.Sum] = err
				}
				if err != nil {
					text := fmt.Sprintf("the file %s: %v", f.Ref, err)
					report(Defect{Brand: brand.Slug, Manual: m.ID, Kind: "file", Text: text})
				}
			}
		}
	}
	return d.readBolt(func(b *boltTx) error {
		left, err := b.unnamedPieces(ix)
		if err != nil {
			return err
		}
		if len(left) > 0 {
			report(Defect{Kind: "file", Harmless: true, Text: fmt.Sprintf(
				"an interrupted import has left files that belong to no manual (pieces: %d); the next import "+
					"that changes something removes them", len(left),
			)})
		}
		return nil
	})
}

// verifyFile checks every piece of a file.
func (d *DB) verifyFile(file hash256, size int64) error {
	for number := range countPieces(size) {
		_, err := d.piece(file, size, number)
		if errors.Is(err, ErrNotFound) {
			return damageErrorf("piece %d is missing", number)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A BoltPageCheck runs [CheckBoltPages] for a file in a process of its own.
type BoltPageCheck func(ctx context.Context, path string) error

// CheckBoltPages reads the file at path, which nobody else has open, and checks that each of
// bbolt's pages is used exactly once. A page that leads in a circle ends the process: call it in
// one of its own.
func CheckBoltPages(path string) error {
	return catchDamage(func() error {
		opened, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, ReadOnly: true, PreLoadFreelist: true})
		if err != nil {
			return err
		}
		defer opened.Close()
		var first error
		count := 0
		err = opened.View(func(tx *bolt.Tx) error {
			for fault := range tx.Check() {
				if first == nil {
					first = fault
				}
				count++
			}
			return nil
		})
		if err != nil {
			return err
		}
		if count > 0 {
			return fmt.Errorf("%w (faults: %d)", first, count)
		}
		return nil
	})
}
