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

// putFile stores a file that no manual names yet.
func putFile(tb testing.TB, b *db.FileBatch, size int) (data []byte, f manual.File) {
	tb.Helper()
	data, sum := randomContent(size)
	if err := b.Put(tb.Context(), sum, int64(size), bytes.NewReader(data)); err != nil {
		tb.Fatal(err)
	}
	return data, manual.File{Ref: "logo/tern%20a.svg", Name: "tern a.svg", Sum: sum, Size: int64(size), Width: 3, Height: 4, Shared: true}
}

// putGuide puts a brand with one manual that names these files.
func putGuide(tb testing.TB, d *db.DB, brand string, files ...manual.File) {
	tb.Helper()
	s := primary(snapshot(brand, "man_"+brand, "guide", "guide"))
	s.Manual.Lang, s.Manual.Files = "de-CH", files
	update(tb, d, func(tx *db.Tx) error { return errors.Join(tx.PutBrand(manual.Brand{Slug: brand}), putAll(tx, s)) })
}

func readFile(tb testing.TB, d *db.DB, f manual.File) ([]byte, error) {
	tb.Helper()
	return io.ReadAll(d.File(tb.Context(), f.Sum, f.Size))
}

// Files of any size are read as they were stored, also after the store was opened
// again and from a copy of it.
func TestFiles(t *testing.T) {
	d := open(t)
	want := make(map[[32]byte][]byte)
	var files []manual.File
	b := d.NewFileBatch()
	for _, size := range []int{1, 256<<10 - 1, 256 << 10, 256<<10 + 1, 9<<20 + 5} {
		data, f := putFile(t, b, size)
		want[f.Sum], files = data, append(files, f)
	}
	putGuide(t, d, "acme", files...)
	b.Close()
	if err := d.SweepFiles(t.Context()); err != nil {
		t.Error(err)
	}
	check := func(d *db.DB) {
		t.Helper()
		verify(t, d)
		e := d.Index().Manual("man_acme")
		if !slices.Equal(e.Files, files) {
			t.Fatalf("%+v, want %+v", e.Files, files)
		}
		for _, f := range files {
			if data, err := readFile(t, d, f); err != nil || !bytes.Equal(data, want[f.Sum]) {
				t.Errorf("%d bytes of %d, %v", len(data), f.Size, err)
			}
			r := d.File(t.Context(), f.Sum, f.Size)
			if err := iotest.TestReader(r, want[f.Sum]); err != nil && f.Size < 1<<20 {
				t.Error(err)
			}
		}
		update(t, d, func(tx *db.Tx) error {
			if m := must(tx.Model(e)); m.Lang != "de-CH" || !slices.Equal(m.Files, files) {
				t.Errorf("the model has the language %q and %d files", m.Lang, len(m.Files))
			}
			return nil
		})
	}
	check(d)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := db.Install(t.Context(), copied, false, func(w io.Writer) error { return d.Backup(t.Context(), w) }); err != nil {
		t.Fatal(err)
	}
	check(openAt(t, copied))
	closeStore(t, d)
	check(openAt(t, d.Path()))
}

// A file is removed with the last manual that names it, unless an open batch
// has it.
func TestFileRemoval(t *testing.T) {
	d := open(t)
	b := d.NewFileBatch()
	_, shared := putFile(t, b, 100)
	_, own := putFile(t, b, 300<<10)
	putGuide(t, d, "acme", shared, own)
	putGuide(t, d, "bison", shared)
	b.Close()
	checkStored := func(want bool, files ...manual.File) {
		t.Helper()
		for _, f := range files {
			if _, err := readFile(t, d, f); (err == nil) != want || err != nil && !errors.Is(err, db.ErrNotFound) {
				t.Errorf("the file of %d bytes: %v", f.Size, err)
			}
		}
		verify(t, d)
	}
	checkStored(true, shared, own)
	other := d.NewFileBatch()
	if missing := other.Missing([][32]byte{shared.Sum, {1}, own.Sum}); len(missing) != 1 || missing[0] != [32]byte{1} {
		t.Errorf("missing are %x", missing)
	}
	update(t, d, func(tx *db.Tx) error { return tx.Remove("acme", "man_acme") })
	if _, err := readFile(t, d, own); err != nil {
		t.Errorf("a file of an open batch: %v", err)
	}
	other.Close()
	putBrands(t, d, "third")
	checkStored(false, own)
	checkStored(true, shared)
	update(t, d, func(tx *db.Tx) error { return tx.RemoveBrand("bison") })
	checkStored(false, own, shared)
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
				b := d.NewFileBatch()
				defer b.Close()
				err := b.Put(t.Context(), c.sum, int64(c.size), c.r)
				if err == nil || c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("%v, want %v", err, c.want)
				}
				if missing := b.Missing([][32]byte{sum, c.sum}); len(missing) != 2 {
					t.Error("it is stored")
				}
				verify(t, d)
			})
		}
	}
}

// Files of an interrupted import are a harmless problem, and SweepFiles removes
// them.
func TestSweepFiles(t *testing.T) {
	d := open(t)
	b := d.NewFileBatch()
	putFile(t, b, 100)
	putFile(t, b, 300<<10)
	b.Close()
	d = openAgain(t, d)
	left := problems(t, d)
	if err := d.SweepFiles(t.Context()); err != nil || len(left) != 1 || !left[0].Harmless {
		t.Errorf("removing %+v: %v", left, err)
	}
	verify(t, d)
}

// Reading a file ends at a damaged piece. An import stores the file again.
func TestFileDamaged(t *testing.T) {
	d := open(t)
	b := d.NewFileBatch()
	data, f := putFile(t, b, 600<<10)
	putGuide(t, d, "acme", f)
	b.Close()
	closeStore(t, d)
	file := must(os.ReadFile(d.Path()))
	for at := 0; bytes.Contains(file[at:], data[300<<10:][:64]); at++ { // also in pages that are free now
		at += bytes.Index(file[at:], data[300<<10:][:64])
		file[at] ^= 1
	}
	writeFile(t, d.Path(), file)
	d = openAt(t, d.Path())
	got, err := readFile(t, d, f)
	if !errors.Is(err, db.ErrDamaged) || !bytes.Equal(got, data[:256<<10]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if found := problems(t, d); len(found) != 1 || found[0].Manual != "man_acme" || found[0].Harmless {
		t.Errorf("found %+v", found)
	}
	d = openAgain(t, d) // an import can run in another process
	b = d.NewFileBatch()
	defer b.Close()
	if len(b.Missing([][32]byte{f.Sum})) != 1 {
		t.Error("the damaged file is not missing")
	}
	putFile(t, b, 600<<10)
	if got, err := readFile(t, d, f); err != nil || !bytes.Equal(got, data) {
		t.Errorf("stored again: %d bytes, %v", len(got), err)
	}
	verify(t, d)
}
