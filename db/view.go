package db

import (
	"context"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// Read returns the body of the entry's document of that kind, compressed or
// not, verified. The slice is nobody else's and may be kept. ix is the index
// that e is of and that the request was judged by.
//
// The error wraps [ErrReplaced] when an update has changed the record since
// ix was current; Read has waited until the new index is in place, and the
// caller judges the request again by it. It wraps [ErrDamaged] when the record is
// not what was written, [ErrNotFound] when e has no such document,
// [os.ErrClosed] after Close, and the cause of ctx when that ends first.
func (d *DB) Read(ctx context.Context, ix *Index, e Entry, kind manual.DocumentKind, gzip bool) (body []byte, err error) {
	key := recordKey{e.Brand.Slug, e.ID(), string(kind)}
	head := e.meta.document(kind)
	if head == nil {
		return nil, fmt.Errorf("reading %s: %w", key, ErrNotFound)
	}
	other := false
	err = d.viewStore(func(s *store, b *bolt.Tx) error {
		value, err := s.get(b, key)
		if other = err == nil && !states(value, head.Prefix[:]); err != nil || other {
			return err
		}
		var record documentRecord
		if _, err = decodeRecord(key, value, &record); err == nil && !record.matches(head) {
			err = damaged("it is another document than its head says")
		}
		if body = record.Identity; gzip {
			body = record.Gzip
		}
		return err
	})
	if other && err == nil {
		err = d.replaced(ctx, ix)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", key, err)
	}
	return body, nil
}

// viewStore runs read in a read transaction of the current store, of the next
// one if that is being closed.
func (d *DB) viewStore(read func(*store, *bolt.Tx) error) error {
	for {
		s := d.store.Load()
		err := s.view(func(b *bolt.Tx) error { return read(s, b) })
		if !errors.Is(err, os.ErrClosed) || d.store.Load() == s {
			return err
		}
	}
}

// replaced says why the file holds another record than the index speaks of:
// an update has been committed since, and it waits until its index is in
// place, or the record is damaged.
func (d *DB) replaced(ctx context.Context, ix *Index) error {
	if c := d.current.Load(); c != nil {
		select {
		case <-c.done:
			return ErrReplaced
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if d.Index() != ix {
		return ErrReplaced
	}
	return damaged("the record is not the one last written")
}

// View runs read in a read transaction; its writing methods return an error
// that wraps [ErrRefused]. The transaction's index is the one of its state.
// It should end soon: while it lasts, the file keeps what updates replace. The
// error is that of read, or wraps [ErrDamaged], [os.ErrClosed] or the cause of
// ctx.
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
	tx := newTx(s, b, ix)
	tx.readOnly = true
	of, err := tx.readRoot()
	if err == nil && of == ix.root {
		defer s.rollback(b)
		return read(tx)
	}
	s.rollback(b)
	if err == nil {
		err = d.replaced(ctx, ix)
	}
	if errors.Is(err, ErrReplaced) {
		return errAgain
	}
	return fmt.Errorf("reading the database: %w", err)
}

// readRoot reads the root record, and returns its sum.
func (tx *Tx) readRoot() (of sum, err error) {
	key := recordKey{kind: rootKind}
	err = guard(func() error {
		value, err := tx.get(key)
		if err == nil {
			of, err = decodeRecord(key, value, &tx.root)
		}
		return err
	})
	return of, err
}
