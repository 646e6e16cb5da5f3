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

// All who are sent a body are sent one copy of it, which is kept for who asks
// next.
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
	if &first.body[0] != &second.body[0] {
		t.Error("a large body is copied twice")
	}
	if &small.body[0] == &other.body[0] {
		t.Error("two readers share the memory of a small body, which is used anew after either")
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
	if again := take("acme.large", ""); &again.body[0] != &third.body[0] {
		t.Error("a body that was asked for lately is copied again")
	} else {
		h.release(again)
	}
	leftOver(t, h, 2)
}

// leftOver fails where more copies of large bodies are held than that, or one
// that is not in its place and nobody is sent.
func leftOver(t *testing.T, h *Handler, most int) {
	t.Helper()
	s := &h.sending
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.copies); n > most {
		t.Errorf("%d copies are left over, want at most %d", n, most)
	}
	for key, c := range s.copies {
		if c.readers != 1 || s.kept[key%uint64(len(s.kept))] != c {
			t.Errorf("a copy of %d bytes is held for %d readers that are none", len(c.bytes), c.readers)
		}
	}
}

// Large bodies that share a place take it from one another: the last one is
// kept, one that was being sent meanwhile is let go of by its last reader, and
// a body that is too large has no place.
func TestLargeBodiesShareAPlace(t *testing.T) {
	var s sending
	of := func(n byte) *bodyCopy {
		c := &bodyCopy{bytes: []byte{n}}
		c.fingerprint[1] = n // one place for all
		return c
	}
	keep := func(made *bodyCopy) (unused *bodyCopy) {
		t.Helper()
		sent, unused := s.keep(made)
		if sent != made {
			t.Errorf("%d is sent in place of %d", sent.bytes, made.bytes)
		}
		return unused
	}
	one, two, three := of(1), of(2), of(3)
	if keep(one) != nil || s.leave(one) || s.join(one.fingerprint, false) != one || s.leave(one) {
		t.Error("a copy is not kept after its last reader")
	}
	if keep(two) != one || s.join(one.fingerprint, false) != nil {
		t.Error("a copy that has lost its place is not used again")
	}
	if keep(three) != nil || !s.leave(two) || s.leave(three) {
		t.Error("a copy that has lost its place is not let go of by its last reader")
	}
	large := of(4)
	large.bytes = make([]byte, maxPooled+1)
	if keep(large) != nil || s.join(large.fingerprint, false) != large || s.leave(large) || !s.leave(large) {
		t.Error("a copy that is too large is kept")
	}
	if len(s.copies) != 1 || s.copies[three.key()] != three {
		t.Errorf("%d copies are left over", len(s.copies))
	}
}

// The first reader of a record has it read from the store, which verifies it,
// whatever copies there are.
func TestFirstReaderVerifies(t *testing.T) {
	w := newWorld(t, nil)
	s := largeOf("a")
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(s); return err })
	body := s.Documents[manual.ManualDocument].Identity
	w.handler.sending.keep(&bodyCopy{fingerprint: sha256.Sum256(body), bytes: body})
	verified := func() bool {
		info, _ := w.db.Index().Lookup("acme.large").Document(manual.ManualDocument)
		return info.Verified
	}
	if verified() {
		t.Error("verified before anyone has read it")
	}
	a := w.askUnheld(t, question{path: "/api/v1/manuals/acme.large.json"})
	if a.body != string(body) || !verified() {
		t.Errorf("%d: %.20s…, verified: %t", a.StatusCode, a.body, verified())
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
	w.stop()
	leftOver(t, w.handler, 1)
}
