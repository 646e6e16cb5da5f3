package admin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/seed"
	"designmanual/seed/source"
)

// logoSource returns a seed file that names a file.
func logoSource(files fs.FS) seed.Source {
	return seed.Source{Name: "logo.json", Files: files, Data: []byte(`{"brand":{"slug":"logo","name":"Logo"},"manuals":[{"slug":"g","title":"G","visibility":"public","updatedAt":"2026-05-04T09:30:00Z",
		"sections":[{"title":"L","blocks":[{"type":"LOGO","content":{"logos":[{"name":"M","url":"logo.svg"}]}}]}]}]}`)}
}

var logoFiles = fstest.MapFS{"logo.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`)}}

// An import over the socket stores the files that seed files name, and finds the same
// problems as one in process.
func TestImportOfFiles(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	for range 2 {
		if _, err := client.Import(t.Context(), []seed.Source{logoSource(logoFiles)}, seed.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := client.Import(t.Context(), []seed.Source{logoSource(logoFiles)}, seed.Options{HasChanged: func() bool { return true }}); !errors.Is(err, source.ErrChanged) {
		t.Errorf("files that change while they are sent: %v", err)
	}
	if m := store.Index().Brand("logo").Manual("g"); len(m.Files) != 1 {
		t.Fatalf("files %v", m.Files)
	}
	if d, err := Verify.Do(t.Context(), client, None{}); err != nil || !d.Sound || len(d.Problems) != 0 {
		t.Errorf("%+v, %v", d, err)
	}
	for _, files := range []fs.FS{nil, fstest.MapFS{}, fstest.MapFS{"Logo.SVG": {Data: []byte("x")}}, fstest.MapFS{"logo.svg": {Data: []byte("<svg")}}} {
		_, there := client.Import(t.Context(), []seed.Source{logoSource(files)}, seed.Options{})
		_, here := InProcess(store).Import(t.Context(), []seed.Source{logoSource(files)}, seed.Options{})
		if there == nil || here == nil || here.Error() != there.Error() {
			t.Errorf("here %v, there %v", here, there)
		}
	}
}

// An incomplete or malformed import is a bad request and changes nothing.
func TestMalformedImport(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	server := NewServer(handler(store, time.Now)).Handler
	status := func(body string) int {
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(body)))
		return answer.Code
	}
	var archive bytes.Buffer
	if err := writeImport(&archive, []seed.Source{logoSource(logoFiles)}, seed.Options{}); err != nil {
		t.Fatal(err)
	}
	whole := archive.String()
	for n := 0; n < len(whole); n += 7 {
		if code := status(whole[:n]); code != http.StatusBadRequest {
			t.Errorf("cut after %d of %d bytes: %d", n, len(whole), code)
		}
	}
	if code := status("7\n"); code != http.StatusBadRequest {
		t.Errorf("no archive: %d", code)
	}
	if brands := Count(store.Index()).Brands; brands != 0 {
		t.Errorf("%d brands were imported", brands)
	}
	if code := status(whole); code != http.StatusOK {
		t.Errorf("the whole import: %d", code)
	}
}

// If the server ends during an import, the error says so.
func TestServerEnds(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"rep`)
	}))
	defer server.Close()
	c := &Client{server: &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
	}}}}
	defer c.Close()
	if _, err := c.Import(t.Context(), nil, seed.Options{}); err == nil || !strings.Contains(err.Error(), "before it said what came of the import") {
		t.Error(err)
	}
}
