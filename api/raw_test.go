package api

import (
	"bufio"
	"encoding/json"
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
	c := must(net.Dial("tcp", w.address))
	defer c.Close()
	ok(t, c.SetDeadline(time.Now().Add(8*time.Second))) // only a server that waits for what it should not wait for gets there
	must(io.WriteString(c, request))
	return string(must(io.ReadAll(c)))
}

// What no well-behaved client sends.
func TestRawRequests(t *testing.T) {
	w := newServer(t, nil)
	const read = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const vault = "GET /api/v1/manuals/acme.vault.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const health = "GET /healthz HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	bearer := "Authorization: Bearer " + secretOf("acme") + "\r\n"
	long := func(n int) string { return "X-Long: " + strings.Repeat("x", n) + "\r\n" }
	padding := maxFieldBytes - len("Host: "+siteHost+"\r\n") - len("Connection: close\r\n") - len("X-Long: \r\n")
	const end = "Connection: close\r\n\r\n"
	for _, r := range []struct {
		name, request string
		status        int
		has           string // somewhere in the answer
	}{
		{"one token", vault + bearer + end, 200, "man_acme_vault"},
		{"two Authorization fields", vault + bearer + bearer + end, 401, ""},
		{"two of different schemes", vault + "Authorization: Basic eDp5\r\n" + bearer + end, 401, ""},
		{"two names differing in case", vault + bearer + strings.Replace(bearer, "Auth", "aUTH", 1) + end, 401, ""},
		{"an empty Authorization", read + "Authorization:\r\n" + end, 401, ""},
		{"Authorization of blanks", read + "Authorization:  \t \r\n" + end, 401, ""},
		{"a single word", read + "Authorization: Bearer\r\n" + end, 401, ""},
		{"If-None-Match in two lines (RFC 9110 5.3)", read + "If-None-Match: \"a\"\r\nIf-None-Match: *\r\n" + end, 200, ""},
		{"absolute-form (RFC 9112 3.2.2)", "GET http://acme." + siteHost + "/api/v1/manuals/press.json?x HTTP/1.1\r\nHost: nobody." + siteHost + "\r\n" + end, 200, "man_acme_press"},
		{"absolute-form, refused", "GET http://nobody." + siteHost + ":8/api/v1/manuals/acme.json?x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme.json"`},
		{"absolute-form without a path", "GET http://" + siteHost + " HTTP/1.1\r\nHost: x\r\n" + end, 200, "index of"},
		{"HTTP/1.0 without Host", "GET /api/v1/manuals/acme.json HTTP/1.0\r\n\r\n", 200, "man_acme_guide"},
		{"HTTP/1.0 does not stay", "GET /api/v1/manuals/acme.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"asterisk-form", "OPTIONS * HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"authority-form", "CONNECT " + siteHost + ":443 HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"CONNECT of a path", "CONNECT /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"an encoded slash", "GET /api/v1/manuals/acme%2Ftokens.json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme%2Ftokens.json"`},
		{"bytes that are not UTF-8", "GET /api/v1/manuals/\xff\xc3\xa9\".json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/%FFé\".json"`},
		{"a fragment", "GET /api/v1/manuals/acme.json#x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, ""},
		{"field lines of 16 KiB", read + long(padding) + end, 200, "man_acme_guide"},
		{"one byte more", read + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"in many fields", read + strings.Repeat("X: "+strings.Repeat("y", 997)+"\r\n", 17) + end, 431, "X-RateLimit-Limit: 1000000\r\n"},
		{"far beyond", read + long(64<<10) + end, 431, ""},
		{"431 before 405", strings.Replace(read, "GET", "POST", 1) + long(padding+1) + end, 431, ""},
		{"a body with a length", read + "Content-Length: 5\r\n\r\nhello", 413, "\r\nConnection: close\r\n"},
		{"a body that does not come", read + "Content-Length: 5\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a large body that does not come", read + "Content-Length: 5000000000\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a chunked body", read + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a chunked body of nothing", read + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413, ""},
		{"a chunked body that does not come", read + "Transfer-Encoding: chunked\r\n\r\n", 413, ""},
		{"a body behind 100-continue", read + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"a body with a length, the last request", read + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 413, "\r\nConnection: close\r\n"},
		{"a chunked body, the last request", read + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" + strings.Repeat("x", 300_000) + "\r\n0\r\n\r\n", 413, ""},
		{"a body with a length, HTTP/1.0", "POST /api/v1/manuals/acme.json HTTP/1.0\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 405, ""},
		{"a body with a length, of health", strings.Replace(health, "GET", "POST", 1) + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + strings.Repeat("x", 300_000), 405, ""},
		{"a body behind 100-continue, the last request", read + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"a body of another method", strings.Replace(read, "GET", "POST", 1) + "Content-Length: 5\r\n\r\n", 405, "\r\nConnection: close\r\n"},
		{"a body elsewhere", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 405, "\r\nConnection: close\r\n"},
		{"field lines of 16 KiB, of health", health + long(padding) + end, 200, "ok"},
		{"one byte more, of health", health + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"one byte more, of readiness", strings.Replace(health, "healthz", "readyz", 1) + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"a body of health", "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"a preflight with a body", strings.Replace(read, "GET", "OPTIONS", 1) + "Origin: x\r\nAccess-Control-Request-Method: GET\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"no body", read + "Content-Length: 0\r\n" + end, 200, ""},
		{"one with a body behind one without", read + "\r\nPOST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", 200, "HTTP/1.1 405 "},
		{"one within the body of another", read + "Content-Length: 90\r\n\r\n" + vault + bearer + end, 413, ""},
		{"HTTP/1.0 behind HTTP/1.1", read + "\r\nGET /healthz HTTP/1.0\r\n\r\n", 200, "HTTP/1.0 200 OK\r\n"},
		{"two requests, one after the other", read + "\r\n" + vault + end, 200, "HTTP/1.1 404 Not Found\r\n"},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			answer := w.exchangeRaw(t, r.request)
			if want := fmt.Sprintf(" %d ", r.status); !strings.HasPrefix(answer[min(len("HTTP/1.1"), len(answer)):], want) || !strings.Contains(answer, r.has) {
				t.Errorf("want%sand %q in\n%s", want, r.has, answer)
			}
			if strings.Contains(answer, "100 Continue") {
				t.Errorf("asked for the body:\n%s", answer)
			}
			describesRaw(t, r.request, answer)
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
	ok(t, err)
	defer response.Body.Close()
	body := must(io.ReadAll(response.Body))
	own := []int{http.StatusBadRequest, http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented}
	if !slices.Contains(own, response.StatusCode) || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		describes(t, method, target, testResponse{Response: response, sent: body, body: string(body)})
	}
}

// Names are spelt on the wire as the specification spells them, and every
// field stands there once.
func TestFieldNamesOnTheWire(t *testing.T) {
	w := newServer(t, rates("3-M", "off"))
	request := func(path, fields string) string {
		return "GET " + path + " HTTP/1.1\r\nHost: " + siteHost + "\r\n" + fields + "Connection: close\r\n\r\n"
	}
	const shared = "Connection Date Access-Control-Allow-Origin Access-Control-Expose-Headers Cache-Control "
	const rates = " X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset"
	for _, r := range []struct{ request, names string }{
		{request(guide, "Accept-Encoding: gzip\r\n"), shared + "Content-Encoding Content-Length Content-Type ETag Vary X-Content-Type-Options" + rates},
		{request(guide, "If-None-Match: *\r\n"), shared + "ETag Vary" + rates},
		{request("/api/v1/manuals/x.json", ""), shared + "Content-Length Content-Type WWW-Authenticate X-Content-Type-Options" + rates},
		{request(guide, ""), shared + "Content-Length Content-Type Retry-After X-Content-Type-Options" + rates},
		{"OPTIONS " + guide + " HTTP/1.1\r\nHost: x\r\nOrigin: x\r\nAccess-Control-Request-Method: GET\r\nConnection: close\r\n\r\n",
			"Connection Date Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Max-Age"},
		// Two X-Request-Id are none (RFC 9110, section 5.3: they would be one with a comma).
		{request("/healthz", "X-Request-Id: a\r\n"), "Connection Date Cache-Control Content-Length Content-Type X-Content-Type-Options X-Request-Id"},
		{request("/healthz", "X-Request-Id: a\r\nx-request-id: b\r\n"), "Connection Date Cache-Control Content-Length Content-Type X-Content-Type-Options"},
	} {
		head, _, _ := strings.Cut(w.exchangeRaw(t, r.request), "\r\n\r\n")
		var got []string
		for _, line := range strings.Split(head, "\r\n")[1:] {
			name, _, _ := strings.Cut(line, ": ")
			got = append(got, name)
		}
		want := strings.Fields(r.names)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q in\n%s", got, want, head)
		}
	}
}

// The problem of a body that is refused is read by a client that goes on
// sending (RFC 9112, section 9.6).
func TestRefusedBodyIsAnswered(t *testing.T) {
	w := newServer(t, nil)
	c := must(net.Dial("tcp", w.address))
	defer c.Close()
	must(io.WriteString(c, "POST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"+strings.Repeat("x", 32<<10)))
	response := must(http.ReadResponse(bufio.NewReader(c), nil))
	defer response.Body.Close()
	if must(io.ReadAll(response.Body)); response.StatusCode != 405 || !response.Close {
		t.Errorf("%d, close %t", response.StatusCode, response.Close)
	}
}

// Nothing that a client writes comes back but the path of a request, as a
// string of JSON and in no page, and the name of a request, which is of a few
// characters; nothing of it is written in the log.
func TestWordsOfClients(t *testing.T) {
	w := newServer(t, nil)
	const mark = "zqxjkvbp"
	values := []string{
		mark, `"` + mark + `"`, `\` + mark, "<script>" + mark + "</script>", "%3Cscript%3E" + mark, "%0d%0aSet-Cookie:%20" + mark, "%1b[31m" + mark, "%00" + mark,
		mark + "\x9b31m", mark + "\u202e", "level=ERROR%20msg=" + mark, "Bearer%20" + secretOf("acme") + mark, strings.Repeat(mark, 1000),
	}
	fields := []string{
		"Accept", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers", "Access-Control-Request-Method", "Authorization", "Cookie", "Content-Type", "Forwarded",
		"If-Match", "If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Other",
	}
	paths := []string{"/api/v1/manuals/acme.json", "/api/v1/manuals/nobody.json", "/api/nothing", "/", "/nothing", "/-/nothing", "/healthz"}
	var requests []string
	for _, value := range values {
		for _, path := range paths {
			for _, host := range []string{siteHost, "inn." + siteHost} {
				for _, name := range fields {
					requests = append(requests, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"+name+": "+value+"\r\n")
				}
				requests = append(requests,
					"GET "+path+strings.ReplaceAll(value, " ", "")+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+"?format="+value+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+" HTTP/1.1\r\nHost: "+strings.ToLower(mark)+"."+host+"\r\n",
					"DELETE "+path+" HTTP/1.1\r\nHost: "+host+"\r\nX-Request-Id: <"+value+"\r\n")
			}
		}
	}
	for i := 0; i < len(requests); i += 100 { // one connection for some
		some := requests[i:min(i+100, len(requests))]
		text := exchangeWith(t, w, strings.Join(some, "\r\n")+"Connection: close\r\n\r\n")
		answers := bufio.NewReader(strings.NewReader(text))
		for _, request := range some {
			if err := keepsQuiet(answers, mark); err != nil {
				t.Errorf("%v, to %.300q", err, request)
			}
		}
	}
	if w.log.String() != "" {
		t.Errorf("logged: %q", w.log)
	}
}

// keepsQuiet reads an answer, in which the mark must not be.
func keepsQuiet(answers *bufio.Reader, mark string) error {
	response, err := http.ReadResponse(answers, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	said := fmt.Sprint(response.Header)
	body := must(io.ReadAll(response.Body))
	if response.Header.Get("Content-Type") == mediaProblem {
		var p map[string]any
		if err := json.Unmarshal(body, &p); err != nil {
			return fmt.Errorf("%w: %q", err, body)
		}
		delete(p, "instance")
		body = fmt.Append(nil, p)
	}
	if said += string(body); strings.Contains(said, mark) || response.Header.Get("Set-Cookie") != "" {
		return fmt.Errorf("%d with %q", response.StatusCode, said)
	}
	return nil
}
