//go:build unix

package db

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// errBusy is what flock returns while another process has locked the file.
const errBusy = unix.EWOULDBLOCK

// flock locks an open file, without waiting.
func flock(file *os.File, shared bool) error {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	return unix.Flock(int(file.Fd()), how|unix.LOCK_NB)
}

// funlock unlocks an open file.
func funlock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }

// duplicate returns another descriptor of an open file, with the same lock.
func duplicate(file *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), file.Name()), nil
}

// openAndSync makes the creation or renaming of a file in the folder durable.
func openAndSync(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
