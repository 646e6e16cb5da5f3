package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// An answer that does not begin, or does not go on, is given up after thirty seconds; one
// that comes slowly is read to its end. The message says what was expected of whom.
func TestStalledAnswers(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
	whole := fmt.Sprintf(head, len(document)) + document
	const address = "http://service.example/api/v1/manuals/acme.json"
	for _, row := range []struct {
		name  string
		send  []string // with twenty seconds before each but the first
		says  string   // the error
		after time.Duration
	}{
		{"the head is missing", nil, address + ": no answer from service.example: it has sent nothing for 30s", 30 * time.Second},
		{"the head stops", []string{"HTTP/1.1 200 OK\r\nContent-"}, address + ": no answer from service.example: it has sent nothing for 30s", 30 * time.Second},
		{"the body is missing", []string{fmt.Sprintf(head, 9)}, address + ": the answer of service.example broke off after 0 bytes: it has sent nothing for 30s", 30 * time.Second},
		{"the body stops", []string{fmt.Sprintf(head, 9) + "1234", "5"}, address + ": the answer of service.example broke off after 5 bytes: it has sent nothing for 30s", 50 * time.Second},
		{"a slow body", []string{whole[:100], whole[100:120], whole[120:150], whole[150:]}, "", 60 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := New("")
				client.http.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
					ours, theirs := net.Pipe()
					go sendSlowly(theirs, row.send)
					return ours, nil
				}
				began := time.Now()
				_, err := client.Find(t.Context(), address)
				if row.says == "" && err != nil || row.says != "" && (err == nil || err.Error() != row.says || !errors.Is(err, errStalled)) {
					t.Errorf("%v, want %s", err, row.says)
				}
				if took := time.Since(began); took != row.after {
					t.Errorf("after %v, want %v", took, row.after)
				}
				client.http.CloseIdleConnections()
			})
		})
	}
}

// sendSlowly answers a request with pieces, twenty seconds apart, and then nothing until the
// client closes the connection.
func sendSlowly(c net.Conn, pieces []string) {
	defer c.Close()
	in := bufio.NewReader(c)
	if _, err := http.ReadRequest(in); err != nil {
		return
	}
	for i, piece := range pieces {
		if i > 0 {
			time.Sleep(20 * time.Second) // in the bubble
		}
		if _, err := io.Copy(c, strings.NewReader(piece)); err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, in)
}
