//go:build !unix

package db

import (
	"os"

	bolterrors "go.etcd.io/bbolt/errors"
)

// errBusy is what bbolt, which locks the file itself, returns while another
// process has the lock.
var errBusy = bolterrors.ErrTimeout

// flock leaves the lock to bbolt.
func flock(*os.File) error { return nil }

// funlock leaves the lock to bbolt.
func funlock(*os.File) error { return nil }

// release leaves the memory to the system.
func release([]byte) {}

// syncFolder leaves it to the system to make a new name last.
func syncFolder(string) error { return nil }
