package api

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// observeTo makes a server send a copy of each observation to the channel.
func observeTo(observed chan<- Observation) func(*Options) {
	return func(o *Options) {
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		o.Observe = func(seen Observation) {
			observed <- seen
		}
	}
}

// Each request has one observation, without secrets.
func TestObservations(t *testing.T) {
	observed := make(chan Observation, 2)
	ts := newServer(t, observeTo(observed))
	type seen = Observation
	const secret = "?access_token=dmt_x"
	for _, r := range []struct {
		request, fields string
		want            seen // an empty Path is that of the request
	}{
		{guide + secret, "", seen{Endpoint: EndpointManual, Path: guide, Status: 200}},
		{"HEAD " + guide, "", seen{Endpoint: EndpointManual, Status: 200}},
		{guide, "If-None-Match: *", seen{Endpoint: EndpointManual, Status: 304}},
		{guide, "Accept-Encoding: gzip", seen{Endpoint: EndpointManual, Status: 200}},
		{guide, "token: acme", seen{Endpoint: EndpointManual, Status: 200, AccessToken: "tok_acme"}},
		{guide, "token: revoked", seen{Endpoint: EndpointManual, Status: 401}},
		{guide, "User-Agent: a b", seen{Endpoint: EndpointManual, Status: 200, Agent: "a b"}},
		{guide, "X-Forwarded-For: 192.0.2.7, 198.51.100.4", seen{Endpoint: EndpointManual, Status: 200, Client: netip.MustParseAddr("198.51.100.4")}},
		{tokens, "", seen{Endpoint: EndpointTokens, Status: 200}},
		{"/api/v1/manuals/nobody%2fx.json", "", seen{Endpoint: EndpointUnknown, Status: 404}},
		{"DELETE " + guide, "", seen{Endpoint: EndpointUnknown, Status: 405}},
		{"OPTIONS " + guide, preflight, seen{Endpoint: EndpointPreflight, Status: 204}},
		{"/api/v1/openapi.json", "", seen{Endpoint: EndpointOpenAPI, Status: 200}},
		{"/api/v2", "", seen{Endpoint: EndpointUnknown, Status: 404}},
		{"/healthz", "", seen{Endpoint: EndpointHealth, Status: 200}},
		{"POST /healthz", "", seen{Endpoint: EndpointHealth, Status: 405}},
		{"/readyz", "", seen{Endpoint: EndpointReady, Status: 200}},
		{"POST /readyz", "", seen{Endpoint: EndpointReady, Status: 405}},
		{"/", "", seen{Endpoint: EndpointSiteList, Status: 200}},
		{"/robots.txt", "", seen{Endpoint: EndpointRobots, Status: 200}},
		{"/llms.txt", "", seen{Endpoint: EndpointLLMs, Status: 200}},
		{"/-/page.0123.css", "", seen{Endpoint: EndpointPageFile, Status: 200}},
		{"acme /", "", seen{Endpoint: EndpointPage, Status: 200}},
		{"acme /nothing", "", seen{Endpoint: EndpointPage, Status: 404}},
		{"acme /favicon.ico", "", seen{Endpoint: EndpointIcon, Status: 200}},
		{"acme /-/export", "", seen{Endpoint: EndpointExports, Status: 200}},
		{"acme /-/export/tokens.css", "", seen{Endpoint: EndpointExports, Status: 200}},
		{"acme " + filePath("", "all.zip", 700<<10), "", seen{Endpoint: EndpointFiles, Status: 200}},
		{"acme " + filePath("", "logo.svg", 300), "Range: bytes=1-9", seen{Endpoint: EndpointFiles, Status: 206}},
		{"acme " + filePath("", "logo.svg", 300), "Range: bytes=0-,0-", seen{Endpoint: EndpointFiles, Status: 200}},
		{"acme /-/files.zip", "", seen{Endpoint: EndpointZip, Status: 200}},
		{"POST inn /cellar", passwordFields(password), seen{Endpoint: EndpointPassword, Status: 303}},
	} {
		q := newTestRequest(r.request, r.fields)
		a := ts.send(t, q)
		got, want := receive(t, observed), r.want
		want.Method, want.Host, want.Bytes = q.method, q.host, len(a.sent)
		want.Path = cmp.Or(want.Path, q.path)
		want.Agent = cmp.Or(want.Agent, "Go-http-client/1.1")
		want.Client = cmp.Or(want.Client, netip.MustParseAddr("127.0.0.1"))
		if got.ID == "" || !got.Began.Equal(noon) {
			t.Errorf("%s: id %q at %v", r.request, got.ID, got.Began)
		}
		got.ID, got.Began, got.Took = "", time.Time{}, 0
		if got != want || a.StatusCode != want.Status {
			t.Errorf("%s:\n%+v, want\n%+v", r.request, got, want)
		}
	}
}

// Requests that the program itself makes are not observed.
func TestOwnRequestsAreNotObserved(t *testing.T) {
	ts := newServer(t, func(o *Options) { o.Observe = func(seen Observation) { t.Errorf("observed %+v", seen) } })
	answer := httptest.NewRecorder()
	if ts.handler.ServeHTTP(answer, must(http.NewRequest("GET", manual.HealthPath, nil))); answer.Code != 200 {
		t.Errorf("%d", answer.Code)
	}
}

// Limited distinguishes the rate limit from a 429 for wrong passwords.
func TestObserveLimited(t *testing.T) {
	observed := make(chan Observation, 1)
	ts := newServer(t, func(o *Options) { observeTo(observed)(o); rates("6-H", "off")(o) })
	for i := range 8 {
		ts.send(t, newTestRequest("POST inn /cellar", passwordFields("wrong")))
		got := receive(t, observed)
		if got.Limited != (i >= 6) || (got.Status == http.StatusTooManyRequests) != (i >= triesPerMinute) {
			t.Errorf("try %d: %d, limited %t", i+1, got.Status, got.Limited)
		}
	}
	if ts.send(t, newTestRequest("/", "token: acme")); receive(t, observed).Limited {
		t.Error("a token is limited by its address")
	}
}

// A valid X-Request-Id is the id of the request and is returned with any status. An
// invalid one is replaced and not returned.
func TestRequestID(t *testing.T) {
	observed := make(chan Observation, 4)
	ts := newServer(t, observeTo(observed))
	ours := regexp.MustCompile(`^[0-9a-f]{8}-[0-9]+$`)
	const good = "Az0._~+/=:-"
	ids := map[string]bool{}
	for id, valid := range map[string]bool{
		good: true, "x": true, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false,
		"": false, "a b": false, `a"b`: false, "a,b": false, "a\tb": false, "bl\u00e5": false, "a\x9bb": false, "a%0ab": false, "<x>": false,
	} {
		a, seen := ts.get(t, guide, "X-Request-Id: "+id), receive(t, observed).ID
		if valid != (seen == id) || !valid && (!ours.MatchString(seen) || ids[seen]) {
			t.Errorf("%q: the id is %q", id, seen)
		}
		ids[seen] = true
		if back := a.Header["X-Request-Id"]; valid != (len(back) == 1) || valid && back[0] != id {
			t.Errorf("%q: %q is returned", id, back)
		}
	}
	for request, fields := range map[string]string{
		"/healthz": "", "/readyz": "", "/api/nothing": "", "PUT " + guide: "", guide: "token: expired", tokens: "If-None-Match: *", "OPTIONS /api/x": preflight,
		"/": "", "inn /": "", "inn /house": "", "/-/page.0123.css": "", "acme " + filePath("", "logo.svg", 300): "Range: bytes=1-9",
	} {
		checkFields(t, request, ts.get(t, request, fields+" | X-Request-Id: "+good), "X-Request-Id: "+good)
		receive(t, observed)
	}
}
