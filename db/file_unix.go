//go:build unix

package db

import (
	"errors"
	"fmt"
	"os"
	"reflect"

	"golang.org/x/sys/unix"
)

// errBusy is what flock returns while another process has the lock.
const errBusy = unix.EWOULDBLOCK

// flock takes the lock of an open file if it is free, or held through a
// duplicate of the same descriptor.
func flock(file *os.File) error {
	return control(file, func(fd uintptr) error { return unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB) })
}

// funlock lets go of the lock of an open file.
func funlock(file *os.File) error {
	return control(file, func(fd uintptr) error { return unix.Flock(int(fd), unix.LOCK_UN) })
}

// duplicate returns another descriptor of an open file. They share its lock.
func duplicate(file *os.File) (*os.File, error) {
	var copied int
	err := control(file, func(fd uintptr) (err error) {
		copied, err = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(copied), file.Name()), nil
}

// control runs do on the descriptor of an open file. The error wraps
// [os.ErrClosed] when it is closed.
func control(file *os.File, do func(fd uintptr) error) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = do(fd) }); err != nil {
		return fmt.Errorf("%w: %w", os.ErrClosed, err) // an error of another package, and the only one there is
	}
	return inner
}

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
func syncFolder(path string) (err error) {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	return folder.Sync()
}
