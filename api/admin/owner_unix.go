//go:build unix

package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// KeepOwner remembers whose the file at a path is, before root makes or replaces it. The
// function that it returns gives the file that is there then the owner, group and mode of
// the one that was there before or, where there was none, the owner and group of its folder:
// a service that does not run as root could not open it otherwise. For another user, whose
// files are his own, it does nothing.
func KeepOwner(path string) (keep func() error) {
	if os.Geteuid() != 0 {
		return func() error { return nil }
	}
	path = RealPath(path)
	before, err := os.Stat(path)
	replaces := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		before, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return func() error { return nil } // what was to be done fails too
	}
	return func() error {
		if err := giveTo(path, before, replaces); err != nil {
			return fmt.Errorf("%s belongs to root now, and a service of another user cannot open it: %w", path, err)
		}
		return nil
	}
}

// giveTo gives a file the owner and group of another one and, if asked, its mode. A file
// that was not made needs nothing.
func giveTo(path string, like fs.FileInfo, withMode bool) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	owner, current := like.Sys().(*syscall.Stat_t), info.Sys().(*syscall.Stat_t)
	if owner.Uid != current.Uid || owner.Gid != current.Gid {
		if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	if withMode && info.Mode().Perm() != like.Mode().Perm() {
		return os.Chmod(path, like.Mode().Perm())
	}
	return nil
}
