package db_test

import (
	"testing"

	"designmanual/db"
)

func TestHostName(t *testing.T) {
	for _, row := range []struct{ host, want string }{
		{"", ""},
		{"manuals.example.com", "manuals.example.com"},
		{"Manuals.EXAMPLE.com:8443", "manuals.example.com"},
		{"manuals.example.com.", "manuals.example.com"},
		{"manuals.example.com.:80", "manuals.example.com"},
		{"manuals.example.com..", "manuals.example.com."},
		{"127.0.0.1:8080", "127.0.0.1"},
		{"[::1]:8080", "[::1]"},
		{"[2001:DB8::1]", "[2001:db8::1]"},
		{":8080", ""},
		{".", ""},
		{"\u212a.example", "\u212a.example"}, // the Kelvin sign is no k
		{"\u00c9.EXAMPLE", "\u00c9.example"},
	} {
		if got := db.HostName(row.host); got != row.want {
			t.Errorf("%q: %q, want %q", row.host, got, row.want)
		}
	}
}
