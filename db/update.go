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
// of the state found there, and the error says which it is. If that fails too,
// or the file is read-only or no longer at its path, the error wraps [ErrRefused], and reads go on. The
// error wraps [ErrDamaged] if a record read back differs from the one written;
// reading that record will fail.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	failed := func(err error) error { return fmt.Errorf("updating the database: %w", err) }
	if err := d.lockForUpdate(ctx); err != nil {
		return failed(err)
	}
	defer d.unlock()
	tx := d.newTx()
	err := func() error {
		defer tx.files.Close()
		return change(tx)
	}()
	if err != nil {
		return err
	}
	var records []encodedRecord
	err = tx.write("finishing", func() (err error) {
		records, err = tx.finish()
		return err
	})
	if err != nil {
		return failed(err)
	}
	if len(records) == 0 && len(tx.objects) == 0 && !tx.sweepAll {
		return nil
	}
	if ctx.Err() != nil {
		return failed(context.Cause(ctx))
	}
	if err := d.publish(tx, records); err != nil {
		return failed(err)
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

// finish makes the index of the new state, and returns the records that differ. It
// forgets objects that the new state does not need.
func (tx *Tx) finish() (records []encodedRecord, err error) {
	next := &tx.next
	changed := make(map[string]bool)
	for slug := range tx.brands {
		changed[slug] = true
	}
	needed := make(map[sum][]byte)
	for key, e := range tx.entries {
		changed[key.brand] = true
		if e != nil {
			tx.need(e, needed)
		}
	}
	tx.objects = needed
	put := func(key recordKey, record any, old sum) (sum, error) {
		r, err := encodeRecord(key, record)
		if err == nil && r.hash != old {
			records = append(records, r)
		}
		return r.hash, err
	}
	next.brands = maps.Clone(next.brands)
	for _, slug := range slices.Sorted(maps.Keys(changed)) {
		if err := tx.finishBrand(slug, put, &records); err != nil {
			return nil, err
		}
	}
	next.access = tx.tokens()
	for id, t := range tx.access {
		key, old := recordKey{id: id, kind: accessKind}, sum{}
		if known := tx.index.access[id]; known != nil {
			old = known.record
		}
		if t == nil {
			records = append(records, encodedRecord{key: key})
		} else if t.record, err = put(key, t.encoded(), old); err != nil {
			return nil, err
		}
	}
	if err := next.build(tx.index); err != nil {
		return nil, err
	}
	if err := next.checkHome(); err != nil {
		return nil, err
	}
	next.root, err = put(recordKey{kind: rootKind}, next.rootRecord(), tx.index.root)
	if next.root == tx.index.root {
		records = nil // of what was put and removed again
	}
	return records, err
}

// need adds those of the objects to be written that a manual refers to.
func (tx *Tx) need(e *Manual, needed map[sum][]byte) {
	for name := range e.objects() {
		if content := tx.objects[name]; content != nil {
			needed[name] = content
		}
	}
	for _, list := range e.pieces {
		for piece := range slices.Chunk(tx.objects[list], len(sum{})) {
			if content := tx.objects[sum(piece)]; content != nil {
				needed[sum(piece)] = content
			}
		}
	}
}

// finishBrand makes the changed brand of the new index, or removes it.
func (tx *Tx) finishBrand(slug string, put func(recordKey, any, sum) (sum, error), records *[]encodedRecord) error {
	old := tx.index.brands[slug]
	if old == nil {
		old = new(Brand) // with the hash of no record
	}
	var entries []*Manual
	for _, e := range old.entries {
		key := recordKey{slug, e.ID, snapshotKind}
		if next, changed := tx.entries[key]; !changed {
			same := *e // of the new brand
			entries = append(entries, &same)
		} else if next == nil {
			*records = append(*records, encodedRecord{key: key})
		}
	}
	for key, e := range tx.entries {
		if key.brand != slug || e == nil {
			continue
		}
		entries = append(entries, e)
		var before sum
		if known := tx.index.Manual(key.id); known != nil && known.Brand == old {
			before = known.record
		}
		if _, err := put(key, e.encoded(), before); err != nil {
			return err
		}
	}
	brand, err := tx.brand(slug)
	if err != nil { // it is removed
		delete(tx.next.brands, slug)
		*records = append(*records, encodedRecord{key: recordKey{brand: slug, kind: brandKind}})
		return nil
	}
	b, err := newBrand(*brand, entries)
	if err != nil {
		return err
	}
	if b.record, err = put(recordKey{brand: slug, kind: brandKind}, &brandRecord{b.Brand, b.snapshots()}, old.record); b.record != old.record {
		tx.next.brands[slug] = b
	}
	return err
}

// publish commits the changes of an update, reads back what was written and
// replaces the index, even if reading back fails.
func (d *DB) publish(tx *Tx, records []encodedRecord) error {
	d.committing.Lock()
	defer d.committing.Unlock()
	next := tx.next // a pointer into tx would keep it in memory, with all indexes before
	err := d.commit(next.root, func(b *boltTx) error {
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
		return b.sweep(&next, tx.dropped(), tx.sweepAll)
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

// dropped returns the objects of the state before that changed manuals no longer
// name. The value says whether an object is the list of a file's pieces.
func (tx *Tx) dropped() map[sum]bool {
	dropped := make(map[sum]bool)
	for key, next := range tx.entries {
		e := tx.index.Manual(key.id)
		if e == nil || e.Brand.Slug != key.brand {
			continue
		}
		for name := range e.objects() {
			dropped[name] = slices.Contains(e.pieces, name)
		}
		if next != nil {
			for name := range next.objects() {
				delete(dropped, name)
			}
		}
	}
	return dropped
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
		if _, err := b.named(name); err != nil {
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
