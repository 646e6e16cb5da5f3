package db

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// Whatever writes over pages, maps the file anew or takes the mapping away
// waits for readers who have no transaction, and keeps new ones out: these
// have one meanwhile.
func TestReadersWithoutTransaction(t *testing.T) {
	staged := func(d *DB) error {
		return d.aside(func(tx *Tx) (bool, error) {
			_, err := tx.bolt.CreateBucket([]byte(stagingBucket))
			return true, err
		})
	}
	for _, row := range []struct {
		name string
		do   func(*DB) error
		want error // of a read by the index of before
	}{
		{"an update", func(d *DB) error { return d.Update(t.Context(), putGuide("after")) }, ErrReplaced},
		{"an update of another manual", func(d *DB) error { return d.Update(t.Context(), putOther("other")) }, nil},
		{"what is staged", staged, nil},
		{"opening again", func(d *DB) error { return d.fly(d.reload) }, nil},
		{"the end", (*DB).Close, os.ErrClosed},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := opened(t, strings.Repeat("before ", 100))
			s, ix := d.store.Load(), d.Index()
			e := ix.Entry("man_guide")
			read := func() error {
				body, err := d.Read(t.Context(), ix, e, manual.TokensDocument, false)
				if err == nil && !strings.HasPrefix(string(body), "before ") {
					t.Errorf("read %.10q", body)
				}
				return err
			}
			if err := errors.Join(read(), read()); err != nil || e.row.document(manual.TokensDocument).offset() == 0 {
				t.Fatalf("it is not known where the record lies: %v", err)
			}
			s.still.RLock()
			done := make(chan error, 1)
			go func() { done <- row.do(d) }()
			for s.still.TryRLock() { // until somebody waits to be alone
				s.still.RUnlock()
				select {
				case err := <-done:
					t.Fatalf("it did not wait for the reader: %v", err)
				default:
					runtime.Gosched()
				}
			}
			if err := read(); err != nil {
				t.Errorf("while it waits: %v", err)
			}
			s.still.RUnlock()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if err := read(); !errors.Is(err, row.want) {
				t.Errorf("after it: %v, want %v", err, row.want)
			}
		})
	}
}
