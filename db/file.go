package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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
	for deadline := time.Now().Add(lockWait); ; {
		if err := checkRegular(path); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(path, flag, 0)
		if err != nil {
			return nil, err
		}
		if err = lock(file, deadline); err == nil && names(path, file) {
			return file, nil
		}
		if err = errors.Join(err, file.Close()); err != nil {
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
func names(path string, file *os.File) bool {
	open, err := file.Stat()
	there, statErr := os.Stat(path)
	return err == nil && statErr == nil && os.SameFile(open, there)
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

// writeWhole has write fill a file of another name in the folder of path, for
// its owner alone (mode 0600), and gives it the name path once its bytes are on
// the disk, so that a file of that name is whole. What has the name already is
// replaced, or stays, and the error wraps [fs.ErrExist]. On an error nothing
// else is left.
func writeWhole(path string, replace bool, write func(*os.File) error) (err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*.new") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if removed := os.Remove(file.Name()); !errors.Is(removed, fs.ErrNotExist) { // renamed
			err = errors.Join(err, removed)
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	name := os.Link // which replaces nothing
	if replace {
		name = os.Rename
	}
	if err := name(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// create makes an empty store at path. When another process is first, that
// one's file is left alone and the error is nil.
func create(path string) error {
	err := writeWhole(path, false, func(empty *os.File) error {
		file, err := bolt.Open(empty.Name(), 0o600, &bolt.Options{Timeout: lockWait})
		if err != nil {
			return err
		}
		return errors.Join(file.Update(writeEmpty), file.Close())
	})
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// writeEmpty writes a store without anything in it.
func writeEmpty(tx *bolt.Tx) error {
	for _, name := range topLevel {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	root, err := encodeRecord(recordKey{kind: rootKind}, &rootRecord{})
	b := tx.Bucket([]byte(metaBucket))
	return errors.Join(err, b.Put([]byte(schemaKey), []byte(strconv.Itoa(Schema))), b.Put([]byte(rootKind), root.value))
}
