package db

import (
	"errors"
	"fmt"
)

// What goes wrong in a store. Errors of this package wrap these.
var (
	// ErrLocked: another process has the file, and still has it after a second.
	ErrLocked = errors.New("the database is in use by another process")

	// ErrNewerSchema: a newer version of the program has written the file.
	ErrNewerSchema = errors.New("the database was written by a newer designmanual; use that one, or put an older backup in place with `designmanual restore`")

	// ErrDamaged: what lies in the file is not what was written.
	ErrDamaged = errors.New("the database is damaged; put a backup in place with `designmanual restore`")

	// ErrUnsound: the copy that is to be installed does not verify.
	ErrUnsound = errors.New("the copy does not verify")

	// ErrReplaced: an update has changed the record since the caller's index.
	ErrReplaced = errors.New("the record has been replaced")

	// ErrNotFound: the store has no such brand, manual, token, document or file.
	ErrNotFound = errors.New("not in the database")

	// ErrConflict: what an update would write contradicts itself or the rest of
	// the store: a name that is taken, a brand without exactly one primary
	// manual, a tag that is not its body's.
	ErrConflict = errors.New("conflict in the database")

	// ErrRefused: nothing can be written, since the outcome of a failed commit
	// could not be found out, or the file or the transaction is only for reading.
	ErrRefused = errors.New("the database refuses writes")
)

// damaged returns an error that wraps [ErrDamaged] and says what is wrong.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w (%w)", fmt.Errorf(format, args...), ErrDamaged)
}
