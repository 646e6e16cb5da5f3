package site

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
)

// A server that stalls is told in words, with how long was waited.
func TestStalledSite(t *testing.T) {
	transport := client.Transport.(*http.Transport)
	dial := transport.DialContext
	t.Cleanup(func() { transport.DialContext = dial })
	for _, row := range []struct{ sends, want string }{
		{"", "does not answer within 10s"},
		{"HTTP/1.1 200 OK\r\nContent-", "does not answer within 10s"},
		{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234", "does not end its answer within 10s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
				ours, theirs := net.Pipe()
				go stall(theirs, row.sends)
				return ours, nil
			}
			if _, _, err := new(Address).get(t.Context(), "http://acme.example"); err == nil || err.Error() != row.want {
				t.Errorf("after %q: %v, want %s", row.sends, err, row.want)
			}
		})
	}
}

// stall answers a request with text, and then with nothing until the client leaves.
func stall(conn net.Conn, text string) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	if _, err := http.ReadRequest(in); err != nil {
		return
	}
	if _, err := io.WriteString(conn, text); err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, in)
}
