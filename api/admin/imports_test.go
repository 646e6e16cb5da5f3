package admin

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"designmanual/seed"
)

// Names, bytes and errors of seed files arrive as they are.
func TestImportArrives(t *testing.T) {
	want := []seed.Source{
		{Name: "a.json", Data: []byte(`{"brand":{}}`)},
		{Name: "b/\n\"ø.json", Data: []byte("\n\x00{\r\n--")},
		{Name: "gone.json", Data: []byte{}, Err: errors.New("no such file")},
	}
	options := ImportOptions{Prune: true}
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	if err := sendImport(form, want, options); err != nil {
		t.Fatal(err)
	}
	got, o, err := receiveImport(multipart.NewReader(&sent, form.Boundary()))
	if err != nil || o != options || !reflect.DeepEqual(got, want) {
		t.Errorf("found %q, %+v, error %v", got, o, err)
	}
}

// What is cut short, or no import at all, is a bad request and changes nothing.
func TestNoImport(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	h := NewHandler(store, time.Now, discard(), nil, nil)
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	if err := sendImport(form, []seed.Source{{Name: "acme.json", Data: []byte(acme)}}, ImportOptions{}); err != nil {
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
