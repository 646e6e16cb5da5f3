package api

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// A body of several pieces comes whole, and of one length, with every
// encoding.
func TestLargeBody(t *testing.T) {
	w := newTestServer(t, nil)
	large := snapshotOf("acme", "large", manual.Public)
	body := `{"x":"` + strings.Repeat("0123456789abcdef", 1<<15) + `"}`
	large.Documents[manual.ManualDocument] = documentOf(body)
	if err := w.db.Update(context.Background(), func(tx *db.Tx) error { _, err := tx.Put(large); return err }); err != nil {
		t.Fatal(err)
	}
	for _, encoding := range []string{"identity", "gzip"} {
		a := w.do(t, testRequest{path: "/api/v1/manuals/acme.large.json", header: map[string]string{"Accept-Encoding": encoding}})
		if a.body != body || a.ContentLength != int64(len(a.sent)) {
			t.Errorf("%s: %d bytes, Content-Length %d", encoding, len(a.sent), a.ContentLength)
		}
	}
}

// http2Server starts a server of the store over HTTP/2.
func (w *testServer) http2Server(t *testing.T) *httptest.Server {
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = w.handler
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// Over HTTP/2 the answers are the same; it has names in lower case and no
// Connection (RFC 9113, section 8.2).
func TestHTTP2(t *testing.T) {
	w := newTestServer(t, nil)
	server := w.http2Server(t)
	w.url, w.client, w.other = server.URL, server.Client(), nil
	for _, row := range []struct {
		q      testRequest
		status int
	}{
		{testRequest{path: "/api/v1/manuals/acme.json"}, 200},
		{testRequest{path: "/api/v1/manuals/acme.vault.json", token: "acme"}, 200},
		{testRequest{path: "/api/v1/manuals/acme.json", header: map[string]string{"If-None-Match": "*"}}, 304},
		{testRequest{path: "/api/v1/manuals/nobody.json"}, 404},
		{testRequest{path: "/api/v1/manuals/acme.json", body: strings.NewReader("x")}, 413},
	} {
		a := w.doBoth(t, row.q)
		if a.StatusCode != row.status || a.ProtoMajor != 2 || a.Header.Get("Connection") != "" {
			t.Errorf("%s: %s %d, want %d", row.q.path, a.Proto, a.StatusCode, row.status)
		}
	}
}

// A body that is left unread ends its stream over HTTP/2, and not the connection.
func TestUnreadBodyOverHTTP2(t *testing.T) {
	w := newTestServer(t, nil)
	server := w.http2Server(t)
	for i, path := range []string{"/api/v1/manuals/acme.json", "/healthz", "/api/v1/manuals/acme.json", "/healthz"} {
		reused := false
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { reused = c.Reused }})
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, strings.NewReader(strings.Repeat("x", 300_000)))
		if err != nil {
			t.Fatal(err)
		}
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(response.Body); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		response.Body.Close()
		if reused != (i > 0) {
			t.Errorf("request %d is on a connection used before: %t", i+1, reused)
		}
	}
}

// A store that nobody has given a site or a brand answers like any other.
func TestEmptyStore(t *testing.T) {
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	h, err := New(store, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h.SetReady(true)
	server := httptest.NewServer(h)
	defer server.Close()
	for path, want := range map[string]int{"/api/v1/manuals/acme.json": 404, "/api/v1/openapi.json": 200, "/healthz": 200, "/readyz": 200, "/": 404} {
		response, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, response.StatusCode, want)
		}
	}
}
