package admin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"mime/multipart"
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

// Names, bytes and errors of seed files arrive as they are, and of the files
// those that were asked for.
func TestImportArrives(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	batch := store.NewFileBatch()
	defer batch.Close()
	logo := []byte("not really a logo")
	want := []seed.Source{
		{Name: "a.json", Data: []byte(`{"brand":{}}`)},
		{Name: "b/\n\"ø.json", Data: []byte("\n\x00{\r\n--")},
		{Name: "gone.json", Data: []byte{}, Err: errors.New("no such file")},
	}
	sent := manifest{
		Options: ImportOptions{Prune: true}, Sources: []sentSource{{"a.json", ""}, {want[1].Name, ""}, {"gone.json", "no such file"}},
		Named: []seed.NamedFile{{Source: 1, Path: "there.svg"}, {Source: 0, Path: "logo.svg", Sum: sha256.Sum256(logo), Size: int64(len(logo))}}, Files: []int{1},
	}
	sources := slices.Clone(want)
	sources[0].Files = fstest.MapFS{"logo.svg": {Data: logo}}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := sendImport(form, sources, sent); err != nil {
		t.Fatal(err)
	}
	got, received, err := receiveImport(t.Context(), multipart.NewReader(&body, form.Boundary()), batch)
	if err != nil || !reflect.DeepEqual(received, sent) || !reflect.DeepEqual(got, want) {
		t.Errorf("found %q, %+v, error %v", got, received, err)
	}
	if missing := batch.Missing([][32]byte{sha256.Sum256(logo)}); len(missing) > 0 {
		t.Error("the file has not arrived")
	}
}

// What is cut short, or no import at all, is a bad request and changes nothing.
func TestNoImport(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	h := NewHandler(store, time.Now, discard(), nil, nil)
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	if err := sendImport(form, []seed.Source{{Name: "acme.json", Data: []byte(acme)}}, manifest{Sources: []sentSource{{Name: "acme.json"}}}); err != nil {
		t.Fatal(err)
	}
	status := func(contentType, body string) int {
		request := httptest.NewRequest(http.MethodPost, "/import", strings.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, request)
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
	if brands, _, _ := Counts(store.Index()); brands != 0 {
		t.Errorf("%d brands were imported", brands)
	}
	if code := status(form.FormDataContentType(), whole); code != http.StatusOK {
		t.Errorf("the whole: %d", code)
	}
}

// A server that ends in the middle of an import is said to have ended.
func TestServerEnds(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"rep`)
	}))
	defer server.Close()
	c := newClient(dialTCP(server.Listener.Addr().String()), func() error { return nil })
	defer c.Close()
	if _, err := c.Import(context.Background(), nil, ImportOptions{}); err == nil || !strings.Contains(err.Error(), "before it said what came of the import") {
		t.Errorf("%v", err)
	}
}
