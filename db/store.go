package db

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// mapRoom is how far beyond its end a file is mapped: more than one
	// update adds. When a file outgrows its mapping, bbolt waits for every
	// reader. The room is addresses, not memory.
	mapRoom = 16 << 30

	// growStep is by how much a file is longer than it need be.
	growStep = 1 << 20
)

// A store is a bbolt file opened once.
type store struct {
	bolt     *bolt.DB
	file     *os.File // bbolt's own
	pageSize int64
	stuck    atomic.Bool // a panic has left bbolt with its locks held
}

// openStore opens a locked file. On an error file is closed.
func openStore(file *os.File, readOnly bool) (*store, error) {
	s := &store{file: file}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if info.Size() == 0 { // bbolt would make a database of it
		return nil, errors.Join(damaged("it is empty"), file.Close())
	}
	err = guard(func() (err error) {
		o := &bolt.Options{
			Timeout:      lockWait,
			ReadOnly:     readOnly,
			FreelistType: bolt.FreelistMapType,
			NoStatistics: true, // a lock that all readers share
			OpenFile:     func(string, int, os.FileMode) (*os.File, error) { return file, nil },
		}
		if math.MaxInt > math.MaxInt32 && runtime.GOOS != "windows" { // elsewhere addresses are few, or a mapping makes the file as long
			o.InitialMmapSize = int(info.Size() + mapRoom)
		}
		if s.bolt, err = bolt.Open(file.Name(), 0o600, o); err == nil {
			s.bolt.AllocSize = growStep
			s.pageSize = int64(s.bolt.Info().PageSize)
		}
		return err
	})
	if err != nil {
		_ = closeLocked(file) // bbolt may have closed it
		return nil, openError(err)
	}
	err = s.view(func(b *bolt.Tx) error {
		if b.Size() > info.Size() {
			return damaged("it is cut short: %d bytes of %d", info.Size(), b.Size())
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// openError says what an error of bbolt's means.
func openError(err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return damaged("it is none of a designmanual database, or both of its first pages are damaged: %v", err)
	case strings.HasPrefix(err.Error(), "file size too small"):
		return damaged("it is cut short")
	}
	return err
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
		err = fmt.Errorf("%w: its file can be read, but not written", ErrRefused)
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

// rollback ends a transaction that is not committed.
func (s *store) rollback(b *bolt.Tx) {
	if errors.Is(guard(b.Rollback), ErrDamaged) {
		s.stuck.Store(true)
	}
}

// close closes the store and lets go of the file's lock. A bbolt that is
// stuck would wait for itself: it is left as it is, without its file.
func (s *store) close() error {
	if s.stuck.Load() {
		return closeLocked(s.file)
	}
	return s.bolt.Close()
}

// closeLocked closes a file and lets go of its lock, which a mapping that bbolt
// has left behind would keep.
func closeLocked(file *os.File) error { return errors.Join(funlock(file), file.Close()) }

// get returns the value of a record, which lies in the mapped file for the
// duration of the transaction, or nil.
func (s *store) get(b *bolt.Tx, key recordKey) ([]byte, error) {
	path, name := key.path()
	bucket, err := s.bucket(b, path...)
	if err != nil || bucket == nil {
		return nil, err
	}
	return bucket.Get([]byte(name)), nil
}

// bucket returns the bucket at the end of a path, checked, or nil.
func (s *store) bucket(b *bolt.Tx, path ...string) (*bolt.Bucket, error) {
	bucket := b.Cursor().Bucket()
	for _, name := range path {
		if err := s.checkTree(bucket); err != nil {
			return nil, err
		}
		if bucket = bucket.Bucket([]byte(name)); bucket == nil {
			return nil, nil
		}
	}
	return bucket, s.checkTree(bucket)
}

// createBucket is bucket in a write transaction; what is missing is made.
func (s *store) createBucket(b *bolt.Tx, path ...string) (*bolt.Bucket, error) {
	bucket := b.Cursor().Bucket()
	for _, name := range path {
		err := s.checkTree(bucket)
		if err == nil {
			bucket, err = bucket.CreateBucketIfNotExists([]byte(name))
		}
		if err != nil {
			return nil, err
		}
	}
	return bucket, s.checkTree(bucket)
}

// deleteBucket removes the bucket at the end of a path, if there is one.
// bbolt climbs all of its trees to free their pages, so they are checked
// first.
func (s *store) deleteBucket(b *bolt.Tx, path ...string) error {
	parent, err := s.bucket(b, path[:len(path)-1]...)
	if err != nil || parent == nil {
		return err
	}
	name := []byte(path[len(path)-1])
	bucket := parent.Bucket(name)
	if bucket == nil {
		return nil
	}
	if err := s.checkTrees(bucket); err != nil {
		return err
	}
	return parent.DeleteBucket(name)
}

// checkTrees checks the tree of a bucket and of all in it.
func (s *store) checkTrees(bucket *bolt.Bucket) error {
	if err := s.checkTree(bucket); err != nil {
		return err
	}
	return bucket.ForEachBucket(func(name []byte) error { return s.checkTrees(bucket.Bucket(name)) })
}

// guard runs what touches bbolt's pages. A panic, which bbolt answers a
// damaged page with, a fault on a page that cannot be read, and a bucket in the
// place of a record, or a record in that of a bucket, become an error that
// wraps [ErrDamaged]. No code of a caller may run inside.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = damaged("reading a page: %v", cause)
		}
	}()
	if err = do(); errors.Is(err, bolterrors.ErrIncompatibleValue) {
		return damaged("reading a page: %v", err)
	}
	return err
}
