//go:build unix

package db

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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

// tellUsers adds to the error of a file that may not be opened or made whose the file or its folder
// is, and who asks: a volume of a container belongs to root, and the program runs as another user.
func tellUsers(path string, err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	info, statErr := os.Stat(path)
	if statErr != nil {
		path = filepath.Dir(path)
		info, statErr = os.Stat(path)
	}
	if statErr != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	user := os.Geteuid()
	if !ok || int(owner.Uid) == user {
		return err
	}
	return fmt.Errorf("%w: %s belongs to user %d, and this program runs as user %d. "+
		"Give it to that user (chown %d %s), or start the program, or its container, as user %d",
		err, path, owner.Uid, user, user, path, owner.Uid)
}
