package db_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

// manyLarge is how many manuals [putLarge] puts: enough to be staged in two
// parts, and some that are not.
const manyLarge = 12

// putLarge returns the two functions of an update that puts many large manuals,
// which say text, and whether they have a resolver.
func putLarge(t *testing.T, text string, resolver bool) (prepare func(*db.Stage) error, change func(*db.Tx) error) {
	var sealed []*db.Sealed
	prepare = func(stage *db.Stage) error {
		for i := range manyLarge {
			s := snapshot("bison", fmt.Sprint("man_large", i), fmt.Sprint("large", i), text)
			for kind := range s.Documents {
				s.Documents[kind] = manual.Document{Identity: []byte(largeText(text, i)), Gzip: []byte("compressed " + text)}
			}
			if resolver {
				s.Documents[manual.ResolverDocument] = document([]byte(text))
			}
			made, err := db.Seal(s, nil, db.Entry{}, nil)
			if err != nil {
				return err
			}
			if err := stage.Put(made); err != nil {
				return err
			}
			sealed = append(sealed, made)
		}
		return nil
	}
	change = func(tx *db.Tx) error {
		for _, s := range sealed {
			if _, err := tx.PutSealed(s); err != nil {
				return err
			}
		}
		return nil
	}
	return prepare, change
}

func largeText(text string, i int) string { return strings.Repeat(fmt.Sprint(text, i, " "), 3<<20/8) }

// wantLarge fails the test unless the store has the manuals of [putLarge] and
// what is given, is sound and has nothing on its stage.
func wantLarge(t *testing.T, d *db.DB, text string, rest contents) {
	t.Helper()
	got, refused := readAll(t, d)
	if len(refused) > 0 {
		t.Errorf("refused: %v", refused)
	}
	for i := range manyLarge {
		if got[fmt.Sprint("man_large", i, manual.TokensDocument, false)] != largeText(text, i) {
			t.Errorf("manual %d does not say %s", i, text)
		}
	}
	maps.DeleteFunc(got, func(name, _ string) bool { return strings.Contains(name, "man_large") })
	if !maps.Equal(got, rest) {
		t.Error("the rest of the store is another")
	}
	sound(t, d)
}

// buckets returns the top-level buckets of a store that is not open.
func buckets(t *testing.T, path string) (names []string) {
	t.Helper()
	meddle(t, path, func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
			names = append(names, string(name))
			return nil
		})
	})
	return names
}

// closed closes the store and fails the test where something is on its stage.
func closed(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(buckets(t, d.Path())); got != "[access brands editorial index meta snapshots]" {
		t.Errorf("the buckets are %s", got)
	}
}

// TestUpdateStaged puts new manuals and then others in their place, while what
// there was is read.
func TestUpdateStaged(t *testing.T) {
	d := open(t)
	fill(t, d)
	rest, _ := readAll(t, d)
	for _, text := range []string{"first", "third"} {
		before, _ := readAll(t, d)
		ix := d.Index()
		from := transaction(t, d.Path())
		prepare, change := putLarge(t, text, text == "first")
		err := d.UpdateStaged(t.Context(), func(stage *db.Stage) error {
			if stage.Index() != ix {
				t.Error("the stage has another index")
			}
			err := prepare(stage)
			if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, before) {
				t.Errorf("what is staged shows; refused: %v", refused)
			}
			return err
		}, change)
		if err != nil {
			t.Fatal(err)
		}
		if n := transaction(t, d.Path()) - from; n != 3 {
			t.Errorf("%d transactions, want two of the stage and one", n)
		}
		wantLarge(t, d, text, rest)
	}
	closed(t, d)
	wantLarge(t, openAt(t, d.Path()), "third", rest)
}

// stageMixed stages manuals whose manual documents say text, and whose token
// documents are always the same, and returns which bodies were compressed.
func stageMixed(t *testing.T, d *db.DB, text string) (compressed []string) {
	t.Helper()
	var sealed []*db.Sealed
	prepare := func(stage *db.Stage) error {
		for i := range manyLarge {
			s := snapshot("bison", fmt.Sprint("man_large", i), fmt.Sprint("large", i), "text")
			s.Primary = i == 0
			s.Documents = map[manual.DocumentKind]manual.Document{
				manual.ManualDocument: {Identity: []byte(strings.Repeat(largeText(text, i), 3))},
				manual.TokensDocument: {Identity: fmt.Append(nil, "tokens ", i)},
			}
			made, err := db.Seal(s, nil, d.Index().Entry(s.Manual.ID), func(identity []byte) []byte {
				compressed = append(compressed, string(identity[:8]))
				return []byte("compressed " + string(identity[:8]))
			})
			if err == nil {
				err = stage.Put(made)
			}
			if err != nil {
				return err
			}
			sealed = append(sealed, made)
		}
		return nil
	}
	err := d.UpdateStaged(t.Context(), prepare, func(tx *db.Tx) error {
		for _, s := range sealed {
			if _, err := tx.PutSealed(s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return compressed
}

// TestStageKeeps stages manuals of which the store has a document and lacks, or
// has damaged, another: what it has is kept, beside what is new.
func TestStageKeeps(t *testing.T) {
	d := open(t)
	update(t, d, func(tx *db.Tx) error { return tx.PutBrand(bison) })
	check := func(text string, compressed, want int) {
		t.Helper()
		if compressed != want {
			t.Errorf("%s: %d bodies compressed, want %d", text, compressed, want)
		}
		for i := range manyLarge {
			id := fmt.Sprint("man_large", i)
			if got := read(t, d, id, manual.ManualDocument); !strings.HasPrefix(got, text) {
				t.Errorf("manual %d is %.20q", i, got)
			}
			if got := read(t, d, id, manual.TokensDocument); got != fmt.Sprint("tokens ", i) {
				t.Errorf("the tokens of %d are %q", i, got)
			}
		}
		sound(t, d)
	}
	check("first", len(stageMixed(t, d, "first")), 2*manyLarge)
	ix, from := d.Index(), transaction(t, d.Path())
	check("first", len(stageMixed(t, d, "first")), 0)
	if d.Index() != ix || transaction(t, d.Path()) != from {
		t.Errorf("the same again is written, in %d transactions", transaction(t, d.Path())-from)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	meddle(t, d.Path(), func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("snapshots")).Bucket([]byte("bison")).Bucket([]byte("man_large3"))
		return errors.Join(b.Put([]byte("tokens"), []byte("spoilt")), b.Put([]byte("model"), []byte("spoilt")))
	})
	d = openAt(t, d.Path())
	check("third", len(stageMixed(t, d, "third")), manyLarge+1)
	closed(t, d)
}

// TestUpdateStagedFails leaves the store as it was, whatever step fails.
func TestUpdateStagedFails(t *testing.T) {
	d := open(t)
	fill(t, d)
	want, _ := readAll(t, d)
	failure := errors.New("a failure")
	prepare, change := putLarge(t, "text", false)
	fails := func(*db.Tx) error { return failure }
	for _, row := range []struct {
		name    string
		prepare func(*db.Stage) error
		change  func(*db.Tx) error
		want    error
	}{
		{"prepare", func(stage *db.Stage) error { return errors.Join(prepare(stage), failure) }, change, failure},
		{"change", prepare, fails, failure},
		{"a change that conflicts", prepare, func(tx *db.Tx) error {
			_, err := tx.Put(primary(snapshot("bison", "man_other", "book", "other")))
			return errors.Join(err, change(tx))
		}, db.ErrConflict},
		{"a dry run", prepare, func(tx *db.Tx) error { return errors.Join(change(tx), db.ErrDiscard) }, nil},
		{"no change", prepare, func(*db.Tx) error { return nil }, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			prepare, change = putLarge(t, "text", false)
			if err := d.UpdateStaged(t.Context(), row.prepare, row.change); !errors.Is(err, row.want) {
				t.Errorf("error %v, want %v", err, row.want)
			}
			if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, want) {
				t.Error("the store is another")
			}
			sound(t, d)
		})
	}
	closed(t, d)
}

// TestLeftOnStage opens a store whose process has died with something on the
// stage: it is served as ever, and the next update clears the stage.
func TestLeftOnStage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	for _, row := range []struct {
		name string
		next func(t *testing.T, d *db.DB)
	}{
		{"an update", func(t *testing.T, d *db.DB) {
			update(t, d, func(tx *db.Tx) error {
				_, err := tx.Put(snapshot("acme", "man_press", "press", t.Name()))
				return err
			})
		}},
		{"the same staged again", func(t *testing.T, d *db.DB) {
			prepare, change := putLarge(t, "again", false)
			if err := d.UpdateStaged(t.Context(), prepare, change); err != nil {
				t.Error(err)
			}
			wantLarge(t, d, "again", filled(t))
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			path := path + row.name
			d := openAt(t, path)
			fill(t, d)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			meddle(t, path, func(tx *bolt.Tx) error {
				b, err := tx.CreateBucket([]byte("staging"))
				for _, name := range []string{"bison", "man_large1"} {
					if err == nil {
						b, err = b.CreateBucket([]byte(name))
					}
				}
				for _, kind := range []string{"manual", "tokens-2025.10-resolver"} {
					if err == nil {
						err = b.Put([]byte(kind), make([]byte, 100_000))
					}
				}
				return err
			})
			d = openAt(t, path)
			if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, filled(t)) {
				t.Error("the store is another")
			}
			sound(t, d)
			row.next(t, d)
			sound(t, d)
			closed(t, d)
		})
	}
}

// filled returns what a store has that [fill] has filled.
func filled(t *testing.T) contents {
	d := open(t)
	fill(t, d)
	got, _ := readAll(t, d)
	return got
}

// A damaged branch of what was left on the stage is found when an update is to
// clear it, and spoils no read.
func TestDamagedStage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	fill(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var root uint64
	meddle(t, path, func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("staging"))
		for i := 0; i < 200 && err == nil; i++ {
			var brand *bolt.Bucket
			if brand, err = b.CreateBucket(fmt.Appendf(nil, "brand-%03d", i)); err == nil {
				err = brand.Put([]byte("filler"), make([]byte, 2000))
			}
		}
		return err
	})
	meddle(t, path, func(tx *bolt.Tx) error { root = uint64(tx.Bucket([]byte("staging")).Root()); return nil })
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file[int(root)*os.Getpagesize()+8] = 0xFF // the flags of the page
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	d = openAt(t, path)
	if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, filled(t)) {
		t.Error("the store is another")
	}
	err = d.Update(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Put(snapshot("acme", "man_press", "press", "changed"))
		return err
	})
	if !errors.Is(err, db.ErrDamaged) {
		t.Errorf("an update: %v, want %v", err, db.ErrDamaged)
	}
}
