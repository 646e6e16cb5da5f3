package db

import (
	"errors"
	"math"
	"os"
	"runtime"
	"runtime/debug"
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
		return d.view(func(b *boltTx) error {
			if b.Size() > info.Size() {
				return damageErrorf("it is cut short: %d bytes of %d", info.Size(), b.Size())
			}
			return b.checkTrees()
		})
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return damageErrorf("it is not a designmanual database, or both of its first pages are damaged: %v", err)
	case strings.HasPrefix(err.Error(), "file size too small"):
		return damageErrorf("it is not a designmanual database, or cut short")
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

// A boltTx is a transaction of bbolt.
type boltTx struct {
	*bolt.Tx
	d       *DB
	objects *bolt.Bucket // nil until an object is read
}

// begin starts a transaction. The error wraps [os.ErrClosed] when the store is
// closed.
func (d *DB) begin(writable bool) (*boltTx, error) {
	if d.stuck.Load() {
		return nil, damageErrorf("a page that everything else needs could not be read")
	}
	b := &boltTx{d: d}
	err := catchPanic(func() (err error) {
		b.Tx, err = d.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		d.stuck.Store(true)
	}
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = os.ErrClosed
	}
	return b, err
}

// end rolls the transaction back; it does nothing after a commit.
func (b *boltTx) end() {
	if errors.Is(catchPanic(b.Rollback), ErrDamaged) {
		b.d.stuck.Store(true)
	}
}

// view runs read in a read transaction.
func (d *DB) view(read func(*boltTx) error) error {
	b, err := d.begin(false)
	if err != nil {
		return err
	}
	defer b.end()
	return catchPanic(func() error { return read(b) })
}

// bucket returns the bucket at a path, or nil.
func (b *boltTx) bucket(path ...string) *bolt.Bucket {
	bucket := b.Bucket([]byte(path[0]))
	for _, name := range path[1:] {
		if bucket != nil {
			bucket = bucket.Bucket([]byte(name))
		}
	}
	return bucket
}

// get returns the value of a record, or nil. The value lies in the mapped file
// and is valid until the transaction ends.
func (b *boltTx) get(key recordKey) []byte {
	path, name := key.path()
	if bucket := b.bucket(path...); bucket != nil {
		return bucket.Get([]byte(name))
	}
	return nil
}

// put writes a record, or removes it if its value is nil, that of a brand with the
// bucket of its snapshots.
func (b *boltTx) put(r encodedRecord) error {
	var err error
	switch snapshots := b.bucket(snapshotsBucket); {
	case r.key.kind == snapshotKind && r.value != nil:
		_, err = snapshots.CreateBucketIfNotExists([]byte(r.key.brand))
	case r.key.kind == brandKind && r.value == nil && snapshots.Bucket([]byte(r.key.brand)) != nil:
		err = snapshots.DeleteBucket([]byte(r.key.brand))
	}
	if err != nil {
		return err
	}
	path, name := r.key.path()
	if r.value == nil {
		return b.bucket(path...).Delete([]byte(name))
	}
	return b.bucket(path...).Put([]byte(name), r.value)
}

// forEach calls visit for every key and value of the bucket at a path, if there
// is one.
func (b *boltTx) forEach(visit func(key string, value []byte) error, path ...string) error {
	bucket := b.bucket(path...)
	if bucket == nil {
		return nil
	}
	return bucket.ForEach(func(key, value []byte) error { return visit(string(key), value) })
}

// catchPanic runs do, which accesses pages of bbolt, and turns what a damaged
// page causes into an error that wraps [ErrDamaged]: a panic in bbolt, a memory
// fault in the mapped file, a bucket found in place of a record or the reverse.
// Other panics are bugs and go on.
func catchPanic(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if _, fault := cause.(interface{ Addr() uintptr }); !fault && !raisedByBolt() {
			panic(cause)
		}
		err = damageErrorf("reading a page: it cannot be read, or refers to a place outside the file (%v)", cause)
	}()
	err = do()
	if errors.Is(err, bolterrors.ErrIncompatibleValue) {
		err = damageErrorf("reading a page: %v", err)
	}
	return err
}

// raisedByBolt reports whether a function of bbolt has raised the panic that its
// caller, a deferred function, handles.
func raisedByBolt() bool {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])]) // without Callers, this and the deferred function
	for more := true; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); !strings.HasPrefix(frame.Function, "runtime.") {
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
	}
	return false
}
