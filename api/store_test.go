package api

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

const vault = "/api/v1/manuals/acme.vault.json"

// What changes in the store holds from the next request on. A valid token is
// marked as used, a bad one is not.
func TestUpdatesHoldFromTheNextRequest(t *testing.T) {
	w := newServer(t, nil)
	stored := func(name string) *db.AccessToken { return w.db.Index().Token(sha256.Sum256([]byte(secretOf(name)))) }
	w.check(t, []row{{vault, "token: acme", 200, "", ""}, {vault, "token: expired", 401, "", ""}})
	if used, bad := stored("acme").LastUsed(), stored("expired").LastUsed(); !used.Equal(noon) || !bad.IsZero() {
		t.Errorf("the valid token was last used %v, the expired one %v", used, bad)
	}
	revoked := *stored("acme")
	revoked.Revoked = noon
	w.update(t, func(tx *db.Tx) error { return tx.PutToken(revoked) })
	w.check(t, []row{{vault, "token: acme", 401, "", ""}, {vault, "", 404, "", ""}})
	w.put(t, snapshotOf("acme", "vault", manual.Public, own("acme-vault")))
	w.check(t, []row{{vault, "", 200, "", ""}, {vault, "token: acme", 401, "", ""}})
	w.update(t, func(tx *db.Tx) error { return tx.Remove("acme", "man_acme_vault") })
	w.expect(t, row{vault, "", 404, "", ""})
}

// While a manual is replaced again and again and changes between public and
// private, every answer is whole: its tag is its body's, and a body that was
// private is never read without a token.
func TestReadersDuringUpdates(t *testing.T) {
	w := newServer(t, rates("off", "off"))
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(done)
		for n := range 40 {
			v := []manual.Visibility{manual.Public, manual.Private}[n%2]
			s := snapshotOf("acme", "changing", v)
			s.Documents[manual.ManualDocument] = documentOf(fmt.Sprintf(`{"visibility":%q,"n":%d,"x":%q}`, v, n, strings.Repeat("x", 10_000)))
			w.put(t, s)
		}
	})
	for _, encoding := range []string{"identity", "gzip", "identity"} {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				a := w.send(t, ask("/api/v1/manuals/acme.changing.json", "Accept-Encoding: "+encoding))
				tag := strings.Trim(strings.TrimPrefix(a.Header.Get("ETag"), "W/"), `"`)
				switch {
				case a.StatusCode == 404 || a.StatusCode == 503:
				case a.StatusCode != 200 || tag != manual.Fingerprint([]byte(a.body)) || strings.HasPrefix(a.body, `{"visibility":"private"`):
					t.Errorf("%d, tag %s, %.40s", a.StatusCode, tag, a.body)
				}
			}
		})
	}
	group.Wait()
	if strings.Contains(w.log.String(), "level=ERROR") {
		t.Errorf("log: %s", w.log)
	}
}

// A failure is a 500 that says nothing, and the log says why, without the
// token that was sent. So is a panic, and every error in the table is found
// wherever it is wrapped.
func TestFailuresAreLoggedAndNotTold(t *testing.T) {
	w := newServer(t, nil)
	w.handler.route("/api/panic", EndpointUnknown, func(*request) (*response, error) { panic("out of hand") })
	for i, e := range apiErrors {
		w.handler.route(fmt.Sprint("/api/refused/", i), EndpointUnknown, func(*request) (*response, error) { return nil, fmt.Errorf("wrapped: %w", e) })
	}
	a := w.expect(t, row{"/api/panic", "token: acme", 500, "X-RateLimit-Limit: 2000000", ""})
	if strings.Contains(a.body, "hand") {
		t.Errorf("%s says why", a.body)
	}
	log := w.log.String()
	for _, why := range []string{"level=ERROR", "out of hand", "store_test.go"} {
		if !strings.Contains(log, why) {
			t.Errorf("the log does not say %q: %s", why, log)
		}
	}
	if strings.Contains(log, "dmt_") {
		t.Errorf("an access token in the log: %s", log)
	}
	for i, e := range apiErrors {
		if a := w.send(t, ask(fmt.Sprint("/api/refused/", i), "")); a.StatusCode != e.status || !strings.Contains(a.body, fmt.Sprintf(`"status":%d`, e.status)) {
			t.Errorf("%v: %d %s", e, a.StatusCode, a.body)
		}
	}
}

// A document that the disk has changed is a 500, and nothing of it is shown;
// the others are served.
func TestDamagedDocument(t *testing.T) {
	path := filledStore(t)
	ok(t, damage(path, []byte(`{"id":"man_acme_guide"`), 0))
	w := serve(t, path, nil)
	for path, status := range map[string]int{"acme.json": 500, "acme.guide.json": 500, "acme/tokens.json": 200, "acme.press.json": 200} {
		for _, method := range []string{"GET ", "HEAD "} {
			if a := w.expect(t, row{method + "/api/v1/manuals/" + path, "", status, "", ""}); status == 500 && strings.Contains(a.body, "sections") {
				t.Errorf("%s: %s", path, a.body)
			}
		}
	}
	if !strings.Contains(w.log.String(), "man_acme_guide") {
		t.Errorf("the log does not name the manual: %s", w.log)
	}
}

// Bodies stay up to a number of bytes, the latest ones used; one that is still
// being sent is shared, whatever has come since; and nothing is left of one
// that nobody has.
func TestBodyCache(t *testing.T) {
	c := newBodyCache(100)
	loads := 0
	get := func(n byte, size int) *body {
		return must(c.get(bodyKey{sum: [32]byte{n}}, func() ([]byte, error) {
			loads++
			return bytes.Repeat([]byte{n}, size), nil
		}))
	}
	first := get(1, 25)
	for _, n := range []byte{2, 3, 4, 1, 2, 3, 4, 5, 6} { // the last two in place of 1 and 2
		if b := get(n, 25); b.bytes[0] != n {
			t.Errorf("%d is %v", n, b)
		}
	}
	if again := get(1, 25); again != first || loads != 6 || c.bytes != 100 {
		t.Errorf("a body that is still being sent is loaded again: %d loads, %d bytes stay", loads, c.bytes)
	}
	large := get(7, 1000)
	if get(7, 1000) != large || c.bytes != 100 {
		t.Errorf("a large body is not shared, or stays: %d bytes", c.bytes)
	}
	runtime.KeepAlive(large)
	if _, err := c.get(bodyKey{sum: [32]byte{9}}, func() ([]byte, error) { return nil, errors.New("no") }); err == nil {
		t.Error("what cannot be loaded is a body")
	}
	known := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.bodies)
	}
	for end := time.Now().Add(20 * time.Second); known() > 4; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("after 20 s, %d bodies are known, and 4 stay", known())
		}
	}
}

// Over HTTP/2 the answers are the same; it has names in lower case and no
// Connection (RFC 9113, section 8.2). A body that is left unread ends its
// stream there, and not the connection.
func TestHTTP2(t *testing.T) {
	over2 := newServer(t, nil).overHTTP2(t)
	for _, r := range []row{
		{guide, "", 200, "-Connection", `{"id":"man_acme_guide"`},
		{vault, "token: acme", 200, "-Connection", ""},
		{guide, "If-None-Match: *", 304, "-Connection", ""},
		{"/api/v1/manuals/nobody.json", "", 404, "-Connection", ""},
		{guide, "body: x", 413, "-Connection", ""},
	} {
		if a := over2.expect(t, r); a.ProtoMajor != 2 {
			t.Errorf("%s: %s", r.request, a.Proto)
		}
	}
	for _, path := range []string{guide, "/healthz", guide, "/healthz"} {
		reused := false
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }})
		response := must(over2.client.Do(must(http.NewRequestWithContext(ctx, http.MethodGet, over2.url+path, strings.NewReader(strings.Repeat("x", 300_000))))))
		must(io.ReadAll(response.Body))
		response.Body.Close()
		if !reused {
			t.Errorf("%s is on another connection", path)
		}
	}
}

// A store that nobody has given a site or a brand answers like any other.
func TestEmptyStore(t *testing.T) {
	store := must(db.Open(filepath.Join(t.TempDir(), "designmanual.db")))
	defer store.Close()
	h := New(store, Options{Pages: plainPages()})
	h.SetReady(true)
	for path, want := range map[string]int{guide: 404, "/api/v1/openapi.json": 200, "/healthz": 200, "/readyz": 200, "/": 200, "/nothing": 404} {
		answer := httptest.NewRecorder()
		if h.ServeHTTP(answer, httptest.NewRequest("GET", path, nil)); answer.Code != want {
			t.Errorf("%s: %d, want %d", path, answer.Code, want)
		}
	}
}
