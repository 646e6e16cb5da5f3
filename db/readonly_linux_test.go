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

// A store that may only be read can be read, verified and backed up. Updates
// fail, and the file is not changed.
func TestReadOnly(t *testing.T) {
	path := storeWithMode(t, 0o444)
	before := must(os.ReadFile(path))
	d := openAt(t, path)
	verify(t, d)
	if read(t, d, "man_bison", manual.ManualDocument) == "" {
		t.Error("the document is empty")
	}
	var backup bytes.Buffer
	if err := d.Backup(t.Context(), &backup); err != nil || backup.Len() == 0 {
		t.Errorf("backed up %d bytes, %v", backup.Len(), err)
	}
	put(t, d, primary(snapshot("bison", "man_bison", "book", "bison"))) // an update without changes succeeds
	for range 2 {
		err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.PutBrand(manual.BrandSettings{Slug: "new"}) })
		if !errors.Is(err, db.ErrRefused) || !strings.Contains(err.Error(), "can be read") {
			t.Errorf("updated with %v, want %v", err, db.ErrRefused)
		}
	}
	closeStore(t, d)
	checkUnchanged(t, d, before)
}

// Open fails on a file that may not be read, and in a folder in which none may be
// created.
func TestNotReadable(t *testing.T) {
	for _, path := range []string{storeWithMode(t, 0o200), "none.db"} {
		if _, err := db.Open(path); !errors.Is(err, os.ErrPermission) {
			t.Errorf("%s is opened with %v", path, err)
		}
	}
}

// storeWithMode makes a store in the working folder with that mode, and returns
// its name.
func storeWithMode(t *testing.T, mode os.FileMode) (path string) {
	t.Helper()
	return withMode(t, tampered(t, func(*bolt.Tx) error { return nil }), mode)
}

// withMode gives a store that mode and returns its name in its folder, which
// becomes the working folder. As root, for whom modes do not count, the test
// goes on with the file system permissions of another user.
func withMode(t *testing.T, path string, mode os.FileMode) (name string) {
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
