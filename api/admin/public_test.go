package admin

import (
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"designmanual/api"
)

// No route of the administration is on the public interface: whatever is
// asked by its path is refused there, under every prefix, and changes
// nothing.
func TestNothingIsPublic(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	public, err := api.New(store, api.Options{})
	if err != nil {
		t.Fatal(err)
	}
	public.SetReady(true)
	server := httptest.NewServer(public)
	defer server.Close()
	administration := NewHandler(store, time.Now, slog.New(slog.DiscardHandler), func() Status { return Status{} }, nil)
	routes := slices.Sorted(maps.Keys(administration.routes()))
	if len(routes) < 10 {
		t.Fatalf("only %q", routes)
	}
	before := store.Index()
	for _, route := range routes {
		method, path, _ := strings.Cut(route, " ")
		path = strings.NewReplacer("{slug}", "acme", "{id}", "tok_1", "{kind}", "manual").Replace(path)
		for _, prefix := range []string{"", "/api", "/api/v1", "/-", "/admin"} {
			request, err := http.NewRequest(method, server.URL+prefix+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			refused := response.StatusCode == http.StatusNotFound || response.StatusCode == http.StatusMethodNotAllowed
			if err != nil || !refused || response.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %s%s: %d, %v: %s", method, prefix, path, response.StatusCode, err, body)
			}
		}
	}
	if store.Index() != before {
		t.Error("the store has changed")
	}
}
