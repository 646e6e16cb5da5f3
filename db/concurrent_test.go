package db_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// Readers read a manual while updates change its text and visibility, and remove
// and add another one. Every body matches its entity tag and the visibility in
// the reader's index.
func TestConcurrentReads(t *testing.T) {
	const updates, readers = 60, 4
	d := openFilled(t)
	var done atomic.Bool
	var wait sync.WaitGroup
	var bodies, replaced atomic.Int64
	for reader := range readers {
		wait.Go(func() {
			for n := 0; !done.Load() || n < 50; n++ {
				runtime.Gosched() // or the writer gets no processor time
				err := readOnce(t, d, (n+reader)%2 == 0)
				if errors.Is(err, db.ErrReplaced) {
					replaced.Add(1)
				} else if err != nil {
					t.Error(err)
					return
				} else {
					bodies.Add(1)
				}
			}
		})
	}
	for n := range updates {
		visibility := []manual.Visibility{manual.Public, manual.Private}[n%2]
		s := primary(snapshot("acme", "man_guide", "guide", strings.Repeat(fmt.Sprint(visibility, " ", n, " "), n%50*5)))
		s.Visibility, s.Model.Visibility = visibility, visibility
		s.Bodies.ManualJSON = []byte(string(visibility) + "document" + s.Model.Sections[0].Title)
		s.Bodies.TokensJSON = []byte(string(visibility) + "tokens" + s.Model.Sections[0].Title)
		update(t, d, func(tx *db.Tx) (err error) {
			switch n % 10 {
			case 3:
				err = tx.RemoveManual("acme", "man_press")
			case 5:
				err = putAll(tx, snapshot("acme", "man_press", "press", fmt.Sprint(n)))
			}
			return errors.Join(err, putAll(tx, s))
		})
	}
	done.Store(true)
	wait.Wait()
	t.Logf("%d bodies, replaced %d times", bodies.Load(), replaced.Load())
}

// readOnce reads and checks the manual document of the guide, and its model in
// an Inspect.
func readOnce(t *testing.T, d *db.DB, compressed bool) error {
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		e := tx.Index().Manual("man_guide")
		c, err := tx.Content(e)
		if err != nil {
			return err
		}
		m, err := c.Model()
		if err == nil && m.Visibility != e.Visibility {
			err = fmt.Errorf("the model is %s, its entry %s", m.Visibility, e.Visibility)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	ix := d.Index()
	e := ix.Brand("acme").Manual("guide")
	info := e.ManualJSON
	body, err := d.ReadDocument(ix, e, manual.ManualDocument, compressed)
	if err != nil {
		return err
	}
	if compressed {
		if uint32(len(body)) != info.GzipBytes {
			t.Errorf("%d bytes, want %d", len(body), info.GzipBytes)
		}
		body = must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(body)))))
	}
	if got := fingerprint(body); got != info.ETag() {
		t.Errorf("the body's hash is %s, its tag %s", got, info.ETag())
	}
	if e.Visibility == manual.Public && strings.HasPrefix(string(body), string(manual.Private)) {
		t.Error("a public entry has a private body")
	}
	return nil
}
