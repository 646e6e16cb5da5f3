package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Backup writes a copy of the store as of one moment to w, itself a store.
// Reads go on meanwhile, updates wait: one that makes the file grow would
// otherwise hold up the readers too. The error is that of w, or wraps the cause
// of ctx when that ends first.
func (d *DB) Backup(ctx context.Context, w io.Writer) error {
	err := d.lock(ctx)
	if err == nil {
		defer d.unlock()
		err = d.View(ctx, func(tx *Tx) error {
			_, err := tx.bolt.WriteTo(&interruptible{ctx, w})
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("backing up the database: %w", err)
	}
	return nil
}

// interruptible is a writer that fails once ctx has ended.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i *interruptible) Write(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, context.Cause(i.ctx)
	}
	return i.w.Write(p)
}

// Install makes the store whose bytes write gives, as [DB.Backup] makes them,
// the file at path, for its owner alone (mode 0600), and returns its index. It
// gets its name once it is verified to the last record and on the disk. Whatever
// fails, path is as it was and nothing is left beside it.
//
// What is at path already is only replaced with overwrite, and is locked
// meanwhile, so that no server begins to serve it; of a symbolic link, what
// it leads to is replaced. The error wraps [fs.ErrExist] where overwrite is
// false and there is something, [ErrLocked], [ErrUnsound], [ErrNewerSchema],
// the error of write or the cause of ctx.
func Install(ctx context.Context, path string, overwrite bool, write func(io.Writer) error) (ix *Index, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	old, err := lockReplaced(path, overwrite)
	if err != nil {
		return nil, fmt.Errorf("replacing %s: %w", path, err)
	}
	if old != nil {
		defer func() { err = errors.Join(err, old.Close()) }()
	}
	var unsound error
	err = writeWhole(path, old != nil, func(file *os.File) error {
		if err := errors.Join(write(&interruptible{ctx, file}), file.Sync()); err != nil {
			return err
		}
		ix, unsound = verifyFile(ctx, file.Name())
		return unsound
	})
	switch {
	case unsound != nil:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return ix, nil
}

// lockReplaced returns the file at path, locked, or nil where there is none.
// The error wraps [fs.ErrExist] where there is something and it is to stay.
func lockReplaced(path string, overwrite bool) (*os.File, error) {
	if overwrite {
		file, err := openFile(path, os.O_RDWR)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return file, err
	}
	if _, err := os.Lstat(path); err == nil {
		return nil, fs.ErrExist
	}
	return nil, nil
}

// verifyFile verifies a store that nobody has open yet. It is only read, so
// that one of an older schema stays as it is.
func verifyFile(ctx context.Context, path string) (ix *Index, err error) {
	var d *DB
	file, err := openFile(path, os.O_RDONLY)
	if err == nil {
		d, err = openDB(path, file, true)
	}
	if errors.Is(err, ErrDamaged) {
		return nil, fmt.Errorf("%w: %s", ErrUnsound, reason(err.Error()))
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	var problems []string
	err = d.Verify(ctx, func(p Problem) {
		if !p.Harmless {
			problems = append(problems, reason(p.Text))
		}
	})
	switch more := len(problems) - 1; {
	case err != nil:
		return nil, err
	case more < 0:
		return d.Index(), nil
	case more == 0:
		return nil, fmt.Errorf("%w: %s", ErrUnsound, problems[0])
	default:
		return nil, fmt.Errorf("%w: %s; and %d more", ErrUnsound, problems[0], more)
	}
}

// reason is what is wrong without the advice to restore a backup: it is the
// backup that is damaged.
func reason(text string) string {
	return strings.ReplaceAll(text, " ("+ErrDamaged.Error()+")", "")
}

// Restore is [Install] with the bytes of the store at from, which is only
// read and has to be a file. The error wraps [ErrLocked] also where another
// process has that open: a store that is being written is copied with
// [DB.Backup].
func Restore(ctx context.Context, path, from string, overwrite bool) (ix *Index, err error) {
	if err := checkRegular(from); err != nil {
		return nil, err
	}
	source, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	// Where a file that is open for reading cannot be locked, a torn copy is
	// found when it is verified.
	if err := lock(source, time.Now().Add(lockWait)); errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("reading %s: %w", from, err)
	}
	return Install(ctx, path, overwrite, func(w io.Writer) error {
		_, err := io.Copy(w, source)
		return err
	})
}
