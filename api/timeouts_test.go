package api

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// pipes is a listener whose connections have no buffers: what one side does
// not read, the other has not written.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// overPipe serves the world's manuals over one connection, in a bubble whose
// time passes only while all wait, and has the client do what it does there.
func overPipe(t *testing.T, w *world, do func(c net.Conn)) {
	t.Helper()
	overPipeOf(t, w, func(c net.Conn) net.Conn { return c }, do)
}

// overPipeOf is the same with another connection in place of the server's.
func overPipeOf(t *testing.T, w *world, of func(net.Conn) net.Conn, do func(c net.Conn)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		client, served := net.Pipe()
		p := pipes{make(chan net.Conn, 1)}
		p.conns <- of(served)
		server := NewServer(w.handler, slog.New(slog.DiscardHandler))
		ended := make(chan error)
		go func() { ended <- Serve(server, newListener(p, 2)) }()
		do(client)
		client.Close()
		close(p.conns)
		server.Close()
		if err := <-ended; !errors.Is(err, net.ErrClosed) && !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serving ended with %v", err)
		}
	})
}

// drip sends a byte each second until the connection is closed.
func drip(c net.Conn) {
	for {
		if _, err := io.WriteString(c, "x"); err != nil {
			return
		}
		time.Sleep(time.Second) // of the bubble
	}
}

// A client that is slow, or silent, is let go of to the second: the header
// fields after five, all of the request after ten, the time between two
// requests after sixty.
func TestTimeouts(t *testing.T) {
	w := newPageWorld(t, nil)
	const guide = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const form = "POST / HTTP/1.1\r\nHost: " + onInn + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\npassword="
	for _, row := range []struct {
		name  string
		first string
		drips bool
		after time.Duration
		has   string // in what comes back
	}{
		{"nothing is sent", "", false, 5 * time.Second, ""},
		{"a header that stops", guide, false, 5 * time.Second, ""},
		{"a header that drips", guide + "X-Slow: ", true, 5 * time.Second, ""},
		{"a body that stops", form, false, 10 * time.Second, "HTTP/1.1 415 "},
		{"a body that drips", form, true, 10 * time.Second, "HTTP/1.1 415 "},
		{"no second request", guide + "\r\n", false, 60 * time.Second, "man_acme_guide"},
		{"a second header that stops", guide + "\r\n" + guide, false, 5 * time.Second, "man_acme_guide"},
		{"a second header that drips", guide + "\r\n" + guide + "X-Slow: ", true, 5 * time.Second, "man_acme_guide"},
	} {
		t.Run(row.name, func(t *testing.T) {
			overPipe(t, w, func(c net.Conn) {
				began := time.Now()
				var sending sync.WaitGroup
				sending.Go(func() {
					_, _ = io.WriteString(c, row.first) // what is not taken is not sent
					if row.drips {
						drip(c)
					}
				})
				answer, err := io.ReadAll(c)
				if took := time.Since(began); err != nil || took < row.after || took >= row.after+time.Second || !strings.Contains(string(answer), row.has) {
					t.Errorf("closed after %v, %v, want %v:\n%s", took, err, row.after, answer)
				}
				c.Close()
				sending.Wait()
			})
		})
	}
}

// A reader who goes on reading gets all of a body, however long that takes,
// and one who stops is cut off after thirty seconds.
func TestSlowReaders(t *testing.T) {
	w := newPageWorld(t, nil)
	large := snapshotOf("acme", "large", manual.Public)
	body := `{"x":"` + strings.Repeat("x", firstBytes+8*pieceBytes) + `"}`
	large.Documents[manual.ManualDocument] = documentOf(body)
	w.update(t, func(tx *db.Tx) error { _, err := tx.Put(large); return err })
	const request = "GET /api/v1/manuals/acme.large.json HTTP/1.1\r\nHost: " + siteHost + "\r\nConnection: close\r\n\r\n"
	const never = 1 << 30
	for _, row := range []struct {
		name  string
		every time.Duration // a pause after so many bytes
		bytes int
		stops int // after so many bytes, for 31 seconds
		whole bool
	}{
		{"at once", 0, pieceBytes, never, true},
		{"64 KiB in 29 seconds", 29 * time.Second, pieceBytes, never, true},
		{"16 KiB in 7 seconds", 7 * time.Second, pieceBytes / 4, never, true},
		{"64 KiB in 40 seconds", 10 * time.Second, pieceBytes / 4, never, false},
		{"stops at once", 0, 1 << 10, 1 << 10, false},
		{"stops with what the system has room for", 0, pieceBytes / 4, pieceBytes + 1, false},
		{"stops in the first piece", 0, 1 << 10, pieceBytes / 2, false},
		{"stops in the middle", 0, 1 << 10, firstBytes + pieceBytes, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			overPipe(t, w, func(c net.Conn) {
				if _, err := io.WriteString(c, request); err != nil {
					t.Fatal(err)
				}
				var read strings.Builder
				for piece, paused := make([]byte, row.bytes), false; ; {
					if read.Len() >= row.stops && !paused {
						time.Sleep(pieceTime + time.Second)
						paused = true
					}
					n, err := io.ReadFull(c, piece)
					read.Write(piece[:n])
					if err != nil {
						break
					}
					time.Sleep(row.every)
				}
				response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(read.String())), nil)
				if err != nil {
					t.Fatal(err)
				}
				defer response.Body.Close()
				got, _ := io.ReadAll(response.Body)
				if whole := string(got) == body; whole != row.whole {
					t.Errorf("%d bytes of %d", len(got), len(body))
				}
			})
		})
	}
}
