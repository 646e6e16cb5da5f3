package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// Migrate changes the store at path from an older schema to the current one. It
// writes the new store beside the old one, copies the old one to
// <path>.schema-<version> with mode 0600, or if that exists to the first free one of
// <path>.schema-<version>-2 and so on, and puts the new one in its place. It returns
// the path of the copy, which is empty if the store has the current schema already.
// The errors are those of [Open], or wrap the cause of ctx; then the store is as it
// was.
func Migrate(ctx context.Context, path string) (copied string, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	file, err := openFile(path, os.O_RDWR)
	if err == nil {
		copied, err = migrate(ctx, path, file)
	}
	if err != nil {
		return copied, fmt.Errorf("migrating %s: %w", path, err)
	}
	return copied, nil
}

// migrate migrates the store in a locked file, and closes it.
func migrate(ctx context.Context, path string, file *os.File) (copied string, err error) {
	old := &DB{path: path, file: file}
	defer func() { err = errors.Join(err, old.closeBolt()) }()
	if err := old.openBolt(false); err != nil {
		return "", err
	}
	err = old.view(func(b *boltTx) error {
		version, err := b.schema()
		if err != nil || version == Schema {
			return err
		}
		if err := removeStaging(path); err != nil {
			return err
		}
		return writeAtomically(path, true, func(staging *os.File) error {
			err := convertStore(ctx, staging.Name(), b)
			if err == nil {
				_, err = verifyFile(ctx, staging.Name())
			}
			if err == nil {
				copied, err = copyBeside(ctx, path, fmt.Sprintf(".schema-%d", version), file)
			}
			return err
		})
	})
	return copied, err
}

// convertStore fills an empty file with the content of a store of schema 1 or 2.
func convertStore(ctx context.Context, path string, b *boltTx) error {
	if err := initialize(path); err != nil {
		return err
	}
	next, err := Open(path)
	if err != nil {
		return err
	}
	err = next.Update(ctx, func(tx *Tx) error { return catchPanic(oldStore{b, tx}.copy) })
	return errors.Join(err, next.Close())
}

// copyBeside copies an open file to path with that suffix, or the first free
// name after it, and returns the name.
func copyBeside(ctx context.Context, path, suffix string, file *os.File) (string, error) {
	for number := 1; ; number++ {
		name := path + suffix
		if number > 1 {
			name = fmt.Sprintf("%s-%d", name, number)
		}
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		err := writeAtomically(name, false, func(staging *os.File) error {
			_, err := io.Copy(&contextWriter{ctx, staging}, io.NewSectionReader(file, 0, 1<<62))
			return err
		})
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// removeStaging removes what killed calls of writeAtomically have left for the
// file at path and for copies of it. The caller has locked the file at path, so
// that none of them goes on.
func removeStaging(path string) error {
	ours := regexp.MustCompile(`^\.` + regexp.QuoteMeta(filepath.Base(path)) + `(\.schema-[0-9-]+)?\.[0-9]+` + regexp.QuoteMeta(stagingSuffix) + `$`)
	entries, err := os.ReadDir(filepath.Dir(path))
	for _, entry := range entries {
		if ours.MatchString(entry.Name()) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), entry.Name())))
		}
	}
	return err
}
