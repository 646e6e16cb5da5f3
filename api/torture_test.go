//go:build torture

package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"
)

// A reader who may not know of a manual cannot tell from the time of an answer
// that it is there: the medians for it and for nothing differ by no more than
// 60 ns, in one of five series at least.
func TestTortureTiming(t *testing.T) {
	w := newServer(t, nil)
	for _, row := range []struct{ host, known, unknown string }{
		{siteHost, "/api/v1/manuals/acme.vault.json", "/api/v1/manuals/acme.nosuc.json"},
		{siteHost, "/api/v1/manuals/acme.vault/tokens.json", "/api/v1/manuals/acme.nosuc/tokens.json"},
		{"acme." + siteHost, "/vault", "/nosuc"},
		{"acme." + siteHost, "/vault/-/files.zip", "/nosuc/-/files.zip"},
	} {
		for _, token := range []string{"", "globex"} {
			var differences []time.Duration
			for range 5 {
				differences = append(differences, timeDifference(t, w.handler, row.host, token, row.known, row.unknown))
			}
			if least := slices.Min(differences); least > 60*time.Nanosecond {
				t.Errorf("%s%s, token %q: the answer differs by %v from that for nothing", row.host, row.known, token, differences)
			}
		}
	}
}

// timeDifference asks for both paths many times, in a random order, and returns
// by how much the medians differ.
func timeDifference(t *testing.T, h http.Handler, host, token string, paths ...string) time.Duration {
	t.Helper()
	const times = 8000
	var took [2][]time.Duration
	for range 2 * times {
		i := rand.IntN(2)
		r := httptest.NewRequest(http.MethodGet, paths[i], nil)
		r.Host = host
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+secretOf(token))
		}
		w := httptest.NewRecorder()
		began := time.Now()
		h.ServeHTTP(w, r)
		took[i] = append(took[i], time.Since(began))
		if w.Code != http.StatusNotFound {
			t.Fatal(fmt.Sprint(host, paths[i], ": ", w.Code))
		}
	}
	for _, each := range took {
		slices.Sort(each)
	}
	return (took[0][len(took[0])/2] - took[1][len(took[1])/2]).Abs()
}
