package db_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"designmanual/db"
	"designmanual/db/manual"
)

func TestVerify(t *testing.T) {
	bucket := func(tx *bolt.Tx, path ...string) *bolt.Bucket {
		b := tx.Bucket([]byte(path[0]))
		for _, name := range path[1:] {
			b = b.Bucket([]byte(name))
		}
		return b
	}
	// object returns the bucket of the objects, and the key of the one in which the
	// program finds that text.
	object := func(tx *bolt.Tx, text string) (objects *bolt.Bucket, found []byte) {
		objects = tx.Bucket([]byte("objects"))
		err := objects.ForEach(func(key, value []byte) error {
			if bytes.Contains(must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(value))))), []byte(text)) {
				found = bytes.Clone(key)
			}
			return nil
		})
		if err != nil || found == nil {
			t.Fatalf("no object has %q (%v)", text, err)
		}
		return objects, found
	}
	const pressTokens = `{"color":{"man_press"`
	tests := []struct {
		name   string
		change func(tx *bolt.Tx) error
		want   []string // of the problems: brand, manual, kind
	}{
		{"nothing", func(*bolt.Tx) error { return nil }, nil},
		{"a document lost", func(tx *bolt.Tx) error {
			objects, key := object(tx, pressTokens)
			return objects.Delete(key)
		}, []string{"acme man_press tokens"}},
		{"a document in place of another", func(tx *bolt.Tx) error {
			objects, key := object(tx, pressTokens)
			_, other := object(tx, `{"color":{"man_guide"`)
			return objects.Put(key, bytes.Clone(objects.Get(other)))
		}, []string{"acme man_press tokens"}},
		{"a model changed", func(tx *bolt.Tx) error {
			objects, key := object(tx, "Manual press")
			value := bytes.Clone(objects.Get(key))
			value[len(value)-1] ^= 1
			return objects.Put(key, value)
		}, []string{"acme man_press model"}},
		{"editorial data lost", func(tx *bolt.Tx) error {
			objects, key := object(tx, "The section book is hidden.")
			return objects.Delete(key)
		}, []string{"bison man_bison editorial"}},
		{"an object too many", func(tx *bolt.Tx) error {
			return bucket(tx, "objects").Put(bytes.Repeat([]byte{7}, 32), []byte("old"))
		}, []string{"  object"}},
		{"snapshots of no brand", func(tx *bolt.Tx) error {
			_, err := bucket(tx, "snapshots").CreateBucket([]byte("gone"))
			return err
		}, []string{"gone  "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := openAt(t, tampered(t, test.change))
			var got []string
			for _, p := range problems(t, d) {
				got = append(got, fmt.Sprintf("%s %s %s", p.Brand, p.Manual, p.Kind))
				if p.Text == "" {
					t.Errorf("%+v has no text", p)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("problems %q, want %q", got, test.want)
			}
		})
	}
}

// Putting a manual again repairs its damaged records.
func TestPutRepairs(t *testing.T) {
	d := openAt(t, tampered(t, func(tx *bolt.Tx) error {
		objects := tx.Bucket([]byte("objects"))
		var keys [][]byte
		err := objects.ForEach(func(key, _ []byte) error {
			keys = append(keys, bytes.Clone(key))
			return nil
		})
		for _, key := range keys {
			err = errors.Join(err, objects.Put(key, []byte("corrupt")))
		}
		return err
	}))
	_, err := d.Read(d.Index(), d.Index().Manual("man_bison"), manual.TokensDocument, false)
	if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "designmanual restore") {
		t.Errorf("reading a damaged document: %v", err)
	}
	if e := d.Index().Manual("man_bison"); d.View(t.Context(), func(tx *db.Tx) error {
		if tx.Intact(e) {
			t.Error("the manual is intact")
		}
		return nil
	}) != nil {
		t.Error("View fails")
	}
	ix := d.Index()
	fill(t, d)
	update(t, d, func(tx *db.Tx) error {
		if !tx.Intact(tx.Index().Manual("man_bison")) {
			t.Error("it is not intact after it was put again")
		}
		return nil
	})
	if d.Index().Manual("man_bison") == ix.Manual("man_bison") && d.Index() == ix {
		t.Error("the index was not replaced")
	}
	verify(t, d)
	if got := read(t, d, "man_bison", manual.TokensDocument); got != `{"color":{"man_bison":"bison"}}` {
		t.Errorf("read %s", got)
	}
}
