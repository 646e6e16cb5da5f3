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
// Updates wait for it: one that grows the file would wait for the copy and block
// readers meanwhile. The error is that of w, or wraps the cause of ctx if that
// ends first.
func (d *DB) Backup(ctx context.Context, w io.Writer) error {
	if err := d.lock(ctx, "a backup"); err != nil {
		return fmt.Errorf("backing up the database: %w", err)
	}
	defer d.unlock()
	err := d.readBolt(func(b *boltTx) error {
		_, err := b.tx.WriteTo(&contextWriter{ctx, w})
		return err
	})
	if err != nil {
		return fmt.Errorf("backing up the database: %w", err)
	}
	return nil
}

// CopyBoltPages writes bbolt's pages of the file to w as they are, for a [BoltPageCheck]: unlike [DB.Backup],
// which makes the first two anew. Updates wait for it. The error is that of reading or of w, or
// wraps the cause of ctx if that ends first.
func (d *DB) CopyBoltPages(ctx context.Context, w io.Writer) error {
	err := d.lock(ctx, "a check of the pages")
	if err != nil {
		return fmt.Errorf("copying the pages of the database: %w", err)
	}
	defer d.unlock()
	err = d.readBolt(func(b *boltTx) error {
		file, err := os.Open(d.path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(&contextWriter{ctx, w}, io.LimitReader(file, b.tx.Size()))
		return err
	})
	if err != nil {
		return fmt.Errorf("copying the pages of the database: %w", err)
	}
	return nil
}

// A contextWriter fails once ctx has ended.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c *contextWriter) Write(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.w.Write(p)
}

// Install creates the store at path with mode 0600 from the bytes that write
// writes, those of [DB.Backup], and returns its index. The file appears at path
// only after it was verified completely, its pages with check, and synced. On an
// error path stays as it was, and no other file is left.
//
// An existing file is replaced only with overwrite. It is locked meanwhile, so
// that no server starts with it. Of a symbolic link the target is replaced.
// The error wraps [fs.ErrExist], [ErrLocked], [ErrInvalidCopy],
// [ErrOtherSchema], the error of write or the cause of ctx.
func Install(
	ctx context.Context, path string, overwrite bool, check BoltPageCheck, write func(io.Writer) error,
) (ix *Index, err error) {
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
	var invalid error
	err = writeAtomically(path, old != nil, func(file *os.File) error {
		if err := write(&contextWriter{ctx, file}); err != nil {
			return err
		}
		ix, invalid = verifyCopy(ctx, file.Name(), check)
		return invalid
	})
	if invalid != nil {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return ix, nil
}

// lockReplaced locks and returns the file at path, or nil if there is none. The
// error wraps [fs.ErrExist] if there is one and overwrite is false.
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

// verifyCopy verifies a store at path and returns its index. The error wraps [ErrInvalidCopy].
func verifyCopy(ctx context.Context, path string, check BoltPageCheck) (*Index, error) {
	ix, err := verifyRecords(ctx, path)
	if errors.Is(err, ErrDamaged) {
		return nil, fmt.Errorf("%w: %s", ErrInvalidCopy, withoutAdvice(err.Error()))
	}
	if errors.Is(err, ErrEmpty) {
		return nil, fmt.Errorf("%w: the file is empty", ErrInvalidCopy)
	}
	if err != nil {
		return nil, err
	}
	if err := check(ctx, path); err != nil {
		return nil, fmt.Errorf("%w: its pages: %w", ErrInvalidCopy, err)
	}
	return ix, nil
}

// verifyRecords verifies the records and files of a store at path, and returns its index.
func verifyRecords(ctx context.Context, path string) (ix *Index, err error) {
	file, err := openFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	d, err := openDB(path, file, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	var problems []string
	err = d.Verify(ctx, func(p Defect) {
		if !p.Harmless {
			problems = append(problems, withoutAdvice(p.Text))
		}
	})
	if err != nil {
		return nil, err
	}
	if len(problems) > 1 {
		return nil, fmt.Errorf("%w: %s; and %d more", ErrInvalidCopy, problems[0], len(problems)-1)
	}
	if len(problems) == 1 {
		return nil, fmt.Errorf("%w: %s", ErrInvalidCopy, problems[0])
	}
	return d.Index(), nil
}

// withoutAdvice removes the advice to restore a backup: here the backup is what
// is damaged.
func withoutAdvice(text string) string {
	return strings.ReplaceAll(text, " ("+ErrDamaged.Error()+")", "")
}

// Restore is [Install] with the bytes of the file at from, which is only read.
// The error wraps [ErrLocked] also if another process has that file open: use
// [DB.Backup] to copy a store in use.
func Restore(ctx context.Context, path, from string, overwrite bool, check BoltPageCheck) (ix *Index, err error) {
	if err := checkRegular(from); err != nil {
		return nil, err
	}
	source, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if isAt(path, source) {
		return nil, fmt.Errorf("%s is the database itself, not a backup of it", from)
	}
	// Some file systems cannot lock; then verifyCopy finds a copy that was changed
	// meanwhile.
	if err := lockFile(source, true, time.Now().Add(lockWait)); errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("reading %s: %w", from, err)
	}
	return Install(ctx, path, overwrite, check, func(w io.Writer) error {
		_, err := io.Copy(w, source)
		return err
	})
}
