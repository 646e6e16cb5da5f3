package db_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

func TestCreate(t *testing.T) {
	d := open(t)
	if got := outline(d.Index()); got != "tokens 0" || d.Index().Site != (manual.Site{}) {
		t.Errorf("a new store has %s and the site %v", got, d.Index().Site)
	}
	if info := must(os.Stat(d.Path())); info.Mode() != 0o600 {
		t.Errorf("the file's mode is %v", info.Mode())
	}
	checkFolder(t, filepath.Dir(d.Path()), "manuals.db")
	verify(t, d)
}

// Several goroutines create the same store at once and each add a brand.
func TestCreateRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	var wait sync.WaitGroup
	const goroutines = 6
	for n := range goroutines {
		wait.Go(func() {
			d, err := db.Open(path)
			for errors.Is(err, db.ErrLocked) { // by another goroutine
				d, err = db.Open(path)
			}
			if err != nil {
				t.Error(err)
				return
			}
			err = d.Update(t.Context(), func(tx *db.Tx) error {
				return tx.PutBrand(manual.BrandSettings{Slug: fmt.Sprint("brand-", n)})
			})
			if err := errors.Join(err, d.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := len(slices.Collect(openAt(t, path).Index().Brands())); n != goroutines {
		t.Errorf("%d brands, want %d", n, goroutines)
	}
}

// Open refuses what is not an intact store of a known schema, and does not change
// it.
func TestOpenFails(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		writeFile(t, path, []byte(text))
		return path
	}
	tests := []struct {
		name, path string
		want       error
	}{
		{"newer schema", withSchema(t, "6"), db.ErrOtherSchema},
		{"older schema", withSchema(t, "4"), db.ErrOtherSchema},
		{"a store of schema 1", storeOfSchema1(t), db.ErrOtherSchema},
		{"schema not a number", withSchema(t, "one"), db.ErrDamaged},
		{"schema zero", withSchema(t, "0"), db.ErrDamaged},
		{"empty", file("empty", ""), db.ErrEmpty},
		{"two bytes", file("short", "{}"), db.ErrDamaged},
		{"another format", file("else", strings.Repeat("{}", 8192)), db.ErrDamaged},
		{"folder", folder, nil},
		{"no folder", filepath.Join(folder, "none", "manuals.db"), fs.ErrNotExist},
		{"no bucket", tampered(t, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("content")) }), db.ErrDamaged},
		{"a manual lost", tampered(t, func(tx *bolt.Tx) error {
			return tx.Bucket([]byte("manuals")).Bucket([]byte("acme")).Delete([]byte("man_press"))
		}), db.ErrDamaged},
		{"a brand lost", tampered(t, func(tx *bolt.Tx) error { return tx.Bucket([]byte("brands")).Delete([]byte("bison")) }), db.ErrDamaged},
		{"a token lost", tampered(t, func(tx *bolt.Tx) error { return tx.Bucket([]byte("access")).Delete([]byte("tok")) }), db.ErrDamaged},
		{"the root lost", tampered(t, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Delete([]byte("root")) }), db.ErrDamaged},
		{"a head moved", tampered(t, func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte("manuals")).Bucket([]byte("acme"))
			return b.Put([]byte("man_press"), bytes.Clone(b.Get([]byte("man_guide"))))
		}), db.ErrDamaged},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before, _ := os.ReadFile(test.path)
			_, err := db.Open(test.path)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if test.want == db.ErrDamaged && !strings.Contains(err.Error(), "designmanual restore") {
				t.Errorf("the error does not advise to restore a backup: %v", err)
			}
			if strings.Contains(err.Error(), "EOF") {
				t.Errorf("the error is only EOF: %v", err)
			}
			if after, _ := os.ReadFile(test.path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

// storeOfSchema1 returns the path of a store that an earlier version of the program has made.
func storeOfSchema1(t *testing.T) string {
	t.Helper()
	file := must(os.Open("testdata/schema-1.db.gz"))
	defer file.Close()
	path := filepath.Join(t.TempDir(), "manuals.db")
	writeFile(t, path, must(io.ReadAll(must(gzip.NewReader(file)))))
	return path
}

// withSchema returns the path of a closed store with that schema version.
func withSchema(tb testing.TB, text string) string {
	tb.Helper()
	return tampered(tb, func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(text)) })
}

// tampered returns the path of a closed store after a change by bbolt alone.
func tampered(tb testing.TB, change func(tx *bolt.Tx) error) string {
	tb.Helper()
	d := openFilled(tb)
	closeStore(tb, d)
	file := must(bolt.Open(d.Path(), 0o600, nil))
	if err := errors.Join(file.Update(change), file.Close()); err != nil {
		tb.Fatal(err)
	}
	return d.Path()
}
