package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A DB is an open store. Its methods may be called from any goroutine. Update,
// Verify, Backup and Close wait for each other, so a function given to Update
// must not call them.
type DB struct {
	path      string
	file      *os.File // with the lock; bbolt has a duplicate
	bolt      *bolt.DB
	reopening sync.RWMutex // held for writing while the file is opened again
	stuck     atomic.Bool  // a panic in bbolt has left its locks held
	now       func() time.Time

	log        atomic.Pointer[slog.Logger] // may be nil
	index      atomic.Pointer[Index]
	committing sync.RWMutex // held from before a commit until its index is in place

	writing  chan struct{}          // a mutex, as a channel so that a context can end the wait
	purpose  atomic.Pointer[string] // what has locked writing
	writeErr error                  // why writes are refused, or nil; guarded by writing
	closed   bool                   // guarded by writing

	verified sync.Map     // SHA-256 of files whose pieces were read or written since the store was opened
	recent   recentPieces // of files

	usage *time.Timer // for the hourly writing of last uses; guarded by writing
}

// Open opens the store at path, or creates an empty one. It waits up to a
// second for another process to close the file. It reads and verifies the
// index. A file that this process may only read is opened for reading. Opening
// an existing store writes nothing. Errors wrap [ErrLocked], [ErrOtherSchema], [ErrEmpty],
// [ErrDamaged] or an error of the file system.
func Open(path string) (*DB, error) {
	d, err := openOrCreate(path)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, tellUsers(path, err))
	}
	return d, nil
}

func openOrCreate(path string) (*DB, error) {
	file, readOnly, err := openPermitted(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := createStore(path); err != nil {
			return nil, err
		}
		file, readOnly, err = openPermitted(path)
	}
	if err != nil {
		return nil, err
	}
	return openDB(path, file, readOnly)
}

// openDB opens the store in a locked file. On an error it closes the file.
func openDB(path string, file *os.File, readOnly bool) (*DB, error) {
	d := &DB{path: path, file: file, writing: make(chan struct{}, 1), now: time.Now}
	if err := d.openBolt(readOnly); err != nil {
		_ = d.close() // the error of opening counts
		return nil, err
	}
	ix, err := d.load()
	if err != nil {
		_ = d.close()
		return nil, err
	}
	d.index.Store(ix)
	if err := d.lock(context.Background(), "the start"); err != nil {
		return nil, err
	}
	defer d.unlock()
	d.startUsage()
	return d, nil
}

// Path returns the path that the store was opened with.
func (d *DB) Path() string { return d.path }

// Index returns the current index.
func (d *DB) Index() *Index { return d.index.Load() }

// LogTo sets the log for what fails in the background. Without one it is lost.
func (d *DB) LogTo(log *slog.Logger) { d.log.Store(log) }

// tellAfter is how long an update waits for another before the function of [OnWait] is
// called.
const tellAfter = time.Second

type waitKey struct{}

// OnWait returns a context for methods of a [DB] that wait for each other. After a
// second of waiting they call tell, in their own goroutine, with what they wait for,
// such as "a backup".
func OnWait(ctx context.Context, tell func(other string)) context.Context {
	return context.WithValue(ctx, waitKey{}, tell)
}

// lock waits until it can lock d.writing or ctx ends. The purpose is what others are
// told that they wait for.
func (d *DB) lock(ctx context.Context, purpose string) error {
	timer := time.NewTimer(tellAfter)
	defer timer.Stop()
	for locked := false; !locked; {
		select {
		case d.writing <- struct{}{}:
			locked = true
		case <-timer.C:
			if tell, ok := ctx.Value(waitKey{}).(func(string)); ok {
				tell(*d.purpose.Load())
			}
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", *d.purpose.Load(), context.Cause(ctx))
		}
	}
	d.purpose.Store(&purpose)
	if d.closed {
		d.unlock()
		return os.ErrClosed
	}
	return nil
}

func (d *DB) unlock() { <-d.writing }

// Close waits for reads and updates to end, writes the last uses of access
// tokens and closes the file. After that, all methods, Close too, return an
// error that wraps [os.ErrClosed].
func (d *DB) Close() error {
	usageErr := d.writeUsage(context.Background())
	if err := d.lock(context.Background(), "the end of the process"); err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	defer d.unlock()
	d.closed = true
	d.usage.Stop()
	d.reopening.Lock() // no transaction reads the file any more
	err := errors.Join(usageErr, d.close())
	d.reopening.Unlock()
	if err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	return nil
}

// Errors that the errors of this package wrap.
var (
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("the database is in use by another process; wait until it ends, or stop it")

	// ErrOtherSchema: another version of the program has written the file. The error that wraps
	// it says whether an older or a newer one, and what to do.
	ErrOtherSchema = errors.New("the database was written")

	// ErrDamaged: the file has changed since it was written.
	ErrDamaged = errors.New("the database is damaged; put a backup in place with `designmanual restore`")

	// ErrEmpty: the file is no database, as an interrupted copy, a full disk or touch leaves it.
	ErrEmpty = errors.New("the file is empty, and so no database. Remove it if nothing was in it, " +
		"or put a backup in place with `designmanual restore`")

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
