package db

import (
	"errors"
	"runtime/debug"
)

// guard runs what touches bbolt's pages. A panic, which bbolt answers a
// damaged page with, and a fault on a page that cannot be read become an
// error that wraps [ErrDamaged]. No code of a caller may run inside.
func guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = damaged("reading a page: %v", cause)
		}
	}()
	return do()
}

// keep returns err, or what another step of the same work failed with.
func keep(err *error, more error) {
	if more != nil {
		*err = errors.Join(*err, more)
	}
}
