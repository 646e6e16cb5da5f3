package http1

import (
	"crypto/tls"
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
)

// testPipe serves the handler on a pipe in a synctest bubble, and calls test with the
// client's side. A pipe has no buffer: a write returns when the other side has read it.
func testPipe(t *testing.T, h http.HandlerFunc, test func(t *testing.T, c net.Conn)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		client, served := net.Pipe()
		s := NewServer(h, slog.New(slog.DiscardHandler))
		if err := s.Serve(&oneConnListener{served}); !errors.Is(err, net.ErrClosed) {
			t.Errorf("Serve: %v", err)
		}
		test(t, client)
		client.Close()
		s.Close()
	})
}

// drip sends a byte every second until the connection is closed.
func drip(c net.Conn) {
	for {
		if _, err := io.WriteString(c, "x"); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// A slow or silent client is disconnected on time: after 5 seconds for the
// header fields, 10 for the whole request, 60 between two requests, also when
// net/http serves the connection.
func TestTimeouts(t *testing.T) {
	const begun = "GET / HTTP/1.1\r\nHost: b\r\n"
	const body = "PUT / HTTP/1.1\r\nHost: b\r\nContent-Length: 100\r\n\r\nbody"
	for _, row := range []struct {
		name, first string
		drips       bool
		after       time.Duration
	}{
		{"nothing is sent", "", false, 5 * time.Second},
		{"a header that stops", begun, false, 5 * time.Second},
		{"a header that drips", begun + "X-Slow: ", true, 5 * time.Second},
		{"a body that stops", body, false, 10 * time.Second},
		{"a body that drips", body, true, 10 * time.Second},
		{"no second request", get, false, 60 * time.Second},
		{"a second header that stops", get + begun, false, 5 * time.Second},
		{"a second header that drips", get + begun + "X-Slow: ", true, 5 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			testPipe(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }, func(t *testing.T, c net.Conn) {
				began := time.Now()
				var sending sync.WaitGroup
				sending.Go(func() {
					if row.first != "" {
						_, _ = io.WriteString(c, row.first) // fails when the server closes first
					}
					if row.drips {
						drip(c)
					}
				})
				answer, err := io.ReadAll(c)
				if took := time.Since(began); err != nil || took < row.after || took >= row.after+time.Second {
					t.Errorf("closed after %v, %v, want %v:\n%s", took, err, row.after, answer)
				}
				c.Close()
				sending.Wait()
			})
		})
	}
}

// The idle connection of a proxy stays open longer than the proxy's own 60 seconds, so that
// it never sends a request to a connection that the server is closing.
func TestProxyTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, served := net.Pipe()
		s := NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), slog.New(slog.DiscardHandler))
		s.ClientKey = func(net.Addr) string { return "" }
		_ = s.Serve(&oneConnListener{served}) // it ends with the only connection accepted
		go func() { _, _ = io.WriteString(client, get) }()
		began := time.Now()
		if _, err := io.ReadAll(client); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took < 75*time.Second || took >= 76*time.Second {
			t.Errorf("closed after %v, want 75 s", took)
		}
		s.Close()
	})
}

// A client that does not finish its TLS handshake within five seconds is disconnected,
// also if it keeps sending.
func TestHandshakeTimeout(t *testing.T) {
	config := &tls.Config{Certificates: []tls.Certificate{newCertificate(t)}}
	for name, first := range map[string]string{"nothing is sent": "", "a record that drips": "\x16\x03\x01\x02\x00"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, served := net.Pipe()
				s := NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
				s.TLSConfig = config
				_ = s.Serve(&oneConnListener{served}) // it returns when there is nothing more to accept
				began := time.Now()
				var sending sync.WaitGroup
				if first != "" {
					sending.Go(func() {
						_, _ = io.WriteString(client, first)
						drip(client)
					})
				}
				_, _ = io.ReadAll(client)
				if took := time.Since(began); took < 5*time.Second || took >= 6*time.Second {
					t.Errorf("closed after %v, want 5s", took)
				}
				client.Close()
				sending.Wait()
				s.Close()
			})
		})
	}
}

// A client that keeps reading receives the whole body, however long that takes
// and however the handler writes it. A client that takes less than 64 KiB in
// thirty seconds is cut off.
func TestSlowReaders(t *testing.T) {
	body := strings.Repeat("x", 9*progress)
	writers := map[string]http.HandlerFunc{
		"at once": func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(body)) },
		"copied":  func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, strings.NewReader(body)) },
		"in pieces of 100": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{strings.NewReader(body)}, make([]byte, 100))
		},
		"with a length": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("Content-Length", "589824")
			_, _ = w.Write([]byte(body))
		},
	}
	for _, row := range []struct {
		name  string
		pause time.Duration // after so many bytes
		bytes int
		stops int // after so many bytes, for 32 seconds
		whole bool
	}{
		{"at once", 0, progress, 1 << 30, true},
		{"64 KiB in 28 seconds", 28 * time.Second, progress, 1 << 30, true},
		{"16 KiB in 7 seconds", 7 * time.Second, progress / 4, 1 << 30, true},
		{"64 KiB in 40 seconds", 10 * time.Second, progress / 4, 1 << 30, false},
		{"stops at once", 0, 1 << 10, 1 << 10, false},
		{"stops in the middle", 0, 1 << 10, 3 * progress, false},
	} {
		for name, write := range writers {
			for _, method := range []string{"GET", "POST"} { // net/http answers POST
				t.Run(row.name+", "+name+", "+method, func(t *testing.T) {
					testPipe(t, write, func(t *testing.T, c net.Conn) {
						if _, err := io.WriteString(c, method+" / HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n"); err != nil {
							t.Fatal(err)
						}
						read := 0
						for piece, paused := make([]byte, row.bytes), false; ; {
							if read >= row.stops && !paused {
								time.Sleep(32 * time.Second)
								paused = true
							}
							n, err := io.ReadFull(c, piece)
							read += n
							if err != nil {
								break
							}
							time.Sleep(row.pause)
						}
						if whole := read >= len(body); whole != row.whole {
							t.Errorf("read %d bytes of %d", read, len(body))
						}
					})
				})
			}
		}
	}
}
