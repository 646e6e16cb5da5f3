package db_test

import (
	"errors"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

// putBare puts the snapshot of man_bison, its documents without their
// compressed bodies.
func putBare(t *testing.T, d *db.DB, text string) (changed bool) {
	t.Helper()
	s := primary(snapshot("bison", "man_bison", "book", text))
	for kind, document := range s.Documents {
		s.Documents[kind] = manual.Document{Identity: document.Identity}
	}
	update(t, d, func(tx *db.Tx) (err error) {
		changed, err = tx.Put(s)
		return err
	})
	sound(t, d)
	return changed
}

// TestPutKeeps keeps the documents that the store has, in whatever way
// they are compressed, and writes those that are new, others or damaged.
func TestPutKeeps(t *testing.T) {
	d := open(t)
	fill(t, d)
	ix := d.Index()
	before, err := d.Read(ix, ix.Entry("man_bison"), manual.TokensDocument, true)
	if err != nil {
		t.Fatal(err)
	}
	if putBare(t, d, "bison") || d.Index() != ix {
		t.Error("the same again is a change")
	}

	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	tamper(t, d.Path(), func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("snapshots")).Bucket([]byte("bison")).Bucket([]byte("man_bison")).Put([]byte("tokens"), []byte("corrupt"))
	})
	d = openAt(t, d.Path())
	const tokens = `{"color":{"man_bison":"bison"}}`
	if !putBare(t, d, "bison") {
		t.Error("a damaged document is not written again")
	}
	ix = d.Index()
	after, err := d.Read(ix, ix.Entry("man_bison"), manual.TokensDocument, true)
	if err != nil || string(expand(t, after)) != tokens || len(before) == 0 {
		t.Errorf("the damaged document is %q, %v", after, err)
	}
	if got := read(t, d, "man_bison", manual.TokensDocument); !putBare(t, d, "other") || got != tokens {
		t.Errorf("other documents: read %s", got)
	}
	if got := read(t, d, "man_bison", manual.TokensDocument); got != `{"color":{"man_bison":"other"}}` {
		t.Errorf("other documents: read %s", got)
	}
}

// TestPutConflicts refuses what contradicts itself.
func TestPutConflicts(t *testing.T) {
	d := open(t)
	fill(t, d)
	for name, spoil := range map[string]func(s *manual.Snapshot){
		"no id":           func(s *manual.Snapshot) { s.Manual.ID = "" },
		"no visibility":   func(s *manual.Snapshot) { s.Manual.Visibility = "" },
		"an unknown kind": func(s *manual.Snapshot) { s.Documents["poster"] = document([]byte("{}")) },
		"another's tag": func(s *manual.Snapshot) {
			s.Documents[manual.TokensDocument] = manual.Document{ETag: manual.Fingerprint(nil), Identity: []byte("{}")}
		},
	} {
		s := snapshot("acme", "man_guide", "guide", "guide")
		spoil(s)
		err := d.Update(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Put(s)
			return err
		})
		if !errors.Is(err, db.ErrConflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
