package api

import (
	"cmp"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"
)

// watched returns what has a server tell the channel of each request.
func watched(told chan<- *Observation) func(*Options) {
	return func(o *Options) {
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		o.Observe = func(seen *Observation) {
			kept := *seen
			told <- &kept
		}
	}
}

// Each request is told of once, with what was asked and what was answered and
// without what is secret.
func TestObservations(t *testing.T) {
	told := make(chan *Observation, 2)
	w := newServer(t, watched(told))
	type seen = Observation
	const secret = "?access_token=dmt_x"
	for _, r := range []struct {
		request, fields string
		want            seen // Path is the request's where it is empty
	}{
		{guide + secret, "", seen{Endpoint: EndpointManual, Path: guide, Status: 200}},
		{"HEAD " + guide, "", seen{Endpoint: EndpointManual, Status: 200}},
		{guide, "If-None-Match: *", seen{Endpoint: EndpointManual, Status: 304}},
		{guide, "Accept-Encoding: gzip", seen{Endpoint: EndpointManual, Status: 200}},
		{guide, "token: acme", seen{Endpoint: EndpointManual, Status: 200, Token: "tok_acme"}},
		{guide, "token: revoked", seen{Endpoint: EndpointManual, Status: 401}},
		{guide, "User-Agent: a b", seen{Endpoint: EndpointManual, Status: 200, Agent: "a b"}},
		{guide, "X-Forwarded-For: 192.0.2.7, 198.51.100.4", seen{Endpoint: EndpointManual, Status: 200, Client: netip.MustParseAddr("198.51.100.4")}},
		{tokens, "", seen{Endpoint: EndpointTokens, Status: 200}},
		{"/api/v1/manuals/nobody%2fx.json", "", seen{Endpoint: EndpointUnknown, Status: 404}},
		{"DELETE " + guide, "", seen{Endpoint: EndpointUnknown, Status: 405}},
		{"OPTIONS " + guide, toRead, seen{Endpoint: EndpointPreflight, Status: 204}},
		{"/api/v1/openapi.json", "", seen{Endpoint: EndpointOpenAPI, Status: 200}},
		{"/api/v2", "", seen{Endpoint: EndpointUnknown, Status: 404}},
		{"/healthz", "", seen{Endpoint: EndpointHealth, Status: 200}},
		{"POST /healthz", "", seen{Endpoint: EndpointHealth, Status: 405}},
		{"/readyz", "", seen{Endpoint: EndpointReady, Status: 200}},
		{"POST /readyz", "", seen{Endpoint: EndpointReady, Status: 405}},
		{"/", "", seen{Endpoint: EndpointIndex, Status: 200}},
		{"/robots.txt", "", seen{Endpoint: EndpointRobots, Status: 200}},
		{"/llms.txt", "", seen{Endpoint: EndpointLLMs, Status: 200}},
		{"/-/page.0123.css", "", seen{Endpoint: EndpointAsset, Status: 200}},
		{"acme /", "", seen{Endpoint: EndpointPage, Status: 200}},
		{"acme /nothing", "", seen{Endpoint: EndpointPage, Status: 404}},
		{"acme /favicon.ico", "", seen{Endpoint: EndpointIcon, Status: 200}},
		{"acme /-/export", "", seen{Endpoint: EndpointExports, Status: 200}},
		{"acme /-/export/tokens.css", "", seen{Endpoint: EndpointExports, Status: 200}},
		{"acme " + at("", "all.zip", 700<<10), "", seen{Endpoint: EndpointFiles, Status: 200}},
		{"acme " + at("", "logo.svg", 300), "Range: bytes=1-9", seen{Endpoint: EndpointFiles, Status: 206}},
		{"acme /-/files.zip", "", seen{Endpoint: EndpointZip, Status: 200}},
		{"POST inn /cellar", entry(password), seen{Endpoint: EndpointPassword, Status: 303}},
	} {
		q := ask(r.request, r.fields)
		a := w.send(t, q)
		got, want := receive(t, told), r.want
		want.Method, want.Host, want.Bytes = q.method, q.host, len(a.sent)
		want.Path = cmp.Or(want.Path, q.path)
		want.Agent = cmp.Or(want.Agent, "Go-http-client/1.1")
		want.Client = cmp.Or(want.Client, netip.MustParseAddr("127.0.0.1"))
		if got.ID == "" || !got.Began.Equal(noon) {
			t.Errorf("%s: named %q at %v", r.request, got.ID, got.Began)
		}
		got.ID, got.Began, got.Took = "", time.Time{}, 0
		if *got != want || a.StatusCode != want.Status {
			t.Errorf("%s:\n%+v, want\n%+v", r.request, *got, want)
		}
	}
}

// What the program asks itself, it is not told of.
func TestOwnRequestsAreNotObserved(t *testing.T) {
	w := newServer(t, func(o *Options) { o.Observe = func(seen *Observation) { t.Errorf("told of %+v", *seen) } })
	answer := httptest.NewRecorder()
	if w.handler.ServeHTTP(answer, must(http.NewRequest("GET", healthPath, nil))); answer.Code != 200 {
		t.Errorf("%d", answer.Code)
	}
}

// The limit that refuses a request is told from another 429.
func TestObservesTheLimit(t *testing.T) {
	told := make(chan *Observation, 1)
	w := newServer(t, func(o *Options) { watched(told)(o); rates("6-H", "off")(o) })
	for i := range 8 {
		w.send(t, ask("POST inn /cellar", entry("wrong")))
		got := receive(t, told)
		if got.Limited != (i >= 6) || (got.Status == http.StatusTooManyRequests) != (i >= triesPerMinute) {
			t.Errorf("try %d: %d, limited %t", i+1, got.Status, got.Limited)
		}
	}
	if w.send(t, ask("/", "token: acme")); receive(t, told).Limited {
		t.Error("a token is limited with its address")
	}
}

// Took is what has passed since the request began. What the log says of a 500
// has the name under which the request is told of.
func TestObservesTimeAndFailures(t *testing.T) {
	told := make(chan *Observation, 1)
	w := newServer(t, watched(told))
	w.handler.route("/api/slow", EndpointUnknown, func(*request) (*response, error) {
		w.pass(3 * time.Second)
		return nil, errors.New("broken")
	})
	began := w.clock()
	w.expect(t, row{"/api/slow", "", 500, "", ""})
	if got := receive(t, told); got.Took != 3*time.Second || !got.Began.Equal(began) || !strings.Contains(w.log.String(), "request-id="+got.ID+" ") {
		t.Errorf("%+v, log:\n%s", got, w.log)
	}
}

// A good X-Request-Id comes back, whatever the status; any other names
// nothing, and nothing comes back for it.
func TestRequestID(t *testing.T) {
	told := make(chan *Observation, 4)
	w := newServer(t, watched(told))
	ours := regexp.MustCompile(`^[0-9a-f]{8}-[0-9]+$`)
	const good = "Az0._~+/=:-"
	names := map[string]bool{}
	for id, taken := range map[string]bool{
		good: true, "x": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false,
		"": false, "a b": false, `a"b`: false, "a,b": false, "a\tb": false, "bl\u00e5": false, "a\x9bb": false, "a%0ab": false, "<x>": false,
	} {
		a, name := w.get(t, guide, "X-Request-Id: "+id), receive(t, told).ID
		if taken != (name == id) || !taken && (!ours.MatchString(name) || names[name]) {
			t.Errorf("%q is named %q", id, name)
		}
		names[name] = true
		if back := a.Header["X-Request-Id"]; taken != (len(back) == 1) || taken && back[0] != id {
			t.Errorf("%q comes back as %q", id, back)
		}
	}
	for request, fields := range map[string]string{
		"/healthz": "", "/readyz": "", "/api/nothing": "", "PUT " + guide: "", guide: "token: expired", tokens: "If-None-Match: *", "OPTIONS /api/x": toRead,
		"/": "", "inn /": "", "inn /house": "", "/-/page.0123.css": "", "acme " + at("", "logo.svg", 300): "Range: bytes=1-9",
	} {
		holds(t, request, w.get(t, request, fields+" | X-Request-Id: "+good), "X-Request-Id: "+good)
		receive(t, told)
	}
}
