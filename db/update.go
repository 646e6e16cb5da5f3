package db

import (
	"context"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
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
// again to open the file. The error wraps [ErrDamaged] when the read-back
// finds something else than was written: the new index is in place then, and
// reading the damaged documents fails.
func (d *DB) Update(ctx context.Context, change func(tx *Tx) error) error {
	if err := d.take(ctx); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer d.release()
	if d.refused != nil {
		if err := d.fly(d.reload); err != nil {
			return fmt.Errorf("updating the database: %w", err)
		}
	}
	return d.update(ctx, change)
}

// update is Update for who has the turn.
func (d *DB) update(ctx context.Context, change func(tx *Tx) error) error {
	s := d.store.Load()
	b, err := s.begin()
	if err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer s.rollback(b) // does nothing after a commit
	tx := newTx(b, s.pages, d.Index())
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
	cause := guard(tx.bolt.Commit)
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

// begin starts bbolt's write transaction.
func (s *store) begin() (b *bolt.Tx, err error) {
	err = guard(func() (err error) {
		b, err = s.bolt.Begin(true)
		return err
	})
	if errors.Is(err, ErrDamaged) { // bbolt panicked with its lock held
		s.stuck = true
	}
	if errors.Is(err, bolt.ErrDatabaseNotOpen) {
		err = os.ErrClosed
	}
	return b, err
}

// rollback ends a transaction that is not committed.
func (s *store) rollback(b *bolt.Tx) {
	err := guard(b.Rollback)
	if errors.Is(err, ErrDamaged) {
		s.stuck = true
	}
}

// close closes the store and lets go of the file's lock. A bbolt that is
// stuck would wait for itself: it is left as it is, without its file.
func (s *store) close() error {
	if s.stuck {
		return s.file.Close()
	}
	return s.bolt.Close()
}

// reload opens the file again through the same descriptor, so that its lock
// is kept and the store that is open serves until the new one does. It is for
// who has the turn. On an error, which wraps [ErrRefused], writes are refused.
func (d *DB) reload() error {
	old := d.store.Load()
	err := d.exchange(old)
	d.refused = nil
	if err != nil {
		d.refused = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return d.refused
}

func (d *DB) exchange(old *store) error {
	file, err := duplicate(old.file)
	if errors.Is(err, os.ErrClosed) { // the lock was lost: as if for the first time
		file, err = openFile(d.path)
	}
	if err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return errors.Join(err, file.Close())
	}
	s, ix, err := openStore(file)
	if err != nil {
		if err := flock(old.file); err != nil && !errors.Is(err, os.ErrClosed) { // bbolt let go of it
			return errors.Join(err, old.close())
		}
		return err
	}
	ix.adoptUsage(d.Index())
	d.store.Store(s)
	d.index.Store(ix)
	err = old.close()
	if lockErr := flock(s.file); lockErr != nil { // another process was quicker
		return errors.Join(ErrLocked, lockErr, s.close())
	}
	if err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("closing what was open: %w", err)
	}
	return nil
}

// adoptUsage keeps what is known of the tokens' last use when the index has
// been loaded again.
func (ix *Index) adoptUsage(old *Index) {
	known := make(map[string]*usage, len(old.tokens))
	for _, t := range old.tokens {
		known[t.ID] = t.usage
	}
	for _, t := range ix.tokens {
		if u := known[t.ID]; u != nil {
			u.written.Store(t.usage.written.Load())
			t.usage = u
		}
	}
}
