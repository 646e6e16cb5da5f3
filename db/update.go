package db

import (
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Update runs change in a transaction, writes what it did, commits it, reads
// it back and swaps the index. It waits until nobody else writes; ctx is not
// looked at any more once it commits. What change writes stays in memory until
// then, and when nothing is another than before, nothing is written.
//
// When change returns an error, nothing is written and Update returns that
// error, or nil for [ErrDiscard]. The error wraps [ErrConflict] when what
// change did contradicts itself or the rest of the store: nothing is written.
// After a commit that fails the file is opened again; the error says which
// state was found, which the index then is of. When that fails too, the error
// wraps [ErrRefused], reads go on from what is open, and the next Update tries
// again to open the file. It wraps [ErrRefused] too where the file may only be
// read and there is something to write. The error wraps [ErrDamaged] when the
// read-back finds something else than was written: the new index is in place
// then, and reading what is damaged fails.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	return d.locked(ctx, func() error { return d.update(ctx, change) })
}

// locked runs write while nobody else writes, unless writes are refused and
// the file cannot be opened again.
func (d *DB) locked(ctx context.Context, write func() error) error {
	if err := d.lock(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.unlock()
	if d.refused != nil {
		if err := d.reload(); err != nil {
			return fmt.Errorf("updating the database: %w", err)
		}
	}
	return write()
}

// update is Update for who has the lock.
func (d *DB) update(ctx context.Context, change func(tx *Tx) error) error {
	tx, next, err := d.prepare(change)
	if errors.Is(err, ErrDiscard) {
		return nil
	}
	if err != nil || next == nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("updating the database: %w", context.Cause(ctx))
	}
	return d.commit(tx.store, next, func(b *bolt.Tx) error { return tx.apply(b, next, d.heldFiles()) }, tx.readBack)
}

// prepare runs change on the state before. It returns a nil index when there
// is nothing to write.
func (d *DB) prepare(change func(tx *Tx) error) (*Tx, *Index, error) {
	s := d.store.Load()
	b, err := s.begin(false)
	if err != nil {
		return nil, nil, fmt.Errorf("updating the database: %w", err)
	}
	defer s.rollback(b)
	tx := newTx(s, b, d.Index())
	of, err := tx.readRoot()
	if err == nil && of != tx.index.root {
		err = damaged("the root is not the one last written")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("updating the database: %w", err)
	}
	if err := change(tx); err != nil {
		return nil, nil, err
	}
	next, err := tx.finish()
	if err != nil {
		return nil, nil, fmt.Errorf("updating the database: %w", err)
	}
	return tx, next, nil
}
