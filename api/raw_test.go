package api

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// exchangeRaw sends bytes as they are and returns the answers up to the end
// of the connection, which are the same over net/http.
func (w *testServer) exchangeRaw(t testing.TB, request string) string {
	t.Helper()
	answer, other := exchangeWith(t, w, request), exchangeWith(t, w.other, request)
	if got, want := lines(answer), lines(other); !slices.Equal(got, want) {
		t.Errorf("over http1\n%q\nand over net/http\n%q", got, want)
	}
	return answer
}

// lines returns the lines of an answer, sorted, without the values that
// differ from one answer to the next.
func lines(answer string) []string {
	changing := regexp.MustCompile("(?m)^(Date|X-RateLimit-Remaining): .*")
	return slices.Sorted(strings.Lines(changing.ReplaceAllString(answer, "$1")))
}

func exchangeWith(t testing.TB, w *testServer, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", w.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	// Only a server that waits for what it should not wait for gets there.
	if err := c.SetDeadline(time.Now().Add(8 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil {
		t.Fatalf("%v after %q", err, answer)
	}
	return string(answer)
}

// What no well-behaved client sends.
func TestRawRequests(t *testing.T) {
	w := newTestServer(t, nil)
	const guide = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const vault = "GET /api/v1/manuals/acme.vault.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const health = "GET /healthz HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	bearer := "Authorization: Bearer " + secretOf("acme") + "\r\n"
	long := func(n int) string { return "X-Long: " + strings.Repeat("x", n) + "\r\n" }
	padding := maxFieldBytes - len("Host: "+siteHost+"\r\n") - len("Connection: close\r\n") - len("X-Long: \r\n")
	const end = "Connection: close\r\n\r\n"
	for _, row := range []struct {
		name, request string
		status        int
		has           string // somewhere in the answer
	}{
		{"one token", vault + bearer + end, 200, "man_acme_vault"},
		{"two Authorization fields", vault + bearer + bearer + end, 401, ""},
		{"two of different schemes", vault + "Authorization: Basic eDp5\r\n" + bearer + end, 401, ""},
		{"two names differing in case", vault + bearer + strings.Replace(bearer, "Auth", "aUTH", 1) + end, 401, ""},
		{"an empty Authorization", guide + "Authorization:\r\n" + end, 401, ""},
		{"Authorization of blanks", guide + "Authorization:  \t \r\n" + end, 401, ""},
		{"a single word", guide + "Authorization: Bearer\r\n" + end, 401, ""},
		{"If-None-Match in two lines (RFC 9110 5.3)", guide + "If-None-Match: \"a\"\r\nIf-None-Match: *\r\n" + end, 200, ""},
		{"absolute-form (RFC 9112 3.2.2)", "GET http://acme." + siteHost + "/api/v1/manuals/press.json?x HTTP/1.1\r\nHost: nobody." + siteHost + "\r\n" + end, 200, "man_acme_press"},
		{"absolute-form, refused", "GET http://nobody." + siteHost + ":8/api/v1/manuals/acme.json?x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme.json"`},
		{"absolute-form without a path", "GET http://" + siteHost + " HTTP/1.1\r\nHost: x\r\n" + end, 404, `"instance":"/"`},
		{"HTTP/1.0 without Host", "GET /api/v1/manuals/acme.json HTTP/1.0\r\n\r\n", 200, "man_acme_guide"},
		{"HTTP/1.0 does not stay", "GET /api/v1/manuals/acme.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"asterisk-form", "OPTIONS * HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"*"`},
		{"authority-form", "CONNECT " + siteHost + ":443 HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, ""},
		{"CONNECT of a path", "CONNECT /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"an encoded slash", "GET /api/v1/manuals/acme%2Ftokens.json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme%2Ftokens.json"`},
		{"bytes that are not UTF-8", "GET /api/v1/manuals/\xff\xc3\xa9\".json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/%FFé\".json"`},
		{"a fragment", "GET /api/v1/manuals/acme.json#x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, ""},
		{"field lines of 16 KiB", guide + long(padding) + end, 200, "man_acme_guide"},
		{"one byte more", guide + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"in many fields", guide + strings.Repeat("X: "+strings.Repeat("y", 997)+"\r\n", 17) + end, 431, "X-RateLimit-Limit: 1000000\r\n"},
		{"far beyond", guide + long(64<<10) + end, 431, ""},
		{"431 before 405", strings.Replace(guide, "GET", "POST", 1) + long(padding+1) + end, 431, ""},
		{"a body with a length", guide + "Content-Length: 5\r\n\r\nhello", 413, "\r\nConnection: close\r\n"},
		{"a body that does not come", guide + "Content-Length: 5\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a large body that does not come", guide + "Content-Length: 5000000000\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a chunked body", guide + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a chunked body of nothing", guide + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413, ""},
		{"a chunked body that does not come", guide + "Transfer-Encoding: chunked\r\n\r\n", 413, ""},
		{"a body behind 100-continue", guide + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"a body with a length, the last request", guide + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 413, "\r\nConnection: close\r\n"},
		{"a chunked body, the last request", guide + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" + strings.Repeat("x", 300_000) + "\r\n0\r\n\r\n", 413, ""},
		{"a body with a length, HTTP/1.0", "POST /api/v1/manuals/acme.json HTTP/1.0\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 405, ""},
		{"a body with a length, of health", strings.Replace(health, "GET", "POST", 1) + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 405, ""},
		{"a body behind 100-continue, the last request", guide + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"a body of another method", strings.Replace(guide, "GET", "POST", 1) + "Content-Length: 5\r\n\r\n", 405, "\r\nConnection: close\r\n"},
		{"a body elsewhere", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 404, "\r\nConnection: close\r\n"},
		{"field lines of 16 KiB, of health", health + long(padding) + end, 200, "ok"},
		{"one byte more, of health", health + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"one byte more, of readiness", strings.Replace(health, "healthz", "readyz", 1) + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"a body of health", "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"a preflight with a body", strings.Replace(guide, "GET", "OPTIONS", 1) + "Origin: x\r\nAccess-Control-Request-Method: GET\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"no body", guide + "Content-Length: 0\r\n" + end, 200, ""},
		{"one with a body behind one without", guide + "\r\nPOST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", 200, "HTTP/1.1 405 "},
		{"one within the body of another", guide + "Content-Length: 90\r\n\r\n" + vault + bearer + end, 413, ""},
		{"HTTP/1.0 behind HTTP/1.1", guide + "\r\nGET /healthz HTTP/1.0\r\n\r\n", 200, "HTTP/1.0 200 OK\r\n"},
		{"what is no request, behind one", guide + "\r\n\x16\x03\x01\r\n\r\n", 200, "HTTP/1.1 400 Bad Request\r\n"},
		{"lines that end in LF", strings.ReplaceAll(guide+end, "\r\n", "\n"), 200, "man_acme_guide"},
		{"a line that goes on in the next (RFC 9112 5.2)", guide + "X: a\r\n b\r\n" + end, 200, "man_acme_guide"},
		{"a blank before the colon", guide + "X : a\r\n" + end, 400, ""},
		{"two hosts", guide + "Host: x\r\n" + end, 400, ""},
		{"no host", "GET /healthz HTTP/1.1\r\n" + end, 400, ""},
		{"a host that is none", "GET /healthz HTTP/1.1\r\nHost: a b\r\n" + end, 400, ""},
		{"a byte beyond ASCII", guide + "X: \xe4\r\n" + end, 200, "man_acme_guide"},
		{"a control character", guide + "X: \x01\r\n" + end, 400, ""},
		{"lengths that differ", guide + "Content-Length: 0\r\nContent-Length: 5\r\n" + end, 400, ""},
		{"a coding of the transfer that is none", guide + "Transfer-Encoding: identity\r\n" + end, 501, ""},
		{"an upgrade", guide + "Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n", 200, "man_acme_guide"},
		{"close in capitals", guide + "Connection: CLOSE\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"two requests, one after the other", guide + "\r\n" + vault + end, 200, "HTTP/1.1 404 Not Found\r\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			answer := w.exchangeRaw(t, row.request)
			if want := fmt.Sprintf(" %d ", row.status); !strings.HasPrefix(answer[min(len("HTTP/1.1"), len(answer)):], want) || !strings.Contains(answer, row.has) {
				t.Errorf("want%sand %q in\n%s", want, row.has, answer)
			}
			if strings.Contains(answer, "100 Continue") {
				t.Errorf("asked for the body:\n%s", answer)
			}
			describesRaw(t, row.request, answer)
		})
	}
}

// describesRaw holds the first answer of a connection against the OpenAPI
// document, unless it is net/http's own, which is given in plain text before
// any handler is asked.
func describesRaw(t testing.TB, request, text string) {
	t.Helper()
	line := strings.Fields(request)
	method, target := line[0], line[1]
	response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(text)), &http.Request{Method: method})
	if err != nil {
		t.Errorf("%v in\n%s", err, text)
		return
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Errorf("%v in\n%s", err, text)
		return
	}
	own := []int{http.StatusBadRequest, http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented}
	if slices.Contains(own, response.StatusCode) && strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		return
	}
	describes(t, method, target, testResponse{Response: response, sent: body, body: string(body)})
}

// Names are spelt on the wire as the specification spells them, and every
// field stands there once.
func TestFieldNamesOnTheWire(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Rate = rateOf(t, "3-M") })
	request := func(path, fields string) string {
		return "GET " + path + " HTTP/1.1\r\nHost: " + siteHost + "\r\n" + fields + "Connection: close\r\n\r\n"
	}
	const guide = "/api/v1/manuals/acme.json"
	const shared = "Access-Control-Allow-Origin Access-Control-Expose-Headers Cache-Control "
	const rates = " X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset"
	for _, row := range []struct{ request, names string }{
		{request(guide, "Accept-Encoding: gzip\r\n"), "Connection Date " + shared + "Content-Encoding Content-Length Content-Type ETag Vary X-Content-Type-Options" + rates},
		{request(guide, "If-None-Match: *\r\n"), "Connection Date " + shared + "ETag Vary" + rates},
		{request("/api/v1/manuals/x.json", ""), "Connection Date " + shared + "Content-Length Content-Type WWW-Authenticate X-Content-Type-Options" + rates},
		{request(guide, ""), "Connection Date " + shared + "Content-Length Content-Type Retry-After X-Content-Type-Options" + rates},
		{"OPTIONS " + guide + " HTTP/1.1\r\nHost: x\r\nOrigin: x\r\nAccess-Control-Request-Method: GET\r\nConnection: close\r\n\r\n",
			"Connection Date Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Max-Age"},
	} {
		answer := w.exchangeRaw(t, row.request)
		head, _, _ := strings.Cut(answer, "\r\n\r\n")
		got := map[string]int{}
		for _, line := range strings.Split(head, "\r\n")[1:] {
			name, _, _ := strings.Cut(line, ": ")
			got[name]++
		}
		want := strings.Fields(row.names)
		for _, name := range want {
			if got[name] != 1 {
				t.Errorf("%s %d times in\n%s", name, got[name], head)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d fields, want %d in\n%s", len(got), len(want), head)
		}
	}
}

// The problem of a body that is refused is read by a client that goes on
// sending (RFC 9112, section 9.6).
func TestRefusedBodyIsAnswered(t *testing.T) {
	w := newTestServer(t, nil)
	c, err := net.Dial("tcp", w.address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "POST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"+strings.Repeat("x", 32<<10)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 405 || !response.Close {
		t.Errorf("%d, close %t, %v: %s", response.StatusCode, response.Close, err, body)
	}
}
