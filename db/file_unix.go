//go:build unix

package db

import (
	"errors"
	"os"
	"reflect"

	"golang.org/x/sys/unix"
)

// errBusy is what flock returns while another process has the lock.
const errBusy = unix.EWOULDBLOCK

// flock takes the lock of an open file if it is free.
func flock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// funlock lets go of the lock of an open file.
func funlock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }

// release takes what has been read of the mapped file out of the memory of the
// process. It stays in the system's cache, and is mapped again when it is read.
func release(mapped []byte) {
	page := os.Getpagesize()
	before := (page - int(reflect.ValueOf(mapped).Pointer()%uintptr(page))) % page
	if whole := (len(mapped) - before) / page * page; whole > 0 {
		_ = unix.Madvise(mapped[before:before+whole], unix.MADV_DONTNEED) // where it fails, the memory is the system's to take
	}
}

// syncFolder makes a new name in the folder last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
