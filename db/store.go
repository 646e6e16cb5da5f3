package db

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// A store is a bbolt file opened once, beside which its pages are read.
type store struct {
	bolt  *bolt.DB
	file  *os.File // bbolt's own
	pages *pages
	stuck atomic.Bool // a panic has left bbolt with its locks held

	// still is held by readers while they copy from a place in the file
	// without a transaction, and by who writes the file, maps it anew or
	// closes it, alone.
	still  sync.RWMutex
	closed bool // guarded by still
}

// openStore opens a locked file as a store, checks its pages and loads the
// index. On an error file is closed.
func openStore(file *os.File, use usedFor) (*store, *Index, error) {
	s := &store{file: file}
	ix, err := s.load(use)
	if err == nil {
		return s, ix, nil
	}
	if s.bolt != nil {
		keep(&err, s.close())
	} else if closeErr := file.Close(); !errors.Is(closeErr, os.ErrClosed) { // bbolt may have closed it
		keep(&err, closeErr)
	}
	return nil, nil, err
}

// load checks the pages, opens bbolt on them and loads the index.
func (s *store) load(use usedFor) (ix *Index, err error) {
	info, err := s.file.Stat()
	if err != nil {
		return nil, err
	}
	if s.pages, err = checkPages(s.file, info.Size()); err != nil {
		return nil, err
	}
	err = guard(func() (err error) {
		o := &bolt.Options{
			Timeout:      lockWait,
			ReadOnly:     use == toRead,
			FreelistType: bolt.FreelistMapType,
			NoStatistics: true, // a lock that all readers share
			OpenFile:     func(string, int, os.FileMode) (*os.File, error) { return s.file, nil },
		}
		mapAhead(o, info.Size())
		if s.bolt, err = bolt.Open(s.file.Name(), 0o600, o); err == nil {
			s.bolt.AllocSize = growStep
		}
		return err
	})
	if errors.Is(err, bolterrors.ErrTimeout) {
		err = ErrLocked
	}
	if err != nil {
		s.bolt = nil
		return nil, err
	}
	defer s.readAhead(info.Size())()
	err = s.view(func(tx *bolt.Tx) (err error) {
		ix, err = loadIndex(tx, s.pages)
		return err
	})
	if err == nil {
		ix.store = s
	}
	return ix, err
}

// begin starts a transaction of bbolt. The error wraps [os.ErrClosed] when
// the store is closed.
func (s *store) begin(writable bool) (b *bolt.Tx, err error) {
	if s.stuck.Load() {
		return nil, damaged("a page that nothing works without could not be read")
	}
	err = guard(func() (err error) {
		b, err = s.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		s.stuck.Store(true)
	}
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = os.ErrClosed
	}
	if errors.Is(err, bolterrors.ErrDatabaseReadOnly) {
		err = fmt.Errorf("%w: its file can be read, and not written", ErrRefused)
	}
	return b, err
}

// view runs read, which is of this package, in a read transaction, guarded.
func (s *store) view(read func(*bolt.Tx) error) error {
	b, err := s.begin(false)
	if err != nil {
		return err
	}
	defer s.rollback(b)
	return guard(func() error { return read(b) })
}

// commit commits a transaction. Readers who have none of their own are kept
// out meanwhile: it writes over pages that are free, and maps the file anew
// where that outgrows its mapping.
func (s *store) commit(b *bolt.Tx) error {
	s.still.Lock()
	defer s.still.Unlock()
	return guard(b.Commit)
}

// rollback ends a transaction that is not committed.
func (s *store) rollback(b *bolt.Tx) {
	err := guard(b.Rollback)
	if errors.Is(err, ErrDamaged) {
		s.stuck.Store(true)
	}
}

// close closes the store and lets go of the file's lock. A bbolt that is
// stuck would wait for itself: it is left as it is, without its file.
func (s *store) close() error {
	s.still.Lock()
	defer s.still.Unlock()
	s.closed = true
	if s.stuck.Load() {
		return s.file.Close()
	}
	return s.bolt.Close()
}
