package db

import (
	"fmt"
	"time"
)

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
