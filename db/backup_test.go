package db_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"designmanual/db"
)

// copied returns the bytes of a backup of a filled store.
func copied(tb testing.TB) []byte {
	tb.Helper()
	d := filled(tb)
	var backup bytes.Buffer
	if err := errors.Join(d.Backup(tb.Context(), &backup), d.Close()); err != nil {
		tb.Fatal(err)
	}
	return backup.Bytes()
}

// writing returns a writer of those bytes.
func writing(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// alone fails the test unless those are the names in the folder.
func alone(tb testing.TB, folder string, names ...string) {
	tb.Helper()
	var found []string
	for _, e := range must(os.ReadDir(folder)) {
		found = append(found, e.Name())
	}
	if !slices.Equal(found, names) {
		tb.Errorf("the folder holds %q, want %q", found, names)
	}
}

func TestInstall(t *testing.T) {
	data := copied(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "manuals.db")
	ix, err := db.Install(t.Context(), path, false, writing(data))
	if err != nil {
		t.Fatal(err)
	}
	if ix.Entry("man_guide") == nil || ix.Brand("bison") == nil {
		t.Error("the index is not the copy's")
	}
	if info := must(os.Stat(path)); info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
		t.Errorf("other bytes than were written (%v)", err)
	}
	alone(t, folder, "manuals.db")
	d := openAt(t, path)
	sound(t, d)
	closed(t, d)
	if _, err := db.Restore(t.Context(), filepath.Join(folder, "again.db"), path, false); err != nil {
		t.Error(err)
	}
	alone(t, folder, "again.db", "manuals.db")
}

// Whatever keeps a copy from its place, what was there stays, and nothing is
// left beside it.
func TestInstallRefused(t *testing.T) {
	data := copied(t)
	flipped := bytes.Clone(data)
	flipped[bytes.LastIndex(data, []byte("bison"))] ^= 1
	newer := must(os.ReadFile(withSchema(t, "3")))
	full := errors.New("no space left")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		name      string
		ctx       context.Context
		overwrite bool
		write     func(io.Writer) error
		want      error
	}{
		{"it is there", t.Context(), false, writing(data), fs.ErrExist},
		{"a flipped byte", t.Context(), true, writing(flipped), db.ErrInvalidCopy},
		{"cut short", t.Context(), true, writing(data[:len(data)/2]), db.ErrInvalidCopy},
		{"of a newer version", t.Context(), true, writing(newer), db.ErrNewerSchema},
		{"nothing", t.Context(), true, writing(nil), db.ErrInvalidCopy},
		{"no store", t.Context(), true, writing(bytes.Repeat([]byte("designmanual "), 1000)), db.ErrInvalidCopy},
		{"the writer fails", t.Context(), true, func(io.Writer) error { return full }, full},
		{"given up", ended, true, writing(data), context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t)
			putBrands(t, d, "before")
			before := closed(t, d)
			_, err := db.Install(c.ctx, d.Path(), c.overwrite, c.write)
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if strings.Contains(err.Error(), ".new") {
				t.Errorf("the error names a file that nobody will find: %v", err)
			}
			unchanged(t, d, before)
			alone(t, filepath.Dir(d.Path()), "manuals.db")
		})
	}
}

// A file that somebody has open is neither opened nor replaced nor copied.
func TestInstallHeld(t *testing.T) {
	data := copied(t)
	held := filled(t)
	if _, err := db.Open(held.Path()); !errors.Is(err, db.ErrLocked) {
		t.Errorf("opened by another: %v", err)
	}
	if _, err := db.Install(t.Context(), held.Path(), true, writing(data)); !errors.Is(err, db.ErrLocked) {
		t.Errorf("over an open store: %v", err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.db")
	if _, err := db.Restore(t.Context(), elsewhere, held.Path(), false); !errors.Is(err, db.ErrLocked) {
		t.Errorf("out of an open store: %v", err)
	}
	alone(t, filepath.Dir(elsewhere))
	sound(t, held)
}

// While a file is replaced nobody else gets it, and one that comes to a free
// name meanwhile is left alone.
func TestInstallMeanwhile(t *testing.T) {
	data := copied(t)
	path := filepath.Join(t.TempDir(), "manuals.db")
	_, err := db.Install(t.Context(), path, false, func(w io.Writer) error {
		return errors.Join(os.WriteFile(path, []byte("first"), 0o600), writing(data)(w))
	})
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that has come meanwhile: %v", err)
	}
	if now := must(os.ReadFile(path)); string(now) != "first" {
		t.Errorf("it holds %.20q", now)
	}
	_, err = db.Install(t.Context(), path, true, func(w io.Writer) error {
		if _, err := db.Open(path); !errors.Is(err, db.ErrLocked) {
			t.Errorf("opening what is being replaced: %v", err)
		}
		return writing(data)(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, openAt(t, path))
}

// Of a symbolic link, what it leads to is replaced.
func TestInstallLink(t *testing.T) {
	data := copied(t)
	far, near := t.TempDir(), t.TempDir()
	target, link := filepath.Join(far, "manuals.db"), filepath.Join(near, "manuals.db")
	if err := errors.Join(os.WriteFile(target, nil, 0o600), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Install(t.Context(), link, true, writing(data)); err != nil {
		t.Fatal(err)
	}
	if now := must(os.ReadFile(target)); !bytes.Equal(now, data) {
		t.Error("the target was not replaced")
	}
	if info := must(os.Lstat(link)); info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v now", info.Mode())
	}
	alone(t, near, "manuals.db")
	alone(t, far, "manuals.db")
}
