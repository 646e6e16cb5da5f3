package cli

import (
	"net"
	"testing"
)

func TestElsewhere(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1": "", "::1": "", "::": "", "0.0.0.0": "", "::ffff:127.0.0.1": "",
		"127.0.0.2": "127.0.0.2:8080", "192.0.2.1": "192.0.2.1:8080", "2001:db8::1": "[2001:db8::1]:8080",
	} {
		if got := elsewhere(&net.TCPAddr{IP: net.ParseIP(address), Port: 8080}); got != want {
			t.Errorf("%s is at %q, want %q", address, got, want)
		}
	}
}
