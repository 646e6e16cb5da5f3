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
		{"content lost", func(tx *bolt.Tx) error {
			return bucket(tx, "content", "acme").Delete([]byte("man_press"))
		}, []string{"acme man_press content"}},
		{"content in place of another", func(tx *bolt.Tx) error {
			b := bucket(tx, "content", "acme")
			return b.Put([]byte("man_press"), bytes.Clone(b.Get([]byte("man_guide"))))
		}, []string{"acme man_press content"}},
		{"content changed", func(tx *bolt.Tx) error {
			b := bucket(tx, "content", "bison")
			value := bytes.Clone(b.Get([]byte("man_bison")))
			value[len(value)-1] ^= 1
			return b.Put([]byte("man_bison"), value)
		}, []string{"bison man_bison content"}},
		{"a piece too many", func(tx *bolt.Tx) error {
			return bucket(tx, "files").Put(bytes.Repeat([]byte{7}, 36), []byte("old"))
		}, []string{"  file"}},
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

// Content that an earlier version of the same head names, put back by hand, is damage.
func TestContentTied(t *testing.T) {
	d := openFilled(t)
	closeStore(t, d)
	var before []byte
	file := must(bolt.Open(d.Path(), 0o600, nil))
	content := func(tx *bolt.Tx) *bolt.Bucket { return tx.Bucket([]byte("content")).Bucket([]byte("acme")) }
	err := file.View(func(tx *bolt.Tx) error {
		before = bytes.Clone(content(tx).Get([]byte("man_press")))
		return nil
	})
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	d = openAt(t, d.Path())
	put(t, d, snapshot("acme", "man_press", "press", "another"))
	closeStore(t, d)
	file = must(bolt.Open(d.Path(), 0o600, nil))
	err = file.Update(func(tx *bolt.Tx) error { return content(tx).Put([]byte("man_press"), before) })
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	d = openAt(t, d.Path())
	if _, err := d.ReadDocument(d.Index(), d.Index().Manual("man_press"), manual.TokensDocument, false); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("reading content of another state: %v", err)
	}
}

// Putting a manual again repairs its damaged content.
func TestPutRepairs(t *testing.T) {
	d := openAt(t, tampered(t, func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("content")).Bucket([]byte("bison")).Put([]byte("man_bison"), []byte("corrupt"))
	}))
	_, err := d.ReadDocument(d.Index(), d.Index().Manual("man_bison"), manual.TokensDocument, false)
	if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "designmanual restore") {
		t.Errorf("reading a damaged document: %v", err)
	}
	fill(t, d)
	verify(t, d)
	if got := read(t, d, "man_bison", manual.TokensDocument); got != `{"color":{"man_bison":"bison"}}` {
		t.Errorf("read %s", got)
	}
}
