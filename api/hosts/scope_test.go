package hosts_test

import (
	"testing"

	"designmanual/api/hosts"
)

// A host is compared without case, port and trailing dot.
func TestName(t *testing.T) {
	for _, row := range []struct{ host, want string }{
		{"", ""},
		{"Manuals.EXAMPLE.com:8443", "manuals.example.com"},
		{"manuals.example.com.:80", "manuals.example.com"},
		{"manuals.example.com..", "manuals.example.com."},
		{"127.0.0.1:8080", "127.0.0.1"},
		{"[2001:DB8::1]:8080", "[2001:db8::1]"},
		{":8080", ""},
		{".", ""},
		{"\u212a.example", "\u212a.example"}, // the Kelvin sign
	} {
		if got := hosts.Name(row.host); got != row.want {
			t.Errorf("%q: %q, want %q", row.host, got, row.want)
		}
	}
}
