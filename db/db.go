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
// Verify, Backup and Close wait for each other and for views, so none of them
// may be called from within a function given to another or to View.
type DB struct {
	path     string
	store    atomic.Pointer[store]
	index    atomic.Pointer[Index]
	inflight atomic.Pointer[flight] // the update being committed, if any

	turn    chan struct{} // holds one value while somebody writes, or reads for long
	refused error         // why writes are refused; nil while they are not. For who has the turn
	closed  bool          // for who has the turn

	fileMu  sync.Mutex
	batches map[*FileBatch]struct{}    // that are open; guarded by fileMu
	damaged map[[sha256.Size]byte]bool // files that a reader found damaged; guarded by fileMu

	stop    context.CancelFunc // ends the hourly writing of last uses
	stopped sync.WaitGroup
}

// A flight is an update between commit and swap.
type flight struct{ landed chan struct{} }

// Open opens the store at path, and creates an empty one where there is
// nothing. It waits at most a second for another process to let go of the
// file. Everything but the bodies, the models and the editorial records is
// read and verified. A file that this process may read and not write is opened
// all the same, and updates are refused. The errors wrap [ErrLocked],
// [ErrNewerSchema] or [ErrDamaged], or are those of the file system.
func Open(path string) (*DB, error) {
	file, use, err := openAsAllowed(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path); err == nil {
			file, use, err = openAsAllowed(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	s, ix, err := openStore(file, use)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	d := &DB{path: path, turn: make(chan struct{}, 1)}
	d.store.Store(s)
	d.index.Store(ix)
	d.keepUsage()
	return d, nil
}

// Path returns the path that the store was opened with.
func (d *DB) Path() string { return d.path }

// Index returns the current index.
func (d *DB) Index() *Index { return d.index.Load() }

// take waits for the turn to write, or for ctx.
func (d *DB) take(ctx context.Context) error {
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("waiting for a turn: %w", context.Cause(ctx))
	}
	if d.closed {
		d.release()
		return os.ErrClosed
	}
	return nil
}

func (d *DB) release() { <-d.turn }

// Close waits for reads and updates to end, writes when access tokens were
// last used and closes the file. Further calls return an error that wraps
// [os.ErrClosed], as all other methods do from then on.
func (d *DB) Close() error {
	d.stop()
	d.stopped.Wait()
	if err := d.take(context.Background()); err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	defer d.release()
	var err error
	if d.refused == nil {
		err = d.writeUsage(context.Background())
	}
	d.closed = true
	keep(&err, d.store.Load().close())
	if err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	return nil
}
