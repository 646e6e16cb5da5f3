package db_test

import (
	"bytes"
	"errors"
	"fmt"
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
// after that, whoever writes it. When any sync fails, so does the writing, and
// nothing has its name before all that it needs is synced.
func TestSyncOrder(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup.db")
	writeFile(t, backup, filledBackup(t))
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
		_, err := db.Restore(t.Context(), path, backup, true, checkPages)
		return err
	}
	install := func(path string) error {
		_, err := db.Install(t.Context(), path, false, checkPages, writerOf(must(os.ReadFile(backup))))
		return err
	}
	for _, c := range []struct {
		name   string
		before []byte // the file that is there
		write  func(path string) error
		want   []string // what is synced
	}{
		{"create", nil, create, []string{"file", "folder after the rename"}},
		{"backup", nil, install, []string{"file", "folder after the rename"}},
		{"restore", nil, restore, []string{"file", "folder after the rename"}},
		{"overwrite", []byte{}, restore, []string{"file", "folder after the rename"}},
	} {
		for failing := range len(c.want) + 1 { // the last time none
			t.Run(fmt.Sprint(c.name, failing), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "manuals.db")
				if c.before != nil {
					writeFile(t, path, c.before)
				}
				renamed := func() bool {
					now, err := os.ReadFile(path)
					return err == nil && !bytes.Equal(now, c.before)
				}
				var synced []string
				db.ObserveSyncs(t, func(name string) error {
					what := "file"
					if name == filepath.Dir(path) {
						what = "folder"
					}
					if renamed() {
						what += " after the rename"
					}
					if synced = append(synced, what); len(synced)-1 == failing {
						return syscall.EIO
					}
					return nil
				})
				err := c.write(path)
				if failing == len(c.want) {
					if err != nil || !slices.Equal(synced, c.want) {
						t.Errorf("%s: synced %q, want %q (%v)", c.name, synced, c.want, err)
					}
				} else if !errors.Is(err, syscall.EIO) || renamed() != (failing == len(c.want)-1) {
					t.Errorf("%s, sync %d fails: %v, and the file has its name: %t", c.name, failing, err, renamed())
				}
			})
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
		_, err := db.Install(t.Context(), filepath.Join(folder, "copy.db"), false, checkPages, writerOf(backup))
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
