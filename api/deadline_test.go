package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A witnessedConn counts what is asked of a connection.
type witnessedConn struct {
	net.Conn
	reads, sets atomic.Int64
}

func (c *witnessedConn) Read(p []byte) (int, error) {
	c.reads.Add(1)
	return c.Conn.Read(p)
}

func (c *witnessedConn) SetReadDeadline(t time.Time) error {
	c.sets.Add(1)
	return c.Conn.SetReadDeadline(t)
}

func (c *witnessedConn) SetWriteDeadline(t time.Time) error {
	c.sets.Add(1)
	return c.Conn.SetWriteDeadline(t)
}

// witnessedPipe returns both ends of a connection, the first one in a lane.
func witnessedPipe(t *testing.T) (*lane, *witnessedConn, net.Conn) {
	t.Helper()
	near, far := net.Pipe()
	witness := &witnessedConn{Conn: near}
	l := laneOver(witness)
	t.Cleanup(func() {
		l.conn.Close()
		far.Close()
	})
	return l, witness, far
}

// A read and a write end when the deadline that was set last has passed,
// whichever the connection still has from before.
func TestDeadlines(t *testing.T) {
	for _, row := range []struct {
		name  string
		moves []time.Duration // from now
		after time.Duration   // until the read, and the write, end
		sets  int64           // until then
	}{
		{"one", []time.Duration{5 * time.Second}, 5 * time.Second, 1},
		{"later ones", []time.Duration{5 * time.Second, 10 * time.Second, 60 * time.Second}, 60 * time.Second, 2},
		{"an earlier one", []time.Duration{60 * time.Second, 5 * time.Second}, 5 * time.Second, 2},
		{"earlier and later", []time.Duration{60 * time.Second, 5 * time.Second, 10 * time.Second}, 10 * time.Second, 3},
		{"in the past", []time.Duration{5 * time.Second, -time.Hour}, 0, 2},
	} {
		for what, ends := range map[string]func(l *lane) (move func(time.Time) error, do func() (int, error)){
			"a read": func(l *lane) (func(time.Time) error, func() (int, error)) {
				return func(t time.Time) error { return l.reading.move(t, l.conn.SetReadDeadline) }, l.read
			},
			"a write": func(l *lane) (func(time.Time) error, func() (int, error)) {
				return l.SetWriteDeadline, func() (int, error) { return l.write([]byte("text")) }
			},
		} {
			t.Run(row.name+", "+what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l, witness, _ := witnessedPipe(t)
					move, do := ends(l)
					began := time.Now()
					for _, d := range row.moves {
						if err := move(began.Add(d)); err != nil {
							t.Fatal(err)
						}
					}
					_, err := do()
					if took := time.Since(began); took != row.after || !errors.Is(err, os.ErrDeadlineExceeded) {
						t.Errorf("ended after %v, want %v: %v", took, row.after, err)
					}
					if sets := witness.sets.Load(); sets != row.sets {
						t.Errorf("the connection was given %d deadlines, want %d", sets, row.sets)
					}
				})
			})
		}
	}
}

// What had begun to be written before a deadline that is not meant any more
// goes on where it was.
func TestWriteGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _, far := witnessedPipe(t)
		text := strings.Repeat("0123456789", 10)
		if err := errors.Join(l.SetWriteDeadline(time.Now().Add(5*time.Second)), l.SetWriteDeadline(time.Now().Add(time.Minute))); err != nil {
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			var got []byte
			for piece := make([]byte, 7); len(got) < len(text); {
				n, err := far.Read(piece)
				if err != nil {
					break
				}
				got = append(got, piece[:n]...)
				time.Sleep(3 * time.Second)
			}
			read <- string(got)
		}()
		if n, err := l.write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d bytes written: %v", n, err)
		}
		if got := <-read; got != text {
			t.Errorf("read %q", got)
		}
	})
}

// Requests of a connection in quick succession set no deadline but the first
// ones and read nothing but requests; answers still come one for each, also
// to requests that are sent at once.
func TestRequestsSetNoDeadlines(t *testing.T) {
	w := newPageWorld(t, nil)
	const request = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n\r\n"
	const requests = 50
	for name, each := range map[string]int{"one after the other": 1, "five at once": 5} {
		t.Run(name, func(t *testing.T) {
			var witness *witnessedConn
			overPipeOf(t, w, func(c net.Conn) net.Conn {
				witness = &witnessedConn{Conn: c}
				return witness
			}, func(c net.Conn) {
				in := bufio.NewReader(c)
				for range requests / each {
					go func() { _, _ = io.WriteString(c, strings.Repeat(request, each)) }()
					for range each {
						answer, err := http.ReadResponse(in, nil)
						if err != nil {
							t.Fatal(err)
						}
						body, err := io.ReadAll(answer.Body)
						if err != nil || !strings.Contains(string(body), "man_acme_guide") {
							t.Fatalf("%v: %s", err, body)
						}
					}
				}
				got := fmt.Sprintf("%d deadlines, %d reads", witness.sets.Load(), witness.reads.Load())
				if witness.sets.Load() > 3 || int(witness.reads.Load()) > requests/each+1 {
					t.Error(got)
				}
			})
		})
	}
}
