package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A recorder is a connection that keeps what is written to it.
type recorder struct {
	net.Conn
	writes []string
	fails  error
}

func (r *recorder) RemoteAddr() net.Addr { return &net.UnixAddr{Name: "peer", Net: "unix"} }

func (r *recorder) Write(p []byte) (int, error) {
	if r.fails != nil {
		return 0, r.fails
	}
	r.writes = append(r.writes, string(p))
	return len(p), nil
}

// The fields go in behind the status line, once, and the beginning of a body
// waits for the rest of it.
func TestConnWrite(t *testing.T) {
	const status, more = "HTTP/1.1 200 OK\r\n", "Content-Length: 6\r\n\r\n"
	const ours = "ETag: \"x\"\r\nVary: y\r\n"
	for _, row := range []struct {
		name   string
		body   int
		writes []string
		sent   []string
	}{
		{"no body", 0, []string{status + more}, []string{status + ours + more}},
		{"a body at once", 6, []string{status + more + "abcdef"}, []string{status + ours + more + "abcdef"}},
		{"a body in two", 6, []string{status + more + "ab", "cdef"}, []string{status + ours + more + "ab", "cdef"}},
		{"a body in three", 6, []string{status + more + "ab", "cd", "ef"}, []string{status + ours + more + "ab", "cd", "ef"}},
		{"a body after its head", 6, []string{status + more, "abcdef"}, []string{status + ours + more, "abcdef"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var wire recorder
			c := newConn(&wire, func() {})
			for range 2 { // and again, for the next answer
				wire.writes = nil
				c.announce(fields(ours), row.body)
				for _, p := range row.writes {
					if n, err := io.WriteString(c, p); n != len(p) || err != nil {
						t.Errorf("%d of %q, %v", n, p, err)
					}
				}
				if !slices.Equal(wire.writes, row.sent) {
					t.Errorf("sent %q, want %q", wire.writes, row.sent)
				}
			}
		})
	}
}

func TestConnWriteFails(t *testing.T) {
	gone := errors.New("gone")
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
	for _, row := range []struct {
		name   string
		writes []string
		want   error
	}{
		{"at once", []string{head + "abcdef"}, gone},
		{"with the rest", []string{head + "abc", "def"}, gone},
		{"a status line in pieces", []string{"HTTP/1.1 2"}, errSplitHead},
		{"a head in pieces", []string{"HTTP/1.1 200 OK\r\nContent-"}, errSplitHead},
	} {
		c := newConn(&recorder{fails: gone}, func() {})
		c.announce(fields("A: b\r\n"), 6)
		var err error
		for _, p := range row.writes {
			_, err = io.WriteString(c, p)
		}
		if !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

// A listener has as many connections open as it has places; the next one
// waits until one is closed, however often that is closed.
func TestListenerPlaces(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := newListener(inner, 1)
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	dial()
	dial()
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan net.Conn)
	go func() {
		c, _ := l.Accept()
		accepted <- c
	}()
	select {
	case <-accepted:
		t.Fatal("accepted beyond its places")
	default:
	}
	first.Close()
	first.Close()
	second := <-accepted
	if second == nil {
		t.Fatal("a place that was given back is not there")
	}
	if n := len(l.places); n != 1 {
		t.Errorf("%d places taken, want 1", n)
	}
	waiting := make(chan error)
	go func() {
		_, err := l.Accept()
		waiting <- err
	}()
	l.Close()
	l.Close()
	if err := <-waiting; !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting from a closed listener: %v", err)
	}
	second.Close()
}

// What a connection keeps of one request is not seen by the next.
func TestExchangesAreApart(t *testing.T) {
	w := newWorld(t, nil)
	request := func(path, more string) string {
		return "GET " + path + " HTTP/1.1\r\nHost: " + siteHost + "\r\n" + more + "\r\n"
	}
	const vault, guide = "/api/v1/manuals/acme.vault.json", "/api/v1/manuals/acme.json"
	bearer := "Authorization: Bearer " + secretOf("acme") + "\r\n"
	answers := w.exchangeRaw(t, request(vault, bearer)+request(vault, "")+request(guide, "If-None-Match: *\r\n")+
		request("/healthz", "")+"HEAD"+request(guide, "")[3:]+request("/nothing", "Connection: close\r\n"))
	var statuses []string
	for line := range strings.Lines(answers) {
		if _, rest, found := strings.Cut(line, "HTTP/1.1 "); found {
			statuses = append(statuses, rest[:3])
		}
	}
	if want := []string{"200", "404", "304", "200", "200", "404"}; !slices.Equal(statuses, want) {
		t.Errorf("%q, want %q", statuses, want)
	}
	if n := strings.Count(answers, "Access-Control-Allow-Origin"); n != 3 {
		t.Errorf("%d answers are shared, want 3:\n%s", n, answers)
	}
}

// A connection that waits for its next request holds nothing of the last.
func TestExchangeEnds(t *testing.T) {
	w := newWorld(t, nil)
	opened := make(chan *conn, 1)
	server := NewServer(w.handler, slog.New(slog.DiscardHandler))
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		opened <- c.(*conn)
		return withConn(ctx, c)
	}
	l, err := Listen(t.Context(), "127.0.0.1:0", Public)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- server.Serve(l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/api/v1/manuals/acme.json")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if err := server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	<-served
	x := &(<-opened).exchange
	if x.r != nil || x.index != nil || x.conn != nil || len(x.fields) != 0 || cap(x.fields) == 0 {
		t.Errorf("left over: %+v", x)
	}
}
