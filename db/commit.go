package db

import (
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"
)

// A commit is a write to the file that is under way. Readers who find another
// record than the one they were judged by wait for its end.
type commit struct{ done chan struct{} }

// beginCommit makes a commit the current one until the returned function is called.
func (d *DB) beginCommit() (end func()) {
	c := &commit{done: make(chan struct{})}
	d.current.Store(c)
	return func() {
		d.current.Store(nil)
		close(c.done)
	}
}

// commit has write change the file in one transaction, and readBack check it.
// Then next is the index, also where the check fails. What a commit that fails
// has done is unknown: the file is opened again. It is for who has the lock.
func (d *DB) commit(s *store, next *Index, write func(*bolt.Tx) error, readBack func() error) error {
	b, err := s.begin(true)
	if err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	defer s.rollback(b)     // does nothing after a commit
	defer d.beginCommit()() // before it is decided which files go
	if err := write(b); err != nil {
		return fmt.Errorf("updating the database: %w", err)
	}
	before := d.Index().root
	if cause := guard(b.Commit); cause != nil {
		s.rollback(b)
		if err := d.reload(); err != nil {
			return fmt.Errorf("committing: %w (opening the database again: %w)", cause, err)
		}
		found := "another state"
		switch d.Index().root {
		case before:
			found = "the state before the change"
		case next.root:
			found = "the state after the change"
		}
		return fmt.Errorf("committing: %w (opened again, the database holds %s)", cause, found)
	}
	err = readBack()
	d.index.Store(next)
	if err != nil {
		return fmt.Errorf("reading back what was written: %w", err)
	}
	return nil
}

// reload opens the file again through the same descriptor, so that its lock
// is kept and the store that is open serves until the new one does. It is for
// who has the lock. On an error, which wraps [ErrRefused], writes are refused.
func (d *DB) reload() error {
	d.refused = nil
	if err := d.reopen(d.store.Load()); err != nil {
		d.refused = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return d.refused
}

func (d *DB) reopen(old *store) error {
	file, err := duplicate(old.file)
	if errors.Is(err, errors.ErrUnsupported) {
		err = errors.Join(os.ErrClosed, old.close())
	}
	if errors.Is(err, os.ErrClosed) { // the lock is lost: as if for the first time
		file, err = openFile(d.path, os.O_RDWR)
	}
	if err != nil {
		return err
	}
	if err := syncAgain(file, old.pageSize); err != nil {
		return errors.Join(err, file.Close())
	}
	s, err := openStore(file, false)
	var ix *Index
	if err == nil {
		if ix, err = s.load(); err != nil {
			err = errors.Join(err, s.close())
		}
	}
	if err != nil {
		if lockErr := flock(old.file); lockErr != nil && !errors.Is(lockErr, os.ErrClosed) { // bbolt let go of it, and another process was quicker
			return errors.Join(ErrLocked, err, lockErr, old.close())
		}
		return err
	}
	ix.keepUsage(d.Index())
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

// syncAgain writes the first two pages, which say where everything is, as they
// are found, and syncs the file. Where a sync has failed the kernel takes what
// it could not write for written: the next sync succeeds without it, and such
// a page would be followed by the next transaction and lost with the power.
// All else that a commit writes is synced before them, or nothing leads to it.
func syncAgain(file *os.File, pageSize int64) error {
	pages := make([]byte, 2*pageSize)
	if n, err := file.ReadAt(pages, 0); n < len(pages) {
		return damaged("reading its first pages: %v", err)
	}
	if _, err := file.WriteAt(pages, 0); err != nil {
		return err
	}
	return file.Sync()
}
