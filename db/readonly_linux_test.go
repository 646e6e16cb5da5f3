package db_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/sys/unix"

	"designmanual/db"
	"designmanual/db/manual"
)

// A file that may only be read is read, verified and copied like any other.
// What would write says why it cannot, and nothing of the file is changed.
func TestReadOnly(t *testing.T) {
	path := asAnother(t, 0o444)
	before := must(os.ReadFile(path))
	d := openAt(t, path)
	sound(t, d)
	if read(t, d, "man_bison", manual.ManualDocument) == "" {
		t.Error("an empty document")
	}
	var backup bytes.Buffer
	if err := d.Backup(t.Context(), &backup); err != nil || backup.Len() == 0 {
		t.Errorf("backed up %d bytes, %v", backup.Len(), err)
	}
	put(t, d, primary(snapshot("bison", "man_bison", "book", "bison"))) // is there, so nothing is written
	for range 2 {
		err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.PutBrand(manual.Brand{Slug: "new"}) })
		if !errors.Is(err, db.ErrRefused) || !strings.Contains(err.Error(), "can be read") {
			t.Errorf("updated with %v, want %v", err, db.ErrRefused)
		}
	}
	closed(t, d)
	unchanged(t, d, before)
}

// A store of schema 1 that may only be read is read as it is.
func TestSchema1ReadOnly(t *testing.T) {
	path, want := schema1(t)
	before := must(os.ReadFile(path))
	d := openAt(t, asReader(t, path, 0o444))
	holdsExpected(t, d, want)
	closed(t, d)
	unchanged(t, d, before)
}

// A file that may not even be read is refused, and so is a folder in which
// none may be made.
func TestNotReadable(t *testing.T) {
	for _, path := range []string{asAnother(t, 0o200), "none.db"} {
		if _, err := db.Open(path); !errors.Is(err, os.ErrPermission) {
			t.Errorf("%s is opened with %v", path, err)
		}
	}
}

// asAnother makes a store in the working folder with that mode.
func asAnother(t *testing.T, mode os.FileMode) (path string) {
	t.Helper()
	return asReader(t, tampered(t, func(*bolt.Tx) error { return nil }), mode)
}

// asReader makes the folder of a store the working folder, gives the store that
// mode, and has the test go on as a user who owns neither, if it is root, whom
// no mode keeps out. It returns the store's name there.
func asReader(t *testing.T, path string, mode os.FileMode) (name string) {
	t.Helper()
	folder, path := filepath.Split(path)
	t.Chdir(folder)
	if err := errors.Join(os.Chmod(path, mode), os.Chmod(".", 0o555)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) }) // so that it can be removed
	if os.Geteuid() != 0 {
		return path
	}
	const nobody = 65534
	runtime.LockOSThread() // the thread ends with the test
	if err := unix.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Setfsuid(0); err != nil {
			t.Error(err)
		}
	})
	return path
}
