package db_test

import (
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

// An expectedStore is the content of testdata/schema-1.json: the access tokens
// of the store beside it, by brand, and the answers for its documents.
type expectedStore struct {
	Tokens    map[string]string
	Documents map[string]struct {
		Status int
		ETag   string
	}
}

// schema1 returns the path of a store of schema 1, and its expected content.
func schema1(t *testing.T) (path string, want expectedStore) {
	t.Helper()
	file := must(os.Open("testdata/schema-1.db.gz"))
	defer file.Close()
	path = filepath.Join(t.TempDir(), "manuals.db")
	writeFile(t, path, must(io.ReadAll(must(gzip.NewReader(file)))))
	if err := json.Unmarshal(must(os.ReadFile("testdata/schema-1.json")), &want); err != nil {
		t.Fatal(err)
	}
	return path, want
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
		e := d.Index().Find(db.Scope{Site: true}, slug)
		switch answer.Status {
		case 200:
			if got := `"` + manual.Fingerprint([]byte(read(t, d, e.ID, kind))) + `"`; got != answer.ETag {
				t.Errorf("%s is %s, want %s", name, got, answer.ETag)
			}
		case 404:
			if e != nil && e.Published {
				t.Errorf("%s is published", name)
			}
		case 410:
			if !e.Expired(now) {
				t.Errorf("%s expires at %v", name, e.ExpiresAt.Time())
			}
		}
	}
	verify(t, d)
}

// A store of schema 1 is backed up and migrated, and has the same content.
// Putting its manuals again changes nothing. The backup can be installed.
func TestSchema1(t *testing.T) {
	path, want := schema1(t)
	before := must(os.ReadFile(path))
	d := openAt(t, path)
	checkExpected(t, d, want)
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
	closeStore(t, d)
	backup := path + ".schema-1"
	if info := must(os.Stat(backup)); info.Mode() != 0o600 {
		t.Errorf("the backup has the mode %v", info.Mode())
	}
	checkFolder(t, filepath.Dir(path), filepath.Base(path), filepath.Base(backup))
	checkExpected(t, openAt(t, path), want)
	if _, err := db.Install(t.Context(), path+".again", false, writerOf(must(os.ReadFile(backup)))); err != nil {
		t.Fatal(err)
	}
	if after := must(os.ReadFile(path + ".again")); len(after) != len(before) {
		t.Errorf("the installed backup has %d bytes, want %d", len(after), len(before))
	}
	checkExpected(t, openAt(t, path+".again"), want)
}

// putAgain puts a manual as it is stored.
func putAgain(t *testing.T, tx *db.Tx, e *db.Entry) error {
	s := &manual.Snapshot{
		Brand: e.Brand.Slug, Subdomain: e.Subdomain, Primary: e.Primary, Flagged: e.Flagged, Published: e.Published, Password: e.Password,
		Manual:    manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt.Time(), ExpiresAt: e.ExpiresAt.Time()},
		Documents: make(map[manual.DocumentKind]manual.Document),
	}
	if e.Published {
		s.Manual = *must(tx.Model(e))
		for _, d := range e.Documents {
			s.Documents[d.Kind] = manual.Document{Identity: must(tx.Body(e, d.Kind))}
		}
	}
	changed, err := tx.Put(s)
	if changed {
		t.Errorf("%s of %s: putting it again is a change", e.Slug, e.Brand.Slug)
	}
	return errors.Join(err, tx.PutEditorial(e.Brand.Slug, e.ID, must(tx.Editorial(e))))
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
