package admin

import (
	"net"
	"path/filepath"
	"testing"
)

func TestMayAdminister(t *testing.T) {
	for _, c := range []struct {
		peer uint32
		self int
		want bool
	}{
		{1000, 1000, true},
		{0, 1000, true},
		{0, 0, true},
		{1001, 1000, false},
		{1000, 0, false},
		{65534, 1000, false},
	} {
		if got := mayAdminister(c.peer, c.self); got != c.want {
			t.Errorf("user %d asks user %d: %t, want %t", c.peer, c.self, got, c.want)
		}
	}
}

// The kernel tells whose a connection is; one that it does not know is refused.
func TestAllowedPeer(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := net.Dial("unix", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if !allowedPeer(server) {
		t.Error("a connection of this process is refused")
	}
	server.Close()
	if allowedPeer(server) {
		t.Error("a closed connection is allowed")
	}
	one, other := net.Pipe()
	defer one.Close()
	defer other.Close()
	if allowedPeer(one) {
		t.Error("a connection that has no user is allowed")
	}
}
