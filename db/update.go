package db

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"designmanual/db/manual"
)

// Update runs change in a transaction, commits what it did, reads it back and
// swaps the index. It waits until nobody else writes; ctx is not looked at any
// more once it commits. When nothing is another than before, nothing is written.
//
// When change returns an error, nothing is written and Update returns that
// error; when what it did contradicts itself or the rest of the store, one that
// wraps [ErrConflict]. After a commit that fails the file is read again; the
// error says which state was found, which the index then is of. When that fails
// too, or the file may only be read, the error wraps [ErrRefused], and reads go
// on. It wraps [ErrDamaged] when the read-back finds something else than was
// written: reading that will fail.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	if err := d.lock(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.unlock()
	return d.update(ctx, change)
}

// update is Update where the caller has locked writing.
func (d *DB) update(ctx context.Context, change func(tx *Tx) error) error {
	failed := func(err error) error { return fmt.Errorf("updating the database: %w", err) }
	if d.refused != nil {
		if err := d.reload(); err != nil {
			return failed(err)
		}
	}
	tx, err := d.begin(!d.bolt.IsReadOnly())
	if err != nil {
		return failed(err)
	}
	defer tx.end() // does nothing after a commit
	if err := tx.start(d.Index()); err != nil {
		return failed(err)
	}
	if err := change(tx); err != nil {
		return err
	}
	if err := tx.step("finishing", tx.finish); err != nil {
		return failed(err)
	}
	if tx.next.root == tx.index.root && tx.repaired == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return failed(context.Cause(ctx))
	}
	return d.commit(tx)
}

// start makes the transaction one that writes, from the state of an index.
func (tx *Tx) start(ix *Index) error {
	tx.index, tx.next = ix, *ix
	tx.brands, tx.written = make(map[string]*manual.Brand), make(map[recordKey]sum)
	return guard(func() error {
		root, of, err := tx.readRoot()
		if err == nil && of != ix.root {
			err = damaged("the root is not the one last written")
		}
		tx.root = root
		return err
	})
}

// finish computes and writes what follows from the changes: the records of the
// brands and the root over all of it, and the index of the new state.
func (tx *Tx) finish() error {
	next := &tx.next
	if len(tx.brands) > 0 {
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
	root := next.digests(tx.root)
	var err error
	next.root, err = tx.put(recordKey{kind: rootKind}, &root, tx.index.root)
	return err
}

// finishBrand writes the record of a brand. One that is as it was, with its
// manuals, stays the same one.
func (tx *Tx) finishBrand(brand *manual.Brand) (*Brand, error) {
	entries, err := tx.loadManuals(brand.Slug)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, written := tx.written[recordKey{brand.Slug, e.ID, headKind}]; !written {
			continue
		}
		for _, f := range e.Files {
			if found, err := tx.hasFile(f.Sum); err != nil {
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
	var was sum
	old := tx.index.brands[b.Slug]
	if old != nil {
		was = old.record
	}
	b.record, err = tx.put(recordKey{brand: b.Slug, kind: brandKind}, &brandRecord{b.Brand, b.heads}, was)
	if err == nil && b.record == was {
		return old, nil
	}
	return b, err
}

// commit removes the files that nothing keeps, commits, reads back what was
// written, and puts the index in place, also where that fails. What a commit
// that fails has done is unknown: the file is read again.
func (d *DB) commit(tx *Tx) error {
	d.committing.Lock() // before it is decided which files go
	defer d.committing.Unlock()
	if err := tx.step("updating the database", func() error { return tx.sweep(&tx.next) }); err != nil {
		return err
	}
	if cause := guard(tx.bolt.Commit); cause != nil {
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
	err := d.view(func(found *Tx) error { return found.readBack(tx.written) })
	d.index.Store(&tx.next)
	if err != nil {
		return fmt.Errorf("reading back what was written: %w", err)
	}
	return nil
}

// readBack checks that the store has what was written, the hashes on all
// processors.
func (tx *Tx) readBack(written map[recordKey]sum) error {
	found := make([]encoded, 0, len(written))
	for key, of := range written {
		value, err := tx.get(key)
		if err != nil {
			return err
		}
		found = append(found, encoded{key, value, of})
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, r := range found {
		g.Go(func() error {
			return guard(func() error {
				_, _, err := openEnvelope(r.key, r.value)
				if err == nil && !states(r.value, r.sum[:]) {
					err = damaged("%s: it is not what was written", r.key)
				}
				return err
			})
		})
	}
	return g.Wait()
}

// reload reads the index again after a commit that failed, and makes sure that
// what it finds is on the disk. The caller has locked writing. On an error, which
// wraps [ErrRefused], writes are refused.
func (d *DB) reload() error {
	var ix *Index
	err := d.file.Sync()
	if err == nil {
		ix, err = d.load()
	}
	if err == nil {
		err = ix.build(d.Index())
	}
	if d.refused = nil; err != nil {
		d.refused = fmt.Errorf("%w: %w", ErrRefused, err)
		return d.refused
	}
	d.index.Store(ix)
	return nil
}
