package http1

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// timeout is how long tests wait for what should come at once: longer than any machine
// needs, so that no test fails because one is slow or busy, and shorter than go test waits.
const timeout = 5 * time.Minute

// serve serves the handler on loopback until the test ends, and returns the
// address. set, if not nil, changes the server first.
func serve(t testing.TB, h http.Handler, set func(*Server)) string {
	t.Helper()
	s := NewServer(h, slog.New(slog.DiscardHandler))
	if set != nil {
		set(s)
	}
	l := listen(t)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

// serveNetHTTP serves the handler with net/http and the same limits.
func serveNetHTTP(t testing.TB, h http.Handler) string {
	t.Helper()
	s := &http.Server{
		Handler: h, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelWarn), MaxHeaderBytes: maxHeaderBytes,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 60 * time.Second, DisableGeneralOptionsHandler: true,
	}
	l := listen(t)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// dial connects to the address. Reads and writes fail after timeout.
func dial(t testing.TB, address string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetDeadline(time.Now().Add(timeout)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.TCPConn)
}

// send sends the pieces one by one, closes the writing side, and returns
// everything that is received.
func send(t testing.TB, address string, pieces ...string) string {
	t.Helper()
	c := dial(t, address)
	defer c.Close()
	for _, piece := range pieces {
		if _, err := io.WriteString(c, piece); err != nil {
			break // the server has closed the connection
		}
	}
	_ = c.CloseWrite()
	text, err := io.ReadAll(c)
	if err, ok := err.(net.Error); ok && err.Timeout() {
		t.Fatalf("the connection is open after %v, with %q received", timeout, text)
	}
	return string(text)
}

// A parsedResponse is a response without its framing.
type parsedResponse struct{ head, body, trailer string }

var dateField = regexp.MustCompile("\r\nDate: [^\r]*")

// parseResponses parses the responses to requests of the methods. What is not a
// response becomes the head of the last one.
func parseResponses(text string, methods []string) (all []parsedResponse) {
	text = dateField.ReplaceAllString(text, "\r\nDate:")
	for text != "" {
		head, _, _ := strings.Cut(text, "\r\n\r\n")
		lines := strings.Split(head, "\r\n")
		slices.Sort(lines[1:])
		informational := strings.HasPrefix(text, "HTTP/1.1 1")
		method := ""
		if !informational && len(methods) > 0 {
			method, methods = methods[0], methods[1:]
		}
		in := bufio.NewReader(strings.NewReader(text))
		response, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			return append(all, parsedResponse{head: text})
		}
		body, err := io.ReadAll(response.Body)
		all = append(all, parsedResponse{strings.Join(lines, "\n"), string(body), fmt.Sprint(response.Trailer, err)})
		rest, _ := io.ReadAll(in)
		text = string(rest)
	}
	return all
}

// An echoHandler answers with what it sees of a request, and collects the
// methods.
type echoHandler struct {
	mu      sync.Mutex
	methods []string
}

// takeMethods returns the methods since the last call.
func (h *echoHandler) takeMethods() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	methods := h.methods
	h.methods = nil
	return methods
}

func (h *echoHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.methods = append(h.methods, r.Method)
	h.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	formError := r.ParseForm()
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		fields = append(fields, fmt.Sprintf("%s=%q", name, r.Header[name]))
	}
	_, local := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	_, server := r.Context().Value(http.ServerContextKey).(*http.Server)
	w.Header().Set("Content-Type", "text/plain")
	fmt.Fprintf(w, "%s %q %#v %q %s %d.%d %v %v\nbody %q %v %d %v trailer %v\nform %v %v %v\n%s %v %v %v\n%v",
		r.Method, r.RequestURI, *r.URL, r.Host, r.Proto, r.ProtoMajor, r.ProtoMinor, r.Close, r.TLS,
		body, err, r.ContentLength, r.TransferEncoding, r.Trailer, r.Form, r.PostForm, formError,
		host, local, server, r.Pattern, fields)
}

// compare compares what both servers have sent to requests of the methods. The responses
// must be the same, up to one after which ours closes the connection.
func compare(t testing.TB, context any, ours, std string, methods []string) {
	t.Helper()
	got, want := parseResponses(ours, methods), parseResponses(std, methods)
	if last := len(got) - 1; last >= 0 && last < len(want) && closing.MatchString(got[last].head) {
		want = want[:last+1]
	}
	for _, all := range [][]parsedResponse{got, want} {
		for i := range all {
			all[i].head = connection.ReplaceAllString(all[i].head, "")
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q:\n%q, net/http answers\n%q", context, got, want)
	}
}

var (
	connection = regexp.MustCompile("\n(Connection|Transfer-Encoding|Content-Length): [^\n]*")
	closing    = regexp.MustCompile("^HTTP/1.0|\nConnection: close")
)

// compareRequests sends the pieces to both servers. Their handlers must see the
// same requests, and the responses must be the same.
func compareRequests(t testing.TB, ours, std string, echo *echoHandler, pieces ...string) {
	t.Helper()
	echo.takeMethods()
	want := send(t, std, pieces...)
	methods := echo.takeMethods()
	compare(t, pieces, send(t, ours, pieces...), want, methods)
}

const (
	get  = "GET / HTTP/1.1\r\nHost: here\r\n\r\n"
	head = "HEAD / HTTP/1.1\r\nHost: here\r\n\r\n"
)

// requests are requests, simple and not.
var requests = []string{
	get, head, get + head + get, "OPTIONS /a HTTP/1.1\r\nhost: b\r\n\r\n",
	"GET /a/b.c-d_e~f?x=1&y HTTP/1.1\r\nHost: [::1]:80\r\nUser-Agent: curl/8\r\nAccept: */*\r\nX-Empty:\r\nConnection: keep-alive\r\n\r\n" + get,
	"GET /a?x=1 HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n" + get,
	"GET /?b=2 HTTP/1.1\r\nHost: b\r\nX: \t v \t\r\n\r\n", "GET /a? HTTP/1.1\r\nHost: b\r\n\r\n", "GET // HTTP/1.1\r\nHost: b\r\n\r\n",
	"GET /%61%2F HTTP/1.1\r\nHost: b\r\n\r\n" + get, "GET http://c/d?e HTTP/1.1\r\nHost: b\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: b\r\n\r\n",
	"CONNECT c:443 HTTP/1.1\r\nHost: b\r\n\r\n", "DELETE / HTTP/1.1\r\nHost: b\r\n\r\n" + get,
	"POST /p?x=1 HTTP/1.1\r\nHost: b\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\ny=2" + get + get,
	"POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3\r\nabc\r\n0\r\nT: u\r\n\r\n" + get,
	get + "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello" + get,
	"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nHost: b\r\nConnection: keep-alive\r\n\r\n" + get, "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.2\r\nHost: b\r\n\r\n", "GET /\r\n\r\n",
	"GET / HTTP/1.1\nHost: b\nX: y\n\n" + get, "GET / HTTP/1.1\r\nHost: b\r\nX: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nX : a\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: b\r\nHost: c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nX: \x01\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: b\r\nX: a\r\nx: b\r\nPragma: no-cache\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nX: \xe4\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: b\r\nContent-Length: 0\r\n\r\n" + get, "GET / HTTP/1.1\r\nHost: b\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: x\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: b\r\nExpect: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\n", "GET", "\x16\x03\x01\r\n\r\n", "\r\n" + get, get + "\r\n" + get, get + "GET ", get + "xxxx", "",
	"GET / HTTP/1.1\r\nHost: b\r\nX: " + strings.Repeat("x", 10_000) + "\r\n\r\n" + get, "GET / HTTP/1.1\r\nHost: b\r\nX: " + strings.Repeat("x", 30_000) + "\r\n\r\n",
	"GET /" + strings.Repeat("x", 19_000) + " HTTP/1.1\r\nHost: b\r\n\r\n", get + "GET / HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 200) + "Host: b\r\n\r\n",
	"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /a#b HTTP/1.1\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: b\r\nx\r\n\r\n",
}

// The handler sees the same requests as with net/http, and the client receives
// the same responses, however the bytes are split.
func TestRequests(t *testing.T) {
	echo := new(echoHandler)
	ours, std := serve(t, echo, nil), serveNetHTTP(t, echo)
	for _, text := range requests {
		compareRequests(t, ours, std, echo, text)
	}
	const text = "GET /a?b HTTP/1.1\r\nHost: here\r\nX-Y: z\r\n\r\n" + head + "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: 2\r\n\r\nab" + get
	for at := range len(text) {
		compareRequests(t, ours, std, echo, text[:at], text[at:])
	}
	compareRequests(t, ours, std, echo, strings.Split(text, "")...)
}

// What cannot be a request is answered at once, although no head ends.
func TestNoRequest(t *testing.T) {
	c := dial(t, serve(t, http.NotFoundHandler(), nil))
	_, _ = io.WriteString(c, "\x16\x03\x01 is how TLS begins\r\n")
	if text, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 400 ") {
		t.Errorf("%q, %v", text, err)
	}
}

func FuzzRequests(f *testing.F) {
	for _, text := range requests {
		if len(text) < 1000 {
			f.Add(text)
		}
	}
	echo := new(echoHandler)
	ours, std := serve(f, echo, nil), serveNetHTTP(f, echo)
	f.Fuzz(func(t *testing.T, text string) { compareRequests(t, ours, std, echo, text) })
}

// scriptHandler returns a handler that performs the steps, one per line.
func scriptHandler(steps string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := w.Header() // kept over all steps, as handlers do
		header["Content-Type"] = []string{"text/plain"}
		for step := range strings.Lines(steps) {
			verb, rest, _ := strings.Cut(strings.TrimSuffix(step, "\n"), " ")
			name, value, _ := strings.Cut(rest, " ")
			n, _ := strconv.Atoi(rest)
			switch verb {
			case "set":
				header[name] = []string{strings.NewReplacer("␍", "\r", "␊", "\n").Replace(value)}
			case "add":
				header[name] = append(header[name], value)
			case "del":
				delete(header, name)
			case "none":
				header[name] = nil
			case "status":
				w.WriteHeader(min(max(n, 200), 999))
			case "write":
				_, _ = w.Write(bytes.Repeat([]byte("x<"), min(max(n, 0), 100_000)/2+1))
			case "text":
				_, _ = io.WriteString(w, rest)
			case "copy":
				_, _ = io.Copy(w, strings.NewReader(strings.Repeat("y", min(max(n, 0), 100_000))))
			case "abort":
				panic(http.ErrAbortHandler)
			case "panic":
				panic("a handler panics")
			}
		}
	}
}

// simple5 begins a response that is simple if the body is one write of five
// bytes.
const simple5 = "set Content-Type text/plain\nset B c\nset Content-Length 5\n"

var scripts = []string{
	"", "status 204", "status 304", "status 200\nstatus 404", "status 299", "status 599", "text hello", "write 1000", "write 3000", "write 90000", "copy 90000", "copy 10",
	"write 2040\nwrite 6\nwrite 8", "text a\nwrite 5000\ntext b", "write 3000\nstatus 500", "set Content-Length 5\ntext hello", "set Content-Length 5\ntext hell",
	"set Content-Length 5\ntext hello!\ntext x", "set Content-Length 5\nstatus 304", "set Content-Length 5\nstatus 204\ntext x", "set Content-Length 3002\nwrite 3000",
	"set Content-Length 0", "set Content-Type x\nstatus 304", "set ETag x\nset etag y\nset X-RateLimit-Limit 1\ntext a", "set A b␍␊C: d\nset E f␊",
	"set A\x01 b\nset B: c\nset  c\nset Ä d\ntext a", "set A   b  \nadd A c\nadd A d", "status 200\nset A b\ntext x", "text x\nset A b", "set Connection close\ntext a",
	simple5 + "text hello", simple5 + "text hell", simple5 + "text hello!", simple5 + "text he\ntext llo", simple5 + "text hello\ntext more",
	simple5 + "status 404\nset A b\ntext hello", simple5 + "status 404\nset A b\ndel B\ntext hello", simple5 + "set Connection close\nstatus 404\nset A b\ntext he\ntext llo",
	simple5 + "status 404\npanic", simple5 + "copy 5", "set Content-Type x\nset Content-Length 90000\ncopy 90000", "set Content-Type x\nset Content-Length 90002\nwrite 90000",
	simple5 + "status 304", "abort", "set Allow A\nstatus 405",
}

// compareResponses performs the steps for GET and HEAD requests, each with
// another request behind it. The responses must be those of net/http.
func compareResponses(t testing.TB, ours, std string, use func(http.HandlerFunc), steps string) {
	t.Helper()
	use(scriptHandler(steps))
	for _, method := range []string{"GET", "HEAD"} {
		for _, more := range []string{"", "Connection: close\r\n"} {
			request := method + " / HTTP/1.1\r\nHost: b\r\n" + more + "\r\n"
			compare(t, method+" "+more+steps, send(t, ours, request, request), send(t, std, request, request), []string{method, method})
		}
	}
}

// newHandlers returns the addresses of both servers, and a function that sets
// their handler.
func newHandlers(t testing.TB) (ours, std string, use func(http.HandlerFunc)) {
	var handler atomic.Pointer[http.HandlerFunc]
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*handler.Load())(w, r) })
	return serve(t, h, nil), serveNetHTTP(t, h), func(next http.HandlerFunc) { handler.Store(&next) }
}

// The response is that of net/http, except for how a body is framed.
func TestResponses(t *testing.T) {
	ours, std, use := newHandlers(t)
	for _, steps := range scripts {
		compareResponses(t, ours, std, use, steps)
	}
}

// unsupported matches handlers whose responses differ: those that set what belongs to
// the server or state no type, and those that write a body and then abort. The client has
// received it from us; net/http loses it in a buffer, or cuts its chunks off. A client
// cannot read an answer with a control character, with a second Content-Length that is written
// content-length, or to HEAD with one that is no number, which net/http sends on and we leave out.
var unsupported = regexp.MustCompile(`(?is)Content-Type|Content-Encoding|Transfer-Encoding|Trailer|Connection|Date|` +
	`(text|write|copy).*(abort|panic)|Content-Length.*(text|write|copy).*Content-Length|[\x00-\x08\x0b-\x1f\x7f]|` +
	`(set|add) Content-Length( [^\n]*[^0-9\n]| [0-9]{19}| ?(\n|$))`)

func FuzzResponses(f *testing.F) {
	for _, steps := range scripts {
		f.Add(steps)
	}
	ours, std, use := newHandlers(f)
	f.Fuzz(func(t *testing.T, steps string) {
		otherCase := strings.ReplaceAll(steps, "Content-Length", "")
		if unsupported.MatchString(steps) || strings.Contains(strings.ToLower(otherCase), "content-length") {
			return
		}
		compareResponses(t, ours, std, use, steps)
	})
}

// The requests of common clients are simple.
func TestCommonClients(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = fmt.Fprintf(w, "%T", w) })
	address := serve(t, h, nil)
	for _, fields := range []string{
		"Host: localhost:8080\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n",
		"host: [::1]:8080\r\nconnection: keep-alive\r\naccept: */*\r\naccept-language: *\r\nsec-fetch-mode: cors\r\nuser-agent: node\r\naccept-encoding: gzip, deflate\r\n",
		"Host: acme.localhost:8080\r\nConnection: keep-alive\r\nCache-Control: max-age=0\r\nsec-ch-ua: \"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: \"Linux\"\r\nUpgrade-Insecure-Requests: 1\r\n" +
			"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\n" +
			"Sec-Fetch-Dest: document\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: de-DE,de;q=0.9,en;q=0.8\r\nCookie: __Host-x=a.b-c\r\nIf-None-Match: W/\"0123\"\r\n",
		"Host: a.example\r\nX-Forwarded-For: 192.0.2.1, 198.51.100.2\r\nX-Forwarded-Proto: https\r\nVia: 1.1 varnish\r\nX-Request-Id: 9f86d081\r\nConnection: close\r\n",
	} {
		if answer := send(t, address, "GET /acme/tokens.json?format=2025.10 HTTP/1.1\r\n"+fields+"\r\n"); !strings.HasSuffix(answer, "*http1.responseWriter") {
			t.Errorf("%s\n%s", fields, answer)
		}
	}
}
