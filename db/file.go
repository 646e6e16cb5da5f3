package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

const (
	lockWait  = time.Second           // how long Open waits for another process to let go of the file
	lockRetry = 50 * time.Millisecond // how often it looks; flock has no other way to wait with an end
)

// usedFor is what a file is opened for.
type usedFor int

const (
	toRead  = usedFor(os.O_RDONLY)
	toWrite = usedFor(os.O_RDWR)
)

// openAsAllowed is openFile to be written or, where its mode or the file
// system is against that alone, to be read.
func openAsAllowed(path string) (*os.File, usedFor, error) {
	file, err := openFile(path, toWrite)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if file, readErr := openFile(path, toRead); readErr == nil || errors.Is(readErr, ErrLocked) {
			return file, toRead, readErr
		}
	}
	return file, toWrite, err
}

// openFile opens the file, to be written or only read, and locks it for this
// process. The error wraps [fs.ErrNotExist] when there is none and
// [ErrLocked] when another process keeps it.
func openFile(path string, use usedFor) (*os.File, error) {
	deadline := time.Now().Add(lockWait)
	for {
		file, err := os.OpenFile(path, int(use), 0)
		if err != nil {
			return nil, err
		}
		if err = lock(file, deadline); err == nil {
			var current bool
			if current, err = names(path, file); current {
				return file, nil
			}
		}
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return nil, err
		}
	}
}

// names tells whether path still names that open file: another may have been
// put in its place while its lock was waited for.
func names(path string, file *os.File) (bool, error) {
	open, err := file.Stat()
	if err != nil {
		return false, err
	}
	if !open.Mode().IsRegular() {
		return false, fmt.Errorf("%s is not a regular file", path)
	}
	there, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return os.SameFile(open, there), nil
}

// lock takes the lock of an open file, waiting for it until the deadline.
func lock(file *os.File, deadline time.Time) error {
	for {
		err := flock(file)
		if !errors.Is(err, errBusy) {
			return err
		}
		if !time.Now().Before(deadline) {
			return ErrLocked
		}
		time.Sleep(lockRetry)
	}
}

// create makes an empty store at path: written under another name in the
// same folder, closed, and then linked to its name, which never overwrites,
// so that a file that is there is whole. When another process is first, that
// one's file is left alone and the error is nil.
func create(path string) (err error) {
	folder := filepath.Dir(path)
	temporary, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return err
	}
	defer func() { keep(&err, os.Remove(temporary.Name())) }()
	if err := temporary.Close(); err != nil {
		return err
	}
	if err := writeEmpty(temporary.Name()); err != nil {
		return err
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(folder)
}

// writeEmpty writes a store without anything in it into an empty file.
func writeEmpty(path string) (err error) {
	file, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait})
	if err != nil {
		return err
	}
	defer func() { keep(&err, file.Close()) }()
	return file.Update(func(tx *bolt.Tx) error {
		for _, name := range topLevel {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		value, err := encode(&rootRecord{})
		if err != nil {
			return err
		}
		newSealer().seal(place{kind: rootKind}, value)
		b := tx.Bucket([]byte(metaBucket))
		return errors.Join(b.Put([]byte(schemaKey), []byte(fmt.Sprint(Schema))), b.Put([]byte(rootKey), value))
	})
}
