package serve

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
)

// A port in use is told with the process that listens there.
func TestPortInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, err = listenOn(t.Context(), "listen", listener.Addr().String())
	if want := fmt.Sprintf("(process %d: ", os.Getpid()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected %q, got %v", want, err)
	}
}
