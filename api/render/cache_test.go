package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// inherited is a brand whose second manual has no typefaces of its own.
const inherited = `{"brand":{"slug":"acme","name":"Acme"},"manuals":[
	{"id":"first","slug":"guide","primary":true,"title":"Guide",%s,"sections":[{"title":"Type","blocks":[
		{"type":"TYPOGRAPHY","content":{"fonts":[{"usage":"body","family":"Quillon Sans"}]}}]}]},
	{"id":"second","slug":"crew","title":"Crew","visibility":"public","sections":[{"title":"People","blocks":[
		{"type":"TEXT","content":{"html":"<p>Hello</p>"}}]}]}]}`

// importFile imports a seed file into a store.
func importFile(t *testing.T, store *db.DB, file string) {
	t.Helper()
	source := seed.Source{Name: "acme.json", Data: []byte(file)}
	if _, err := seed.Import(t.Context(), store, []seed.Source{source}, seed.Options{}); err != nil {
		t.Fatal(err)
	}
}

func newStore(t *testing.T, file string) *db.DB {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	importFile(t, store, file)
	return store
}

// A manual inherits its look only from a primary manual that everybody may read, at any time, and so
// does a draft of that one.
func TestInheritsFromOpenManuals(t *testing.T) {
	for head, inherits := range map[string]bool{
		`"visibility":"public"`:                                    true,
		`"visibility":"unlisted"`:                                  true,
		`"visibility":"private"`:                                   false,
		`"visibility":"public","published":false`:                  false,
		`"visibility":"public","expiresAt":"2999-01-01T00:00:00Z"`: false,
		`"visibility":"password","password":"$2a$12$AWTXpQuCq/AVmO/IMWZtl.1aCe6u2r2j6GIj650zv9r7gu9EkqgTm"`: false,
	} {
		store := newStore(t, fmt.Sprintf(inherited, head))
		ix := store.Index()
		page, err := Document(store, ix, ix.Manual("second"), manual.PageDocument)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(page, []byte("Quillon Sans")) != inherits {
			t.Errorf("%s: inherits: %t, want %t", head, !inherits, inherits)
		}
		first := ix.Manual("first")
		draft := &manual.Manual{ID: "first", Slug: "guide", Title: "Guide, second edition", Visibility: first.Visibility}
		v, err := NewView(ix, first, draft, true)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(renderers[manual.PageDocument](v), []byte("Quillon Sans")) != inherits {
			t.Errorf("%s: the draft inherits: %t, want %t", head, !inherits, inherits)
		}
	}
}

// counted makes the renderer of the style sheet count its draws, and run what a test gives it.
func counted(t *testing.T) (draws *int, during *func()) {
	before := renderers[manual.CSSDocument]
	t.Cleanup(func() { renderers[manual.CSSDocument] = before })
	draws, during = new(int), new(func())
	*during = func() {}
	renderers[manual.CSSDocument] = func(v *View) []byte {
		*draws++
		(*during)()
		return before(v)
	}
	return draws, during
}

// What was drawn stays, its tag also without its bytes, until something that is published changes;
// an access token is no such thing.
func TestDrawnStays(t *testing.T) {
	draws, _ := counted(t)
	store := newStore(t, fmt.Sprintf(inherited, `"visibility":"public"`))
	cache := NewCache(store, slog.New(slog.DiscardHandler), true)
	sum := func() [32]byte {
		t.Helper()
		ix := store.Index()
		sum, err := cache.Hash(t.Context(), ix, ix.Manual("first"), manual.CSSDocument)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := sum()
	for i := range 5 {
		cache.keep(store.Index(), documentKey{manualID: fmt.Sprint(i)}, make([]byte, maxCached/4))
	}
	ix := store.Index()
	if cache.find(ix, documentKey{manualID: "first", kind: manual.CSSDocument, gzip: true}) != nil {
		t.Fatal("the cache keeps more bytes than it may")
	}
	if sum() != first || *draws != 1 {
		t.Errorf("drawn %d times for its tag, after its bytes were dropped", *draws)
	}
	if _, err := cache.Body(t.Context(), ix, ix.Manual("first"), manual.CSSDocument, true); err != nil || *draws != 2 {
		t.Errorf("the bytes are drawn %d times, %v", *draws, err)
	}
	token := func(tx *db.Tx) error {
		return tx.PutAccessToken(db.AccessToken{ID: "tok_a", Brand: "acme", Name: "build", Created: time.Now(), Expires: time.Now().Add(time.Hour)})
	}
	if err := store.Update(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if sum() != first || *draws != 2 {
		t.Errorf("drawn %d times, after an access token was made", *draws)
	}
	importFile(t, store, strings.Replace(fmt.Sprintf(inherited, `"visibility":"public"`), `"Acme"`, `"Acme Ltd"`, 1))
	if sum(); *draws != 3 {
		t.Errorf("drawn %d times, after the brand has another name", *draws)
	}
}

// A document is drawn once however many ask, also while the two documents of the API are answered, and a
// reader who leaves cancels no draw. A panic of a
// renderer is an error for those who ask, stands in the log with the manual's name, and is not kept.
func TestDrawing(t *testing.T) {
	draws, during := counted(t)
	store := newStore(t, fmt.Sprintf(inherited, `"visibility":"public"`))
	var log bytes.Buffer
	cache := NewCache(store, slog.New(slog.NewTextHandler(&log, nil)), true)
	ix := store.Index()
	body := func(ctx context.Context) error {
		_, err := cache.Body(ctx, ix, ix.Manual("first"), manual.CSSDocument, true)
		return err
	}
	*during = func() { panic("no ink") }
	if err := body(t.Context()); err == nil || !strings.Contains(log.String(), "manual=acme ") || !strings.Contains(log.String(), "no ink") {
		t.Errorf("a panic: %v\nlog: %s", err, &log)
	}

	begun, end := make(chan bool), make(chan bool)
	*during = func() { begun <- true; <-end }
	leaving, leave := context.WithCancelCause(t.Context())
	gone, left := errors.New("the reader has left"), make(chan error)
	go func() { left <- body(leaving) }()
	<-begun
	stays := make(chan error)
	for range 3 {
		go func() { stays <- body(t.Context()) }()
	}
	if _, err := cache.Body(t.Context(), ix, ix.Manual("first"), manual.ManualDocument, false); err != nil { // a draw does not hold it up
		t.Error(err)
	}
	leave(gone)
	if err := <-left; !errors.Is(err, gone) {
		t.Errorf("a reader who leaves: %v", err)
	}
	close(end)
	for range 3 {
		if err := <-stays; err != nil {
			t.Errorf("a reader who stays: %v", err)
		}
	}
	if *draws != 2 {
		t.Errorf("drawn %d times, want once after the panic", *draws)
	}
}
