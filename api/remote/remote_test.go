package remote

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

const document = `{"id":"m1","slug":"guide","title":"Guide","url":"http://acme.example","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[]}`

// The token is only sent to the host that the user has named, not to the target of a
// redirect. Files are only read from that host.
func TestTokenHost(t *testing.T) {
	var sent []string
	note := func(name string, do http.HandlerFunc) *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent = append(sent, fmt.Sprintf("%s %s %q", name, r.URL.Path, r.Header.Get("Authorization")))
			do(w, r)
		}))
		t.Cleanup(server.Close)
		return server
	}
	answer := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, document)
	}
	other := note("other", answer)
	named := note("named", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/manuals/moved.json" || r.URL.Path == "/moved.svg" {
			http.Redirect(w, r, other.URL+"/api/v1/manuals/acme.json", http.StatusFound)
			return
		}
		answer(w, r)
	})
	client := New("dmt_secret")
	s, err := client.Find(t.Context(), named.URL+"/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Find(t.Context(), named.URL+"/api/v1/manuals/moved.json"); err != nil {
		t.Fatal(err)
	}
	file, err := s.File(t.Context(), named.URL+"/logo.svg")
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	for _, foreign := range []string{other.URL + "/logo.svg", named.URL + "/moved.svg"} {
		if _, err := s.File(t.Context(), foreign); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", foreign, err)
		}
	}
	hosted, err := s.File(t.Context(), "http://acme.example/-/files/0123456789abcdef/logo.svg") // below the manual's address
	if err != nil {
		t.Fatal(err)
	}
	hosted.Close()
	want := []string{
		`named /api/v1/manuals/acme.json "Bearer dmt_secret"`,
		`named /api/v1/manuals/moved.json "Bearer dmt_secret"`, `other /api/v1/manuals/acme.json ""`,
		`named /logo.svg "Bearer dmt_secret"`, `named /moved.svg "Bearer dmt_secret"`, `named /-/files/0123456789abcdef/logo.svg "Bearer dmt_secret"`,
	}
	if fmt.Sprint(sent) != fmt.Sprint(want) {
		t.Errorf("sent %q\nwant %q", sent, want)
	}
}

// A manual is found by the address of a document or a page. Other addresses are an
// error.
func TestFind(t *testing.T) {
	mux := http.NewServeMux()
	answer := func(path, kind, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, body)
		})
	}
	answer("/api/v1/manuals/127.json", "application/json", document)
	answer("/api/v1/manuals/press.json", "application/json", document)
	answer("/api/v1/manuals/wrong.json", "application/json", `{"id":7}`)
	answer("/linked/page", "text/html", `<link rel="alternate" href="/api/v1/manuals/acme.guide/tokens.json">`)
	answer("/api/v1/manuals/acme.guide.json", "application/json", document)
	answer("/v/1/api/v1/manuals/a.json", "application/json", document)
	answer("/brand", "text/html", `<link rel="alternate" href="/brand/api/v1/manuals/acme.guide/tokens.json">`)
	answer("/brand/api/v1/manuals/acme.guide.json", "application/json", document)
	answer("/nothing", "text/html", `<p>Nothing</p>`)
	server := httptest.NewServer(mux)
	defer server.Close()
	for path, want := range map[string]string{
		"": "127", "/": "127", "/press": "press", "/press/-/export": "press",
		"/api/v1/manuals/press.json": "press", "/api/v1/manuals/press/tokens.json?format=2025.10": "press",
		"/linked/page": "acme.guide", "/v/1/api/v1/manuals/a.json": "a", "/brand": "acme.guide", "/nothing": "", "/api/v1/manuals/none.json": "", "/api/v1/manuals/wrong.json": "",
	} {
		s, err := New("").Find(t.Context(), server.URL+path)
		if want == "" && err == nil || want != "" && (err != nil || s.Slug != want) {
			t.Errorf("%q: %+v, %v, want %q", path, s, err, want)
		}
		if (path == "/nothing" || path == "/api/v1/manuals/none.json") && !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// Read sends the entity tag of the cached document and notices a change.
func TestReadRevalidates(t *testing.T) {
	body, tags, served := document, []string(nil), 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tags = append(tags, r.Header.Get("If-None-Match"))
		tag := fmt.Sprintf(`"%d"`, len(body))
		w.Header().Set("ETag", tag)
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		served++
		_, _ = io.WriteString(w, body)
	}))
	defer server.Close()
	s, err := New("").Find(t.Context(), server.URL+"/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	first, err := s.Read(t.Context())
	if err != nil || served != 1 || len(tags) != 2 || tags[1] == "" {
		t.Errorf("%v, %d served, tags %q", err, served, tags)
	}
	body += " "
	second, err := s.Read(t.Context())
	if err != nil || served != 2 || first == second {
		t.Errorf("%v, %d served", err, served)
	}
}
