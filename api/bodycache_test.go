package api

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// Bodies stay up to a number of bytes, the latest ones used; one that is still
// being sent is shared, whatever has come since; and nothing is left of one
// that nobody has.
func TestBodyCache(t *testing.T) {
	c := newBodyCache(100)
	loads := 0
	get := func(n byte) *body {
		t.Helper()
		b, err := c.get(bodyKey{sum: [32]byte{n}}, func() ([]byte, error) {
			loads++
			return bytes.Repeat([]byte{n}, 25), nil
		})
		if err != nil || b.bytes[0] != n {
			t.Fatalf("%v, %v", b, err)
		}
		return b
	}
	first := get(1)
	for _, n := range []byte{2, 3, 4, 1, 2, 3, 4} {
		get(n)
	}
	if loads != 4 || c.bytes != 100 {
		t.Errorf("%d loads, %d bytes stay", loads, c.bytes)
	}
	get(5) // in place of 1
	get(6)
	if again := get(1); again != first || loads != 6 || c.bytes != 100 {
		t.Errorf("a body that is still being sent is loaded again: %d loads, %d bytes stay", loads, c.bytes)
	}
	runtime.KeepAlive(first)
	if _, err := c.get(bodyKey{sum: [32]byte{9}}, func() ([]byte, error) { return nil, errors.New("no") }); err == nil {
		t.Error("what cannot be loaded is a body")
	}
	large := func() *body {
		b, _ := c.get(bodyKey{sum: [32]byte{7}}, func() ([]byte, error) { return make([]byte, 1000), nil })
		return b
	}
	one := large()
	if large() != one || c.bytes != 100 {
		t.Errorf("a large body is not shared, or stays: %d bytes", c.bytes)
	}
	runtime.KeepAlive(one)
	for end := time.Now().Add(20 * time.Second); c.known() > 4; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("after 20 s, %d bodies are known, and 4 stay", c.known())
		}
	}
}

func (c *bodyCache) known() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.bodies)
}

// Whoever asks for one encoding never gets the other, in whatever order they
// are read. The body is one that gzip makes little of.
func TestEncodingsAreApart(t *testing.T) {
	w := newTestServer(t, nil)
	s := snapshotOf("acme", "large", manual.Public)
	s.Documents[manual.ManualDocument] = documentOf(`{"x":"` + incompressible(200<<10) + `"}`)
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(s); return err })
	want := s.Documents[manual.ManualDocument]
	for _, coding := range []string{"gzip", "identity", "gzip", "gzip", "identity"} {
		a := w.do(t, testRequest{path: "/api/v1/manuals/acme.large.json", header: map[string]string{"Accept-Encoding": coding}})
		sent, said := want.Identity, ""
		if coding == "gzip" {
			sent, said = want.Gzip, "gzip"
		}
		if !bytes.Equal(a.sent, sent) || a.Header.Get("Content-Encoding") != said {
			t.Errorf("%s: %d bytes as %q, want %d", coding, len(a.sent), a.Header.Get("Content-Encoding"), len(sent))
		}
	}
}

// What is private takes the same memory as what there is not, so that it takes
// the same time.
func TestPrivateTakesNoMoreWork(t *testing.T) {
	w := newFileServer(t, nil)
	if _, err := w.db.SessionKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.visit(t, onAcme, "/nothing", "") // what is made once is made
	private := []struct{ host, path string }{
		{onSite, "/api/v1/manuals/acme.vault.json"}, {onSite, "/api/v1/manuals/acme-vault.json"}, {onAcme, "/api/v1/manuals/vault/tokens.json"}, {onSite, "/api/v1/manuals/ACME.vault.json"},
		{onAcme, "/vault"}, {onAcme, "/VAULT"}, {onAcme, "/vault/-/export"}, {onAcme, "/vault/-/export/tokens.css"}, {onAcme, "/vault/-/files.zip"}, {onAcme, at("/vault", "logo.svg", 300)},
		{onVault, "/"}, {onVault, "/VAULT/-/export/tokens.css"}, {onVault, at("/vault", "logo.svg", 300)},
	}
	for _, p := range private {
		for _, field := range []string{"", "Authorization: Bearer " + secretOf("globex"), "Cookie: __Host-dm-0123456789abcdef=" + strings.Repeat("A", 54)} {
			other := strings.NewReplacer("vault", "vaulx", "VAULT", "VAULX")
			unknown, nobody := other.Replace(p.path), other.Replace(p.host)
			allocations := func(host, path string) float64 {
				answer := requester(t, w.handler, host, path, field)
				if status := answer(); status != 404 {
					t.Errorf("%s: %d", path, status)
				}
				return testing.AllocsPerRun(100, func() { answer() })
			}
			if got, want := allocations(p.host, p.path), allocations(nobody, unknown); got != want {
				t.Errorf("%s%s with %.20q: %v allocations, and %v for %s", p.host, p.path, field, got, want, unknown)
			}
		}
	}
}
