package db

import (
	"errors"
	"fmt"
)

// What goes wrong in a store. Errors of this package wrap these.
var (
	// ErrLocked is returned by [Open] when another process has the file, and
	// still has it after a second.
	ErrLocked = errors.New("the database is in use by another process")

	// ErrNewerSchema is returned by [Open] for a file that a newer version of
	// the program has written.
	ErrNewerSchema = errors.New("the database was written by a newer designmanual; use that one, or put an older backup in place with `designmanual restore`")

	// ErrDamaged is returned when what lies in the file is not what was
	// written: by [Open] for damage to the index, by reading methods for
	// damage to the record that they read.
	ErrDamaged = errors.New("the database is damaged; put a backup in place with `designmanual restore`")

	// ErrReplaced is returned by [DB.Read] when an update has changed the
	// record since the caller's index: the caller takes the current index and
	// judges the request again. The reading methods of [Tx] return it for an
	// entry that is not of the transaction's state.
	ErrReplaced = errors.New("the record has been replaced")

	// ErrNotFound is returned for a brand, manual, token or document that the
	// store does not have.
	ErrNotFound = errors.New("not in the database")

	// ErrConflict is returned by [DB.Update] when what it would write
	// contradicts itself or the rest of the store: a name that is taken, a
	// brand without exactly one primary manual, a tag that is not its body's.
	ErrConflict = errors.New("conflict in the database")

	// ErrRefused is returned by [DB.Update] after a failed commit whose
	// outcome could not be found out, or of a file that may only be read, and
	// by the writing methods of a transaction of [DB.View]. Reads go on.
	ErrRefused = errors.New("the database refuses writes")
)

// damaged returns an error that wraps [ErrDamaged] and says what is wrong.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w (%w)", fmt.Errorf(format, args...), ErrDamaged)
}
