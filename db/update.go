package db

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"designmanual/db/manual"
)

// Update runs change in a write transaction, commits it, reads back what was
// written and replaces the index. It waits for other writers; ctx no longer
// counts once the commit begins. If change has changed nothing, nothing is
// written.
//
// If change returns an error, nothing is written and Update returns that error.
// If the changes contradict each other or the rest of the store, the error wraps
// [ErrConflict]. After a failed commit the file is read again: the index is that
// of the state found there, and the error says which it is. If that fails too,
// or the file is read-only or no longer at its path, the error wraps [ErrRefused], and reads go on. The
// error wraps [ErrDamaged] if a record read back differs from the one written;
// reading that record will fail.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	failed := func(err error) error { return fmt.Errorf("updating the database: %w", err) }
	if err := d.lock(ctx); err != nil {
		return failed(err)
	}
	defer d.unlock()
	if !isAt(d.path, d.file) {
		return failed(fmt.Errorf("%s was removed or replaced while it was open: %w", d.path, ErrRefused))
	}
	if d.writeErr != nil {
		if err := d.reload(); err != nil {
			return failed(err)
		}
	}
	tx, err := d.begin(!d.bolt.IsReadOnly())
	if err != nil {
		return failed(err)
	}
	defer tx.end()
	if err := tx.start(d.Index()); err != nil {
		return failed(err)
	}
	if err := change(tx); err != nil {
		return err
	}
	if err := tx.write("finishing", tx.finish); err != nil {
		return failed(err)
	}
	if tx.next.root == tx.index.root && tx.uncovered == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return failed(context.Cause(ctx))
	}
	return d.commit(tx)
}

// start prepares the transaction for writing, from the state of ix.
func (tx *Tx) start(ix *Index) error {
	tx.index, tx.next = ix, *ix
	tx.brands, tx.written = make(map[string]*manual.Brand), make(map[recordKey]sum)
	return catchPanic(func() error {
		root, hash, err := tx.readRoot()
		if err == nil && hash != ix.root {
			err = damageErrorf("the root is not the one last written")
		}
		tx.root = root
		return err
	})
}

// finish makes the index of the new state, and writes the records of the
// changed brands and the root.
func (tx *Tx) finish() error {
	next := &tx.next
	if len(tx.brands) > 0 || next.Site != tx.index.Site {
		next.brands = maps.Clone(next.brands)
		for _, slug := range slices.Sorted(maps.Keys(tx.brands)) {
			delete(next.brands, slug)
			if brand := tx.brands[slug]; brand != nil {
				b, err := tx.finishBrand(brand)
				if err != nil {
					return err
				}
				next.brands[slug] = b
			}
		}
		tokens, err := tx.loadTokens()
		if err != nil {
			return err
		}
		next.access = tokens
		if err := next.build(tx.index); err != nil {
			return err
		}
	}
	if err := next.checkHome(); err != nil {
		return err
	}
	root := next.digests(tx.root)
	var err error
	next.root, err = tx.put(recordKey{kind: rootKind}, &root, tx.index.root)
	return err
}

// finishBrand writes the record of a brand and returns the brand with its
// manuals. If nothing has changed, that is the one of the old index.
func (tx *Tx) finishBrand(brand *manual.Brand) (*Brand, error) {
	entries, err := tx.loadEntries(brand.Slug)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, written := tx.written[recordKey{brand.Slug, e.ID, headKind}]; !written {
			continue
		}
		for _, f := range e.Files {
			if found, err := tx.hasFile(f); err != nil {
				return nil, err
			} else if !found {
				return nil, fmt.Errorf("manual %s of brand %s: its file %s is not stored: %w", e.ID, brand.Slug, f.Ref, ErrConflict)
			}
		}
	}
	b, err := newBrand(*brand, entries)
	if err != nil {
		return nil, err
	}
	old := tx.index.brands[b.Slug]
	if old == nil {
		old = new(Brand) // with the hash of no record
	}
	b.record, err = tx.put(recordKey{brand: b.Slug, kind: brandKind}, &brandRecord{b.Brand, b.heads}, old.record)
	if err == nil && b.record == old.record {
		return old, nil
	}
	return b, err
}

// commit removes unreferenced files, commits, reads back what was written and
// replaces the index, even if reading back fails.
func (d *DB) commit(tx *Tx) error {
	d.committing.Lock() // before sweep, so that FileBatch.Missing sees what it removes
	defer d.committing.Unlock()
	if err := tx.write("updating the database", func() error { return tx.sweep(&tx.next) }); err != nil {
		return err
	}
	if cause := catchPanic(tx.bolt.Commit); cause != nil {
		tx.end()
		if err := d.reload(); err != nil {
			return fmt.Errorf("committing: %w (reading the database again: %w)", cause, err)
		}
		found := "another state"
		switch d.Index().root {
		case tx.index.root:
			found = "the state before the change"
		case tx.next.root:
			found = "the state after the change"
		}
		return fmt.Errorf("committing: %w (read again, the database holds %s)", cause, found)
	}
	err := d.view(func(committed *Tx) error { return committed.readBack(tx.written) })
	next := tx.next // a pointer into tx would keep it in memory, with all indexes before
	d.index.Store(&next)
	if err != nil {
		return fmt.Errorf("reading back what was written: %w", err)
	}
	return nil
}

// readBack checks that the store has the written records.
func (tx *Tx) readBack(written map[recordKey]sum) error {
	for key, hash := range written {
		value, err := tx.get(key)
		if err != nil {
			return err
		}
		_, found, err := openEnvelope(key, value)
		if err == nil && found != hash {
			err = damageErrorf("%s: it is not what was written", key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reload reads the index again after a failed commit, and syncs the state that
// it finds to the disk. The caller has locked d.writing. If it fails, it refuses
// writes with an error that wraps [ErrRefused].
func (d *DB) reload() error {
	var ix *Index
	err := syncFile(d.file)
	if err == nil {
		ix, err = d.load()
	}
	if err == nil {
		err = ix.build(d.Index())
	}
	if d.writeErr = nil; err != nil {
		d.writeErr = fmt.Errorf("%w: %w", ErrRefused, err)
		return d.writeErr
	}
	d.index.Store(ix)
	return nil
}
