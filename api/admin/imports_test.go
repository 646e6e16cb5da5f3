package admin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/seed"
)

// Names, bytes and errors of seed files arrive as they are, and the files that
// they name once the server says that it lacks them.
func TestImportArrives(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	batch := store.NewFileBatch()
	defer batch.Close()
	logo := []byte("not really a logo")
	want := []seed.Source{
		{Name: "a.json", Data: []byte(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"g","title":"G","sections":[{"title":"L","type":"LOGO","content":{"logos":[{"name":"M","url":"logo.svg"}]}}]}]}`)},
		{Name: "b/\n\"ø.json", Data: []byte("\n\x00{\r\n--")},
		{Name: "gone.json", Data: []byte{}, Err: errors.New("no such file")},
	}
	sources := slices.Clone(want)
	sources[0].Files = fstest.MapFS{"logo.svg": {Data: logo}}
	sent := newManifest(sources, seed.Options{Prune: true})
	var got []seed.Source
	for _, test := range []struct{ sent, missing []int }{{nil, []int{0}}, {[]int{0}, nil}, {nil, nil}} {
		sent.Sent = test.sent
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		if err := sendImport(form, sources, sent); err != nil {
			t.Fatal(err)
		}
		if found := bytes.Contains(body.Bytes(), logo); found != (test.sent != nil) {
			t.Errorf("with %v to be sent, the file is sent: %v", test.sent, found)
		}
		var options seed.Options
		var missing []int
		var err error
		got, options, missing, err = handler(store, time.Now).readImport(t.Context(), multipart.NewReader(&body, form.Boundary()), batch)
		if err != nil || !options.Prune || options.Strict || len(got) != len(want) || !slices.Equal(missing, test.missing) {
			t.Fatalf("found %q, %+v, missing %v, error %v", got, options, missing, err)
		}
	}
	if text, err := fs.ReadFile(got[0].Files, "logo.svg"); err != nil || !bytes.Equal(text, logo) {
		t.Errorf("the file: %q, %v", text, err)
	}
	for i := range got {
		got[i].Files = nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %q", got)
	}
}

// What is cut short, or no import at all, is a bad request and changes nothing.
func TestNoImport(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	server := NewServer(handler(store, time.Now)).Handler
	sources := []seed.Source{{Name: "acme.json", Data: []byte(acme)}}
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	if err := sendImport(form, sources, newManifest(sources, seed.Options{})); err != nil {
		t.Fatal(err)
	}
	status := func(contentType, body string) int {
		request := httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, request)
		return answer.Code
	}
	whole := sent.String()
	for n := 0; n < len(whole)-len("--\r\n"); n += 7 {
		if code := status(form.FormDataContentType(), whole[:n]); code != http.StatusBadRequest {
			t.Errorf("cut after %d of %d bytes: %d", n, len(whole), code)
		}
	}
	for _, body := range []string{"", "7\n", strings.Replace(whole, `name="seed"`, `name="sead"`, 1), strings.Replace(whole, `"sources"`, `"sauces"`, 1)} {
		if code := status(form.FormDataContentType(), body); code != http.StatusBadRequest {
			t.Errorf("%d for %q", code, body)
		}
	}
	if code := status("application/json", whole); code != http.StatusBadRequest {
		t.Errorf("a form that says it is JSON: %d", code)
	}
	if brands := Count(store.Index()).Brands; brands != 0 {
		t.Errorf("%d brands were imported", brands)
	}
	if code := status(form.FormDataContentType(), whole); code != http.StatusOK {
		t.Errorf("the whole: %d", code)
	}
}

// A server that ends in the middle of an import is said to have ended, and one
// that never has what it is sent is not sent it for ever.
func TestServerFails(t *testing.T) {
	named := seed.Source{Name: "acme.json", Files: fstest.MapFS{"logo.svg": {Data: []byte("logo")}}, Data: []byte(`{"brand":{"slug":"acme","name":"Acme"},` +
		`"manuals":[{"slug":"g","title":"G","sections":[{"title":"L","blocks":[{"type":"LOGO","content":{"logos":[{"name":"M","url":"logo.svg"}]}}]}]}]}`)}
	for answer, want := range map[string]string{
		`{"rep`:           "before it said what came of the import",
		`{"missing":[0]}`: "acme.json: logo.svg: the server has been sent it and does not have it",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, answer)
		}))
		defer server.Close()
		c := &Client{server: &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
		}}}}
		defer c.Close()
		if _, err := c.Import(t.Context(), []seed.Source{named}, seed.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
