package db

import (
	"context"
	"errors"
	"fmt"
)

// Update runs change in the store's one write transaction and commits what it
// did, reads it back, checks it and swaps the index. It waits for its turn;
// ctx is not looked at any more once it commits. When nothing is another than
// before, nothing is written.
//
// When change returns an error, all is undone and Update returns that error,
// or nil for [ErrDiscard]. The error wraps [ErrConflict] when what change did
// contradicts itself or the rest of the store: all is undone. After a commit
// that fails the file is opened again; the error says which state was found,
// which the index then is of. When that fails too, the error wraps
// [ErrRefused], reads go on from what is open, and the next Update tries
// again to open the file. It wraps [ErrRefused] too where the file may only be
// read. The error wraps [ErrDamaged] when the read-back finds something else
// than was written: the new index is in place then, and reading the damaged
// documents fails.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	return d.inTurn(ctx, func() error { return d.update(ctx, change) })
}

// inTurn waits for the turn to write and runs write, unless writes are refused
// and the file cannot be opened again.
func (d *DB) inTurn(ctx context.Context, write func() error) error {
	if err := d.take(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.release()
	if d.refused != nil {
		if err := d.fly(d.reload); err != nil {
			return fmt.Errorf("updating the database: %w", err)
		}
	}
	return write()
}

// update is Update for who has the turn.
func (d *DB) update(ctx context.Context, change func(tx *Tx) error) error {
	s := d.store.Load()
	b, err := s.begin(true)
	if err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer s.rollback(b) // does nothing after a commit
	tx := newTx(b, s.pages, d.Index())
	tx.heldFiles = d.heldFiles
	if err := tx.readRoot(); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	if err := change(tx); err != nil {
		if errors.Is(err, ErrDiscard) {
			return nil
		}
		return err
	}
	next, err := tx.finish()
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	if next == nil {
		return nil
	}
	return d.fly(func() error { return d.commit(s, tx, next) })
}

// fly runs do between the moment a commit may show and the moment the index
// is swapped. Readers that find a record changed wait for its end.
func (d *DB) fly(do func() error) error {
	f := &flight{landed: make(chan struct{})}
	d.inflight.Store(f)
	defer close(f.landed)
	defer d.inflight.Store(nil)
	return do()
}

func (d *DB) commit(s *store, tx *Tx, next *Index) error {
	cause := s.commit(tx.bolt)
	if cause == nil {
		err := s.readBack(tx, next)
		d.index.Store(next)
		if err != nil {
			return fmt.Errorf("reading back what was written: %w", err)
		}
		return nil
	}
	s.rollback(tx.bolt)
	before := d.Index().root
	if err := d.reload(); err != nil {
		return fmt.Errorf("committing: %w (opening the database again: %w)", cause, err)
	}
	found := "another state"
	switch d.Index().root {
	case next.root:
		found = "the state after the change"
	case before:
		found = "the state before the change"
	}
	return fmt.Errorf("committing: %w (opened again, the database holds %s)", cause, found)
}
