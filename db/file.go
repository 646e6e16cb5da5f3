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

// openAsAllowed is openFile to be written or, where its mode or the file
// system is against that alone, to be read.
func openAsAllowed(path string) (file *os.File, readOnly bool, err error) {
	file, err = openFile(path, os.O_RDWR)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if file, readErr := openFile(path, os.O_RDONLY); readErr == nil || errors.Is(readErr, ErrLocked) {
			return file, true, readErr
		}
	}
	return file, false, err
}

// openFile opens the file with that flag, and locks it for this process. The
// error wraps [fs.ErrNotExist] when there is none and [ErrLocked] when another
// process keeps it.
func openFile(path string, flag int) (*os.File, error) {
	deadline := time.Now().Add(lockWait)
	for {
		if err := checkRegular(path); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(path, flag, 0)
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

// checkRegular refuses what is no file, and would be waited for or read
// without an end.
func checkRegular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	return err
}

// names tells whether path still names that open file: another may have been
// put in its place while its lock was waited for.
func names(path string, file *os.File) (bool, error) {
	open, err := file.Stat()
	if err != nil {
		return false, err
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
	defer func() { err = errors.Join(err, os.Remove(temporary.Name())) }()
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
	defer func() { err = errors.Join(err, file.Close()) }()
	return file.Update(func(tx *bolt.Tx) error {
		for _, name := range topLevel {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		value, _, err := encodeRecord(recordKey{kind: rootKind}, &rootRecord{})
		if err != nil {
			return err
		}
		b := tx.Bucket([]byte(metaBucket))
		return errors.Join(b.Put([]byte(schemaKey), []byte(fmt.Sprint(Schema))), b.Put([]byte(rootKind), value))
	})
}
