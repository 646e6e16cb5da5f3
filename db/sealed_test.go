package db_test

import (
	"errors"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

// putBare puts the snapshot of man_bison, its documents without their
// compressed bodies, and tells which bodies were asked for.
func putBare(t *testing.T, d *db.DB, text string) (changed bool, asked []string) {
	t.Helper()
	s := primary(snapshot("bison", "man_bison", "book", text))
	for kind, document := range s.Documents {
		s.Documents[kind] = manual.Document{Identity: document.Identity}
	}
	sealed, err := db.Seal(s, nil, d.Index().Entry("man_bison"), func(identity []byte) []byte {
		asked = append(asked, string(identity))
		return append([]byte("compressed "), identity...)
	})
	if err != nil {
		t.Fatal(err)
	}
	update(t, d, func(tx *db.Tx) error {
		changed, err = tx.PutSealed(sealed)
		return err
	})
	sound(t, d)
	return changed, asked
}

// TestPutSealedKeeps keeps the documents that the store has, in whatever way
// they are compressed, and writes those that are new, others or damaged.
func TestPutSealedKeeps(t *testing.T) {
	d := open(t)
	fill(t, d)
	ix := d.Index()
	before, err := d.Read(t.Context(), ix, ix.Entry("man_bison"), manual.TokensDocument, true)
	if err != nil {
		t.Fatal(err)
	}
	if changed, asked := putBare(t, d, "bison"); changed || len(asked) > 0 || d.Index() != ix {
		t.Errorf("the same again: changed %v, asked for %q", changed, asked)
	}

	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	meddle(t, d.Path(), func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("snapshots")).Bucket([]byte("bison")).Bucket([]byte("man_bison")).Put([]byte("tokens"), []byte("spoilt"))
	})
	d = openAt(t, d.Path())
	const tokens = `{"color":{"man_bison":"bison"}}`
	if changed, asked := putBare(t, d, "bison"); !changed || len(asked) != 1 || asked[0] != tokens {
		t.Errorf("a damaged document: changed %v, asked for %q", changed, asked)
	}
	ix = d.Index()
	after, err := d.Read(t.Context(), ix, ix.Entry("man_bison"), manual.TokensDocument, true)
	if err != nil || string(after) != "compressed "+tokens || string(after) == string(before) {
		t.Errorf("the damaged document is %q, %v", after, err)
	}

	changed, asked := putBare(t, d, "other")
	if got := read(t, d, "man_bison", manual.TokensDocument); !changed || len(asked) == 0 || got != `{"color":{"man_bison":"other"}}` {
		t.Errorf("other documents: changed %v, asked for %q, read %s", changed, asked, got)
	}
}

// TestSealConflicts refuses what contradicts itself without a store.
func TestSealConflicts(t *testing.T) {
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
		if _, err := db.Seal(s, nil, db.Entry{}, nil); !errors.Is(err, db.ErrConflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
