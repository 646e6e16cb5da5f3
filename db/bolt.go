package db

import (
	"bytes"
	"errors"
	"os"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// A boltTx is a transaction of bbolt. Each method is one call of bbolt, whose panics and
// memory faults become errors that wrap [ErrDamaged]. What it returns is copied out of the
// mapped file.
type boltTx struct {
	tx *bolt.Tx
	d  *DB
}

// begin starts a transaction. The error wraps [os.ErrClosed] when the store is closed.
func (d *DB) begin(writable bool) (*boltTx, error) {
	if d.stuck.Load() {
		return nil, damageErrorf("a page that everything else needs could not be read")
	}
	b := &boltTx{d: d}
	err := catchDamage(func() error {
		var err error
		b.tx, err = d.bolt.Begin(writable)
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
	if errors.Is(catchDamage(b.tx.Rollback), ErrDamaged) {
		b.d.stuck.Store(true)
	}
}

// readBolt runs read in a read transaction of bbolt, during which the file is not opened again.
func (d *DB) readBolt(read func(*boltTx) error) error {
	d.reopening.RLock()
	defer d.reopening.RUnlock()
	return d.readWithoutLock(read)
}

// readWithoutLock runs read in a read transaction, for a caller that holds d.reopening or has not shown the
// store to anybody yet.
func (d *DB) readWithoutLock(read func(*boltTx) error) error {
	b, err := d.begin(false)
	if err != nil {
		return err
	}
	defer b.end()
	return read(b)
}

// bucket returns the bucket at a path, or nil. It is called inside [catchDamage].
func (b *boltTx) bucket(path ...string) *bolt.Bucket {
	bucket := b.tx.Bucket([]byte(path[0]))
	for _, name := range path[1:] {
		if bucket == nil {
			return nil
		}
		bucket = bucket.Bucket([]byte(name))
	}
	return bucket
}

// get returns the value of a record, or nil.
func (b *boltTx) get(key recordKey) ([]byte, error) {
	path, name := key.path()
	return b.value(name, path...)
}

// value returns the value of a key in the bucket at a path, or nil.
func (b *boltTx) value(key string, path ...string) ([]byte, error) {
	var (
		value []byte
		err   error
	)
	err = catchDamage(func() error {
		if bucket := b.bucket(path...); bucket != nil {
			value = bytes.Clone(bucket.Get([]byte(key)))
		}
		return nil
	})
	return value, err
}

// put writes a record into the bucket of its key, which it makes if the brand has none yet.
func (b *boltTx) put(r encodedRecord) error {
	path, name := r.key.path()
	return catchDamage(func() error {
		bucket := b.tx.Bucket([]byte(path[0]))
		if bucket == nil {
			return damageErrorf("its part %s is missing", path[0])
		}
		for _, brand := range path[1:] {
			var err error
			if bucket, err = bucket.CreateBucketIfNotExists([]byte(brand)); err != nil {
				return err
			}
		}
		return bucket.Put([]byte(name), r.value)
	})
}

// remove removes a record, if it is there.
func (b *boltTx) remove(key recordKey) error {
	path, name := key.path()
	return catchDamage(func() error {
		bucket := b.bucket(path...)
		if bucket == nil {
			return nil
		}
		return bucket.Delete([]byte(name))
	})
}

// removeBuckets removes the buckets of a brand that has no manuals any more.
func (b *boltTx) removeBuckets(brand string) error {
	return catchDamage(func() error {
		for _, top := range []string{manualsBucket, contentBucket} {
			err := b.bucket(top).DeleteBucket([]byte(brand))
			if err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
				return err
			}
		}
		return nil
	})
}

// keys returns the keys of the bucket at a path, in order; none without the bucket. Without a
// path it returns the names of the top-level buckets.
func (b *boltTx) keys(path ...string) ([]string, error) {
	var (
		keys []string
		err  error
	)
	err = catchDamage(func() error {
		bucket := b.tx.Cursor().Bucket()
		if len(path) > 0 {
			bucket = b.bucket(path...)
		}
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(key, _ []byte) error {
			keys = append(keys, string(key))
			return nil
		})
	})
	return keys, err
}

// catchDamage runs call, which is one call of bbolt, and turns what a damaged page causes into an
// error that wraps [ErrDamaged]: a panic in bbolt, a memory fault in the mapped file, a bucket
// found in place of a record or the reverse.
func catchDamage(call func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if _, fault := cause.(interface{ Addr() uintptr }); fault {
			err = damageErrorf("reading a page: the file ends before its data, or the disk cannot read it")
			return
		}
		err = damageErrorf("reading a page: it refers to a place outside the file (%v)", cause)
	}()
	err = call()
	if errors.Is(err, bolterrors.ErrIncompatibleValue) {
		err = damageErrorf("reading a page: %v", err)
	}
	return err
}
