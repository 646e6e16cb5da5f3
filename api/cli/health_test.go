package cli

import "testing"

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
			t.Errorf("a server on %q is asked at %q, %v; want %q", c.listen, got, err, c.want)
		}
	}
}
