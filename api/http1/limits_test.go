package http1

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// ask asks for a path over a connection and returns the status of the answer,
// and its body.
func ask(t testing.TB, c net.Conn, path string) (status int, body string) {
	t.Helper()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: b\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	return answerOf(t, c)
}

func answerOf(t testing.TB, c net.Conn) (status int, body string) {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// isClosed waits for the other side to close the connection.
func isClosed(t testing.TB, c net.Conn) {
	t.Helper()
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a connection is open still: %d, %v", n, err)
	}
}

// A gate is a handler that answers /wait once it is opened, and all else at
// once.
type gate struct {
	waiting atomic.Int64
	open    chan struct{}
}

func newGate() *gate { return &gate{open: make(chan struct{})} }

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/wait" {
		g.waiting.Add(1)
		<-g.open
	}
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Content-Length", strconv.Itoa(len(r.URL.Path)))
	_, _ = io.WriteString(w, r.URL.Path)
}

// await waits until so many requests wait.
func (g *gate) await(t testing.TB, n int64) {
	t.Helper()
	for end := time.Now().Add(patience); g.waiting.Load() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d requests wait after %v, want %d", g.waiting.Load(), patience, n)
		}
	}
}

// awaitIdle waits until so many connections wait for a request.
func awaitIdle(t testing.TB, s *Server, n int) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		idle := 0
		for _, c := range s.connections.snapshot() {
			if c.state.Load() > serving {
				idle++
			}
		}
		switch {
		case idle == n:
			return
		case time.Now().After(end):
			t.Fatalf("%d connections are idle after %v, want %d", idle, patience, n)
		}
	}
}

// Where there are as many connections as there may be, the one that has waited
// longest for a request makes room, whoever's it is and however it is served;
// those that are at work stay.
func TestFull(t *testing.T) {
	g := newGate()
	var s *Server
	address := serve(t, g, func(made *Server) {
		s = made
		s.MaxConns = 6
	})
	var conns []net.Conn
	for i := range 6 {
		c := dial(t, address)
		conns = append(conns, c)
		switch i {
		case 0, 1: // are at work
			_, _ = io.WriteString(c, "GET /wait HTTP/1.1\r\nHost: b\r\n\r\n")
			g.await(t, int64(i+1))
		case 2: // with net/http
			_, _ = io.WriteString(c, "PUT / HTTP/1.1\r\nHost: b\r\n\r\n")
			answerOf(t, c)
			awaitIdle(t, s, 1)
		case 3: // with half a request
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\n")
		default:
			ask(t, c, "/")
		}
		time.Sleep(time.Millisecond) // so that one has waited for longer
	}
	ask(t, conns[2], "/again") // so that 3 has waited longest, then 4, 5, 2
	awaitIdle(t, s, 4)
	for i, evicted := range []int{3, 4, 5, 2} {
		c := dial(t, address)
		if status, body := ask(t, c, "/new"); status != 200 || body != "/new" {
			t.Errorf("%d %s", status, body)
		}
		isClosed(t, conns[evicted])
		_, _ = io.WriteString(c, "GET /wait HTTP/1.1\r\nHost: b\r\n\r\n")
		conns = append(conns, c)
		g.await(t, int64(3+i))
	}
	late := dial(t, address) // none is idle: it waits
	_, _ = io.WriteString(late, "GET /late HTTP/1.1\r\nHost: b\r\n\r\n")
	close(g.open)
	if status, body := answerOf(t, late); status != 200 || body != "/late" {
		t.Errorf("%d %s", status, body)
	}
	for _, i := range []int{0, 1} {
		if status, _ := answerOf(t, conns[i]); status != 200 {
			t.Errorf("connection %d: %d", i, status)
		}
	}
}

// One client has no more than its part: its own idle connections make room,
// and where none is idle it gets no more, while others do.
func TestClientFull(t *testing.T) {
	g := newGate()
	var client atomic.Value // of the next connection
	client.Store("a")
	address := serve(t, g, func(s *Server) {
		s.MaxConns, s.MaxConnsPerClient, s.Client = 20, 3, func(net.Addr) string { return client.Load().(string) }
	})
	var conns []net.Conn
	for range 3 {
		c := dial(t, address)
		ask(t, c, "/")
		conns = append(conns, c)
		time.Sleep(time.Millisecond) // so that one has waited for longer
	}
	fourth := dial(t, address)
	ask(t, fourth, "/")
	isClosed(t, conns[0])
	for i, c := range []net.Conn{conns[1], conns[2], fourth} {
		_, _ = io.WriteString(c, "GET /wait HTTP/1.1\r\nHost: b\r\n\r\n")
		g.await(t, int64(i+1))
	}
	isClosed(t, dial(t, address))
	for _, other := range []string{"b", "", "", "", ""} {
		client.Store(other)
		if status, _ := ask(t, dial(t, address), "/"); status != 200 {
			t.Errorf("client %q: %d", other, status)
		}
	}
	close(g.open)
}

// newCertificate returns one that nobody trusts.
func newCertificate(t testing.TB) tls.Certificate {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	return s.TLS.Certificates[0]
}

// Header fields beyond the limits are answered with 431, whoever reads them,
// and before they have all come.
func TestTooManyFields(t *testing.T) {
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	address := serve(t, h, nil)
	for _, first := range []string{"", get, "PUT / HTTP/1.1\r\nHost: b\r\n\r\n"} {
		for _, row := range []struct {
			fields string
			status int
		}{
			{strings.Repeat("X: y\r\n", 255) + "\r\n", 200},
			{strings.Repeat("X: y\r\n", 256) + "\r\n", 431},
			{strings.Repeat("X: y\r\n", 258), 431},
			{strings.Repeat("X: "+strings.Repeat("y", 995)+"\r\n", 20) + "\r\n", 200},
			{strings.Repeat("X: "+strings.Repeat("y", 995)+"\r\n", 21), 431},
		} {
			answers := send(t, address, first+"GET / HTTP/1.1\r\nHost: b\r\n"+row.fields)
			if got := answers[max(strings.LastIndex(answers, "HTTP/1.1 "), 0):]; !strings.HasPrefix(got, fmt.Sprintf("HTTP/1.1 %d ", row.status)) {
				t.Errorf("%d bytes of fields behind %q: %s", len(row.fields), first, got)
			}
		}
	}
}

// newSecure serves the handler over TLS and returns a client of HTTP/2.
func newSecure(t testing.TB, h http.Handler, set func(*Server)) (address string, client *http.Client) {
	t.Helper()
	certificate := newCertificate(t)
	address = serve(t, h, func(s *Server) {
		s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
		if set != nil {
			set(s)
		}
	})
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return "https://" + address, &http.Client{Transport: transport, Timeout: patience}
}

// fetch returns the protocol and the body of an answer, or that it was cut off.
func fetch(client *http.Client, url string) string {
	response, err := client.Get(url)
	if err != nil {
		return "cut off"
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return response.Proto + " " + string(body)
}

// dialTLS connects to the address for HTTP/1.1 over TLS.
func dialTLS(t testing.TB, address string) net.Conn {
	t.Helper()
	return tls.Client(dial(t, strings.TrimPrefix(address, "https://")), &tls.Config{InsecureSkipVerify: true})
}

// Over TLS there are HTTP/1.1 and HTTP/2, with the same handler, and requests
// know of TLS.
func TestTLS(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.TLS != nil && r.TLS.HandshakeComplete, " ", r.URL.Path)
	})
	address, client := newSecure(t, h, nil)
	if answer := fetch(client, address+"/a"); answer != "HTTP/2.0 true /a" {
		t.Error(answer)
	}
	c := dialTLS(t, address)
	for _, method := range []string{"GET", "PUT", "GET"} { // net/http answers from the second on
		_, _ = io.WriteString(c, method+" /b HTTP/1.1\r\nHost: b\r\n\r\n")
		if status, body := answerOf(t, c); status != 200 || body != "true /b" {
			t.Errorf("%s: %d %s", method, status, body)
		}
	}
	if answer := send(t, strings.TrimPrefix(address, "https://"), get); !strings.Contains(answer, "HTTP request to an HTTPS server") {
		t.Errorf("plain HTTP is answered with %q", answer)
	}
}

// HTTP/2 has the limits of header fields, and a large body arrives.
func TestHTTP2(t *testing.T) {
	body := strings.Repeat("x", 1<<20)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, body) })
	address, client := newSecure(t, h, nil)
	for _, row := range []struct{ fields, size, status int }{{1, 100, 200}, {1, 21 << 10, 431}, {21, 1 << 10, 431}, {300, 10, 431}, {250, 10, 200}} {
		request, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range row.fields {
			request.Header.Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", row.size))
		}
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != row.status || row.status == 200 && string(text) != body {
			t.Errorf("%+v: %d, %d bytes, %v", row, response.StatusCode, len(text), err)
		}
	}
}

// Where there are as many answers over HTTP/2 as there may be, the connection
// that has most of them goes for a new one.
func TestStreams(t *testing.T) {
	g := newGate()
	address, greedy := newSecure(t, g, func(s *Server) { s.MaxStreams = 4 })
	modest := &http.Client{Transport: greedy.Transport.(*http.Transport).Clone(), Timeout: patience}
	answers := make(chan string, 4)
	for i, client := range []*http.Client{greedy, greedy, greedy, modest} {
		go func() { answers <- fetch(client, address+"/wait") }()
		g.await(t, int64(i+1))
	}
	if answer := fetch(modest, address+"/small"); answer != "HTTP/2.0 /small" {
		t.Errorf("a new one is answered with %q", answer)
	}
	for range 3 {
		if answer := <-answers; answer != "cut off" {
			t.Errorf("one of three on a connection is answered with %q", answer)
		}
	}
	close(g.open)
	if answer := <-answers; answer != "HTTP/2.0 /wait" {
		t.Errorf("one on another connection is answered with %q", answer)
	}
}

// A server that ends answers what is asked, says that it is the last answer,
// and lets go of who waits, whatever is spoken.
func TestShutdown(t *testing.T) {
	for _, secure := range []bool{false, true} {
		g, begun := newGate(), int64(2)
		var s *Server
		var address string
		var client *http.Client
		connect := func() net.Conn { return dial(t, address) }
		answers := make(chan string, 1)
		if secure {
			address, client = newSecure(t, g, func(made *Server) { s = made })
			connect = func() net.Conn { return dialTLS(t, address) }
			go func() { answers <- fetch(client, address+"/wait") }()
			begun++
		} else {
			address = serve(t, g, func(made *Server) { s = made })
			answers <- "HTTP/2.0 /wait" // is not spoken
		}
		idle, busy, unusual, fresh := connect(), connect(), connect(), dial(t, strings.TrimPrefix(address, "https://"))
		ask(t, idle, "/")
		_, _ = io.WriteString(busy, "GET /wait HTTP/1.1\r\nHost: b\r\n\r\n")
		_, _ = io.WriteString(unusual, "PUT /wait HTTP/1.1\r\nHost: b\r\n\r\n")
		g.await(t, begun)
		awaitIdle(t, s, 2)
		ended := make(chan error)
		go func() { ended <- s.Shutdown(t.Context()) }()
		<-s.ended.Done()
		answered := map[net.Conn]string{busy: "/wait", unusual: "/wait"}
		if !secure {
			_, _ = io.WriteString(fresh, "GET /fresh HTTP/1.1\r\nHost: b\r\n\r\n")
			answered[fresh] = "/fresh"
		}
		isClosed(t, idle)
		if c, err := net.Dial("tcp", strings.TrimPrefix(address, "https://")); err == nil {
			c.Close()
			t.Error("a connection is accepted still")
		}
		close(g.open)
		for c, path := range answered {
			text, err := io.ReadAll(c)
			if err != nil || !strings.Contains(string(text), "\r\nConnection: close\r\n") || !strings.HasSuffix(string(text), path) {
				t.Errorf("%s: %v, %q", path, err, text)
			}
		}
		if answer := <-answers; answer != "HTTP/2.0 /wait" {
			t.Errorf("over HTTP/2: %q", answer)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// What is still being answered when the time is over is cut off.
func TestShutdownCutsOff(t *testing.T) {
	g := newGate()
	var s *Server
	address := serve(t, g, func(made *Server) { s = made })
	busy := dial(t, address)
	_, _ = io.WriteString(busy, "GET /wait HTTP/1.1\r\nHost: b\r\n\r\n")
	g.await(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	isClosed(t, busy)
	close(g.open)
}

func TestShare(t *testing.T) {
	for _, row := range []struct {
		descriptors    uint64
		public, beside int
	}{
		{16, 8, 1}, {127, 63, 7}, {256, 160, 16}, {1024, 832, 64}, {4096, 3520, 256}, {1 << 20, 8192, 256},
	} {
		if public, beside := share(row.descriptors); public != row.public || beside != row.beside {
			t.Errorf("%d descriptors: %d and %d, want %+v", row.descriptors, public, beside, row)
		}
	}
}
