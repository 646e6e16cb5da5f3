package db_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"designmanual/db"
	"designmanual/db/manual"
)

// randomContent returns random bytes, the same for every call, and their SHA-256.
func randomContent(size int) ([]byte, [32]byte) {
	random := rand.NewChaCha8([32]byte{byte(size), byte(size >> 8), byte(size >> 16)})
	data := make([]byte, size)
	must(random.Read(data))
	return data, sha256.Sum256(data)
}

// newFile returns a file with random content.
func newFile(size int) manual.File {
	_, sum := randomContent(size)
	return manual.File{Ref: "logo/tern%20a.svg", Name: "tern a.svg", Sum: sum, Size: int64(size), Width: 3, Height: 4, Shared: true}
}

// saveFiles puts those of the files that are not stored.
func saveFiles(tx *db.Tx, files ...manual.File) error {
	for _, f := range files {
		if data, _ := randomContent(int(f.Size)); !tx.HasFile(f.Sum, f.Size) {
			if err := tx.SaveFile(f.Sum, f.Size, bytes.NewReader(data)); err != nil {
				return err
			}
		}
	}
	return nil
}

// putGuide puts a brand with one manual that names these files, and the files.
func putGuide(tb testing.TB, d *db.DB, brand string, files ...manual.File) {
	tb.Helper()
	s := withFiles(primary(snapshot(brand, "man_"+brand, "guide", "guide")), files...)
	s.Model.Lang = "de-CH"
	update(tb, d, func(tx *db.Tx) error {
		return errors.Join(tx.PutBrand(manual.BrandSettings{Slug: brand}), saveFiles(tx, files...), putAll(tx, s))
	})
}

// readFile returns what can be read of a file from its beginning.
func readFile(d *db.DB, f manual.File) ([]byte, error) { return io.ReadAll(d.File(d.Index(), f)) }

// clean has an update that changes a brand remove the files that no manual names.
func clean(tb testing.TB, d *db.DB) {
	tb.Helper()
	putBrands(tb, d, "cleaning")
	update(tb, d, func(tx *db.Tx) error { return tx.RemoveBrand("cleaning") })
}

// Files of any size are read as they were stored, also after the store was opened
// again and from a copy of it.
func TestFiles(t *testing.T) {
	d := open(t)
	var files []manual.File
	for _, size := range []int{1, 64<<10 - 1, 64 << 10, 64<<10 + 1, 9<<20 + 5} {
		files = append(files, newFile(size))
	}
	putGuide(t, d, "acme", files...)
	clean(t, d)
	check := func(d *db.DB) {
		t.Helper()
		verify(t, d)
		e := d.Index().Manual("man_acme")
		if !slices.Equal(e.Files, files) {
			t.Fatalf("%+v, want %+v", e.Files, files)
		}
		for _, f := range files {
			want, _ := randomContent(int(f.Size))
			if data, err := readFile(d, f); err != nil || !bytes.Equal(data, want) {
				t.Errorf("%d bytes of %d, %v", len(data), f.Size, err)
			}
		}
		if m := must(must(d.Content(d.Index(), e)).Model()); m.Lang != "de-CH" || !slices.Equal(m.Files, files) {
			t.Errorf("the model has the language %q and %d files", m.Lang, len(m.Files))
		}
	}
	check(d)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := db.Install(t.Context(), copied, false, checkPages, func(w io.Writer) error { return d.Backup(t.Context(), w) }); err != nil {
		t.Fatal(err)
	}
	check(openAt(t, copied))
	closeStore(t, d)
	check(openAt(t, d.Path()))
}

// A file is removed with the last manual that names it. A reader with an older index is told.
func TestFileRemoval(t *testing.T) {
	d := open(t)
	shared, own := newFile(100), newFile(300<<10)
	putGuide(t, d, "acme", shared, own)
	putGuide(t, d, "bison", shared)
	checkStored := func(want error, files ...manual.File) {
		t.Helper()
		for _, f := range files {
			if _, err := readFile(d, f); !errors.Is(err, want) {
				t.Errorf("the file of %d bytes: %v, want %v", f.Size, err, want)
			}
		}
		verify(t, d)
	}
	checkStored(nil, shared, own)
	slow := d.File(d.Index(), own)
	must(slow.Read(make([]byte, 10)))
	update(t, d, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_acme") })
	rest, err := io.ReadAll(slow)
	if !errors.Is(err, db.ErrReplaced) || len(rest) != 64<<10-10 || !errors.Is(slow.Err(), db.ErrReplaced) {
		t.Errorf("a reader from before: %d bytes, %v", len(rest), err)
	}
	checkStored(db.ErrNotFound, own) // nothing names it
	checkStored(nil, shared)
	update(t, d, func(tx *db.Tx) error { return tx.RemoveBrand("bison") })
	checkStored(db.ErrNotFound, own, shared)
}

// A file that differs from what was announced is not stored.
func TestPutFileFails(t *testing.T) {
	broken := errors.New("the line is broken")
	for _, size := range []int{100, 9 << 20} {
		data, sum := randomContent(size)
		for name, c := range map[string]struct {
			sum  [32]byte
			size int
			r    io.Reader
			want error
		}{
			"cut short":        {sum, size, bytes.NewReader(data[:size-1]), io.ErrUnexpectedEOF},
			"longer":           {sum, size - 1, bytes.NewReader(data), nil},
			"other content":    {[32]byte{1}, size, bytes.NewReader(data), nil},
			"a reader's error": {sum, size, io.MultiReader(bytes.NewReader(data[:size/2]), iotest.ErrReader(broken)), broken},
		} {
			t.Run(name, func(t *testing.T) {
				d := open(t)
				err := d.Update(t.Context(), func(tx *db.Tx) error {
					err := tx.SaveFile(c.sum, int64(c.size), c.r)
					if tx.HasFile(sum, int64(size)) || tx.HasFile(c.sum, int64(c.size)) {
						t.Error("it is stored")
					}
					return err
				})
				if err == nil || c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("%v, want %v", err, c.want)
				}
				clean(t, d)
				verify(t, d)
			})
		}
	}
}

// Files of an interrupted import are a harmless problem, and the next update that changes what is
// published removes them.
func TestInterrupted(t *testing.T) {
	d := open(t)
	failed := errors.New("failed")
	if err := d.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(saveFiles(tx, newFile(9<<20)), failed)
	}); !errors.Is(err, failed) {
		t.Fatal(err)
	}
	d = openAgain(t, d)
	left := problems(t, d)
	if len(left) != 1 || !left[0].Harmless {
		t.Errorf("left are %+v", left)
	}
	clean(t, d)
	verify(t, d)
}

// Reading a file ends at a damaged piece. An import stores the file again.
func TestFileDamaged(t *testing.T) {
	d := open(t)
	f := newFile(600 << 10)
	data, _ := randomContent(600 << 10)
	putGuide(t, d, "acme", f)
	closeStore(t, d)
	file := must(os.ReadFile(d.Path()))
	for at := 0; bytes.Contains(file[at:], data[300<<10:][:64]); at++ { // also in pages that are free now
		at += bytes.Index(file[at:], data[300<<10:][:64])
		file[at] ^= 1
	}
	writeFile(t, d.Path(), file)
	d = openAt(t, d.Path())
	got, err := readFile(d, f)
	if !errors.Is(err, db.ErrDamaged) || !bytes.Equal(got, data[:256<<10]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if found := problems(t, d); len(found) != 1 || found[0].Manual != "man_acme" || found[0].Harmless {
		t.Errorf("found %+v", found)
	}
	d = openAgain(t, d) // an import can run in another process
	putGuide(t, d, "acme", f)
	if got, err := readFile(d, f); err != nil || !bytes.Equal(got, data) {
		t.Errorf("stored again: %d bytes, %v", len(got), err)
	}
	verify(t, d)
}
