package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Migrate changes the store at path from an older schema to the current one,
// after copying it to <path>.schema-<version> with mode 0600, or if that exists
// to the first free one of <path>.schema-<version>-2 and so on. It returns the
// path of the copy, which is empty if the store has the current schema already.
// The errors are those of [Open], or wrap the cause of ctx; then the store is as
// it was.
//
// Schema 2 adds the bucket files, and records may have fields that schema 1
// does not know.
func Migrate(ctx context.Context, path string) (copied string, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	file, err := openFile(path, os.O_RDWR)
	var d *DB
	if err == nil {
		d, err = openDB(path, file, false, 1) // which reads the index, so that a damaged store is not migrated
	}
	if err == nil {
		copied, err = d.migrate(ctx)
		err = errors.Join(err, d.Close())
	}
	if err != nil {
		return copied, fmt.Errorf("migrating %s: %w", path, err)
	}
	return copied, nil
}

func (d *DB) migrate(ctx context.Context) (copied string, err error) {
	if err := removeStaging(d.path); err != nil {
		return "", err
	}
	tx, err := d.begin(true)
	if err != nil {
		return "", err
	}
	defer tx.end()
	err = catchPanic(func() error {
		version, err := tx.schema()
		if err != nil || version == Schema {
			return err
		}
		if copied, err = copyBeside(ctx, d.path, fmt.Sprintf(".schema-%d", version), d.file); err != nil {
			return fmt.Errorf("copying the store of schema %d: %w", version, err)
		}
		_, err = tx.findBucket(true, []string{filesBucket})
		if err = errors.Join(err, tx.bolt.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), []byte(strconv.Itoa(Schema)))); err != nil {
			return err
		}
		return tx.bolt.Commit()
	})
	return copied, err
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
	entries, err := os.ReadDir(filepath.Dir(path))
	for _, entry := range entries {
		rest, ours := strings.CutPrefix(entry.Name(), "."+filepath.Base(path)+".")
		rest, staging := strings.CutSuffix(rest, stagingSuffix)
		version, random, copied := strings.Cut(rest, ".")
		if !copied {
			random = rest
		}
		if ours && staging && strings.Trim(random, "0123456789") == "" && (!copied || strings.HasPrefix(version, "schema-")) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), entry.Name())))
		}
	}
	return err
}
