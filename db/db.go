package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

// A DB is an open store. Its methods may be called from any goroutine. Update,
// Verify, Backup and Close wait for each other, so none of them may be called
// from within a function given to Update.
type DB struct {
	path    string
	store   atomic.Pointer[store]
	index   atomic.Pointer[Index]
	current atomic.Pointer[commit] // nil while none is under way
	warning string

	writing chan struct{} // holds one value while somebody writes, or reads for long
	refused error         // why writes are refused; nil while they are not. For who has the lock
	closed  bool          // for who has the lock

	putting chan struct{} // holds one value while somebody puts a large file
	fileMu  sync.Mutex
	batches map[*FileBatch]struct{}    // that are open; guarded by fileMu
	damaged map[[sha256.Size]byte]bool // files that were found damaged; guarded by fileMu

	stop    context.CancelFunc // ends the hourly writing of last uses
	stopped sync.WaitGroup
}

// Open opens the store at path, and creates an empty one where there is
// nothing. It waits at most a second for another process to let go of the
// file. Everything but the bodies, the models, the editorial records and the
// files is read and verified. A store of an older schema is copied beside
// itself and brought to this one. A file that this process may read and not
// write is opened all the same, and updates are refused. The errors wrap
// [ErrLocked], [ErrNewerSchema] or [ErrDamaged], or are those of the file
// system.
func Open(path string) (*DB, error) {
	file, readOnly, err := openAsAllowed(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path); err == nil {
			file, readOnly, err = openAsAllowed(path)
		}
	}
	if err == nil {
		var d *DB
		if d, err = openDB(path, file, readOnly); err == nil {
			return d, nil
		}
	}
	return nil, fmt.Errorf("opening %s: %w", path, err)
}

// openDB opens a locked file.
func openDB(path string, file *os.File, readOnly bool) (*DB, error) {
	s, err := openStore(file, readOnly)
	if err != nil {
		return nil, err
	}
	d := &DB{path: path, writing: make(chan struct{}, 1), putting: make(chan struct{}, 1)}
	var ix *Index
	if !readOnly {
		err = s.migrate(path)
	}
	if err == nil {
		ix, err = s.load()
	}
	if err == nil {
		var torn bool
		if torn, err = s.torn(); torn {
			d.warning = tornWarning
		}
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	d.store.Store(s)
	d.index.Store(ix)
	d.startUsage()
	return d, nil
}

// Path returns the path that the store was opened with.
func (d *DB) Path() string { return d.path }

// Warning says what is to be known of the file though it could be opened: that
// a loss of power has undone its last transaction. It is empty otherwise.
func (d *DB) Warning() string { return d.warning }

// Index returns the current index.
func (d *DB) Index() *Index { return d.index.Load() }

// lock waits until nobody else writes, or for ctx.
func (d *DB) lock(ctx context.Context) error {
	select {
	case d.writing <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("waiting for others who write: %w", context.Cause(ctx))
	}
	if d.closed {
		d.unlock()
		return os.ErrClosed
	}
	return nil
}

func (d *DB) unlock() { <-d.writing }

// Close waits for reads and updates to end, writes when access tokens were
// last used and closes the file. Further calls return an error that wraps
// [os.ErrClosed], as all other methods do from then on.
func (d *DB) Close() error {
	d.stop()
	d.stopped.Wait()
	if err := d.lock(context.Background()); err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	defer d.unlock()
	var err error
	if d.refused == nil {
		err = d.writeUsage(context.Background())
	}
	d.closed = true
	if err = errors.Join(err, d.store.Load().close()); err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	return nil
}
