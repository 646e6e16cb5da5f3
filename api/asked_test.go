package api

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func newAsked() *asked {
	a := new(asked)
	a.init("192.0.2.1:4711")
	return a
}

// What clients send every day is usual: nothing of it goes the long way.
func TestUsualClients(t *testing.T) {
	for name, text := range map[string]string{
		"curl":    "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n",
		"wrk":     "GET /api/v1/manuals/acme/tokens.json?format=2025.10 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
		"Go":      "GET / HTTP/1.1\r\nHost: [::1]:8080\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n",
		"Node.js": "GET /acme.json HTTP/1.1\r\nhost: localhost:8080\r\nconnection: keep-alive\r\naccept: */*\r\naccept-language: *\r\nsec-fetch-mode: cors\r\nuser-agent: node\r\naccept-encoding: gzip, deflate\r\n\r\n",
		"a browser": "GET /acme HTTP/1.1\r\nHost: acme.localhost:8080\r\nConnection: keep-alive\r\nCache-Control: max-age=0\r\n" +
			"sec-ch-ua: \"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: \"Linux\"\r\nUpgrade-Insecure-Requests: 1\r\n" +
			"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n" +
			"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\n" +
			"Sec-Fetch-Dest: document\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: de-DE,de;q=0.9,en;q=0.8\r\nCookie: __Host-x=a.b-c\r\nIf-None-Match: W/\"0123\"\r\n\r\n",
		"a preflight": "OPTIONS /api/v1/manuals/acme.json HTTP/1.1\r\nHost: a.example\r\nOrigin: https://b.example\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: authorization\r\n\r\n",
		"a proxy":     "GET /readyz HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: 192.0.2.1, 198.51.100.2\r\nX-Forwarded-Proto: https\r\nVia: 1.1 varnish\r\nX-Request-Id: 9f86d081\r\nConnection: close\r\n\r\n",
	} {
		if rest, found := newAsked().read(text + "more"); found != usual || rest != "more" {
			t.Errorf("%s: %d with %q left", name, found, rest)
		}
	}
}

func TestUnusualRequests(t *testing.T) {
	const line, host, end = "GET /a HTTP/1.1\r\n", "Host: x\r\n", "\r\n"
	for _, row := range []struct {
		name, text string
		want       form
	}{
		{"nothing", "", begun},
		{"a part of a line", "GET /a HT", begun},
		{"a part of a line that will be none", "\x16\x03\x01", begun},
		{"a part of a field", line + "Ho", begun},
		{"up to the last byte", line + host + "\r", begun},
		{"an unusual line, and a part", line + "X : y\r\nZ", unusual},
		{"a blank line first", end + line + host + end, unusual},
		{"LF alone", line + "Host: x\n" + end, unusual},
		{"LF alone at the end", line + host + "\n", unusual},
		{"CR alone", line + "X: a\rb\r\n" + host + end, unusual},
		{"POST", "POST /a HTTP/1.1\r\n" + host + end, unusual},
		{"a method in lower case", "get /a HTTP/1.1\r\n" + host + end, unusual},
		{"no method", " /a HTTP/1.1\r\n" + host + end, unusual},
		{"no target", "GET HTTP/1.1\r\n" + host + end, unusual},
		{"two blanks", "GET  /a HTTP/1.1\r\n" + host + end, unusual},
		{"a blank in the target", "GET /a b HTTP/1.1\r\n" + host + end, unusual},
		{"a blank at the end", "GET /a HTTP/1.1 \r\n" + host + end, unusual},
		{"HTTP/1.0", "GET /a HTTP/1.0\r\n" + host + end, unusual},
		{"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", unusual},
		{"a whole address", "GET http://x/a HTTP/1.1\r\n" + host + end, unusual},
		{"an asterisk", "OPTIONS * HTTP/1.1\r\n" + host + end, unusual},
		{"two slashes", "GET //a HTTP/1.1\r\n" + host + end, unusual},
		{"an encoded byte", "GET /%61 HTTP/1.1\r\n" + host + end, unusual},
		{"an empty query", "GET /a? HTTP/1.1\r\n" + host + end, unusual},
		{"a fragment", "GET /a#b HTTP/1.1\r\n" + host + end, unusual},
		{"a fragment of a query", "GET /a?b#c HTTP/1.1\r\n" + host + end, unusual},
		{"no host", line + end, unusual},
		{"an empty host", line + "Host:\r\n" + end, unusual},
		{"two hosts", line + host + host + end, unusual},
		{"an empty host and one", line + "Host: \r\n" + host + end, unusual},
		{"a host that is none", line + "Host: a b\r\n" + end, unusual},
		{"a field twice", line + host + "X-Y: 1\r\nx-y: 1\r\n" + end, unusual},
		{"a field that goes on", line + host + "X: a\r\n b\r\n" + end, unusual},
		{"no colon", line + host + "X\r\n" + end, unusual},
		{"no name", line + host + ": x\r\n" + end, unusual},
		{"a blank in a name", line + host + "X : y\r\n" + end, unusual},
		{"NUL in a value", line + host + "X: \x00\r\n" + end, unusual},
		{"a byte beyond ASCII", line + host + "X: \xff\r\n" + end, unusual},
		{"a length", line + host + "Content-Length: 0\r\n" + end, unusual},
		{"a length in lower case", line + host + "content-length: 5\r\n" + end, unusual},
		{"chunks", line + host + "Transfer-Encoding: chunked\r\n" + end, unusual},
		{"trailers", line + host + "Trailer: x\r\n" + end, unusual},
		{"an expectation", line + host + "Expect: 100-continue\r\n" + end, unusual},
		{"an upgrade", line + host + "Upgrade: h2c\r\n" + end, unusual},
		{"what else a connection may say", line + host + "Connection: close, x\r\n" + end, unusual},
		{"Pragma", line + host + "Pragma: no-cache\r\n" + end, unusual},
	} {
		if _, found := newAsked().read(row.text); found != row.want {
			t.Errorf("%s: %d, want %d", row.name, found, row.want)
		}
	}
}

// FuzzAsked holds what a lane takes for a usual request against what net/http
// makes of the same bytes: it is the same request, without a body and of the
// same length. What is read before is not seen in it.
func FuzzAsked(f *testing.F) {
	for _, text := range []string{
		"GET /a?b=c HTTP/1.1\r\nHost: x:1\r\nx-y:\t z \r\nConnection: Close\r\n\r\nGET", "HEAD / HTTP/1.1\r\nhost: [::1]\r\n\r\n",
		"OPTIONS /~a-b_c.d HTTP/1.1\r\nHost: x\r\nAccept: \r\nCookie: a=\"b\"\r\n\r\n", "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na",
		"GET //a HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%2f HTTP/1.1\nHost: x\n\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, bytesOf []byte) {
		text := string(bytesOf)
		a := newAsked()
		if _, found := a.read("GET /before?query HTTP/1.1\r\nHost: before\r\nBefore: x\r\nConnection: close\r\n\r\n"); found != usual {
			t.Fatal(found)
		}
		rest, found := a.read(text)
		if found != usual {
			return
		}
		in := bufio.NewReaderSize(bytes.NewReader(bytesOf), 1<<20)
		want, err := http.ReadRequest(in)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		left, err := io.ReadAll(in)
		if err != nil || string(left) != rest {
			t.Fatalf("%q: %q is left, not %q (%v)", text, rest, left, err)
		}
		got, hosts := &a.request, want.Header["Host"]
		delete(want.Header, "Host") // as a server does
		if got.Method != want.Method || got.RequestURI != want.RequestURI || *got.URL != *want.URL || got.Proto != want.Proto ||
			got.ProtoMajor != want.ProtoMajor || got.ProtoMinor != want.ProtoMinor || got.Host != want.Host || got.Close != want.Close ||
			!maps.EqualFunc(got.Header, want.Header, slices.Equal) {
			t.Fatalf("%q:\n%+v, want\n%+v", text, got, want)
		}
		if want.ContentLength != 0 || got.ContentLength != 0 || want.Body != http.NoBody || want.TransferEncoding != nil || want.Trailer != nil ||
			len(hosts) > 1 || strings.ContainsAny(got.Host, "/ @") {
			t.Fatalf("%q: with a body, or of no host: %+v", text, want)
		}
	})
}
