package api

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"
)

// watched returns what has a server tell the channel of each request.
func watched(told chan<- Observation) func(*Options) {
	return func(o *Options) {
		o.Observe = func(seen *Observation) { told <- *seen }
	}
}

// Each request is told of once, over both kinds of connection, with what was
// asked and what was answered and without what is secret.
func TestObservations(t *testing.T) {
	told := make(chan Observation, 2)
	w := newPageServer(t, func(o *Options) {
		watched(told)(o)
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	const guide, secret = "/api/v1/manuals/acme.json", "?access_token=dmt_x"
	type fields = map[string]string
	type seen = Observation
	for _, row := range []struct {
		q    testRequest
		want seen
	}{
		{testRequest{path: guide + secret}, seen{Endpoint: EndpointManual, Path: guide, Status: 200}},
		{testRequest{method: "HEAD", path: guide}, seen{Endpoint: EndpointManual, Path: guide, Status: 200}},
		{testRequest{path: guide, header: fields{"If-None-Match": "*"}}, seen{Endpoint: EndpointManual, Path: guide, Status: 304}},
		{testRequest{path: guide, header: fields{"Accept-Encoding": "gzip"}}, seen{Endpoint: EndpointManual, Path: guide, Status: 200}},
		{testRequest{path: guide, token: "acme"}, seen{Endpoint: EndpointManual, Path: guide, Status: 200, Token: "tok_acme"}},
		{testRequest{path: guide, token: "revoked"}, seen{Endpoint: EndpointManual, Path: guide, Status: 401}},
		{testRequest{path: guide, header: fields{"User-Agent": "a b"}}, seen{Endpoint: EndpointManual, Path: guide, Status: 200, Agent: "a b"}},
		{testRequest{path: guide, header: fields{"X-Forwarded-For": "192.0.2.7, 198.51.100.4"}}, seen{Endpoint: EndpointManual, Path: guide, Status: 200, Client: netip.MustParseAddr("198.51.100.4")}},
		{testRequest{path: "/api/v1/manuals/acme/tokens.json"}, seen{Endpoint: EndpointTokens, Path: "/api/v1/manuals/acme/tokens.json", Status: 200}},
		{testRequest{path: "/api/v1/manuals/nobody%2fx.json"}, seen{Endpoint: EndpointUnknown, Path: "/api/v1/manuals/nobody%2fx.json", Status: 404}},
		{testRequest{method: "DELETE", path: guide}, seen{Endpoint: EndpointUnknown, Path: guide, Status: 405}},
		{testRequest{method: "OPTIONS", path: guide, header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, seen{Endpoint: EndpointPreflight, Path: guide, Status: 204}},
		{testRequest{path: "/api/v1/openapi.json"}, seen{Endpoint: EndpointOpenAPI, Path: "/api/v1/openapi.json", Status: 200}},
		{testRequest{path: "/api/v2"}, seen{Endpoint: EndpointUnknown, Path: "/api/v2", Status: 404}},
		{testRequest{path: "/healthz"}, seen{Endpoint: EndpointHealth, Path: "/healthz", Status: 200}},
		{testRequest{method: "POST", path: "/healthz"}, seen{Endpoint: EndpointHealth, Path: "/healthz", Status: 405}},
		{testRequest{path: "/readyz"}, seen{Endpoint: EndpointReady, Path: "/readyz", Status: 200}},
		{testRequest{method: "POST", path: "/readyz"}, seen{Endpoint: EndpointReady, Path: "/readyz", Status: 405}},
		{testRequest{path: "/"}, seen{Endpoint: EndpointIndex, Path: "/", Status: 200}},
		{testRequest{path: "/robots.txt"}, seen{Endpoint: EndpointRobots, Path: "/robots.txt", Status: 200}},
		{testRequest{path: "/-/page.0123.css"}, seen{Endpoint: EndpointAsset, Path: "/-/page.0123.css", Status: 200}},
		{testRequest{host: onAcme, path: "/"}, seen{Endpoint: EndpointPage, Path: "/", Status: 200}},
		{testRequest{host: onAcme, path: "/nothing"}, seen{Endpoint: EndpointPage, Path: "/nothing", Status: 404}},
		{testRequest{host: onAcme, path: "/favicon.ico"}, seen{Endpoint: EndpointIcon, Path: "/favicon.ico", Status: 200}},
		{entry(onInn, "/cellar", password), seen{Endpoint: EndpointPassword, Path: "/cellar", Status: 303}},
	} {
		var body string
		if row.q.body != nil { // sent twice
			read, err := io.ReadAll(row.q.body)
			if err != nil {
				t.Fatal(err)
			}
			body = string(read)
		}
		for _, server := range []*testServer{w, w.other} {
			if row.q.body != nil {
				row.q.body = strings.NewReader(body)
			}
			a := server.do(t, row.q)
			got, want := receive(t, told), row.want
			want.Method, want.Host, want.Bytes = a.Request.Method, a.Request.Host, len(a.sent)
			if want.Agent == "" {
				want.Agent = "Go-http-client/1.1"
			}
			if !want.Client.IsValid() {
				want.Client = netip.MustParseAddr("127.0.0.1")
			}
			if got.ID() == "" || server == w && !got.Began.Equal(noon) {
				t.Errorf("%s %s: named %q at %v", row.q.method, row.q.path, got.ID(), got.Began)
			}
			got.sentID, got.server, got.number, got.Began, got.Took = "", "", 0, time.Time{}, 0
			if got != want || a.StatusCode != want.Status {
				t.Errorf("%s %s:\n%+v, want\n%+v", row.q.method, row.q.path, got, want)
			}
		}
	}
}

// What the program asks itself, it is not told of.
func TestOwnRequestsAreNotObserved(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Observe = func(seen *Observation) { t.Errorf("told of %+v", *seen) } })
	request, err := http.NewRequest("GET", healthPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	if w.handler.ServeHTTP(answer, request); answer.Code != 200 {
		t.Errorf("%d", answer.Code)
	}
}

// The limit that refuses a request is told from another 429.
func TestObservesTheLimit(t *testing.T) {
	told := make(chan Observation, 1)
	w := newPageServer(t, func(o *Options) { watched(told)(o); o.Rate = rateOf(t, "6-H") })
	for i := range 8 {
		w.do(t, entry(onInn, "/cellar", "wrong"))
		got := receive(t, told)
		if limited := i >= 6; got.Limited != limited || (got.Status == http.StatusTooManyRequests) != (i >= triesPerMinute) {
			t.Errorf("try %d: %d, limited %t", i+1, got.Status, got.Limited)
		}
	}
	if w.do(t, testRequest{token: "acme"}); receive(t, told).Limited {
		t.Error("a token is limited with its address")
	}
}

// Took is what has passed since the request began.
func TestObservesTime(t *testing.T) {
	told := make(chan Observation, 1)
	w := newTestServer(t, watched(told))
	w.handler.route("/api/slow", EndpointUnknown, func(*request) (*response, error) {
		w.pass(3 * time.Second)
		return nil, errNotFound
	})
	w.do(t, testRequest{path: "/api/slow"})
	if got := receive(t, told); got.Took != 3*time.Second || !got.Began.Equal(noon) {
		t.Errorf("%v from %v on", got.Took, got.Began)
	}
}

// A good X-Request-Id comes back, whatever the status; any other names
// nothing, and nothing comes back for it.
func TestRequestID(t *testing.T) {
	told := make(chan Observation, 2)
	w := newPageServer(t, watched(told))
	ours := regexp.MustCompile(`^[0-9a-f]{8}-[0-9]+$`)
	const good = "Az0._~+/=:-"
	names := map[string]bool{}
	for _, row := range []struct {
		sent string
		ok   bool
	}{
		{good, true}, {"x", true}, {strings.Repeat("x", 128), true}, {strings.Repeat("x", 129), false},
		{"", false}, {"a b", false}, {`a"b`, false}, {"a,b", false}, {"a\tb", false}, {"bl\u00e5", false}, {"a\x9bb", false}, {"a%0ab", false}, {"<x>", false},
	} {
		a := w.doBoth(t, testRequest{path: "/api/v1/manuals/acme.json", header: map[string]string{"X-Request-Id": row.sent}})
		for range 2 {
			got := receive(t, told)
			name := got.ID()
			if row.ok != (name == row.sent) || !row.ok && (!ours.MatchString(name) || names[name]) {
				t.Errorf("%q is named %q", row.sent, name)
			}
			names[name] = true
		}
		if back := a.Header["X-Request-Id"]; row.ok != (len(back) == 1) || row.ok && back[0] != row.sent {
			t.Errorf("%q comes back as %q", row.sent, back)
		}
		if strings.Contains(strings.Join(a.Header["Access-Control-Expose-Headers"], ","), "Request") {
			t.Error("pages of other origins are shown the name")
		}
	}
	for _, q := range []testRequest{
		{path: "/healthz"}, {path: "/readyz"}, {path: "/api/nothing"}, {method: "PUT", path: "/api/v1/manuals/acme.json"},
		{path: "/api/v1/manuals/acme.json", token: "expired"}, {path: "/api/v1/manuals/acme.json", header: map[string]string{"If-None-Match": "*"}},
		{method: "OPTIONS", path: "/api/x", header: map[string]string{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}},
		{path: "/"}, {host: onInn, path: "/"}, {host: onInn, path: "/house"}, {path: "/-/page.0123.css"},
	} {
		for _, id := range []string{good, ""} {
			header := map[string]string{"X-Request-Id": id}
			for name, value := range q.header {
				header[name] = value
			}
			sent := q
			sent.header = header
			a := w.doBoth(t, sent)
			if got := a.Header.Get("X-Request-Id"); got != id {
				t.Errorf("%s %s answers %d with the name %q, want %q", q.method, q.path, a.StatusCode, got, id)
			}
			receive(t, told)
			receive(t, told)
		}
	}
}

// Two fields are no name (RFC 9110, section 5.3: they would be one with a
// comma).
func TestTwoRequestIDs(t *testing.T) {
	w := newTestServer(t, nil)
	const request = "GET /healthz HTTP/1.1\r\nHost: " + siteHost + "\r\nConnection: close\r\nX-Request-Id: a\r\n"
	if got := w.exchangeRaw(t, request+"x-request-id: b\r\n\r\n"); strings.Contains(got, "X-Request-Id") {
		t.Errorf("two come back: %q", got)
	}
	if got := w.exchangeRaw(t, request+"\r\n"); strings.Count(got, "X-Request-Id: a\r\n") != 1 {
		t.Errorf("one does not come back: %q", got)
	}
}

// What the log says of a 500 has the name under which the request is told of.
func TestFailuresAreNamed(t *testing.T) {
	told := make(chan Observation, 1)
	w := newTestServer(t, watched(told))
	w.handler.route("/api/broken", EndpointUnknown, func(*request) (*response, error) {
		return nil, errors.New("broken")
	})
	for _, id := range []string{"joined", ""} {
		a := w.do(t, testRequest{path: "/api/broken", header: map[string]string{"X-Request-Id": id}})
		got := receive(t, told)
		name := got.ID()
		if a.StatusCode != 500 || id != "" && name != id || !strings.Contains(w.log.String(), "request-id="+name+" ") {
			t.Errorf("%d named %q, log:\n%s", a.StatusCode, name, w.log)
		}
	}
}
