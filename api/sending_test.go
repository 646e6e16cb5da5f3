package api

import (
	"crypto/sha256"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// largeOf returns a public manual of acme with a large document of that letter.
func largeOf(letter string) *manual.Snapshot {
	s := snapshotOf("acme", "large", manual.Public)
	s.Documents[manual.ManualDocument] = documentOf(`{"x":"` + strings.Repeat(letter, sharedBytes) + `"}`)
	return s
}

// All who are sent a large body are sent one copy of it, which is let go of
// with the last; a small one is kept.
func TestLargeBodiesAreCopiedOnce(t *testing.T) {
	w := newWorld(t, nil)
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(largeOf("a")); return err })
	h := w.handler
	take := func(slug, encoding string) representation {
		t.Helper()
		x := &exchange{r: httptest.NewRequest("GET", "/", nil), index: w.db.Index(), now: noon}
		x.r.Header.Set("Accept-Encoding", encoding)
		e, err := x.find(slug)
		if err != nil {
			t.Fatal(err)
		}
		found, err := h.document(x, e, manual.ManualDocument)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	first, second, small, other := take("acme.large", ""), take("acme.large", ""), take("acme.guide", ""), take("acme.guide", "")
	if &first.body[0] != &second.body[0] || &small.body[0] != &other.body[0] {
		t.Error("a body is copied twice")
	}
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(largeOf("b")); return err })
	third := take("acme.large", "")
	for _, row := range []struct {
		found  representation
		letter string
	}{{first, "a"}, {second, "a"}, {third, "b"}} {
		if want := `{"x":"` + strings.Repeat(row.letter, sharedBytes) + `"}`; string(row.found.body) != want {
			t.Errorf("%.20s… in place of %.20s…", row.found.body, want)
		}
	}
	h.release(first)
	if n := len(h.sending.copies); n != 2 {
		t.Errorf("%d copies while two bodies are being sent", n)
	}
	for _, found := range []representation{second, third, small, other} {
		h.release(found)
	}
	if n := len(h.sending.copies); n != 0 {
		t.Errorf("%d copies are left over", n)
	}
}

// Small bodies are told apart where they share a place, and so are the two
// forms of one.
func TestSmallBodiesShareAPlace(t *testing.T) {
	var s smallBodies
	of := func(last byte) (f fingerprint) { f[31] = last; return f } // one place for all
	if one, compressed := s.get(of(1), false), s.get(of(1), true); one != nil || compressed != nil {
		t.Errorf("%q and %q out of nothing", one, compressed)
	}
	s.put(of(1), false, []byte("one"))
	s.put(of(1), true, []byte("one, compressed"))
	if got := s.get(of(2), false); got != nil {
		t.Errorf("%q for another body", got)
	}
	if one, compressed := s.get(of(1), false), s.get(of(1), true); string(one) != "one" || string(compressed) != "one, compressed" {
		t.Errorf("%q and %q", one, compressed)
	}
	s.put(of(2), false, []byte("two"))
	if one, two := s.get(of(1), false), s.get(of(2), false); one != nil || string(two) != "two" {
		t.Errorf("%q and %q in one place", one, two)
	}
}

// The first reader of a record has its body from the store, which verifies it,
// whatever copies there are; the next one need not.
func TestFirstReaderVerifies(t *testing.T) {
	w := newWorld(t, nil)
	s := snapshotOf("acme", "guide", manual.Public)
	of := fingerprint(sha256.Sum256(s.Documents[manual.ManualDocument].Identity))
	w.handler.small.put(of, false, []byte("a copy"))
	question := question{path: "/api/v1/manuals/acme.guide.json"}
	for _, after := range []string{"the start", "the first"} {
		if a := w.askUnheld(t, question); a.body != string(s.Documents[manual.ManualDocument].Identity) {
			t.Errorf("after %s: %s", after, a.body)
		}
	}
	w.handler.small.put(of, false, []byte("a copy"))
	if a := w.askUnheld(t, question); a.body != "a copy" {
		t.Errorf("not the copy, but %s", a.body)
	}
}

// Readers that come and go at once are all sent the body as it is.
func TestLargeBodyForMany(t *testing.T) {
	w := newWorld(t, nil)
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(largeOf("a")); return err })
	want := string(largeOf("a").Documents[manual.ManualDocument].Identity)
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			for range 50 {
				if a := w.askUnheld(t, question{path: "/api/v1/manuals/acme.large.json"}); a.body != want {
					t.Errorf("%d: %.20s…", a.StatusCode, a.body)
				}
			}
		})
	}
	readers.Wait()
	w.server.Close() // waits for the handlers
	if n := len(w.handler.sending.copies); n != 0 {
		t.Errorf("%d copies are left over", n)
	}
}
