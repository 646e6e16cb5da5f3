package db

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// begun opens a store with one manual and begins an update of it, up to the
// moment of the commit.
func begun(t *testing.T) (d *DB, tx *Tx, next *Index) {
	t.Helper()
	return begunWith(t, "before", "after")
}

// opened opens a store with one manual, whose documents say text.
func opened(t *testing.T, text string) *DB {
	t.Helper()
	d, err := Open(filepath.Join(t.TempDir(), "manuals.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if err := d.Update(t.Context(), putGuide(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

// begunWith is begun for documents that say before and are to say after.
func begunWith(t *testing.T, before, after string) (d *DB, tx *Tx, next *Index) {
	t.Helper()
	d = opened(t, before)
	s := d.store.Load()
	b, err := s.begin(true)
	if err != nil {
		t.Fatal(err)
	}
	tx = newTx(b, s.pages, d.Index())
	if err := errors.Join(tx.readRoot(), putGuide(after)(tx)); err != nil {
		t.Fatal(err)
	}
	if next, err = tx.finish(); err != nil {
		t.Fatal(err)
	}
	return d, tx, next
}

// putGuide returns an update that puts a manual whose documents say text.
func putGuide(text string) func(tx *Tx) error { return put("guide", text) }

// putOther is putGuide for another manual of the brand.
func putOther(text string) func(tx *Tx) error { return put("other", text) }

func put(slug, text string) func(tx *Tx) error {
	return func(tx *Tx) error {
		if err := tx.PutBrand(manual.Brand{Slug: "acme"}); err != nil {
			return err
		}
		body := []byte(strings.Repeat(text, 100))
		document := manual.Document{ETag: manual.Fingerprint(body), Identity: body, Gzip: []byte("compressed " + text)}
		_, err := tx.Put(&manual.Snapshot{
			Brand:   "acme",
			Manual:  manual.Manual{ID: "man_" + slug, Slug: slug, Title: slug, Visibility: manual.Public},
			Primary: slug == "guide", Published: true,
			Documents: map[manual.DocumentKind]manual.Document{manual.ManualDocument: document, manual.TokensDocument: document},
		})
		return err
	}
}

func (d *DB) body(t *testing.T, kind manual.DocumentKind) (string, error) {
	ix := d.Index()
	body, err := d.Read(t.Context(), ix, ix.Entry("man_guide"), kind, false)
	return string(body), err
}

// TestCommitThatHappened has a commit fail that has reached the file: the
// store goes on from what it finds there.
func TestCommitThatHappened(t *testing.T) {
	d, tx, next := begun(t)
	if err := tx.bolt.Commit(); err != nil {
		t.Fatal(err)
	}
	err := d.fly(func() error { return d.commit(d.store.Load(), tx, next) }) // a second one fails
	if err == nil || !strings.Contains(err.Error(), "the state after the change") {
		t.Errorf("error %v", err)
	}
	if body, err := d.body(t, manual.TokensDocument); err != nil || !strings.HasPrefix(body, "after") {
		t.Errorf("read %.10s, %v", body, err)
	}
	if _, err := Open(d.path); !errors.Is(err, ErrLocked) {
		t.Errorf("the lock: %v", err)
	}
	if err := d.Update(t.Context(), putGuide("later")); err != nil {
		t.Error(err)
	}
}

// TestReadBackFindsDamage damages a document between the commit and its
// read-back: the rest of the new state is served.
func TestReadBackFindsDamage(t *testing.T) {
	d, tx, next := begun(t)
	if err := tx.bolt.Commit(); err != nil {
		t.Fatal(err)
	}
	spoil(t, d.path, next.Entry("man_guide").row.document(manual.TokensDocument).mark)
	err := d.store.Load().readBack(tx, next)
	if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "acme/man_guide: tokens") {
		t.Errorf("error %v", err)
	}
	d.index.Store(next)
	if body, err := d.body(t, manual.ManualDocument); err != nil || !strings.HasPrefix(body, "after") {
		t.Errorf("read %.10s, %v", body, err)
	}
	if body, err := d.body(t, manual.TokensDocument); !errors.Is(err, ErrDamaged) {
		t.Errorf("read %.10s, %v", body, err)
	}
}

// spoil flips a byte of the payload of the record with that mark.
func spoil(t *testing.T, path string, of mark) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	envelope := append([]byte{envelopeVersion}, of[:]...)
	at := bytes.Index(all, envelope) + len(envelope) + 100
	if _, err := file.WriteAt([]byte{all[at] ^ 1}, int64(at)); err != nil {
		t.Fatal(err)
	}
}

// TestReaderBetweenCommitAndSwap reads while an update is committed and not
// yet in the index: what was read before is read from where it was found, which
// nobody has written over; who has to look for the record waits for the swap.
func TestReaderBetweenCommitAndSwap(t *testing.T) {
	d, tx, next := begun(t)
	ix := d.Index()
	old := func(when string) {
		t.Helper()
		if body, err := d.body(t, manual.TokensDocument); err != nil || !strings.HasPrefix(body, "before") {
			t.Errorf("%s: read %.10s, %v", when, body, err)
		}
	}
	old("before the commit")
	read := make(chan error, 1)
	err := d.fly(func() error {
		if err := tx.bolt.Commit(); err != nil {
			return err
		}
		old("after the commit")
		go func() {
			_, err := d.Read(t.Context(), ix, ix.Entry("man_guide"), manual.ManualDocument, false)
			read <- err
		}()
		d.index.Store(next)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-read; !errors.Is(err, ErrReplaced) {
		t.Errorf("after the swap: %v, want %v", err, ErrReplaced)
	}
	if body, err := d.body(t, manual.TokensDocument); err != nil || !strings.HasPrefix(body, "after") {
		t.Errorf("judged again: read %.10s, %v", body, err)
	}
}

// TestFound reads records from where they were found before, while the store
// changes around them and while they change themselves.
func TestFound(t *testing.T) {
	long := func(text string) string { return strings.Repeat(text+" ", 100) }
	d, tx, next := begunWith(t, long("before"), long("after"))
	read := func(want string) *document {
		t.Helper()
		if body, err := d.body(t, manual.TokensDocument); err != nil || !strings.HasPrefix(body, want) {
			t.Errorf("read %.10q, %v, want %s", body, err, want)
		}
		return d.Index().Entry("man_guide").row.document(manual.TokensDocument)
	}
	for range 2 {
		if doc := read("before"); doc.offset() == 0 || doc.state() != verified {
			t.Errorf("it is not known where the record lies: state %d", doc.state())
		}
	}
	ix := d.Index()
	err := d.fly(func() error {
		if err := tx.bolt.Commit(); err != nil {
			return err
		}
		read("before") // without waiting for the swap
		d.index.Store(next)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(t.Context(), ix, ix.Entry("man_guide"), manual.TokensDocument, false); !errors.Is(err, ErrReplaced) {
		t.Errorf("by the index of before: %v, want %v", err, ErrReplaced)
	}
	at := read("after").offset()
	for i := range 20 { // another manual of the brand comes and goes on the pages that get free
		if err := d.Update(t.Context(), putOther(strings.Repeat("other ", 100*i))); err != nil {
			t.Fatal(err)
		}
		if doc := read("after"); doc.offset() != at {
			t.Errorf("after update %d the record lies at %d, not %d", i, doc.offset(), at)
		}
	}
	if err := d.fly(d.reload); err != nil {
		t.Fatal(err)
	}
	if doc := d.Index().Entry("man_guide").row.document(manual.TokensDocument); doc.offset() != 0 {
		t.Error("a store opened again knows where a record lies that it has not read")
	}
	read("after")
	if err := d.Update(t.Context(), putGuide("x")); err != nil {
		t.Fatal(err)
	}
	if doc := read("x"); doc.offset() != 0 {
		t.Errorf("a record in a page of its brand's is looked for at %d", doc.offset())
	}
}

// While writes are refused, last uses are not written either; Close does that
// once the file could be opened again.
func TestLastUsesWhileRefused(t *testing.T) {
	d, err := Open(filepath.Join(t.TempDir(), "manuals.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Update(t.Context(), func(tx *Tx) error {
		return errors.Join(tx.PutBrand(manual.Brand{Slug: "acme"}), tx.PutToken(AccessToken{ID: "tok_a", Brand: "acme", Name: "a", Sum: sum{1}}))
	})
	if err != nil {
		t.Fatal(err)
	}
	before := d.Index().root
	for token := range d.Index().Tokens() {
		d.Touch(token, time.Unix(2_000_000_000, 0))
	}
	d.refused = ErrRefused
	if d.flushUsage(t.Context()); d.Index().root != before {
		t.Error("last uses were written while writes are refused")
	}
	d.refused = nil
	if d.flushUsage(t.Context()); d.Index().root == before {
		t.Error("last uses were not written once writes are taken again")
	}
}

// Where a record lies in a state that is committed and not yet that of the
// index is not noted: a reader whose transaction is older would look there
// without holding the page.
func TestPlaceOfTheNextState(t *testing.T) {
	d, tx, next := begunWith(t, strings.Repeat("same ", 100), strings.Repeat("same ", 100))
	if next != nil {
		t.Fatal("the update changes something")
	}
	// The record moves, and is the same.
	b, err := tx.snapshot("acme", "man_guide")
	if err != nil {
		t.Fatal(err)
	}
	kind := []byte(manual.TokensDocument)
	value := bytes.Clone(b.Get(kind))
	if err := errors.Join(b.Delete(kind), b.Put(kind, value)); err != nil {
		t.Fatal(err)
	}
	ix := d.Index()
	e := ix.Entry("man_guide")
	doc := e.row.document(manual.TokensDocument)
	read := func() {
		t.Helper()
		if body, err := d.Read(t.Context(), ix, e, manual.TokensDocument, false); err != nil || !strings.HasPrefix(string(body), "same ") {
			t.Errorf("read %.10q, %v", body, err)
		}
	}
	err = d.fly(func() error {
		if err := tx.bolt.Commit(); err != nil {
			return err
		}
		for range 2 {
			if read(); doc.offset() != 0 || doc.state() != verified {
				t.Errorf("before the swap it is known to lie at %d, state %d", doc.offset(), doc.state())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read(); doc.offset() == 0 {
		t.Error("after the swap it is not known where the record lies")
	}
}

// A record that is not where it was found is looked for.
func TestFoundElsewhere(t *testing.T) {
	d := opened(t, strings.Repeat("before ", 100))
	ix := d.Index()
	e := ix.Entry("man_guide")
	doc, at := e.row.document(manual.TokensDocument), uint64(0)
	for range 2 {
		for gzip, want := range map[bool]string{false: "before ", true: "compressed before "} {
			body, err := d.Read(t.Context(), ix, e, manual.TokensDocument, gzip)
			if err != nil || !strings.HasPrefix(string(body), want) {
				t.Errorf("gzip %t: read %.10q, %v", gzip, body, err)
			}
			if at = max(at, doc.offset()); doc.offset() != at || doc.state() != verified {
				t.Errorf("gzip %t: it is now known to lie at %d, not %d, state %d", gzip, doc.offset(), at, doc.state())
			}
			doc.learn(verified, 4096)
		}
	}
}
