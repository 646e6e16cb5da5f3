package db_test

import (
	"bytes"
	"errors"
	"fmt"
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
	tests := []struct {
		name   string
		change func(tx *bolt.Tx) error
		want   []string // of the problems: brand, manual, kind
	}{
		{"nothing", func(*bolt.Tx) error { return nil }, nil},
		{"a document lost", func(tx *bolt.Tx) error {
			return bucket(tx, "snapshots", "acme", "man_press").Delete([]byte("tokens"))
		}, []string{"acme man_press tokens"}},
		{"a document of another manual", func(tx *bolt.Tx) error {
			other := bytes.Clone(bucket(tx, "snapshots", "acme", "man_guide").Get([]byte("tokens")))
			return bucket(tx, "snapshots", "acme", "man_press").Put([]byte("tokens"), other)
		}, []string{"acme man_press tokens"}},
		{"a model changed", func(tx *bolt.Tx) error {
			b := bucket(tx, "snapshots", "acme", "man_press")
			value := bytes.Clone(b.Get([]byte("model")))
			value[len(value)-1] ^= 1
			return b.Put([]byte("model"), value)
		}, []string{"acme man_press model"}},
		{"an editorial record lost", func(tx *bolt.Tx) error {
			return bucket(tx, "editorial", "bison").Delete([]byte("man_bison"))
		}, []string{"bison man_bison editorial"}},
		{"an extra record", func(tx *bolt.Tx) error {
			return bucket(tx, "snapshots", "acme", "man_press").Put([]byte("resolver-2025.10"), []byte("old"))
		}, []string{"acme man_press resolver-2025.10"}},
		{"an extra bucket of a manual", func(tx *bolt.Tx) error {
			_, err := bucket(tx, "snapshots", "acme").CreateBucket([]byte("man_gone"))
			return err
		}, []string{"acme man_gone "}},
		{"extra buckets of a brand", func(tx *bolt.Tx) error {
			_, snapshots := bucket(tx, "snapshots").CreateBucket([]byte("gone"))
			_, index := bucket(tx, "index").CreateBucket([]byte("gone"))
			return errors.Join(snapshots, index)
		}, []string{"gone  ", "gone  "}},
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
		return errors.Join(
			tx.Bucket([]byte("snapshots")).Bucket([]byte("bison")).Bucket([]byte("man_bison")).Put([]byte("tokens"), []byte("corrupt")),
			tx.Bucket([]byte("editorial")).Bucket([]byte("bison")).Put([]byte("man_bison"), []byte("corrupt")))
	}))
	_, err := d.Read(d.Index(), d.Index().Entry("man_bison"), manual.TokensDocument, false)
	if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "designmanual restore") {
		t.Errorf("reading a damaged document: %v", err)
	}
	update(t, d, func(tx *db.Tx) error {
		if err := tx.PutEditorial("bison", "man_bison", editorial("book")); err != nil {
			return err
		}
		changed, err := tx.Put(primary(snapshot("bison", "man_bison", "book", "bison")))
		if !changed {
			t.Error("Put reports no change")
		}
		return err
	})
	verify(t, d)
	if got := read(t, d, "man_bison", manual.TokensDocument); got != `{"color":{"man_bison":"bison"}}` {
		t.Errorf("read %s", got)
	}
}
