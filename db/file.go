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
		if err := lockFile(file, flag == os.O_RDONLY, deadline); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if isAt(path, file) {
			return file, nil
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
}

// checkRegular refuses anything but a regular file: opening a pipe could block,
// and reading a device may never end.
func checkRegular(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", path)
	}
	return nil
}

// isAt reports whether the open file is still the one at path: it may have been
// replaced while openFile waited for its lock.
func isAt(path string, file *os.File) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	current, err := os.Stat(path)
	if err != nil {
		return false
	}
	return os.SameFile(opened, current)
}

// lockFile locks an open file, waiting until the deadline. A shared lock, for
// reading, keeps only those out who write: network file systems give no other for
// a file that is open for reading.
func lockFile(file *os.File, shared bool, deadline time.Time) error {
	for {
		err := flock(file, shared)
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
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("the folder %s: %w", folder, failed.Err)
	}
	if err != nil {
		return err
	}
	defer func() {
		if removed := os.Remove(file.Name()); !errors.Is(removed, fs.ErrNotExist) { // which it is once renamed
			err = errors.Join(err, removed)
		}
	}()
	if err := errors.Join(write(file), syncFile(file), file.Close()); err != nil {
		return err
	}
	rename := renameNew
	if replace {
		rename = os.Rename
	}
	if err := rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(folder)
}

// The calls whose order tests observe, and make fail.
var (
	linkFile   = os.Link
	syncFile   = (*os.File).Sync
	syncFolder = openAndSync
)

// renameNew renames a file to path unless path exists; then the error wraps
// [fs.ErrExist].
func renameNew(from, path string) error {
	err := linkFile(from, path) // leaves from, which writeAtomically removes
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A file system without hard links: an empty file reserves the name, locked
	// so that whoever opens it waits for the rename.
	reserved, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer reserved.Close() // nothing was written to it
	if err := flock(reserved, false); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	if err := os.Rename(from, path); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
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
	empty := &Index{}
	if err := empty.makeMaps(nil); err != nil {
		return err
	}
	record := encodeRecord(recordKey{kind: storeKind}, empty.storeRecord())
	b := tx.Bucket([]byte(metaBucket))
	return errors.Join(b.Put([]byte(schemaKey), []byte(strconv.Itoa(Schema))), b.Put([]byte(storeKind), record.value))
}
