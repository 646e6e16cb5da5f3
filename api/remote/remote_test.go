package remote

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const document = `{"id":"m1","slug":"guide","title":"Guide","url":"http://acme.example","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[]}`

// The token is only sent to the host that the user has named, not to the target of a
// redirect or the host of documents that a page links to. Files are only read from the
// named host.
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
		if r.URL.Path == "/brand" {
			_, _ = fmt.Fprintf(w, `<link rel="alternate" href="%s/api/v1/manuals/linked.json">`, other.URL)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/v1/manuals/127.") || r.URL.Path == "/api/v1/manuals/brand.json" {
			http.NotFound(w, r)
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
	if _, err := s.File(t.Context(), named.URL+"/logo.svg", 1<<20); err != nil {
		t.Fatal(err)
	}
	for _, foreign := range []string{other.URL + "/logo.svg", named.URL + "/moved.svg"} {
		if _, err := s.File(t.Context(), foreign, 1<<20); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", foreign, err)
		}
	}
	if _, err := s.File(t.Context(), "http://acme.example/-/files/0123456789abcdef/logo.svg", 1<<20); err != nil { // below the manual's address
		t.Fatal(err)
	}
	linked, err := client.Find(t.Context(), strings.Replace(named.URL, "http://", "http://user:password@", 1)+"/brand")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(fmt.Sprint(linked.Base), "password") {
		t.Errorf("base %v", linked.Base)
	}
	want := []string{
		`named /api/v1/manuals/acme.json "Bearer dmt_secret"`,
		`named /api/v1/manuals/moved.json "Bearer dmt_secret"`, `other /api/v1/manuals/acme.json ""`,
		`named /logo.svg "Bearer dmt_secret"`, `named /moved.svg "Bearer dmt_secret"`, `named /-/files/0123456789abcdef/logo.svg "Bearer dmt_secret"`,
		`named /api/v1/manuals/127.brand.json "Bearer dmt_secret"`, `named /api/v1/manuals/brand.json "Bearer dmt_secret"`, `named /brand "Bearer dmt_secret"`,
		`other /api/v1/manuals/linked.json ""`,
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
	const others = `<a href="/api/v1/manuals/acme.guide.json">1</a> <a href="/api/v1/manuals/acme.guide/tokens.json">2</a>`
	answer("/list", "text/html", others+` <a href="/api/v1/manuals/press.json">3</a>`)
	answer("/naming", "text/html", `<link rel="alternate" href="/api/v1/manuals/press.json"> `+others)
	answer("/one", "text/html", others)
	redirects := 0
	mux.HandleFunc("GET /api/v1/manuals/loop.json", func(w http.ResponseWriter, r *http.Request) {
		if redirects++; redirects > 50 {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, document)
			return
		}
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	for path, want := range map[string]string{
		"": "127", "/": "127", "/press": "press", "/press/-/export": "press",
		"/api/v1/manuals/press.json": "press", "/api/v1/manuals/press/tokens.json?format=2025.10": "press",
		"/linked/page": "acme.guide", "/v/1/api/v1/manuals/a.json": "a", "/brand": "acme.guide", "/list": "", "/naming": "press", "/one": "acme.guide", "/nothing": "", "/api/v1/manuals/none.json": "", "/api/v1/manuals/wrong.json": "",
		"/api/v1/manuals/loop.json": "",
	} {
		s, err := New("").Find(t.Context(), server.URL+path)
		if want == "" && err == nil || want != "" && (err != nil || s.Slug != want) {
			t.Errorf("%q: %+v, %v, want %q", path, s, err, want)
		}
		if path == "/nothing" {
			_, err = New("").Find(t.Context(), strings.Replace(server.URL, "http://", "http://user:password@", 1)+path)
			if strings.Contains(fmt.Sprint(err), "password") {
				t.Errorf("the error shows a password: %v", err)
			}
		}
		if (path == "/nothing" || path == "/api/v1/manuals/none.json") && !errors.Is(err, ErrNotFound) {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// Once access has ended, reading fails, and so it does while the service fails.
func TestReadAfterAccess(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, document)
	}))
	defer server.Close()
	client := New("dmt_secret")
	s, err := client.Find(t.Context(), server.URL+"/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tokens(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		status int
		want   string
	}{
		{http.StatusNotFound, "there is no manual, or it needs an access token"},
		{http.StatusUnauthorized, "the access token in DESIGNMANUAL_TOKEN is not valid there"},
		{http.StatusGone, "the manual is past its end date"},
		{http.StatusServiceUnavailable, "503 Service Unavailable"},
	} {
		status = row.status
		if _, err := client.Find(t.Context(), s.Address()); err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "dmt_") {
			t.Errorf("%d: %v", status, err)
		}
		if _, err := s.Tokens(t.Context()); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%d: the tokens, %v", status, err)
		}
	}
}
