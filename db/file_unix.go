//go:build unix

package db

import (
	"errors"
	"os"
	"reflect"

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

// releaseMemory removes part of the mapped file from the memory of the process.
// It stays in the page cache, and is mapped again when it is read again. For a small
// part the system call takes too long.
func releaseMemory(mapped []byte) {
	if len(mapped) < 64<<10 {
		return
	}
	page := os.Getpagesize()
	before := (page - int(reflect.ValueOf(mapped).Pointer()%uintptr(page))) % page
	if whole := (len(mapped) - before) / page * page; whole > 0 {
		_ = unix.Madvise(mapped[before:before+whole], unix.MADV_DONTNEED) // if it fails, the kernel still can reclaim the memory
	}
}

// openAndSync makes the creation or renaming of a file in the folder durable.
func openAndSync(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
