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

// filledBackup returns a backup of the store that openFilled makes.
func filledBackup(tb testing.TB) []byte {
	tb.Helper()
	d := openFilled(tb)
	var backup bytes.Buffer
	if err := errors.Join(d.Backup(tb.Context(), &backup), d.Close()); err != nil {
		tb.Fatal(err)
	}
	return backup.Bytes()
}

// writerOf returns a function for [db.Install] that writes data.
func writerOf(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// checkFolder checks that the folder has exactly these files.
func checkFolder(tb testing.TB, folder string, names ...string) {
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
	data := filledBackup(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "manuals.db")
	ix, err := db.Install(t.Context(), path, false, checkPages, writerOf(data))
	if err != nil {
		t.Fatal(err)
	}
	if ix.Manual("man_guide") == nil || ix.Brand("bison") == nil {
		t.Error("the index is not that of the copy")
	}
	if info := must(os.Stat(path)); info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
		t.Errorf("the file differs from the backup (%v)", err)
	}
	checkFolder(t, folder, "manuals.db")
	d := openAt(t, path)
	verify(t, d)
	closeStore(t, d)
	if _, err := db.Restore(t.Context(), filepath.Join(folder, "again.db"), path, false, checkPages); err != nil {
		t.Error(err)
	}
	checkFolder(t, folder, "again.db", "manuals.db")
}

// When Install fails, the old file stays and no other file is left.
func TestInstallFails(t *testing.T) {
	data := filledBackup(t)
	flipped := bytes.Clone(data)
	flipped[bytes.LastIndex(data, []byte("bison"))] ^= 1
	newer := must(os.ReadFile(withSchema(t, "6")))
	full := errors.New("no space left")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name      string
		ctx       context.Context
		overwrite bool
		write     func(io.Writer) error
		want      error
	}{
		{"the file exists", t.Context(), false, writerOf(data), fs.ErrExist},
		{"a flipped byte", t.Context(), true, writerOf(flipped), db.ErrInvalidCopy},
		{"cut short", t.Context(), true, writerOf(data[:len(data)/2]), db.ErrInvalidCopy},
		{"a newer schema", t.Context(), true, writerOf(newer), db.ErrOtherSchema},
		{"empty", t.Context(), true, writerOf(nil), db.ErrInvalidCopy},
		{"not a store", t.Context(), true, writerOf(bytes.Repeat([]byte("designmanual "), 1000)), db.ErrInvalidCopy},
		{"the writer fails", t.Context(), true, func(io.Writer) error { return full }, full},
		{"cancelled", cancelled, true, writerOf(data), context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t)
			putBrands(t, d, "before")
			before := closeStore(t, d)
			_, err := db.Install(c.ctx, d.Path(), c.overwrite, checkPages, c.write)
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if strings.Contains(err.Error(), ".new") {
				t.Errorf("the error names the temporary file: %v", err)
			}
			checkUnchanged(t, d, before)
			checkFolder(t, filepath.Dir(d.Path()), "manuals.db")
		})
	}
}

// An open store cannot be opened again, replaced or restored from.
func TestInstallLocked(t *testing.T) {
	data := filledBackup(t)
	d := openFilled(t)
	if _, err := db.Open(d.Path()); !errors.Is(err, db.ErrLocked) {
		t.Errorf("opening an open store: %v", err)
	}
	if _, err := db.Install(t.Context(), d.Path(), true, checkPages, writerOf(data)); !errors.Is(err, db.ErrLocked) {
		t.Errorf("replacing an open store: %v", err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.db")
	if _, err := db.Restore(t.Context(), elsewhere, d.Path(), false, checkPages); !errors.Is(err, db.ErrLocked) {
		t.Errorf("restoring from an open store: %v", err)
	}
	checkFolder(t, filepath.Dir(elsewhere))
	verify(t, d)
}

// During Install, a file that appears at the path is not replaced, and the file
// that is replaced cannot be opened.
func TestInstallRace(t *testing.T) {
	data := filledBackup(t)
	path := filepath.Join(t.TempDir(), "manuals.db")
	_, err := db.Install(t.Context(), path, false, checkPages, func(w io.Writer) error {
		return errors.Join(os.WriteFile(path, []byte("first"), 0o600), writerOf(data)(w))
	})
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that has appeared meanwhile: %v", err)
	}
	if now := must(os.ReadFile(path)); string(now) != "first" {
		t.Errorf("it holds %.20q", now)
	}
	_, err = db.Install(t.Context(), path, true, checkPages, func(w io.Writer) error {
		if _, err := db.Open(path); !errors.Is(err, db.ErrLocked) {
			t.Errorf("opening the file that is replaced: %v", err)
		}
		return writerOf(data)(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	verify(t, openAt(t, path))
}

// Install replaces the target of a symbolic link.
func TestInstallLink(t *testing.T) {
	data := filledBackup(t)
	far, near := t.TempDir(), t.TempDir()
	target, link := filepath.Join(far, "manuals.db"), filepath.Join(near, "manuals.db")
	if err := errors.Join(os.WriteFile(target, nil, 0o600), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Install(t.Context(), link, true, checkPages, writerOf(data)); err != nil {
		t.Fatal(err)
	}
	if now := must(os.ReadFile(target)); !bytes.Equal(now, data) {
		t.Error("the target was not replaced")
	}
	if info := must(os.Lstat(link)); info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link has become %v", info.Mode())
	}
	checkFolder(t, near, "manuals.db")
	checkFolder(t, far, "manuals.db")
}
