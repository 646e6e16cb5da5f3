//go:build !unix

package db

import (
	"os"

	bolterrors "go.etcd.io/bbolt/errors"
)

// errBusy is what bbolt returns while another process has locked the file:
// here bbolt alone locks it.
var errBusy = bolterrors.ErrTimeout

func flock(*os.File, bool) error { return nil }

func funlock(*os.File) error { return nil }

// duplicate opens the file again.
func duplicate(file *os.File) (*os.File, error) { return os.OpenFile(file.Name(), os.O_RDWR, 0) }

func openAndSync(string) error { return nil }

func tellUsers(_ string, err error) error { return err }
