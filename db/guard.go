package db

import (
	"errors"
	"runtime/debug"

	bolterrors "go.etcd.io/bbolt/errors"
)

// guard runs what touches bbolt's pages. A panic, which bbolt answers a
// damaged page with, a fault on a page that cannot be read, and a bucket in the
// place of a record, or a record in that of a bucket, become an error that
// wraps [ErrDamaged]. No code of a caller may run inside.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = damaged("reading a page: %v", cause)
		}
	}()
	if err = do(); errors.Is(err, bolterrors.ErrIncompatibleValue) {
		return damaged("reading a page: %v", err)
	}
	return err
}
