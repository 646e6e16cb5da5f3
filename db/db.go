package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
)

// A DB is an open store. Its methods may be called from any goroutine. Update,
// Verify, Backup and Close wait for each other, so none of them may be called
// from within a function given to Update.
type DB struct {
	path     string
	file     *os.File // bbolt's own
	bolt     *bolt.DB
	pageSize int64
	stuck    atomic.Bool // a panic has left bbolt with its locks held
	warning  string

	index      atomic.Pointer[Index]
	committing sync.RWMutex // held from before a commit until its index is in place

	writing chan struct{} // holds one value while somebody writes, or reads for long
	refused error         // why writes are refused; nil while they are not. Guarded by writing
	closed  bool          // guarded by writing

	putting chan struct{} // holds one value while somebody puts a large file
	filesMu sync.Mutex
	batches map[*FileBatch]bool // that are open; guarded by filesMu

	stop    context.CancelFunc // ends the hourly writing of last uses
	stopped sync.WaitGroup
}

// Open opens the store at path, and creates an empty one where there is
// nothing. It waits at most a second for another process to let go of the
// file. What the index is made of is read and verified. A store of an older
// schema is copied beside itself and brought to this one. Of a file that this
// process may only read, updates are refused. The errors wrap [ErrLocked],
// [ErrNewerSchema] or [ErrDamaged], or are those of the file system.
func Open(path string) (*DB, error) {
	file, readOnly, err := openAsAllowed(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path); err == nil {
			file, readOnly, err = openAsAllowed(path)
		}
	}
	var d *DB
	if err == nil {
		d, err = openDB(path, file, readOnly)
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	return d, nil
}

// openDB opens a locked file, and closes it on an error.
func openDB(path string, file *os.File, readOnly bool) (*DB, error) {
	d := &DB{
		path: path, file: file, writing: make(chan struct{}, 1), putting: make(chan struct{}, 1),
		batches: make(map[*FileBatch]bool),
	}
	err := d.openBolt(readOnly)
	if err == nil && !readOnly {
		err = d.migrate()
	}
	var ix *Index
	if err == nil {
		ix, err = d.load()
	}
	if err == nil {
		var torn bool
		if torn, err = d.torn(); torn {
			d.warning = tornWarning
		}
	}
	if err != nil {
		_ = d.closeBolt() // bbolt may have closed it
		return nil, err
	}
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
	err := d.lock(context.Background())
	if err == nil {
		defer d.unlock()
		err = d.writeUsage(context.Background())
		d.closed = true
		err = errors.Join(err, d.closeBolt())
	}
	if err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	return nil
}
