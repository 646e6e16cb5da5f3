package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Update calls collect, which puts into the transaction what changes. Then it writes all of that in one
// transaction of bbolt and replaces the index. Only SaveFile writes before: pieces of files, 32 in a transaction of
// their own. If the update fails, the next one that changes the base URL, a brand or a manual removes those pieces.
// Update waits for other writers; ctx no longer counts once the commit begins.
//
// If collect returns an error, Update writes nothing and returns that error. If the changes contradict each other or
// the rest of the store, the error wraps [ErrConflict]. After a failed commit Update opens and reads the file
// again: the index is that of the state found there, and the error says which it is. If that fails too, or the file
// is read-only or no longer at its path, the error wraps [ErrRefused], and reads go on where they can.
func (d *DB) Update(ctx context.Context, collect func(tx *Tx) error) error {
	if err := d.lockForUpdate(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.unlock()
	tx := d.newTx()
	if err := collect(tx); err != nil {
		return err
	}
	if err := d.commit(ctx, tx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	return nil
}

// Read runs read with a transaction for the current index. The methods of [Tx] that change the store return an
// error that wraps [ErrRefused] then. When an update has replaced something before it was read, Read
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

// commit ends an update:
//
//  1. makeNext makes the next index and collects the records that differ: those of brands and heads (applyBrand), of
//     access tokens, and of the store. It finds contradictions: of slugs and primary manuals in a brand (sortManuals),
//     of domains, subdomains, ids and secrets (makeMaps), and of the base URL (checkHome).
//  2. If nothing differs, only pieces of files that were damaged are written.
//  3. Else writeChanges writes all of it in one transaction of bbolt, and the next index takes the place of this one.
func (d *DB) commit(ctx context.Context, tx *Tx) error {
	changed, err := tx.makeNext()
	if err != nil {
		return err
	}
	if changed.isEmpty() && len(tx.contents) == 0 {
		return tx.writePieces(tx.pieces) // of files that were damaged, and are written again
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	d.committing.Lock()
	defer d.committing.Unlock()
	next := tx.next // a pointer into tx would keep it in memory, with all indexes before
	err = d.writeOrReopen(next.storeHash, func(b *boltTx) error { return b.writeChanges(tx, changed, &next) })
	if err != nil {
		return err
	}
	d.index.Store(&next)
	for file := range tx.files {
		if next.files[file] {
			d.verified.Store(file, true) // HasFile need not read these files again
		}
	}
	return nil
}

// writeChanges writes the records of an update: the last pieces of files from SaveFile, brands, heads, created access
// tokens and the store record from makeNext, compressed contents from PutManual, and the ledgers of removed manuals.
// It removes the records that the new index does not name any more. If the base URL, a brand or a manual has changed,
// it also removes the pieces of files that no manual names, the buckets of brands without manuals, and the ledgers of
// manuals that were removed a year ago.
func (b *boltTx) writeChanges(tx *Tx, changed recordChanges, next *Index) error {
	if _, hash, err := b.readStoreRecord(); err != nil || hash != tx.index.storeHash {
		return errors.Join(err, damageErrorf("the store record has changed since it was last read"))
	}
	for _, r := range slices.Concat(tx.pieces, changed.put, tx.contents, tx.removedLedgers) {
		if err := b.put(r); err != nil {
			return err
		}
	}
	for _, key := range changed.removed {
		if err := b.remove(key); err != nil {
			return err
		}
	}
	if next.headsHash == tx.index.headsHash { // the base URL, the brands and the manuals are as before
		return nil
	}
	for slug, after := range tx.brands {
		if after != nil && len(after.manuals) > 0 {
			continue
		}
		if err := b.removeBuckets(slug); err != nil {
			return err
		}
	}
	if err := b.sweepRemoved(next); err != nil {
		return err
	}
	return b.sweepFiles(next)
}

// writeOrReopen runs putRecords as inTransaction does. After a failed commit it opens the file again, to see whether
// the commit happened: hashAfter is the hash of the store record after it. The caller has locked d.writing.
func (d *DB) writeOrReopen(hashAfter hash256, putRecords func(*boltTx) error) error {
	err := d.inTransaction(putRecords)
	if failed, ok := errors.AsType[*commitError](err); ok {
		return d.reopenAfter(failed, hashAfter)
	}
	return err
}

// A commitError is the error of a commit. The commit may have happened.
type commitError struct{ cause error }

func (e *commitError) Error() string { return "committing: " + e.cause.Error() }
func (e *commitError) Unwrap() error { return e.cause }

// inTransaction runs putRecords in a write transaction of bbolt and commits it. The error of the commit itself
// is a [commitError].
func (d *DB) inTransaction(putRecords func(*boltTx) error) error {
	d.reopening.RLock()
	defer d.reopening.RUnlock()
	if d.bolt.IsReadOnly() {
		return fmt.Errorf(
			"%w: its file can be read, but not written; give it to the user of this program, or mount its folder for "+
				"writing", ErrRefused,
		)
	}
	b, err := d.begin(true)
	if err != nil {
		return err
	}
	defer b.end()
	if err := putRecords(b); err != nil {
		return err
	}
	if err := catchDamage(b.tx.Commit); err != nil {
		return &commitError{err}
	}
	return nil
}
