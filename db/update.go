package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Update runs change in a write transaction, commits it, reads back what was
// written and replaces the index. It waits for other writers; ctx no longer
// counts once the commit begins. If change has changed nothing, nothing is
// written.
//
// If change returns an error, nothing is written and Update returns that error.
// If the changes contradict each other or the rest of the store, the error wraps
// [ErrConflict]. After a failed commit the file is read again: the index is that
// of the state found there, and the error says which it is. If that fails too, or the
// file is read-only or no longer at its path, the error wraps [ErrRefused], and reads
// go on. The error wraps [ErrDamaged] if a record read back differs from the one
// written; reading that record will fail.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	err := d.lockForUpdate(ctx)
	if err == nil {
		defer d.unlock()
		tx := d.newTx()
		if err := change(tx); err != nil {
			return err
		}
		err = d.publish(ctx, tx)
	}
	if err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	return nil
}

// lockForUpdate locks d.writing for an update, after making sure that the file can
// be written and is the one at its path.
func (d *DB) lockForUpdate(ctx context.Context) error {
	if err := d.lock(ctx, "an import or another change"); err != nil {
		return err
	}
	var err error
	if !isAt(d.path, d.file) {
		err = fmt.Errorf("%s was removed or replaced while it was open: %w", d.path, ErrRefused)
	} else if d.writeErr != nil {
		err = d.reload()
	}
	if err != nil {
		d.unlock()
	}
	return err
}

// publish commits the changes of an update, if there are any, reads back what was
// written and replaces the index, even if reading back fails.
func (d *DB) publish(ctx context.Context, tx *Tx) error {
	var records []encodedRecord
	err := tx.write("finishing", func() (err error) {
		records, err = tx.finish()
		return err
	})
	if err != nil || len(records) == 0 && len(tx.objects) == 0 && !tx.sweep {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if tx.flushed { // readers may wait for the last transaction, which is small then
		if err := tx.flush(); err != nil {
			return err
		}
	}
	d.committing.Lock()
	defer d.committing.Unlock()
	next := tx.next // a pointer into tx would keep it in memory, with all indexes before
	err = d.commit(next.root, func(b *boltTx) error {
		if _, hash, err := b.readRoot(); err != nil || hash != tx.index.root {
			return errors.Join(err, damageErrorf("the root is not the one last written"))
		}
		err := b.putObjects(tx.objects)
		for _, r := range records {
			err = errors.Join(err, b.put(r))
		}
		if err != nil {
			return err
		}
		return b.sweep(tx, &next)
	})
	if err != nil {
		return err
	}
	err = d.view(func(b *boltTx) error { return b.readBack(records, tx.objects) })
	d.index.Store(&next)
	if err != nil {
		return fmt.Errorf("reading back what was written: %w", err)
	}
	return nil
}

// finish makes the index of the new state, and returns the records that differ.
func (tx *Tx) finish() (records []encodedRecord, err error) {
	put := func(r encodedRecord, old sum) sum {
		if r.hash != old {
			records = append(records, r)
		}
		return r.hash
	}
	next := &tx.next
	for _, slug := range slices.Sorted(maps.Keys(tx.brands)) {
		if err := tx.finishBrand(slug, put); err != nil {
			return nil, err
		}
	}
	for id, old := range tx.index.access {
		if next.access[id] == nil {
			put(encodedRecord{key: recordKey{id: id, kind: accessKind}}, old.record)
		}
	}
	for id, t := range next.access {
		if old := tx.index.access[id]; old == nil {
			t.record = put(t.encode(), sum{})
		} else if old != t {
			t.record = put(t.encode(), old.record)
		}
	}
	if err = next.build(tx.index); err == nil {
		err = next.checkHome()
	}
	if err != nil {
		return nil, err
	}
	next.root = put(encodeRecord(recordKey{kind: rootKind}, next.rootRecord()), tx.index.root)
	if next.root == tx.index.root {
		records = nil // of what was put and removed again
	}
	return records, nil
}

// finishBrand makes the changed brand of the new index, or removes it.
func (tx *Tx) finishBrand(slug string, put func(r encodedRecord, old sum) sum) error {
	old, next, key := tx.index.brands[slug], tx.brands[slug], recordKey{brand: slug, kind: brandKind}
	if old == nil {
		old = new(Brand) // with the hash of no record
	}
	before := make(map[string]sum)
	for _, e := range old.entries {
		before[e.ID] = e.record
		if next == nil || next.manuals[e.ID] == nil {
			put(encodedRecord{key: recordKey{slug, e.ID, snapshotKind}}, e.record)
		}
	}
	if next == nil {
		delete(tx.next.brands, slug)
		put(encodedRecord{key: key}, old.record)
		return nil
	}
	b := &Brand{Brand: next.Brand}
	for _, e := range next.manuals {
		entry := *e
		entry.Brand = b
		if e != tx.index.Manual(e.ID) || e.Brand != old {
			entry.record = put(entry.encode(), before[e.ID])
		}
		b.entries = append(b.entries, &entry)
	}
	if err := b.build(); err != nil {
		return err
	}
	if b.record = put(encodeRecord(key, &brandRecord{b.Brand, b.snapshots()}), old.record); b.record != old.record {
		tx.next.brands[slug] = b
	}
	return nil
}

// commit runs write in a transaction of bbolt and commits it. The caller has locked
// d.writing. After a failed commit the file is read again; next is the root that the
// state after the change would have.
func (d *DB) commit(next sum, write func(*boltTx) error) error {
	if d.bolt.IsReadOnly() {
		return fmt.Errorf("%w: its file can be read, but not written", ErrRefused)
	}
	b, err := d.begin(true)
	if err != nil {
		return err
	}
	defer b.end()
	if err := catchPanic(func() error { return write(b) }); err != nil {
		return err
	}
	cause := catchPanic(b.Commit)
	if cause == nil {
		return nil
	}
	b.end()
	before := d.Index().root
	if err := d.reload(); err != nil {
		return fmt.Errorf("committing: %w (reading the database again: %w)", cause, err)
	}
	found := "another state"
	switch d.Index().root {
	case before:
		found = "the state before the change"
	case next:
		found = "the state after the change"
	}
	return fmt.Errorf("committing: %w (read again, the database holds %s)", cause, found)
}

// readBack checks that the store has the written records and objects.
func (b *boltTx) readBack(records []encodedRecord, objects map[sum][]byte) error {
	for _, r := range records {
		if r.value == nil {
			continue
		}
		_, found, err := openEnvelope(r.key, b.get(r.key))
		if err == nil && found != r.hash {
			err = damageErrorf("%s: it is not what was written", r.key)
		}
		if err != nil {
			return err
		}
	}
	for name := range objects {
		if _, err := b.object(name); err != nil {
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
