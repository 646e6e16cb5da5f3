package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// A row is a request and the expected response.
type row struct {
	request string // "[method] [host] path"; GET and the site if omitted; a host without a dot is below the site
	fields  string // header fields "Name: value", separated by " | "; "token: <name>" sends an access token, "body: <text>" or "chunked: <text>" a body
	status  int
	want    string // header fields of the response, separated by " | "; "-Name" must be absent
	body    string // beginning of the body, decompressed
}

// A testRequest is a parsed request of a row.
type testRequest struct {
	method, host, path string
	header             http.Header
	body               []byte
	chunked            bool
}

// newTestRequest parses the request and fields of a [row].
func newTestRequest(request, fields string) testRequest {
	q := testRequest{method: "GET", host: siteHost, header: http.Header{}}
	words := strings.Split(request, " ")
	if words[0] == "get" || words[0] != "" && strings.Trim(words[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		q.method, words = words[0], words[1:]
	}
	if !strings.HasPrefix(words[0], "/") && words[0] != "" {
		if q.host = words[0]; !strings.ContainsAny(q.host, ".:") && q.host != "localhost" {
			q.host += "." + siteHost
		}
		words = words[1:]
	}
	q.path = strings.Join(words, " ")
	for field := range strings.SplitSeq(fields, " | ") {
		name, value, _ := strings.Cut(field, ": ")
		switch name {
		case "":
		case "token":
			q.header["Authorization"] = []string{"Bearer " + secretOf(value)}
		case "body", "chunked":
			q.body, q.chunked = []byte(value), name == "chunked"
		default:
			q.header.Add(name, value)
		}
	}
	return q
}

// A testResponse is a response with its body.
type testResponse struct {
	*http.Response
	sent []byte // the body as sent
	body string // decompressed
}

// send sends a request.
func (ts *testServer) send(t testing.TB, q testRequest) testResponse {
	t.Helper()
	var body io.Reader
	if q.chunked {
		body = io.MultiReader(bytes.NewReader(q.body))
	} else if q.body != nil {
		body = bytes.NewReader(q.body)
	}
	request := must(http.NewRequest(q.method, ts.url+q.path, body))
	request.Host, request.Header = q.host, q.header.Clone()
	response, err := ts.client.Transport.RoundTrip(request) // a client would follow redirects
	ok(t, err)
	defer response.Body.Close()
	a := testResponse{Response: response}
	a.sent, err = io.ReadAll(response.Body)
	ok(t, err)
	a.body = string(a.sent)
	if response.Header.Get("Content-Encoding") == "gzip" && len(a.sent) > 0 {
		a.body = string(must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(a.sent))))))
	}
	return a
}

// get sends the request of a [row]. It checks the response against the OpenAPI document
// and the rules for all responses.
func (ts *testServer) get(t testing.TB, request, fields string) testResponse {
	t.Helper()
	q := newTestRequest(request, fields)
	a := ts.send(t, q)
	checkDescribed(t, q.method, q.path, a)
	checkCommon(t, q, a)
	return a
}

// checkPolicy checks that the header field of a page says what its meta element says, and in local
// work too, where a script of dev is one of the page.
func checkPolicy(t testing.TB, what string, q testRequest, a testResponse) {
	t.Helper()
	want := policy
	if meta := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]+)">`).FindStringSubmatch(a.body); meta != nil {
		want = html.UnescapeString(meta[1]) + "; " + policy
	}
	got := a.Header.Get("Content-Security-Policy")
	if got != want && (q.method != http.MethodHead || !strings.HasSuffix(got, policy)) {
		t.Errorf("%s: the policy is %s, want %s", what, got, want)
	}
}

// checkCommon checks the rules for all responses: the content type is final, pages have
// their security fields, errors are not stored, and problem documents follow RFC
// 9457.
func checkCommon(t testing.TB, q testRequest, a testResponse) {
	t.Helper()
	what, page := fmt.Sprint(q.method, " ", q.host, q.path), ""
	media := a.Header.Get("Content-Type")
	isPage := strings.HasPrefix(media, "text/html") || a.StatusCode == 308 || a.StatusCode == 303
	if isPage {
		checkPolicy(t, what, q, a)
		page = " | Cross-Origin-Resource-Policy: same-origin | Referrer-Policy: same-origin | " +
			"Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=() | -X-RateLimit-Limit"
	}
	if a.StatusCode != 304 && a.StatusCode != 204 {
		checkFields(t, what, a, "X-Content-Type-Options: nosniff"+page)
	}
	if a.StatusCode >= 400 {
		checkFields(t, what, a, "Cache-Control: no-store | -Set-Cookie | -ETag")
		if a.StatusCode != 412 && a.StatusCode != 416 || !strings.Contains(q.path, "/-/files/") { // those are of http.ServeContent
			checkFields(t, what, a, "X-Robots-Tag: noindex")
		}
		if !isPage {
			checkFields(t, what, a, "-Vary")
		}
	}
	if strings.HasPrefix(q.path, manual.APIPrefix) && q.header["Authorization"] == nil {
		checkFields(t, what, a, "Access-Control-Allow-Origin: *")
	} else if isPage && a.StatusCode < 300 || q.header["Authorization"] != nil {
		checkFields(t, what, a, "-Access-Control-Allow-Origin | -Access-Control-Expose-Headers")
	}
	if media != mediaProblem || q.method == "HEAD" {
		return
	}
	var p struct {
		Type, Title, Detail, Instance string
		Status                        int
	}
	ok(t, json.Unmarshal(a.sent, &p))
	path, _, _ := strings.Cut(q.path, "?")
	if p.Type != "about:blank" || p.Status != a.StatusCode || p.Instance != path || p.Title == "" || p.Detail == "" || !strings.HasPrefix(a.body, `{"type":"about:blank","title":"`) {
		t.Errorf("%s: %s", what, a.body)
	}
	if a.StatusCode == 404 && a.Header.Get("WWW-Authenticate") != "" && !strings.Contains(p.Detail, "access token") {
		t.Errorf("%s: the detail does not mention access tokens: %s", what, p.Detail)
	}
}

// checkFields checks the header fields of a response against those of a [row].
func checkFields(t testing.TB, what string, a testResponse, want string) {
	t.Helper()
	for field := range strings.SplitSeq(want, " | ") {
		name, value, given := strings.Cut(field, ": ")
		name, absent := strings.CutPrefix(name, "-")
		got := a.Header.Values(name)
		switch {
		case name == "":
		case absent && len(got) > 0:
			t.Errorf("%s: %s: %q, want none", what, name, got)
		case given && strings.Join(got, "|") != value:
			t.Errorf("%s: %s: %q, want %q", what, name, got, value)
		}
	}
}

// check sends the requests of the rows in order.
func (ts *testServer) check(t testing.TB, rows []row) {
	t.Helper()
	for _, r := range rows {
		ts.expect(t, r)
	}
}

// expect sends the request of a row, checks the response and returns it.
func (ts *testServer) expect(t testing.TB, r row) testResponse {
	t.Helper()
	what := r.request + " with " + r.fields
	a := ts.get(t, r.request, r.fields)
	if a.StatusCode != r.status || !matches(a.body, r.body) {
		t.Errorf("%s: %d %.300q, want %d %q", what, a.StatusCode, a.body, r.status, r.body)
		return a
	}
	checkFields(t, what, a, r.want)
	return a
}

// patience is how long tests wait for what should come at once: longer than any machine
// needs, so that no test fails because one is slow or busy, and shorter than go test waits.
const patience = 5 * time.Minute

// matches reports whether a body begins as expected, or is what the expectation says of a document that
// is drawn: the sort of it, and the id of the manual.
func matches(body, expected string) bool {
	if rest, shared := strings.CutPrefix(expected, "until 13:00:00: "); shared { // by a share link
		return strings.HasPrefix(body, "until 13:00:00: ") && matches(body, rest)
	}
	for _, drawn := range []struct{ sort, has string }{
		{"page of", "<main"}, {"exports of ", "export-file"}, {"icon of ", "\x89PNG"}, {":root { --x: ", "--color-"}, {"# man_", "\n# man"},
		{"skill of", "---\nname: "}, {"files of", "meta:"}, {"feed of ", "<feed"}, {"draft of ", "A draft of "},
	} {
		rest, found := strings.CutPrefix(expected, drawn.sort)
		if !found {
			continue
		}
		id := strings.Trim(rest, ". ;}")
		return strings.Contains(body, drawn.has) && (id == "" || drawn.sort == "icon of " || strings.Contains(body, id) || strings.Contains(body, strings.ReplaceAll(id, "_", "-")))
	}
	return strings.HasPrefix(body, expected)
}

// receive receives from a channel.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(patience):
		t.Fatal("nothing was received in time")
		panic("unreachable")
	}
}
