package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// sendRaw sends a raw request and returns everything received until the connection is
// closed.
func (ts *testServer) sendRaw(t testing.TB, request string) string {
	t.Helper()
	c := must(net.Dial("tcp", strings.TrimPrefix(ts.url, "http://")))
	defer c.Close()
	ok(t, c.SetDeadline(time.Now().Add(patience))) // the server must not wait for a body
	must(io.WriteString(c, request))
	return string(must(io.ReadAll(c)))
}

// Requests that well-behaved clients do not send.
func TestRawRequests(t *testing.T) {
	ts := newServer(t, nil)
	const read = "GET /api/v1/manuals/acme.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const vault = "GET /api/v1/manuals/acme.vault.json HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	const health = "GET /healthz HTTP/1.1\r\nHost: " + siteHost + "\r\n"
	bearer := "Authorization: Bearer " + secretOf("acme") + "\r\n"
	long := func(n int) string { return "X-Long: " + strings.Repeat("x", n) + "\r\n" }
	padding := maxFieldBytes - len("Host: "+siteHost+"\r\n") - len("Connection: close\r\n") - len("X-Long: \r\n")
	huge := strings.Repeat("x", 300_000)
	const end = "Connection: close\r\n\r\n"
	for _, r := range []struct {
		name, request string
		status        int
		has           string // text in the response
	}{
		{"one token", vault + bearer + end, 200, "man_acme_vault"},
		{"two Authorization fields", vault + bearer + bearer + end, 401, ""},
		{"two of different schemes", vault + "Authorization: Basic eDp5\r\n" + bearer + end, 401, ""},
		{"an empty Authorization", read + "Authorization:\r\n" + end, 401, ""},
		{"a single word", read + "Authorization: Bearer\r\n" + end, 401, ""},
		{"If-None-Match in two lines (RFC 9110 5.3)", read + "If-None-Match: \"a\"\r\nIf-None-Match: *\r\n" + end, 200, ""},
		{"absolute-form (RFC 9112 3.2.2)", "GET http://acme." + siteHost + "/api/v1/manuals/press.json?x HTTP/1.1\r\nHost: nobody." + siteHost + "\r\n" + end, 200, "man_acme_press"},
		{"absolute-form, refused", "GET http://nobody." + siteHost + ":8/api/v1/manuals/acme.json?x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme.json"`},
		{"absolute-form without a path", "GET http://" + siteHost + " HTTP/1.1\r\nHost: x\r\n" + end, 200, "index of"},
		{"HTTP/1.0 without Host", "GET /api/v1/manuals/acme.json HTTP/1.0\r\n\r\n", 200, "man_acme_guide"},
		{"HTTP/1.0 keep-alive", "GET /api/v1/manuals/acme.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200, "man_acme_guide"},
		{"asterisk-form", "OPTIONS * HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"authority-form", "CONNECT " + siteHost + ":443 HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 405, ""},
		{"an encoded slash", "GET /api/v1/manuals/acme%2Ftokens.json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/acme%2Ftokens.json"`},
		{"bytes that are not UTF-8", "GET /api/v1/manuals/\xff\xc3\xa9\".json HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, `"instance":"/api/v1/manuals/%FFé\".json"`},
		{"a fragment", "GET /api/v1/manuals/acme.json#x HTTP/1.1\r\nHost: " + siteHost + "\r\n" + end, 404, ""},
		{"field lines of 16 KiB", read + long(padding) + end, 200, "man_acme_guide"},
		{"one byte more", read + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"one byte more, for /healthz", health + long(padding+1) + end, 431, `"title":"Request Header Fields Too Large"`},
		{"in many fields", read + strings.Repeat("X: "+strings.Repeat("y", 997)+"\r\n", 17) + end, 431, "X-RateLimit-Limit: 1000000\r\n"},
		{"431 before 405", strings.Replace(read, "GET", "POST", 1) + long(padding+1) + end, 431, ""},
		{"a body with a length", read + "Content-Length: 5\r\n\r\nhello", 413, "\r\nConnection: close\r\n"},
		{"a body that does not come", read + "Content-Length: 5000000000\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"a chunked body", read + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413, "\r\nConnection: close\r\n"},
		{"an empty chunked body", read + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, "man_acme_guide"},
		{"a chunked body that does not come", read + "Transfer-Encoding: chunked\r\n\r\n", 413, ""},
		{"a body behind 100-continue", read + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"the same, with Connection: close", read + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"a body with a length and Connection: close", read + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + huge, 413, "\r\nConnection: close\r\n"},
		{"a chunked body and Connection: close", read + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" + huge + "\r\n0\r\n\r\n", 413, ""},
		{"a body with a length, HTTP/1.0", "POST /api/v1/manuals/acme.json HTTP/1.0\r\nContent-Length: 300000\r\n\r\n" + huge, 405, ""},
		{"a body with a length, for /healthz", strings.Replace(health, "GET", "POST", 1) + "Connection: close\r\nContent-Length: 300000\r\n\r\n" + huge, 405, ""},
		{"a body for /healthz", "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 200, "\r\nConnection: close\r\n"},
		{"a preflight with a body", strings.Replace(read, "GET", "OPTIONS", 1) + "Origin: x\r\nAccess-Control-Request-Method: GET\r\nContent-Length: 5\r\n\r\n", 413, ""},
		{"no body", read + "Content-Length: 0\r\n" + end, 200, ""},
		{"a request without a body, then one with a body", read + "\r\nPOST /api/v1/manuals/acme.json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", 200, "HTTP/1.1 405 "},
		{"a request in the body of another", read + "Content-Length: 90\r\n\r\n" + vault + bearer + end, 413, ""},
		{"two requests, one after the other", read + "\r\n" + vault + end, 200, "HTTP/1.1 404 Not Found\r\n"},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			answer := ts.sendRaw(t, r.request)
			if want := fmt.Sprintf(" %d ", r.status); !strings.HasPrefix(answer[min(len("HTTP/1.1"), len(answer)):], want) || !strings.Contains(answer, r.has) {
				t.Errorf("want%sand %q in\n%s", want, r.has, answer)
			}
			if strings.Contains(answer, "100 Continue") || strings.Count(answer, "man_acme_vault") > strings.Count(r.has, "man_acme_vault") {
				t.Errorf("the body was read, perhaps as a request:\n%s", answer)
			}
			line := strings.Fields(r.request)
			response := must(http.ReadResponse(bufio.NewReader(strings.NewReader(answer)), &http.Request{Method: line[0]}))
			defer response.Body.Close()
			checkDescribed(t, line[0], line[1], testResponse{Response: response, body: string(must(io.ReadAll(response.Body)))})
		})
	}
}

// Header field names are spelled as in the specification, and each occurs once.
func TestFieldNames(t *testing.T) {
	ts := newServer(t, rates("3-M", "off"))
	request := func(path, fields string) string {
		return path + " HTTP/1.1\r\nHost: " + siteHost + "\r\n" + fields + "Connection: close\r\n\r\n"
	}
	const shared = "Connection Date Access-Control-Allow-Origin Access-Control-Expose-Headers Cache-Control "
	const rates = " X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset"
	for _, r := range []struct{ request, names string }{
		{request("GET "+guide, "Accept-Encoding: gzip\r\n"), shared + "Content-Encoding Content-Length Content-Type ETag Link Vary X-Content-Type-Options" + rates},
		{request("GET "+guide, "If-None-Match: *\r\n"), shared + "ETag Vary" + rates},
		{request("GET /api/v1/manuals/x.json", ""), shared + "Content-Length Content-Type WWW-Authenticate X-Content-Type-Options X-Robots-Tag" + rates},
		{request("GET "+guide, ""), shared + "Content-Length Content-Type Retry-After X-Content-Type-Options X-Robots-Tag" + rates},
		{request("OPTIONS "+guide, "Origin: x\r\nAccess-Control-Request-Method: GET\r\n"),
			"Connection Date Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Max-Age"},
		// Two X-Request-Id fields are invalid (RFC 9110, section 5.3: they equal one with a comma).
		{request("GET /healthz", "X-Request-Id: a\r\n"), "Connection Date Cache-Control Content-Length Content-Type X-Content-Type-Options X-Request-Id"},
		{request("GET /healthz", "X-Request-Id: a\r\nx-request-id: b\r\n"), "Connection Date Cache-Control Content-Length Content-Type X-Content-Type-Options"},
	} {
		head, _, _ := strings.Cut(ts.sendRaw(t, r.request), "\r\n\r\n")
		var got []string
		for _, line := range strings.Split(head, "\r\n")[1:] {
			name, _, _ := strings.Cut(line, ": ")
			got = append(got, name)
		}
		want := strings.Fields(r.names)
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%q, want %q in\n%s", got, want, head)
		}
	}
}

// No part of a request appears in a response or in the log, except the path in a problem
// document and a valid X-Request-Id.
func TestReflection(t *testing.T) {
	ts := newServer(t, nil)
	const mark = "zqxjkvbp"
	for _, value := range []string{
		mark, `"` + mark + `"`, `\` + mark, "<script>" + mark + "</script>", "%3Cscript%3E" + mark, "%0d%0aSet-Cookie:%20" + mark, "%1b[31m" + mark, "%00" + mark,
		mark + "\x9b31m", mark + "\u202e", "level=ERROR%20msg=" + mark, "Bearer%20" + secretOf("acme") + mark, strings.Repeat(mark, 1000),
	} {
		var requests []string
		for _, path := range []string{"/api/v1/manuals/acme.json", "/api/v1/manuals/nobody.json", "/api/nothing", "/", "/nothing", "/-/nothing", "/healthz"} {
			for _, host := range []string{siteHost, "inn." + siteHost} {
				for _, name := range []string{
					"Accept", "Accept-Encoding", "Access-Control-Request-Headers", "Authorization", "Cookie", "Content-Type", "Forwarded", "If-Match", "If-None-Match", "Origin",
					"Range", "Referer", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Other",
				} {
					requests = append(requests, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"+name+": "+value+"\r\n")
				}
				requests = append(requests,
					"GET "+path+strings.ReplaceAll(value, " ", "")+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+"?format="+value+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+" HTTP/1.1\r\nHost: "+mark+"."+host+"\r\n",
					"DELETE "+path+" HTTP/1.1\r\nHost: "+host+"\r\nX-Request-Id: <"+value+"\r\n")
			}
		}
		for _, request := range requests {
			response := must(http.ReadResponse(bufio.NewReader(strings.NewReader(ts.sendRaw(t, request+"Connection: close\r\n\r\n"))), nil))
			text := fmt.Sprint(response.Header)
			body := must(io.ReadAll(response.Body))
			if response.Header.Get("Content-Type") == mediaProblem {
				var p map[string]any
				ok(t, json.Unmarshal(body, &p))
				delete(p, "instance")
				body = fmt.Append(nil, p)
			}
			if text += string(body); strings.Contains(text, mark) || response.Header.Get("Set-Cookie") != "" {
				t.Errorf("%d with %q, to %.300q", response.StatusCode, text, request)
			}
		}
	}
	if ts.log.String() != "" {
		t.Errorf("logged: %q", ts.log)
	}
}
