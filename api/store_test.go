package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/db/manual"
)

// What changes in the store holds from the next request on.
func TestUpdatesHoldFromTheNextRequest(t *testing.T) {
	w := newTestServer(t, nil)
	change := func(f func(tx *db.Tx) error) {
		t.Helper()
		if err := w.db.Update(context.Background(), f); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(token string, status int) {
		t.Helper()
		if a := w.doBoth(t, testRequest{path: "/api/v1/manuals/acme.vault.json", token: token}); a.StatusCode != status {
			t.Errorf("%d, want %d", a.StatusCode, status)
		}
	}
	expect("acme", 200)
	revoked := *w.db.Index().Token(sha256.Sum256([]byte(secretOf("acme"))))
	revoked.Revoked = noon
	change(func(tx *db.Tx) error { return tx.PutToken(revoked) })
	expect("acme", 401)
	expect("", 404)
	change(func(tx *db.Tx) error {
		s := snapshotOf("acme", "vault", manual.Public)
		s.Subdomain = "acme-vault"
		_, err := tx.Put(s)
		return err
	})
	expect("", 200)
	expect("acme", 401)
	change(func(tx *db.Tx) error { return tx.Remove("acme", "man_acme_vault") })
	expect("", 404)
}

// A valid token is marked as used, a bad one is not.
func TestTokensAreTouched(t *testing.T) {
	w := newTestServer(t, nil)
	used := func(name string) time.Time {
		return w.db.Index().Token(sha256.Sum256([]byte(secretOf(name)))).LastUsed()
	}
	for _, name := range []string{"acme", "expired"} {
		w.doBoth(t, testRequest{path: "/api/v1/manuals/acme.json", token: name})
	}
	if got := used("acme"); !got.Equal(noon) {
		t.Errorf("the valid token was last used %v, want %v", got, noon)
	}
	if got := used("expired"); !got.IsZero() {
		t.Errorf("the expired token was last used %v, want never", got)
	}
}

// While a manual is replaced again and again and changes between public and
// private, every answer is whole: its tag is its body's, and a body that was
// private is never read without a token.
func TestReadersDuringUpdates(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Rate = ratelimit.Rate{} })
	const updates, readers = 40, 3
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(done)
		for n := range updates {
			v := manual.Public
			if n%2 == 1 {
				v = manual.Private
			}
			s := snapshotOf("acme", "changing", v)
			body := fmt.Sprintf(`{"visibility":%q,"n":%d,"x":%q}`, v, n, strings.Repeat("x", 10_000))
			s.Documents[manual.ManualDocument] = documentOf(body)
			if err := w.db.Update(context.Background(), func(tx *db.Tx) error { _, err := tx.Put(s); return err }); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for r := range readers {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				readChanging(t, w, []string{"identity", "gzip"}[r%2])
			}
		})
	}
	group.Wait()
	if strings.Contains(w.log.String(), "level=ERROR") {
		t.Errorf("log: %s", w.log)
	}
}

func readChanging(t *testing.T, w *testServer, encoding string) {
	t.Helper()
	request := testRequest{path: "/api/v1/manuals/acme.changing.json", header: map[string]string{"Accept-Encoding": encoding}}
	a := w.do(t, request)
	switch a.StatusCode {
	case 404, 503:
		return
	case 200:
	default:
		t.Errorf("%d", a.StatusCode)
	}
	tag := strings.Trim(strings.TrimPrefix(a.Header.Get("ETag"), "W/"), `"`)
	if tag != manual.Fingerprint([]byte(a.body)) {
		t.Errorf("the tag %s is not the body's", tag)
	}
	if strings.HasPrefix(a.body, `{"visibility":"private"`) {
		t.Error("a private body without a token")
	}
}

// A failure is a 500 that says nothing, and the log says why, without the
// token that was sent.
func TestFailuresAreLoggedAndNotTold(t *testing.T) {
	w := newTestServer(t, nil)
	broken := snapshotOf("acme", "broken", manual.Private)
	delete(broken.Documents, manual.StructuredDocument)
	if err := w.db.Update(context.Background(), func(tx *db.Tx) error { _, err := tx.Put(broken); return err }); err != nil {
		t.Fatal(err)
	}
	q := testRequest{path: "/api/v1/manuals/acme.broken/tokens.json?format=2025.10", token: "acme"}
	a := w.doBoth(t, q)
	if a.StatusCode != 500 || strings.Contains(a.body, "document") || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d: %s", a.StatusCode, a.body)
	}
	describesProblem(t, q, a)
	log := w.log.String()
	if !strings.Contains(log, "man_acme_broken") || !strings.Contains(log, "level=ERROR") {
		t.Errorf("the log does not say why: %s", log)
	}
	if strings.Contains(log, "dmt_") {
		t.Errorf("an access token in the log: %s", log)
	}
}

// A document that the disk has changed is a 500, and nothing of it is shown;
// the others are served.
func TestDamagedDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "designmanual.db")
	store, err := db.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Update(context.Background(), fill); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const sound = `{"id":"man_acme_guide"`
	if !bytes.Contains(file, []byte(sound)) {
		t.Fatal("the body does not stand in the file as it is served")
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(file, []byte(sound), []byte(`{"id":"man_acme_guida"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if store, err = db.Open(path); err != nil {
		t.Fatal(err)
	}
	w := serve(t, store, nil)
	for path, status := range map[string]int{"acme.json": 500, "acme.guide.json": 500, "acme/tokens.json": 200, "acme.press.json": 200} {
		for _, method := range []string{"GET", "HEAD"} {
			a := w.doBoth(t, testRequest{method: method, path: "/api/v1/manuals/" + path})
			if a.StatusCode != status || strings.Contains(a.body, "guida") {
				t.Errorf("%s %s: %d, want %d: %s", method, path, a.StatusCode, status, a.body)
			}
		}
	}
	if !strings.Contains(w.log.String(), "man_acme_guide") {
		t.Errorf("the log does not name the manual: %s", w.log)
	}
}

// A panic while judging is a 500 too.
func TestPanics(t *testing.T) {
	w := newTestServer(t, nil)
	for _, h := range []*Handler{w.handler, w.other.handler} {
		h.route("/api/panic", EndpointUnknown, func(*request) (*response, error) { panic("out of hand") })
	}
	a := w.doBoth(t, testRequest{path: "/api/panic"})
	if a.StatusCode != 500 || strings.Contains(a.body, "hand") || a.Header.Get("X-RateLimit-Limit") == "" {
		t.Errorf("%d: %s", a.StatusCode, a.body)
	}
	if log := w.log.String(); !strings.Contains(log, "out of hand") || !strings.Contains(log, "store_test.go") {
		t.Errorf("the log does not say where: %s", log)
	}
}
