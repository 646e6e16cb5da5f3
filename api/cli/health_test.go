package cli

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// healthcheck fails for every status except 200.
func TestHealthcheckFails(t *testing.T) {
	status := http.StatusServiceUnavailable
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }))
	defer server.Close()
	for _, status = range []int{http.StatusServiceUnavailable, http.StatusOK, http.StatusNotFound, http.StatusNoContent} {
		want := exitFailed
		if status == http.StatusOK {
			want = exitDone
		}
		var out, failed strings.Builder
		exit := Run(t.Context(), []string{"healthcheck", "--listen", server.Listener.Addr().String()}, &out, &failed)
		if exit != want || (out.String() == "") != (failed.String() != "") {
			t.Errorf("%d: exit status %d, %s%s", status, exit, &out, &failed)
		}
	}
}
