package serve

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
)

// A port in use is told with the process that holds it: one that listens there, or one that has
// connected from it.
func TestPortInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, address := range []net.Addr{listener.Addr(), client.LocalAddr()} {
		_, err := listenOn(t.Context(), "listen", address.String())
		if want := fmt.Sprintf("(process %d: ", os.Getpid()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: expected %q, got %v", address, want, err)
		}
	}
}
