package http1

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// getPath sends a request for the path and returns the status and body of the
// response.
func getPath(t testing.TB, c net.Conn, path string) (status int, body string) {
	t.Helper()
	sendGet(c, path)
	return readResponse(t, c)
}

// sendGet sends a request for the path.
func sendGet(c net.Conn, path string) {
	_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: b\r\n\r\n", path) // reading the response fails then
}

func readResponse(t testing.TB, c net.Conn) (status int, body string) {
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

// expectClosed waits for the server to close the connection.
func expectClosed(t testing.TB, c net.Conn) {
	t.Helper()
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the connection is still open: %d, %v", n, err)
	}
}

// inUse returns the bytes of reachable memory and stacks.
func inUse() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc + stats.StackInuse)
}

// Clients that stop reading a body hold nothing of it, also if the handler does not
// state its length.
func TestUnreadBodies(t *testing.T) {
	body := make([]byte, 4<<20)
	address := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }), nil)
	before := inUse()
	for range 50 {
		c := dial(t, address)
		sendGet(c, "/")
		if _, err := io.ReadFull(c, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if held := inUse() - before; held > 20<<20 {
		t.Errorf("50 clients hold %d MiB", held>>20)
	}
}

// A blockingHandler answers with the path: /wait when unblock is closed, other
// paths at once.
type blockingHandler struct {
	waiting atomic.Int64
	unblock chan struct{}
}

func newBlockingHandler() *blockingHandler { return &blockingHandler{unblock: make(chan struct{})} }

func (h *blockingHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/wait" {
		h.waiting.Add(1)
		<-h.unblock
	}
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Content-Length", strconv.Itoa(len(r.URL.Path)))
	_, _ = io.WriteString(w, r.URL.Path)
}

// await waits until that many requests have come to /wait.
func (h *blockingHandler) await(t testing.TB, n int64) {
	t.Helper()
	waitUntil(t, func() bool { return h.waiting.Load() >= n }, func() string {
		return fmt.Sprintf("%d requests wait after %v, want %d", h.waiting.Load(), timeout, n)
	})
}

// waitUntil asks again and again until the answer is yes. It fails the test after the timeout,
// with what describe returns.
func waitUntil(t testing.TB, isTrue func() bool, describe func() string) {
	t.Helper()
	ticks := time.NewTicker(time.Millisecond)
	defer ticks.Stop()
	for long := time.After(timeout); !isTrue(); {
		select {
		case <-ticks.C:
		case <-long:
			t.Fatal(describe())
		}
	}
}

// awaitIdle waits until that many connections are idle.
func awaitIdle(t testing.TB, s *Server, n int) {
	t.Helper()
	idle := 0
	waitUntil(t, func() bool {
		s.connections.mu.Lock()
		defer s.connections.mu.Unlock()
		idle = s.connections.idle.Len()
		return idle == n
	}, func() string { return fmt.Sprintf("%d connections are idle after %v, want %d", idle, timeout, n) })
}

// At the limit a new connection replaces the one that has been idle longest. Active
// connections stay open.
func TestMaxConns(t *testing.T) {
	h := newBlockingHandler()
	var s *Server
	address := serve(t, h, func(created *Server) {
		s = created
		s.MaxConns = 6
	})
	var conns []net.Conn
	for i := range 6 {
		c := dial(t, address)
		conns = append(conns, c)
		switch i {
		case 0, 1: // active
			sendGet(c, "/wait")
			h.await(t, int64(i+1))
		case 3: // has sent half a request
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\n")
		default:
			getPath(t, c, "/")
		}
		if i >= 2 {
			awaitIdle(t, s, i-1) // so that they are idle in this order
		}
	}
	getPath(t, conns[2], "/again") // now 3 has been idle longest, then 4, 5, 2
	awaitIdle(t, s, 4)
	for i, evicted := range []int{3, 4, 5, 2} {
		c := dial(t, address)
		if status, body := getPath(t, c, "/new"); status != 200 || body != "/new" {
			t.Errorf("%d %s", status, body)
		}
		expectClosed(t, conns[evicted])
		sendGet(c, "/wait")
		conns = append(conns, c)
		h.await(t, int64(3+i))
	}
	late := dial(t, address) // no connection is idle, so it must wait
	sendGet(late, "/late")
	close(h.unblock)
	for _, c := range []net.Conn{late, conns[0], conns[1]} {
		if status, _ := readResponse(t, c); status != 200 {
			t.Errorf("status %d", status)
		}
	}
}

// At its limit a client's new connection replaces its own idle one. If it has
// none the new one is closed, while other clients can connect.
func TestMaxConnsPerClient(t *testing.T) {
	h := newBlockingHandler()
	var client atomic.Value // of the next connection
	client.Store("a")
	var s *Server
	address := serve(t, h, func(created *Server) {
		s = created
		s.MaxConns, s.MaxConnsPerClient, s.ClientKey = 20, 3, func(net.Addr) string { return client.Load().(string) }
	})
	client.Store("z") // its connection has been idle longest
	idle := dial(t, address)
	getPath(t, idle, "/")
	awaitIdle(t, s, 1)
	client.Store("a")
	var conns []net.Conn
	for i := range 4 {
		c := dial(t, address)
		getPath(t, c, "/")
		awaitIdle(t, s, min(i+2, 4)) // so that they are idle in this order
		conns = append(conns, c)
	}
	expectClosed(t, conns[0])
	for i, c := range conns[1:] {
		sendGet(c, "/wait")
		h.await(t, int64(i+1))
	}
	expectClosed(t, dial(t, address))
	for _, other := range []string{"b", "", "", "", ""} {
		client.Store(other)
		if status, _ := getPath(t, dial(t, address), "/"); status != 200 {
			t.Errorf("client %q: %d", other, status)
		}
	}
	getPath(t, idle, "/")
	close(h.unblock)
}

// newCertificate returns a self-signed certificate.
func newCertificate(t testing.TB) tls.Certificate {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	return s.TLS.Certificates[0]
}

// Header fields beyond the limits are answered with 431 before they have all
// come.
func TestHeaderLimits(t *testing.T) {
	address := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), nil)
	for _, first := range []string{"", get} {
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
			text := send(t, address, first+"GET / HTTP/1.1\r\nHost: b\r\n"+row.fields)
			if last := text[max(strings.LastIndex(text, "HTTP/1.1 "), 0):]; !strings.HasPrefix(last, fmt.Sprintf("HTTP/1.1 %d ", row.status)) {
				t.Errorf("%d bytes of fields after %q: %s", len(row.fields), first, last)
			}
		}
	}
}

// serveTLS serves the handler over TLS and returns an HTTP/2 client.
func serveTLS(t testing.TB, h http.Handler, set func(*Server)) (address string, client *http.Client) {
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
	return "https://" + address, &http.Client{Transport: transport, Timeout: timeout}
}

// fetch returns the protocol and body of the response, or "cut off".
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

// Over TLS the server speaks HTTP/1.1 and HTTP/2, and sets the TLS field of
// requests.
func TestTLS(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := fmt.Sprint(r.TLS != nil && r.TLS.HandshakeComplete, " ", r.URL.Path)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = io.WriteString(w, body)
	})
	address, client := serveTLS(t, h, nil)
	if answer := fetch(client, address+"/a"); answer != "HTTP/2.0 true /a" {
		t.Error(answer)
	}
	c := dialTLS(t, address)
	for _, method := range []string{"GET", "GET", "PUT"} { // net/http answers PUT
		_, _ = io.WriteString(c, method+" /b HTTP/1.1\r\nHost: b\r\n\r\n")
		if status, body := readResponse(t, c); status != 200 || body != "true /b" {
			t.Errorf("%s: %d %s", method, status, body)
		}
	}
	if answer := send(t, strings.TrimPrefix(address, "https://"), get); !strings.Contains(answer, "HTTP request to an HTTPS server") {
		t.Errorf("plain HTTP: %q", answer)
	}
}

// HTTP/2 has the same limits on header fields, and sends large bodies.
func TestHTTP2(t *testing.T) {
	body := strings.Repeat("x", 1<<20)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, body) })
	address, client := serveTLS(t, h, nil)
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

// requestHTTP2 sends requests for the path over one HTTP/2 connection whose settings are
// given, and returns what reads the frames of the server.
func requestHTTP2(t *testing.T, address, path string, requests int, settings ...http2.Setting) *http2.Framer {
	t.Helper()
	c, err := tls.Dial("tcp", strings.TrimPrefix(address, "https://"), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(timeout)) // reading fails then
	framer := http2.NewFramer(c, c)
	_, _ = io.WriteString(c, http2.ClientPreface)
	_ = framer.WriteSettings(settings...)
	for i := range requests {
		_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*i + 1), BlockFragment: encodeGet(path), EndHeaders: true, EndStream: true})
	}
	return framer
}

// encodeGet returns the header fields of a GET of the path (RFC 7541).
func encodeGet(path string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0)
	for _, field := range [][2]string{{":method", "GET"}, {":scheme", "https"}, {":path", path}, {":authority", "b"}} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	return block.Bytes()
}

// A response over HTTP/2 counts until its client has given it a window for the body.
func TestWaitingStreams(t *testing.T) {
	address, _ := serveTLS(t, newBlockingHandler(), func(s *Server) { s.MaxStreams = 2 })
	framer := requestHTTP2(t, address, "/small", 3, http2.Setting{ID: http2.SettingInitialWindowSize})
	for {
		_, err := framer.ReadFrame()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("the connection stays open")
		} else if err != nil {
			return
		}
	}
}

// A connection tells its client how many HTTP/2 requests it answers at a time and how
// much it takes of their bodies, and refuses what is beyond (RFC 9113, section 5.1.2).
func TestHTTP2Settings(t *testing.T) {
	h := newBlockingHandler()
	defer close(h.unblock)
	address, _ := serveTLS(t, h, nil)
	framer := requestHTTP2(t, address, "/wait", maxConnStreams+1)
	settings := make(map[http2.SettingID]uint32)
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Fatal(err)
		}
		switch f := frame.(type) {
		case *http2.SettingsFrame:
			_ = f.ForeachSetting(func(s http2.Setting) error { settings[s.ID] = s.Val; return nil })
		case *http2.RSTStreamFrame:
			if f.StreamID != 2*maxConnStreams+1 || f.ErrCode != http2.ErrCodeRefusedStream {
				t.Errorf("stream %d is reset: %v", f.StreamID, f.ErrCode)
			}
			if settings[http2.SettingMaxConcurrentStreams] != 32 || settings[http2.SettingMaxHeaderListSize] > 40<<10 || settings[http2.SettingInitialWindowSize] > 64<<10 {
				t.Errorf("settings %v", settings)
			}
			return
		}
	}
}

// When too many HTTP/2 requests are being answered, the connection with the most
// of them is closed.
func TestMaxStreams(t *testing.T) {
	h := newBlockingHandler()
	address, busy := serveTLS(t, h, func(s *Server) { s.MaxStreams = 4 })
	other := &http.Client{Transport: busy.Transport.(*http.Transport).Clone(), Timeout: timeout}
	responses := make(chan string, 4)
	for i, client := range []*http.Client{busy, busy, busy, other} {
		go func() { responses <- fetch(client, address+"/wait") }()
		h.await(t, int64(i+1))
	}
	if got := fetch(other, address+"/small"); got != "HTTP/2.0 /small" {
		t.Errorf("the new request: %q", got)
	}
	for range 3 {
		if got := <-responses; got != "cut off" {
			t.Errorf("a request on the busiest connection: %q", got)
		}
	}
	close(h.unblock)
	if got := <-responses; got != "HTTP/2.0 /wait" {
		t.Errorf("the request on the other connection: %q", got)
	}
}

// Shutdown answers the requests that have begun, says that the connections
// close, and closes idle ones, with every protocol. When its context is done it
// closes the rest.
func TestShutdown(t *testing.T) {
	for _, secure := range []bool{false, true} {
		h, begun := newBlockingHandler(), int64(2)
		var s *Server
		var address string
		var client *http.Client
		connect := func() net.Conn { return dial(t, address) }
		overHTTP2 := make(chan string, 1)
		if secure {
			address, client = serveTLS(t, h, func(created *Server) { s = created })
			connect = func() net.Conn { return dialTLS(t, address) }
			go func() { overHTTP2 <- fetch(client, address+"/wait") }()
			begun++
		} else {
			address = serve(t, h, func(created *Server) { s = created })
			overHTTP2 <- "HTTP/2.0 /wait" // plain HTTP has none
		}
		idle, busy, delegated, fresh := connect(), connect(), connect(), dial(t, strings.TrimPrefix(address, "https://"))
		getPath(t, idle, "/")
		sendGet(busy, "/wait")
		_, _ = io.WriteString(delegated, "PUT /wait HTTP/1.1\r\nHost: b\r\n\r\n")
		h.await(t, begun)
		awaitIdle(t, s, 2)
		ended := make(chan error)
		go func() { ended <- s.Shutdown(t.Context()) }()
		<-s.ending.Done()
		answered := map[net.Conn]string{busy: "/wait", delegated: "/wait"}
		if !secure {
			sendGet(fresh, "/fresh")
			answered[fresh] = "/fresh"
		}
		expectClosed(t, idle)
		if c, err := net.Dial("tcp", strings.TrimPrefix(address, "https://")); err == nil {
			c.Close()
			t.Error("a new connection is accepted")
		}
		close(h.unblock)
		for c, path := range answered {
			text, err := io.ReadAll(c)
			if err != nil || !strings.Contains(string(text), "\r\nConnection: close\r\n") || !strings.HasSuffix(string(text), path) {
				t.Errorf("%s: %v, %q", path, err, text)
			}
		}
		if got := <-overHTTP2; got != "HTTP/2.0 /wait" {
			t.Errorf("over HTTP/2: %q", got)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	h := newBlockingHandler()
	var s *Server
	busy := dial(t, serve(t, h, func(created *Server) { s = created }))
	sendGet(busy, "/wait")
	h.await(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	expectClosed(t, busy)
	close(h.unblock)
}

func TestShareDescriptors(t *testing.T) {
	for _, row := range []struct {
		descriptors   uint64
		public, other int
	}{
		{16, 8, 1}, {127, 63, 7}, {256, 160, 16}, {1024, 832, 64}, {4096, 3520, 256}, {1 << 20, 8192, 256},
	} {
		if public, other := shareDescriptors(row.descriptors); public != row.public || other != row.other {
			t.Errorf("%d descriptors: %d and %d, want %+v", row.descriptors, public, other, row)
		}
	}
}
