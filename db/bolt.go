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
			return nil
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

// A boltTx is a transaction of bbolt whose trees are checked before they are used.
type boltTx struct {
	*bolt.Tx
	d        *DB
	checked  map[uint64]bool // page ids that checkTree has visited
	branches map[uint64]branch
}

// begin starts a transaction. The error wraps [os.ErrClosed] when the store is
// closed.
func (d *DB) begin(writable bool) (*boltTx, error) {
	if d.stuck.Load() {
		return nil, damageErrorf("a page that everything else needs could not be read")
	}
	b := &boltTx{d: d, checked: make(map[uint64]bool), branches: make(map[uint64]branch)}
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
	for _, page := range b.branches {
		if page != nil {
			pages.Put(&page)
		}
	}
	clear(b.branches)
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

// get returns the value of a record, or nil. The value lies in the mapped file
// and is valid until the transaction ends.
func (b *boltTx) get(key recordKey) ([]byte, error) {
	path, name := key.path()
	bucket, err := b.bucket(path...)
	if err != nil || bucket == nil {
		return nil, err
	}
	return bucket.Get([]byte(name)), nil
}

// put writes a record, or removes it if its value is nil.
func (b *boltTx) put(r encodedRecord) error {
	path, name := r.key.path()
	bucket, err := b.findBucket(r.value != nil, path)
	switch {
	case err != nil || bucket == nil:
		return err
	case r.value == nil:
		return bucket.Delete([]byte(name))
	}
	return bucket.Put([]byte(name), r.value)
}

// bucket returns the bucket at a path, or nil. Its tree is checked.
func (b *boltTx) bucket(path ...string) (*bolt.Bucket, error) { return b.findBucket(false, path) }

// findBucket is bucket that creates missing buckets if create is set.
func (b *boltTx) findBucket(create bool, path []string) (*bolt.Bucket, error) {
	bucket := b.Cursor().Bucket()
	for _, name := range path {
		if err := b.checkTree(bucket); err != nil {
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
	return bucket, b.checkTree(bucket)
}

// deleteBucket removes the bucket at a path, if there is one, with everything
// in it. bbolt walks its trees to free their pages, so they are checked first.
func (b *boltTx) deleteBucket(path ...string) error {
	parent, err := b.bucket(path[:len(path)-1]...)
	if err != nil || parent == nil {
		return err
	}
	name := []byte(path[len(path)-1])
	bucket := parent.Bucket(name)
	if bucket == nil {
		return nil
	}
	if err := b.checkTrees(bucket); err != nil {
		return err
	}
	return parent.DeleteBucket(name)
}

// forEach calls visit for every key and value of the bucket at a path, if there
// is one.
func (b *boltTx) forEach(visit func(key string, value []byte) error, path ...string) error {
	bucket, err := b.bucket(path...)
	if err != nil || bucket == nil {
		return err
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
