package db

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// extraMmap is how far past its end the file is mapped, more than one
	// update adds: when a file outgrows its mapping, bbolt waits for all
	// readers. This takes address space, not memory.
	extraMmap = 16 << 30

	allocSize = 1 << 20 // the step in which the file grows
)

// openBolt opens d.file with bbolt.
func (d *DB) openBolt(readOnly bool) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 { // bbolt would initialize it as a database
		return damageErrorf("it is empty")
	}
	o := &bolt.Options{
		Timeout:      lockWait,
		ReadOnly:     readOnly,
		FreelistType: bolt.FreelistMapType,
		NoStatistics: true, // they take a lock that all readers share
		OpenFile:     func(string, int, os.FileMode) (*os.File, error) { return d.file, nil },
	}
	if math.MaxInt > math.MaxInt32 && runtime.GOOS != "windows" { // 32 bits have no room for it, and Windows would grow the file
		o.InitialMmapSize = int(info.Size() + extraMmap)
	}
	err = catchPanic(func() (err error) {
		if d.bolt, err = bolt.Open(d.path, 0o600, o); err == nil {
			d.bolt.AllocSize = allocSize
			d.pageSize = int64(d.bolt.Info().PageSize)
		}
		return err
	})
	switch {
	case err == nil:
		return d.view(func(tx *Tx) error {
			if tx.bolt.Size() > info.Size() {
				return damageErrorf("it is cut short: %d bytes of %d", info.Size(), tx.bolt.Size())
			}
			return nil
		})
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return damageErrorf("it is not a designmanual database, or both of its first pages are damaged: %v", err)
	case strings.HasPrefix(err.Error(), "file size too small"):
		return damageErrorf("it is cut short")
	}
	return err
}

// closeBolt closes the file and unlocks it. It does not close a bbolt that is
// stuck, which would wait for its own locks, or one that failed to open.
func (d *DB) closeBolt() error {
	if d.bolt == nil || d.stuck.Load() {
		return errors.Join(funlock(d.file), d.file.Close()) // a mapping that is left would keep the lock
	}
	return d.bolt.Close()
}

// begin starts a transaction. The error wraps [os.ErrClosed] when the store is
// closed.
func (d *DB) begin(writable bool) (*Tx, error) {
	if d.stuck.Load() {
		return nil, damageErrorf("a page that nothing works without could not be read")
	}
	tx := &Tx{d: d, checked: make(map[uint64]bool)}
	err := catchPanic(func() (err error) {
		tx.bolt, err = d.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		d.stuck.Store(true)
	}
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = os.ErrClosed
	}
	return tx, err
}

// end rolls the transaction back; it does nothing after a commit.
func (tx *Tx) end() {
	if errors.Is(catchPanic(tx.bolt.Rollback), ErrDamaged) {
		tx.d.stuck.Store(true)
	}
}

// view runs read in a read transaction. read must not call code of other
// packages, see [catchPanic].
func (d *DB) view(read func(*Tx) error) error {
	tx, err := d.begin(false)
	if err != nil {
		return err
	}
	defer tx.end()
	return catchPanic(func() error { return read(tx) })
}

// get returns the value of a record, or nil. The value lies in the mapped file
// and is valid until the transaction ends.
func (tx *Tx) get(key recordKey) ([]byte, error) {
	path, name := key.path()
	bucket, err := tx.bucket(path...)
	if err != nil || bucket == nil {
		return nil, err
	}
	return bucket.Get([]byte(name)), nil
}

// record decodes a record and returns its hash, zero if there is no such
// record.
func (tx *Tx) record(key recordKey, into any) (sum, error) {
	value, err := tx.get(key)
	if err != nil || value == nil {
		return sum{}, err
	}
	return decodeRecord(key, value, into)
}

// bucket returns the bucket at a path, or nil. Its tree is checked.
func (tx *Tx) bucket(path ...string) (*bolt.Bucket, error) { return tx.findBucket(false, path) }

// findBucket is bucket that creates missing buckets if create is set.
func (tx *Tx) findBucket(create bool, path []string) (*bolt.Bucket, error) {
	bucket := tx.bolt.Cursor().Bucket()
	for _, name := range path {
		if err := tx.checkTree(bucket); err != nil {
			return nil, err
		}
		next := bucket.Bucket([]byte(name))
		if next == nil && create {
			var err error
			if next, err = bucket.CreateBucket([]byte(name)); err != nil {
				return nil, err
			}
		}
		if bucket = next; bucket == nil {
			return nil, nil
		}
	}
	return bucket, tx.checkTree(bucket)
}

// deleteBucket removes the bucket at a path, if there is one, with everything
// in it. bbolt walks its trees to free their pages, so they are checked first.
func (tx *Tx) deleteBucket(path ...string) error {
	parent, err := tx.bucket(path[:len(path)-1]...)
	if err != nil || parent == nil {
		return err
	}
	name := []byte(path[len(path)-1])
	bucket := parent.Bucket(name)
	if bucket == nil {
		return nil
	}
	if err := tx.checkTrees(bucket); err != nil {
		return err
	}
	maps.DeleteFunc(tx.written, func(key recordKey, _ sum) bool {
		in, _ := key.path()
		return len(in) >= len(path) && slices.Equal(in[:len(path)], path)
	})
	return parent.DeleteBucket(name)
}

// forEach calls visit for every key and value of the bucket at a path, if there
// is one.
func (tx *Tx) forEach(visit func(key string, value []byte) error, path ...string) error {
	bucket, err := tx.bucket(path...)
	if err != nil || bucket == nil {
		return err
	}
	return bucket.ForEach(func(key, value []byte) error { return visit(string(key), value) })
}

// catchPanic runs do, which accesses pages of bbolt, and turns what a damaged
// page causes into an error that wraps [ErrDamaged]: a panic in bbolt, a memory
// fault, a bucket found in place of a record or the reverse. Writing to a
// read-only file becomes an error that wraps [ErrRefused]. do must not call code
// of other packages, whose panics are no damage.
func catchPanic(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		cause := recover()
		if _, fault := cause.(runtime.Error); fault {
			cause = fmt.Sprintf("it cannot be read, or refers to a place outside the file (%v)", cause)
		}
		if cause != nil {
			err = damageErrorf("reading a page: %v", cause)
		}
	}()
	err = do()
	if errors.Is(err, bolterrors.ErrIncompatibleValue) {
		err = damageErrorf("reading a page: %v", err)
	}
	if errors.Is(err, bolterrors.ErrTxNotWritable) {
		err = fmt.Errorf("%w: its file can be read, but not written", ErrRefused)
	}
	return err
}
