package db

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// allocSize is the step in which the file grows, in bytes.
const allocSize = 1 << 20

// openBolt opens d.file with bbolt.
func (d *DB) openBolt(readOnly bool) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 { // bbolt would initialize it as a database
		return ErrEmpty
	}
	o := &bolt.Options{
		Timeout:      lockWait,
		ReadOnly:     readOnly,
		FreelistType: bolt.FreelistMapType,
		NoStatistics: true, // they take a lock that all readers share
		OpenFile:     func(string, int, os.FileMode) (*os.File, error) { return duplicate(d.file) },
	}
	var opened *bolt.DB
	err = catchDamage(func() error {
		var err error
		opened, err = bolt.Open(d.path, 0o600, o)
		return err
	})
	if errors.Is(err, ErrDamaged) { // bbolt reads its list of free pages first, often the last page
		return damageErrorf("the file ends before its data, or a page that everything else needs is damaged")
	}
	if err != nil {
		return openError(err)
	}
	opened.AllocSize = allocSize
	d.bolt = opened
	return d.readWithoutLock(func(b *boltTx) error {
		if size := b.tx.Size(); size > info.Size() {
			return damageErrorf("the file ends before its data: it has %d of %d bytes", info.Size(), size)
		}
		return nil
	})
}

// openError returns the error of opening a file in words of this package.
func openError(err error) error {
	if errors.Is(err, bolterrors.ErrTimeout) {
		return ErrLocked
	}
	unreadable := strings.HasPrefix(err.Error(), "file size too small")
	for _, known := range []error{bolterrors.ErrInvalid, bolterrors.ErrVersionMismatch, bolterrors.ErrChecksum} {
		unreadable = unreadable || errors.Is(err, known)
	}
	if unreadable {
		return damageErrorf("it is not a designmanual database, or the file ends before its data, " +
			"or both of its first pages are damaged")
	}
	return err
}

// close closes the file and unlocks it. It does not close a bbolt that is stuck, which would
// wait for its own locks, or one that failed to open.
func (d *DB) close() error {
	var err error
	if d.bolt != nil && !d.stuck.Load() {
		err = d.bolt.Close()
	}
	return errors.Join(err, funlock(d.file), d.file.Close()) // a mapping that is left would keep the lock
}

// reopenAfter opens the file again after a failed commit, and returns an error that says which state it
// has: hashAfter is the hash of the store record in the state after the change.
func (d *DB) reopenAfter(failed *commitError, hashAfter hash256) error {
	before := d.Index().storeHash
	if err := d.reopen(); err != nil {
		return fmt.Errorf("%w (opening the database again: %w)", failed, err)
	}
	found := "another state"
	switch d.Index().storeHash {
	case before:
		found = "the state before the change"
	case hashAfter:
		found = "the state after the change"
	}
	return fmt.Errorf("%w (opened again, the database holds %s)", failed, found)
}

// reopen closes the file after a failed commit, opens it and reads the index, and goes on from
// what it finds, which it syncs to the disk. The caller has locked d.writing. If it fails, it
// refuses writes with an error that wraps [ErrRefused].
func (d *DB) reopen() error {
	d.reopening.Lock()
	defer d.reopening.Unlock()
	d.writeErr = nil
	if err := d.openAgain(); err != nil {
		d.writeErr = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return d.writeErr
}

// openAgain is reopen for a caller that holds d.reopening. As long as the disk does not sync, the
// file stays open for readers.
func (d *DB) openAgain() error {
	if err := syncFile(d.file); err != nil {
		return err
	}
	if !d.stuck.Load() {
		_ = d.bolt.Close() // what it could not write is lost anyway
	}
	d.stuck.Store(false)
	if err := lockFile(d.file, false, time.Now().Add(lockWait)); err != nil {
		return err
	}
	if err := d.openBolt(false); err != nil {
		return err
	}
	ix, err := d.load()
	if err != nil {
		return err
	}
	if err := ix.makeMaps(d.Index()); err != nil {
		return err
	}
	d.index.Store(ix)
	return nil
}
