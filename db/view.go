package db

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// View runs read in a read transaction; its writing methods return an error
// that wraps [ErrRefused]. The transaction's index is the one of its state.
// It should end soon: while it lasts, an update that makes the file grow
// waits. The error is that of read, or wraps [ErrDamaged], [os.ErrClosed] or
// the cause of ctx.
func (d *DB) View(ctx context.Context, read func(tx *Tx) error) error {
	for {
		err := d.view(ctx, read)
		if !errors.Is(err, errAgain) {
			return err
		}
	}
}

// errAgain is returned inside the package when the index or the store has
// been replaced while a transaction was begun.
var errAgain = errors.New("begin again")

func (d *DB) view(ctx context.Context, read func(tx *Tx) error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("reading the database: %w", context.Cause(ctx))
	}
	s, ix := d.store.Load(), d.Index()
	b, err := s.begin(false)
	if errors.Is(err, os.ErrClosed) && d.store.Load() != s {
		return errAgain
	}
	if err != nil {
		return fmt.Errorf("reading the database: %w", err)
	}
	tx := newTx(b, s.pages, ix)
	current, err := tx.isOf(ix)
	if current {
		defer s.rollback(b)
		return read(tx)
	}
	s.rollback(b)
	if err == nil {
		err = d.settle(ctx, ix)
	}
	if errors.Is(err, ErrReplaced) {
		return errAgain
	}
	return fmt.Errorf("reading the database: %w", err)
}

// isOf tells whether the transaction is of the state that ix is of.
func (tx *Tx) isOf(ix *Index) (ok bool, err error) {
	err = guard(func() error {
		b, err := tx.bucket(metaBucket)
		if err != nil || b == nil {
			return err
		}
		root, stated := statedSum(b.Get([]byte(rootKey)))
		ok = stated && root == ix.root
		return nil
	})
	return ok, err
}

// readRoot reads the root record for changing. It is that of the index.
func (tx *Tx) readRoot() error {
	return guard(func() error {
		b, err := tx.bucket(metaBucket)
		if err != nil {
			return err
		}
		at := place{kind: rootKind}
		payload, of, err := tx.seal.open(at, b.Get([]byte(rootKey)))
		if err != nil {
			return err
		}
		if of != tx.index.root {
			return damaged("the root is not the one last written")
		}
		return tx.decode.decode(at, payload, &tx.root)
	})
}
