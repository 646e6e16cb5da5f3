package db_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"
	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

// An expectedStore is the content of a store in testdata: its access tokens, by
// brand, and what is read from it. That of schema 1 has the answers of a server
// for two kinds of document, that of schema 2 the SHA-256 of all documents and
// files.
type expectedStore struct {
	Tokens    map[string]string
	Documents map[string]struct {
		Status int
		ETag   string
	}
	Manuals map[string]struct {
		Documents map[manual.DocumentKind]string
		Files     map[string]string
	}
}

// oldStore returns the path of a store of an older schema, and its expected
// content.
func oldStore(t *testing.T, schema string) (path string, want expectedStore) {
	t.Helper()
	file := must(os.Open("testdata/" + schema + ".db.gz"))
	defer file.Close()
	path = filepath.Join(t.TempDir(), "manuals.db")
	writeFile(t, path, must(io.ReadAll(must(gzip.NewReader(file)))))
	if err := json.Unmarshal(must(os.ReadFile("testdata/"+schema+".json")), &want); err != nil {
		t.Fatal(err)
	}
	return path, want
}

// find returns the manual with a slug: <brand>, <brand>.<manual> or its own subdomain.
func find(ix *db.Index, slug string) *db.Manual {
	first, second, two := strings.Cut(slug, ".")
	switch b := ix.Brand(first); {
	case b == nil:
		return ix.Subdomain(slug)
	case two:
		return b.Manual(second)
	default:
		return b.Primary
	}
}

// checkExpected checks the content of a store.
func checkExpected(t *testing.T, d *db.DB, want expectedStore) {
	t.Helper()
	now := time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
	for name, secret := range want.Tokens {
		brand, revoked := strings.CutSuffix(name, "-revoked")
		sum, ok := db.SecretSum(secret)
		if token := d.Index().Token(sum); !ok || token == nil || token.Brand != brand || token.Valid(now) == revoked {
			t.Errorf("the token of %s is %+v", name, token)
		}
	}
	for name, answer := range want.Documents {
		kind := manual.TokensDocument
		slug, ok := strings.CutSuffix(name, "/tokens.json")
		if !ok {
			kind, slug = manual.ManualDocument, strings.TrimSuffix(name, ".json")
		}
		e := find(d.Index(), slug)
		switch answer.Status {
		case 200:
			if got := `"` + fingerprint([]byte(read(t, d, e.ID, kind))) + `"`; got != answer.ETag {
				t.Errorf("%s is %s, want %s", name, got, answer.ETag)
			}
		case 404:
			if e != nil && e.Published {
				t.Errorf("%s is published", name)
			}
		case 410:
			if !e.Expired(now) {
				t.Errorf("%s expires at %v", name, e.ExpiresAt)
			}
		}
	}
	for name, expected := range want.Manuals {
		e := find(d.Index(), name)
		if e == nil || len(e.Documents) != len(expected.Documents) || len(e.Files) != len(expected.Files) {
			t.Errorf("%s is %+v", name, e)
			continue
		}
		for kind, hash := range expected.Documents {
			if got := fingerprint([]byte(read(t, d, e.ID, kind))); got != hash {
				t.Errorf("%s of %s has the hash %s, want %s", kind, name, got, hash)
			}
		}
		for _, f := range e.Files {
			if got := fingerprint(must(readFile(d, f))); got != expected.Files[f.Ref] {
				t.Errorf("the file %s of %s has the hash %s, want %s", f.Ref, name, got, expected.Files[f.Ref])
			}
		}
	}
	verify(t, d)
}

// A store of an older schema is refused and not changed, until it is migrated.
// Then it has the same content, and putting its manuals again changes nothing.
// The copy is the store as it was. Another one does not replace it, and what a
// killed migration has left is gone.
func TestMigrate(t *testing.T) {
	for _, schema := range []string{"schema-1", "schema-2"} {
		t.Run(schema, func(t *testing.T) {
			path, want := oldStore(t, schema)
			before := must(os.ReadFile(path))
			for _, left := range []string{".manuals.db.123.new", ".manuals.db." + schema + ".123.new"} {
				writeFile(t, filepath.Join(filepath.Dir(path), left), nil)
			}
			kept := []string{".manuals.db.other.123.new", "manuals.db", "manuals.db." + schema}
			for _, name := range []string{kept[0], kept[2]} {
				writeFile(t, filepath.Join(filepath.Dir(path), name), nil)
			}
			if _, err := db.Open(path); !errors.Is(err, db.ErrOlderSchema) {
				t.Errorf("opened with %v, want %v", err, db.ErrOlderSchema)
			}
			if !bytes.Equal(must(os.ReadFile(path)), before) {
				t.Error("opening has changed the file")
			}
			copied, err := db.Migrate(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if info := must(os.Stat(copied)); info.Mode() != 0o600 || !bytes.Equal(must(os.ReadFile(copied)), before) {
				t.Errorf("the copy %s has the mode %v, or is not the file as it was", copied, info.Mode())
			}
			checkFolder(t, filepath.Dir(path), append(kept, filepath.Base(copied))...)
			d := openAt(t, path)
			checkExpected(t, d, want)
			ix := d.Index()
			update(t, d, func(tx *db.Tx) error {
				var err error
				for b := range tx.Index().Brands() {
					err = errors.Join(err, tx.PutBrand(b.Brand))
					for e := range b.Manuals() {
						err = errors.Join(err, putAgain(t, tx, e))
					}
				}
				return err
			})
			if d.Index() != ix {
				t.Error("putting the manuals again is a change")
			}
			closeStore(t, d)
			if copied, err := db.Migrate(t.Context(), path); copied != "" || err != nil {
				t.Errorf("migrating again copies to %q, %v", copied, err)
			}
			checkExpected(t, openAt(t, path), want)
		})
	}
}

// putAgain puts a manual as it is stored.
func putAgain(t *testing.T, tx *db.Tx, e *db.Manual) error {
	s := &manual.Snapshot{
		Brand: e.Brand.Slug, Subdomain: e.Subdomain, Primary: e.Primary, Flagged: e.Flagged, Published: e.Published, Password: e.Password,
		Manual:    manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt, ExpiresAt: e.ExpiresAt},
		Documents: make(map[manual.DocumentKind]manual.Document),
	}
	if e.Published {
		s.Manual = *must(tx.Model(e))
		for _, d := range e.Documents {
			s.Documents[d.Kind] = manual.Document{Identity: must(tx.Body(e, d.Kind))}
		}
	}
	return errors.Join(tx.Put(s), tx.PutEditorial(e.Brand.Slug, e.ID, must(tx.Editorial(e))))
}

// Fields that a newer program has added to a record are ignored.
func TestUnknownFields(t *testing.T) {
	d := openAt(t, tampered(t, func(tx *bolt.Tx) error {
		var record map[string]any
		b := tx.Bucket([]byte("meta"))
		if err := msgpack.Unmarshal(b.Get([]byte("root"))[33:], &record); err != nil {
			return err
		}
		record["later"] = []string{"than", "this"}
		payload := must(msgpack.Marshal(record))
		sum := sha256.Sum256(append([]byte("\x01"+strings.Repeat("\x00", 11)+"\x04root"), payload...))
		return b.Put([]byte("root"), append(append([]byte{1}, sum[:]...), payload...))
	}))
	if d.Index().Site != site {
		t.Errorf("the base URL is %v", d.Index().Site)
	}
	verify(t, d)
}
