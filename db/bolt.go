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
	// mapRoom is how far beyond its end a file is mapped: more than one
	// update adds. When a file outgrows its mapping, bbolt waits for every
	// reader. The room is addresses, not memory.
	mapRoom = 16 << 30

	// growStep is by how much a file is longer than it need be.
	growStep = 1 << 20
)

// openBolt has bbolt open the file.
func (d *DB) openBolt(readOnly bool) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 { // bbolt would make a database of it
		return damaged("it is empty")
	}
	o := &bolt.Options{
		Timeout:      lockWait,
		ReadOnly:     readOnly,
		FreelistType: bolt.FreelistMapType,
		NoStatistics: true, // a lock that all readers share
		OpenFile:     func(string, int, os.FileMode) (*os.File, error) { return d.file, nil },
	}
	if math.MaxInt > math.MaxInt32 && runtime.GOOS != "windows" { // elsewhere addresses are few, or a mapping makes the file as long
		o.InitialMmapSize = int(info.Size() + mapRoom)
	}
	err = guard(func() (err error) {
		if d.bolt, err = bolt.Open(d.path, 0o600, o); err == nil {
			d.bolt.AllocSize = growStep
			d.pageSize = int64(d.bolt.Info().PageSize)
		}
		return err
	})
	switch {
	case err == nil:
		return d.view(func(tx *Tx) error {
			if tx.bolt.Size() > info.Size() {
				return damaged("it is cut short: %d bytes of %d", info.Size(), tx.bolt.Size())
			}
			return nil
		})
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return damaged("it is none of a designmanual database, or both of its first pages are damaged: %v", err)
	case strings.HasPrefix(err.Error(), "file size too small"):
		return damaged("it is cut short")
	}
	return err
}

// closeBolt closes the file and lets go of its lock. A bbolt that is stuck
// would wait for itself, and one that could not open the file may have left a
// mapping that keeps the lock: it is left as it is, without its file.
func (d *DB) closeBolt() error {
	if d.bolt == nil || d.stuck.Load() {
		return errors.Join(funlock(d.file), d.file.Close())
	}
	return d.bolt.Close()
}

// begin starts a transaction. The error wraps [os.ErrClosed] when the store is
// closed.
func (d *DB) begin(writable bool) (*Tx, error) {
	if d.stuck.Load() {
		return nil, damaged("a page that nothing works without could not be read")
	}
	tx := &Tx{d: d}
	err := guard(func() (err error) {
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

// end ends a transaction that is not committed.
func (tx *Tx) end() {
	if errors.Is(guard(tx.bolt.Rollback), ErrDamaged) {
		tx.d.stuck.Store(true)
	}
}

// view runs read, which is of this package, in a read transaction, guarded.
func (d *DB) view(read func(*Tx) error) error {
	tx, err := d.begin(false)
	if err != nil {
		return err
	}
	defer tx.end()
	return guard(func() error { return read(tx) })
}

// get returns the value of a record, which lies in the mapped file for the
// duration of the transaction, or nil.
func (tx *Tx) get(key recordKey) ([]byte, error) {
	path, name := key.path()
	bucket, err := tx.bucket(path...)
	if err != nil || bucket == nil {
		return nil, err
	}
	return bucket.Get([]byte(name)), nil
}

// record decodes a record, if it is there, and returns its sum, else zero.
func (tx *Tx) record(key recordKey, into any) (sum, error) {
	value, err := tx.get(key)
	if err != nil || value == nil {
		return sum{}, err
	}
	return decodeRecord(key, value, into)
}

// bucket returns the bucket at the end of a path, checked, or nil.
func (tx *Tx) bucket(path ...string) (*bolt.Bucket, error) { return tx.find(false, path) }

// find is bucket, and makes what is missing if it is told to.
func (tx *Tx) find(create bool, path []string) (*bolt.Bucket, error) {
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

// deleteBucket removes the bucket at the end of a path, if there is one, and
// all in it. bbolt follows its trees to free their pages, so they are checked
// first.
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

// each calls visit with the keys and values of the bucket at the end of a
// path, if there is one.
func (tx *Tx) each(visit func(key string, value []byte) error, path ...string) error {
	bucket, err := tx.bucket(path...)
	if err != nil || bucket == nil {
		return err
	}
	return bucket.ForEach(func(key, value []byte) error { return visit(string(key), value) })
}

// guard runs what touches bbolt's pages. A panic, which bbolt answers a
// damaged page with, a fault on a page that cannot be read, and a bucket in the
// place of a record, or a record in that of a bucket, become an error that
// wraps [ErrDamaged]; a write to a file that may only be read one that wraps
// [ErrRefused]. No code of a caller may run inside.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = damaged("reading a page: %v", cause)
		}
	}()
	err = do()
	if errors.Is(err, bolterrors.ErrIncompatibleValue) {
		err = damaged("reading a page: %v", err)
	}
	if errors.Is(err, bolterrors.ErrTxNotWritable) {
		err = fmt.Errorf("%w: its file can be read, but not written", ErrRefused)
	}
	return err
}
