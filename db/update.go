package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Update runs change in a write transaction, commits it and replaces the index. It waits for
// other writers; ctx no longer counts once the commit begins. If change has changed nothing,
// nothing is written.
//
// If change returns an error, nothing is written and Update returns that error. If the changes
// contradict each other or the rest of the store, the error wraps [ErrConflict]. After a failed
// commit the file is opened and read again: the index is that of the state found there, and the
// error says which it is. If that fails too, or the file is read-only or no longer at its path,
// the error wraps [ErrRefused], and reads go on where they can.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	if err := d.lockForUpdate(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.unlock()
	tx := d.newTx()
	if err := change(tx); err != nil {
		return err
	}
	if err := d.commitUpdate(ctx, tx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	return nil
}

// Read runs read with a transaction for the current index, whose writing methods return an
// error that wraps [ErrRefused]. When an update has replaced something before it was read, Read
// runs read again. The error is that of read, or wraps [os.ErrClosed] or the cause of ctx.
func (d *DB) Read(ctx context.Context, read func(tx *Tx) error) error {
	for {
		if err := d.readBolt(func(*boltTx) error { return context.Cause(ctx) }); err != nil { // it may be closed
			return fmt.Errorf("reading the database: %w", err)
		}
		tx := d.newTx()
		tx.failed = fmt.Errorf("this transaction only reads: %w", ErrRefused)
		if err := read(tx); !errors.Is(err, ErrReplaced) {
			return err
		}
	}
}

// lockForUpdate locks d.writing for an update, after making sure that the file can be written
// and is the one at its path.
func (d *DB) lockForUpdate(ctx context.Context) error {
	if err := d.lock(ctx, "an import or another change"); err != nil {
		return err
	}
	if err := d.checkWritable(); err != nil {
		d.unlock()
		return err
	}
	return nil
}

// checkWritable returns an error unless the file is still at its path and can be written. After a failed
// commit it opens the file again.
func (d *DB) checkWritable() error {
	if !isAt(d.path, d.file) {
		return fmt.Errorf("%s was removed or replaced while it was open: %w", d.path, ErrRefused)
	}
	if d.writeErr != nil {
		return d.reopen()
	}
	return nil
}

// commitUpdate commits the changes of an update, if there are any, and replaces the index.
func (d *DB) commitUpdate(ctx context.Context, tx *Tx) error {
	var records []encodedRecord
	err := tx.change("finishing", func() error {
		var err error
		records, err = tx.buildNext()
		return err
	})
	if err != nil {
		return err
	}
	if len(records) == 0 && len(tx.contents) == 0 {
		return tx.writePieces(tx.pieces) // of a file that was damaged
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	d.committing.Lock()
	defer d.committing.Unlock()
	next := tx.next // a pointer into tx would keep it in memory, with all indexes before
	err = d.commit(next.storeSum, func(b *boltTx) error { return b.apply(tx, records, &next) })
	if err != nil {
		return err
	}
	d.index.Store(&next)
	for file := range tx.files {
		if next.files[file] {
			d.verified.Store(file, true)
		}
	}
	return nil
}

// apply writes the records of an update. It removes what the new index names no more: buckets of brands,
// ledgers of removed manuals after a year, and pieces of files.
func (b *boltTx) apply(tx *Tx, records []encodedRecord, next *Index) error {
	if _, hash, err := b.readStoreRecord(); err != nil || hash != tx.index.storeSum {
		return errors.Join(err, damageErrorf("the root is not the one last written"))
	}
	for _, r := range slices.Concat(tx.pieces, records, tx.contents, tx.removedLedgers) {
		if err := b.put(r); err != nil {
			return err
		}
	}
	if next.publishedSum == tx.index.publishedSum { // no manual and no brand has changed
		return nil
	}
	for slug, now := range tx.brands {
		if now != nil && len(now.manuals) > 0 {
			continue
		}
		if err := b.removeBuckets(slug); err != nil {
			return err
		}
	}
	if err := b.sweepGone(next); err != nil {
		return err
	}
	return b.sweepFiles(next)
}

// buildNext makes the index of the new state, and returns the records that differ, those of
// content apart.
func (tx *Tx) buildNext() ([]encodedRecord, error) {
	var records []encodedRecord
	addIfChanged := func(r encodedRecord, old sum) sum {
		if r.hash != old {
			records = append(records, r)
		}
		return r.hash
	}
	next := &tx.next
	for _, slug := range slices.Sorted(maps.Keys(tx.brands)) {
		if err := tx.buildBrand(slug, addIfChanged); err != nil {
			return nil, err
		}
	}
	for id, old := range tx.index.access {
		if next.access[id] == nil {
			addIfChanged(encodedRecord{key: recordKey{id: id, kind: accessKind}}, old.recordSum)
		}
	}
	for id, t := range next.access {
		old := tx.index.access[id]
		if old == nil {
			t.recordSum = addIfChanged(t.encode(), sum{})
		} else if old != t {
			t.recordSum = addIfChanged(t.encode(), old.recordSum)
		}
	}
	if err := next.build(tx.index); err != nil {
		return nil, err
	}
	if err := next.checkHome(); err != nil {
		return nil, err
	}
	next.storeSum = addIfChanged(encodeRecord(recordKey{kind: storeKind}, next.storeRecord()), tx.index.storeSum)
	if next.storeSum == tx.index.storeSum {
		return nil, nil // of what was put and removed again
	}
	return records, nil
}

// buildBrand makes the changed brand of the new index, or removes it.
func (tx *Tx) buildBrand(slug string, addIfChanged func(r encodedRecord, old sum) sum) error {
	old, now, key := tx.index.brands[slug], tx.brands[slug], recordKey{brand: slug, kind: brandKind}
	if old == nil {
		old = new(Brand) // with the hash of no record
	}
	before := make(map[string]sum)
	for _, m := range old.manuals {
		before[m.ID] = m.recordSum
		if now != nil && now.manuals[m.ID] != nil {
			continue
		}
		addIfChanged(encodedRecord{key: recordKey{slug, m.ID, headKind}}, m.recordSum)
		addIfChanged(encodedRecord{key: recordKey{slug, m.ID, contentKind}}, m.contentRecordSum)
	}
	if now == nil {
		delete(tx.next.brands, slug)
		addIfChanged(encodedRecord{key: key}, old.recordSum)
		return nil
	}
	b := &Brand{BrandSettings: now.BrandSettings}
	changed := len(now.manuals) != len(old.manuals)
	for _, m := range now.manuals {
		entry := *m
		entry.Brand = b
		if m != tx.index.Manual(m.ID) || m.Brand != old {
			entry.recordSum = addIfChanged(entry.encode(slug), before[m.ID])
		}
		changed = changed || entry.recordSum != before[m.ID]
		b.manuals = append(b.manuals, &entry)
	}
	if err := b.build(); err != nil {
		return err
	}
	b.recordSum = addIfChanged(encodeRecord(key, &b.BrandSettings), old.recordSum)
	if changed || b.recordSum != old.recordSum {
		tx.next.brands[slug] = b
	}
	return nil
}

// commit runs write in a transaction of bbolt and commits it. The caller has locked d.writing.
// After a failed commit the file is opened again; next is the store's hash in the state after
// the change.
func (d *DB) commit(nextSum sum, write func(*boltTx) error) error {
	cause, err := d.tryCommit(write)
	if err != nil || cause == nil {
		return err
	}
	before := d.Index().storeSum
	if err := d.reopen(); err != nil {
		return fmt.Errorf("committing: %w (opening the database again: %w)", cause, err)
	}
	found := "another state"
	switch d.Index().storeSum {
	case before:
		found = "the state before the change"
	case nextSum:
		found = "the state after the change"
	}
	return fmt.Errorf("committing: %w (opened again, the database holds %s)", cause, found)
}

// tryCommit returns the error of what came before the commit, or the cause of a failed commit,
// of which nobody knows whether it has happened.
func (d *DB) tryCommit(write func(*boltTx) error) (cause, err error) {
	d.reopening.RLock()
	defer d.reopening.RUnlock()
	if d.bolt.IsReadOnly() {
		return nil, fmt.Errorf(
			"%w: its file can be read, but not written; give it to the user of this program, or mount its folder for "+
				"writing", ErrRefused,
		)
	}
	b, err := d.begin(true)
	if err != nil {
		return nil, err
	}
	defer b.end()
	if err := write(b); err != nil {
		return nil, err
	}
	return protect(b.tx.Commit), nil
}

// reopen closes the file after a failed commit, opens it and reads the index, and goes on from
// what it finds, which it syncs to the disk. The caller has locked d.writing. If it fails, it
// refuses writes with an error that wraps [ErrRefused].
func (d *DB) reopen() error {
	d.reopening.Lock()
	defer d.reopening.Unlock()
	d.writeErr = nil
	if err := d.openAgain(); err != nil {
		d.writeErr = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return d.writeErr
}

// openAgain is reopen for a caller that holds d.reopening. As long as the disk does not sync, the
// file stays open for readers.
func (d *DB) openAgain() error {
	if err := syncFile(d.file); err != nil {
		return err
	}
	if !d.stuck.Load() {
		_ = d.bolt.Close() // what it could not write is lost anyway
	}
	d.stuck.Store(false)
	if err := lockFile(d.file, false, time.Now().Add(lockWait)); err != nil {
		return err
	}
	if err := d.openBolt(false); err != nil {
		return err
	}
	ix, err := d.load()
	if err != nil {
		return err
	}
	if err := ix.build(d.Index()); err != nil {
		return err
	}
	d.index.Store(ix)
	return nil
}
