package api

import (
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// A link with the secret of local work opens what is private, for a session;
// without that there are no such links.
func TestPreview(t *testing.T) {
	w := newPageServer(t, func(o *Options) { o.Dev = &Dev{Preview: "secret"} })
	for _, row := range []struct {
		path     string
		status   int
		location string
	}{
		{"/vault?preview=secret", 303, "/vault"},
		{"/VAULT?x=y&preview=secret", 303, "/vault"},
		{"/press?preview=secret", 303, "/press"},
		{"/vault/-/export?preview=secret", 303, "/vault/-/export"},
		{"/vault?preview=", 404, ""},
		{"/vault?preview=secre", 404, ""},
		{"/vault", 404, ""},
		{"/draft?preview=secret", 404, ""},
		{"/oldvault?preview=secret", 410, ""},
		{"/nobody?preview=secret", 404, ""},
	} {
		a := w.do(t, testRequest{host: onAcme, path: row.path})
		if a.StatusCode != row.status || a.Header.Get("Location") != row.location {
			t.Errorf("%s: %d to %q, want %d to %q", row.path, a.StatusCode, a.Header.Get("Location"), row.status, row.location)
		}
	}
	cookie := cookieOf(t, w.do(t, testRequest{host: onAcme, path: "/vault?preview=secret"}))
	a := w.visit(t, onAcme, "/vault", cookie)
	if a.StatusCode != 200 || !strings.HasPrefix(a.body, "page of man_acme_vault") || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("in the session: %d %q %v", a.StatusCode, a.body, a.Header)
	}
	if a := w.visit(t, onAcme, "/oldvault", cookie); a.StatusCode != 404 {
		t.Errorf("another manual in the session: %d", a.StatusCode)
	}
	if a := w.visit(t, onAcme, "/api/v1/manuals/vault.json", cookie); a.StatusCode != 404 {
		t.Errorf("the document in the session: %d", a.StatusCode)
	}
	plain := newPageServer(t, nil)
	if a := plain.do(t, testRequest{host: onAcme, path: "/vault?preview="}); a.StatusCode != 404 {
		t.Errorf("without local work: %d", a.StatusCode)
	}
	if a := plain.visit(t, onAcme, "/vault", cookie); a.StatusCode != 404 {
		t.Errorf("the session without local work: %d", a.StatusCode)
	}
}

// In local work every page waits for a change, and loads again when one has
// come; elsewhere there is nothing of it.
func TestReload(t *testing.T) {
	w := newPageServer(t, func(o *Options) { o.Dev = &Dev{} })
	script := func(path string) string {
		t.Helper()
		a := w.do(t, testRequest{host: onAcme, path: path, header: map[string]string{"Accept-Encoding": "gzip"}})
		_, rest, ok := strings.Cut(a.body, `<script src="/-/reload.js?`)
		state, _, closed := strings.Cut(rest, `" defer></script>`)
		if !ok || !closed || a.Header.Get("ETag") != "" || a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("Content-Encoding") != "" {
			t.Fatalf("%s: %d %q %v", path, a.StatusCode, a.body, a.Header)
		}
		return state
	}
	state := script("/")
	if other := script("/nobody"); other != state {
		t.Errorf("two states without a change: %q and %q", state, other)
	}
	if a := w.do(t, testRequest{path: "/-/reload.js?" + state}); a.StatusCode != 200 || !strings.Contains(a.body, `"/-/reload" + seen`) || a.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("the script: %d %q", a.StatusCode, a.body)
	}
	waits := func(state string) <-chan int {
		answered := make(chan int, 1)
		go func() { answered <- w.do(t, testRequest{path: "/-/reload?" + state}).StatusCode }()
		return answered
	}
	comes := func(answered <-chan int) {
		t.Helper()
		if status := receive(t, answered); status != 200 {
			t.Errorf("%d", status)
		}
	}
	waiting := waits(state)
	w.update(t, func(tx *db.Tx) error {
		_, err := tx.Put(snapshotOf("acme", "fair", manual.Unlisted))
		return err
	})
	comes(waiting)
	comes(waits(state)) // of a page that was loaded before
	if next := script("/"); next == state {
		t.Errorf("the same state after a change: %q", next)
	}
	plain := newPageServer(t, nil)
	for _, path := range []string{"/-/reload", "/-/reload.js"} {
		if a := plain.do(t, testRequest{path: path}); a.StatusCode != 404 {
			t.Errorf("%s without local work: %d", path, a.StatusCode)
		}
	}
	if a := plain.do(t, testRequest{host: onAcme, path: "/"}); strings.Contains(a.body, "reload") {
		t.Errorf("without local work: %q", a.body)
	}
}

// Servers with a session key of their own choice take each other's sessions,
// and the store makes none.
func TestSessionKeyGiven(t *testing.T) {
	given := func(key string) *testServer {
		return newPageServer(t, func(o *Options) { o.SessionKey = []byte(key) })
	}
	one, two, other := given("a secret"), given("a secret"), given("another")
	// The hash of the password is the manual's, so both have to have the same.
	hash := hashOf(t, password)
	for _, w := range []*testServer{one, two, other} {
		w.update(t, func(tx *db.Tx) error {
			s := snapshotOf("inn", "cellar", manual.Password)
			s.Password = hash
			s.Documents[manual.PageDocument] = documentOf("page of man_inn_cellar.")
			_, err := tx.Put(s)
			return err
		})
	}
	cookie := cookieOf(t, one.do(t, entry(onInn, "/cellar", password)))
	if a := two.visit(t, onInn, "/cellar", cookie); !strings.HasPrefix(a.body, "page of") {
		t.Errorf("on a server with the same key: %d %q", a.StatusCode, a.body)
	}
	if a := other.visit(t, onInn, "/cellar", cookie); strings.HasPrefix(a.body, "page of") {
		t.Error("on a server with another key the session holds")
	}
	if _, made := one.db.Index().SessionKey(); made {
		t.Error("the store has made a key that nobody needs")
	}
}

// Where anyone may know of a host's brand, its errors look like it, whatever
// the path.
func TestErrorsOfAHost(t *testing.T) {
	w := newPageServer(t, nil)
	for _, row := range []struct{ host, path, want string }{
		{onAcme, "/nobody", "<h1>404 Not Found</h1> Acme"},
		{onAcme, "/vault", "<h1>404 Not Found</h1> Acme"},
		{onAcme, "/old", "<h1>410 Gone</h1> Acme"},
		{onDomain, "/nobody", "<h1>404 Not Found</h1> Acme"},
		{onPress, "/nobody", "<h1>404 Not Found</h1> Acme"},
		{onVault, "/", "<h1>404 Not Found</h1>"},
		{onInn, "/keyless", "<h1>404 Not Found</h1>"}, // it has private work alone
		{"hollow." + siteHost, "/", "<h1>404 Not Found</h1>"},
		{onNone, "/", "<h1>404 Not Found</h1>"},
		{onSite, "/nobody", "<h1>404 Not Found</h1>"},
	} {
		if a := w.do(t, testRequest{host: row.host, path: row.path}); a.body != row.want {
			t.Errorf("%s%s: %q, want %q", row.host, row.path, a.body, row.want)
		}
	}
	w.update(t, func(tx *db.Tx) error {
		_, err := tx.Put(snapshotOf("globex", "press", manual.Unlisted))
		return err
	})
	for _, path := range []string{"/nobody", "/plan"} { // its only open manual is unlisted, and not at its root
		if a := w.do(t, testRequest{host: onGlobex, path: path}); a.body != "<h1>404 Not Found</h1>" {
			t.Errorf("%s: %q", path, a.body)
		}
	}
}
