package admin

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/seed"
)

// logoSource returns a seed file that names a file.
func logoSource(files fs.FS) seed.Source {
	return seed.Source{Name: "logo.json", Files: files, Data: []byte(`{"brand":{"slug":"logo","name":"Logo"},"manuals":[{"slug":"g","title":"G","visibility":"public","updatedAt":"2026-05-04T09:30:00Z",
		"sections":[{"title":"L","blocks":[{"type":"LOGO","content":{"logos":[{"name":"M","url":"logo.svg"}]}}]}]}]}`)}
}

var logoFiles = fstest.MapFS{"logo.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`)}}

// A countingFS counts how often a file is opened.
type countingFS struct {
	fs.FS
	opened int
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.opened++
	return c.FS.Open(name)
}

// Import opens a file once to hash it, and a second time to send it if the store does
// not have it.
func TestImportSendsWhatIsLacking(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	var opened []int
	for range 3 {
		files := &countingFS{FS: logoFiles}
		if _, err := client.Import(t.Context(), []seed.Source{logoSource(files)}, seed.Options{}); err != nil {
			t.Fatal(err)
		}
		opened = append(opened, files.opened)
	}
	if opened[0] != opened[1]+1 || opened[1] != opened[2] {
		t.Errorf("opened %d times", opened)
	}
	e := store.Index().Brand("logo").Manual("g")
	if len(e.Files) != 1 {
		t.Fatalf("files %v", e.Files)
	}
	if d, err := Verify.Do(t.Context(), client, None{}); err != nil || !d.Sound || len(d.Problems) != 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// An incomplete or malformed import is a bad request and changes nothing.
func TestMalformedImport(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	server := NewServer(handler(store, time.Now)).Handler
	const boundary = "----------------"
	status := func(body string) int {
		request := httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(body))
		request.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, request)
		return answer.Code
	}
	text := func(source seed.Source) string {
		var sent bytes.Buffer
		form := multipart.NewWriter(&sent)
		if err := form.SetBoundary(boundary); err != nil {
			t.Fatal(err)
		}
		sources := []seed.Source{source}
		header := importHeader{Sources: []sourceHeader{{Name: source.Name, Named: seed.Named(sources, seed.Options{})}}}
		if err := writeImport(form, header, sources); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(sent.String(), "\r\n")
	}
	whole := text(seed.Source{Name: "acme.json", Data: []byte(acme)})
	for n := 0; n < len(whole); n += 7 {
		if code := status(whole[:n]); code != http.StatusBadRequest {
			t.Errorf("cut after %d of %d bytes: %d", n, len(whole), code)
		}
	}
	missingFiles := text(logoSource(logoFiles))
	for _, body := range []string{"", "7\n", missingFiles} {
		if code := status(body); code != http.StatusBadRequest {
			t.Errorf("%d for %q", code, body)
		}
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
		_, _ = io.WriteString(w, map[string]string{"/missingFiles": "[]", "/import": `{"rep`}[r.URL.Path])
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
