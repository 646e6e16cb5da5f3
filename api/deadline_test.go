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

// witnessedPipe returns both ends of a connection, the first one a conn.
func witnessedPipe(t *testing.T) (*conn, *witnessedConn, net.Conn) {
	t.Helper()
	near, far := net.Pipe()
	witness := &witnessedConn{Conn: near}
	c := newConn(witness, func() {})
	c.served = true
	t.Cleanup(func() {
		c.Close()
		far.Close()
	})
	return c, witness, far
}

// A read and a write end when the deadline that was set last has passed,
// whichever the connection still has from before.
func TestDeadlines(t *testing.T) {
	const none = -1 * time.Second
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
		{"none after one", []time.Duration{5 * time.Second, none}, none, 2},
		{"again after none", []time.Duration{5 * time.Second, none, 7 * time.Second}, 7 * time.Second, 2},
		{"in the past", []time.Duration{5 * time.Second, -time.Hour}, 0, 2},
		{"past and none", []time.Duration{-time.Hour, none}, none, 2},
	} {
		for what, ends := range map[string]func(c *conn) (move func(time.Time) error, do func() (int, error)){
			"a read": func(c *conn) (func(time.Time) error, func() (int, error)) {
				return c.SetReadDeadline, func() (int, error) { return c.Read(make([]byte, 9)) }
			},
			"a write": func(c *conn) (func(time.Time) error, func() (int, error)) {
				return c.SetWriteDeadline, func() (int, error) { return c.Write([]byte("text")) }
			},
		} {
			t.Run(row.name+", "+what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c, witness, far := witnessedPipe(t)
					move, do := ends(c)
					began := time.Now()
					for _, d := range row.moves {
						at := began.Add(d)
						if d == none {
							at = time.Time{}
						}
						if err := move(at); err != nil {
							t.Fatal(err)
						}
					}
					if row.after == none {
						time.AfterFunc(time.Hour, func() { far.Close() })
					}
					_, err := do()
					if took := time.Since(began); row.after == none {
						if took != time.Hour || errors.Is(err, os.ErrDeadlineExceeded) {
							t.Errorf("ended after %v: %v", took, err)
						}
					} else if took != row.after || !errors.Is(err, os.ErrDeadlineExceeded) {
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
		c, _, far := witnessedPipe(t)
		text := strings.Repeat("0123456789", 10)
		if err := errors.Join(c.SetWriteDeadline(time.Now().Add(5*time.Second)), c.SetWriteDeadline(time.Now().Add(time.Minute))); err != nil {
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
		if n, err := c.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d bytes written: %v", n, err)
		}
		if got := <-read; got != text {
			t.Errorf("read %q", got)
		}
	})
}

// net/http's look for a byte of a request that may come is not begun, and
// nothing else is taken for it.
func TestLookForAByte(t *testing.T) {
	for _, row := range []struct {
		name   string
		served bool
		limit  bool
		size   int
		looks  bool
	}{
		{"the look", true, false, 1, true},
		{"a byte of a request", true, true, 1, false},
		{"more than a byte", true, false, 2, false},
		{"another server's", false, false, 1, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, witness, far := witnessedPipe(t)
				c.served = row.served
				if row.limit {
					if err := c.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
						t.Fatal(err)
					}
				}
				go func() { _, _ = io.WriteString(far, "x") }() // not taken where the row looks
				n, err := c.Read(make([]byte, row.size))
				if looked := n == 0; err != nil || looked != row.looks || looked != (witness.reads.Load() == 0) {
					t.Errorf("%d bytes, %v, %d reads", n, err, witness.reads.Load())
				}
			})
		})
	}
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

// A connection that is under TLS, where more than one goroutine has to do with
// it, is given each deadline as it is set.
func TestDeadlinesOfOthers(t *testing.T) {
	c, witness, _ := witnessedPipe(t)
	c.served = false
	now := time.Now()
	for i, at := range []time.Time{now.Add(time.Second), now.Add(time.Minute), {}, longAgo} {
		if err := errors.Join(c.SetReadDeadline(at), c.SetWriteDeadline(at)); err != nil {
			t.Fatal(err)
		}
		if sets := witness.sets.Load(); sets != int64(2*i+2) {
			t.Errorf("%d deadlines after %d of each", sets, i+1)
		}
	}
	for what, do := range map[string]func([]byte) (int, error){"a read": c.Read, "a write": c.Write} {
		if n, err := do(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: %d bytes, %v", what, n, err)
		}
	}
}
