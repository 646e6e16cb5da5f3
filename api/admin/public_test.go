package admin

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"

	"designmanual/api"
	"designmanual/api/pages"
)

// The public interface has no route of the administration, under any prefix.
func TestNothingIsPublic(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	public := api.New(store, api.Options{Pages: pages.Pages{Error: func(int, pages.HostLook) []byte { return nil }}})
	public.SetReady(true)
	server := httptest.NewServer(public)
	defer server.Close()
	before := store.Index()
	for _, name := range slices.Sorted(maps.Keys((&Handler{}).routes())) {
		for _, prefix := range []string{"/", "/api/", "/api/v1/", "/-/", "/admin/"} {
			response, err := http.Post(server.URL+prefix+name, "application/json", nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			refused := response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusMethodNotAllowed
			if err != nil || !refused {
				t.Errorf("%s%s: %d, %v: %s", prefix, name, response.StatusCode, err, body)
			}
		}
	}
	if store.Index() != before {
		t.Error("the store has changed")
	}
}
