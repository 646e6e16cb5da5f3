package db_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"designmanual/db"
)

// A file gets its name after its content is synced, and its folder is synced
// after that, whoever creates it. When a sync fails, so does the creation.
func TestSyncOrder(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup.db")
	writeFile(t, backup, filledBackup(t))
	type creation struct {
		name   string // of the file
		create func(path string) error
	}
	create := func(path string) error {
		d, err := db.Open(path)
		if err == nil {
			if !db.SyncsCommits(d) {
				t.Error("commits are not synced")
			}
			err = d.Close()
		}
		return err
	}
	restore := func(path string) error {
		_, err := db.Restore(t.Context(), path, backup, true)
		return err
	}
	for _, c := range []creation{{"create", create}, {"restore", restore}, {"overwrite", restore}} {
		for _, failing := range []int{-1, 0} {
			path := filepath.Join(t.TempDir(), "manuals.db")
			if c.name == "overwrite" {
				writeFile(t, path, nil)
			}
			var synced []string
			db.ObserveSyncs(t, func(name string) error {
				info, err := os.Stat(path)
				what := "file"
				if name == filepath.Dir(path) {
					what = "folder"
				}
				if err == nil && info.Size() > 0 {
					what += " after the rename"
				}
				if synced = append(synced, what); len(synced)-1 == failing {
					return syscall.EIO
				}
				return nil
			})
			err := c.create(path)
			if failing >= 0 {
				if !errors.Is(err, syscall.EIO) {
					t.Errorf("%s, a failing sync: %v", c.name, err)
				}
				if info, err := os.Stat(path); err == nil && info.Size() > 0 {
					t.Errorf("%s, a failing sync: the file is there", c.name)
				}
			} else if want := []string{"file", "folder after the rename"}; err != nil || !slices.Equal(synced, want) {
				t.Errorf("%s: synced %q, want %q (%v)", c.name, synced, want, err)
			}
		}
	}
}

// Where there are no hard links, a store is created all the same, and never
// replaces one that is there.
func TestWithoutHardLinks(t *testing.T) {
	db.WithoutLinks(t, syscall.EPERM)
	d := openFilled(t)
	backup := filledBackup(t)
	folder := t.TempDir()
	for range 2 {
		_, err := db.Install(t.Context(), filepath.Join(folder, "copy.db"), false, writerOf(backup))
		if info, statErr := os.Stat(filepath.Join(folder, "copy.db")); statErr != nil || info.Size() == 0 || info.Mode() != 0o600 {
			t.Errorf("installed with %v: %v, %v", err, info, statErr)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			t.Error(err)
		}
	}
	checkFolder(t, folder, "copy.db")
	checkFolder(t, filepath.Dir(d.Path()), "manuals.db")
	verify(t, openAgain(t, d))
}

// A store whose file was removed or replaced while it was open refuses updates,
// which nobody would see.
func TestFileRemoved(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		},
	} {
		d := openFilled(t)
		if err := change(d.Path()); err != nil {
			t.Fatal(err)
		}
		err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.PutBrand(acme) })
		if !errors.Is(err, db.ErrRefused) || !strings.Contains(err.Error(), "removed or replaced") {
			t.Errorf("%s: updated with %v", name, err)
		}
		if _, errs := readAll(t, d); len(errs) > 0 {
			t.Errorf("%s: reading fails: %v", name, errs)
		}
	}
}
