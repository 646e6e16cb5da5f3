package db

import (
	"errors"
	"fmt"
)

// Errors that the errors of this package wrap.
var (
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("the database is in use by another process")

	// ErrOlderSchema: an older version of the program has written the file.
	ErrOlderSchema = errors.New("an older designmanual has written the database")

	// ErrNewerSchema: a newer version of the program has written the file.
	ErrNewerSchema = errors.New("the database was written by a newer designmanual; use that one, or put an older backup in place with `designmanual restore`")

	// ErrDamaged: the file has changed since it was written.
	ErrDamaged = errors.New("the database is damaged; put a backup in place with `designmanual restore`")

	// ErrInvalidCopy: the copy to be installed is damaged or no store.
	ErrInvalidCopy = errors.New("the copy does not verify")

	// ErrReplaced: an update has changed the record since the caller's index.
	ErrReplaced = errors.New("the record has been replaced")

	// ErrNotFound: there is no such brand, manual, document, token or file.
	ErrNotFound = errors.New("not in the database")

	// ErrConflict: an update contradicts itself or the rest of the store, for
	// example by a name in use or a brand with two primary manuals.
	ErrConflict = errors.New("conflict in the database")

	// ErrRefused: the outcome of a failed commit is unknown, or the file or the
	// transaction is read-only.
	ErrRefused = errors.New("the database refuses writes")
)

// damageErrorf returns an error that wraps [ErrDamaged].
func damageErrorf(format string, args ...any) error {
	return fmt.Errorf("%w (%w)", fmt.Errorf(format, args...), ErrDamaged)
}
