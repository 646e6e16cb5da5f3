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
	lockWait  = time.Second           // how long Open waits for another process
	lockRetry = 50 * time.Millisecond // flock cannot wait with a timeout, so it is polled
)

// openPermitted opens the file for writing or, where its mode or the file
// system forbids that, for reading.
func openPermitted(path string) (file *os.File, readOnly bool, err error) {
	file, err = openFile(path, os.O_RDWR)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if file, readErr := openFile(path, os.O_RDONLY); readErr == nil || errors.Is(readErr, ErrLocked) {
			return file, true, readErr
		}
	}
	return file, false, err
}

// openFile opens and locks the file. The error wraps [fs.ErrNotExist] when
// there is none and [ErrLocked] when another process has locked it.
func openFile(path string, flag int) (*os.File, error) {
	for deadline := time.Now().Add(lockWait); ; {
		if err := checkRegular(path); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(path, flag, 0)
		if err != nil {
			return nil, err
		}
		if err = lockFile(file, deadline); err == nil && isAt(path, file) {
			return file, nil
		}
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
	}
}

// checkRegular refuses anything but a regular file: opening a pipe could block,
// and reading a device may never end.
func checkRegular(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	return err
}

// isAt reports whether the open file is still the one at path: it may have been
// replaced while openFile waited for its lock.
func isAt(path string, file *os.File) bool {
	opened, err := file.Stat()
	current, statErr := os.Stat(path)
	return err == nil && statErr == nil && os.SameFile(opened, current)
}

// lockFile locks an open file, waiting until the deadline.
func lockFile(file *os.File, deadline time.Time) error {
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

// stagingSuffix ends the names of the temporary files of writeAtomically.
const stagingSuffix = ".new"

// writeAtomically creates the file at path with mode 0600: it has write fill a
// temporary file in the same folder, syncs that and renames it to path. If path
// exists, it is replaced or, without replace, the error wraps [fs.ErrExist]. On
// an error nothing is left.
func writeAtomically(path string, replace bool, write func(*os.File) error) (err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*"+stagingSuffix) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if removed := os.Remove(file.Name()); !errors.Is(removed, fs.ErrNotExist) { // which it is once renamed
			err = errors.Join(err, removed)
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	rename := os.Link // which does not replace
	if replace {
		rename = os.Rename
	}
	if err := rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// createStore creates an empty store at path. If another process does so
// first, its file stays and the error is nil.
func createStore(path string) error {
	err := writeAtomically(path, false, func(empty *os.File) error {
		file, err := bolt.Open(empty.Name(), 0o600, &bolt.Options{Timeout: lockWait})
		if err != nil {
			return err
		}
		return errors.Join(file.Update(writeEmptyStore), file.Close())
	})
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func writeEmptyStore(tx *bolt.Tx) error {
	for _, name := range topLevel {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	root, err := encodeRecord(recordKey{kind: rootKind}, &rootRecord{})
	b := tx.Bucket([]byte(metaBucket))
	return errors.Join(err, b.Put([]byte(schemaKey), []byte(strconv.Itoa(Schema))), b.Put([]byte(rootKind), root.value))
}
