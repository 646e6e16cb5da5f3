package cli

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestReadyURL(t *testing.T) {
	for _, c := range []struct {
		listen string
		secure bool
		want   string // empty for none
	}{
		{"127.0.0.1:8080", false, "http://127.0.0.1:8080/readyz"},
		{":8080", false, "http://127.0.0.1:8080/readyz"},
		{"0.0.0.0:8080", false, "http://127.0.0.1:8080/readyz"},
		{"[::]:8080", false, "http://[::1]:8080/readyz"},
		{"[2001:db8::1]:443", true, "https://[2001:db8::1]:443/readyz"},
		{"localhost:443", true, "https://localhost:443/readyz"},
		{"8080", false, ""},
		{"", false, ""},
	} {
		got, err := readyURL(c.listen, c.secure)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("readyURL(%q) = %q, %v; want %q", c.listen, got, err, c.want)
		}
	}
}

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
		exit := Run(t.Context(), []string{"healthcheck", "--listen", server.Listener.Addr().String(), "--json"}, &out, &failed)
		if exit != want || !strings.Contains(out.String(), fmt.Sprintf(`"ready": %t`, want == exitDone)) {
			t.Errorf("%d: exit status %d, %s%s", status, exit, &out, &failed)
		}
	}
}

func TestUnreachableByLocalhost(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1": "", "::1": "", "::": "", "0.0.0.0": "", "::ffff:127.0.0.1": "",
		"127.0.0.2": "127.0.0.2:8080", "192.0.2.1": "192.0.2.1:8080", "2001:db8::1": "[2001:db8::1]:8080",
	} {
		if got := unreachableByLocalhost(&net.TCPAddr{IP: net.ParseIP(address), Port: 8080}); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
