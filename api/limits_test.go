package api

import (
	"net/netip"
	"strconv"
	"testing"
	"time"
)

// standingOf reads the rate fields of an answer; -1 stands for none.
func standingOf(t testing.TB, a testResponse) (limit, remaining, reset int64) {
	t.Helper()
	read := func(name string) int64 {
		text := a.Header.Get(name)
		if text == "" {
			return -1
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return n
	}
	return read("X-RateLimit-Limit"), read("X-RateLimit-Remaining"), read("X-RateLimit-Reset")
}

// Everything under /api/ counts once, but preflights; an access token counts
// for itself (specification, section 8).
func TestRateLimit(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Rate, o.TokenRate = rateOf(t, "4-M"), rateOf(t, "2-M") })
	const guide = "/api/v1/manuals/acme.json"
	cors := map[string]string{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}
	for i, row := range []struct {
		after            time.Duration
		q                testRequest
		status           int
		limit, remaining int64
		retry            string
	}{
		{0, testRequest{path: guide}, 200, 4, 3, ""},
		{10 * time.Second, testRequest{path: guide, header: map[string]string{"If-None-Match": "*"}}, 304, 4, 2, ""},
		{0, testRequest{path: guide, method: "OPTIONS", header: cors}, 204, -1, -1, ""},
		{0, testRequest{path: "/healthz"}, 200, -1, -1, ""},
		{0, testRequest{path: "/"}, 404, -1, -1, ""},
		{0, testRequest{path: guide, token: "unknown"}, 401, 4, 1, ""}, // a bad token counts for its address
		{0, testRequest{path: "/api/nothing"}, 404, 4, 0, ""},
		{0, testRequest{path: guide}, 429, 4, 0, "50"},
		{0, testRequest{path: guide, method: "POST"}, 429, 4, 0, "50"}, // the limit comes first
		{0, testRequest{path: guide, token: "revoked"}, 429, 4, 0, "50"},
		{0, testRequest{path: guide, method: "OPTIONS", header: cors}, 204, -1, -1, ""},
		{0, testRequest{path: guide, token: "acme"}, 200, 2, 1, ""}, // a good token for itself
		{0, testRequest{path: guide, token: "acme"}, 200, 2, 0, ""},
		{0, testRequest{path: guide, token: "acme"}, 429, 2, 0, "60"},
		{0, testRequest{path: guide, token: "globex"}, 200, 2, 1, ""},
		{49*time.Second + 900*time.Millisecond, testRequest{path: guide}, 429, 4, 0, "1"},
		{100 * time.Millisecond, testRequest{path: guide}, 200, 4, 3, ""},
	} {
		w.pass(row.after)
		a := w.doBoth(t, row.q)
		limit, remaining, reset := standingOf(t, a)
		if a.StatusCode != row.status || limit != row.limit || remaining != row.remaining || a.Header.Get("Retry-After") != row.retry {
			t.Errorf("row %d: %d, limit %d, remaining %d, Retry-After %q; want %+v", i, a.StatusCode, limit, remaining, a.Header.Get("Retry-After"), row)
		}
		if now := w.clock().Unix(); row.limit > 0 && (reset <= now || reset > now+60) {
			t.Errorf("row %d: reset %d at %d", i, reset, now)
		}
		if a.Close != (row.status == 429) {
			t.Errorf("row %d: %d, and the connection closes: %t", i, a.StatusCode, a.Close)
		}
		if row.status == 429 {
			describesProblem(t, row.q, a)
		}
	}
}

// "off" switches the limit and its fields off, each by itself.
func TestRateLimitOff(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Rate, o.TokenRate = rateOf(t, "off"), rateOf(t, "1-M") })
	const guide = "/api/v1/manuals/acme.json"
	for range 3 {
		a := w.doBoth(t, testRequest{path: guide})
		if limit, remaining, reset := standingOf(t, a); a.StatusCode != 200 || limit != -1 || remaining != -1 || reset != -1 {
			t.Errorf("%d with %v", a.StatusCode, a.Header)
		}
	}
	if a := w.doBoth(t, testRequest{path: guide, token: "acme"}); a.StatusCode != 200 {
		t.Errorf("%d, want 200", a.StatusCode)
	}
	if a := w.doBoth(t, testRequest{path: guide, token: "acme"}); a.StatusCode != 429 {
		t.Errorf("%d, want 429", a.StatusCode)
	}
}

// Behind a trusted proxy a client is the hop before it, and what it writes
// itself counts for nothing.
func TestRateLimitBehindProxy(t *testing.T) {
	for _, row := range []struct {
		trusted []netip.Prefix
		forward [3]string
		status  int // of the third request, at two a minute
	}{
		{nil, [3]string{"192.0.2.1", "192.0.2.2", "192.0.2.3"}, 429},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, [3]string{"192.0.2.1", "192.0.2.2", "192.0.2.3"}, 200},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, [3]string{"1.1.1.1, 192.0.2.1", "2.2.2.2, 192.0.2.1", "3.3.3.3, 192.0.2.1"}, 429},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, [3]string{"2001:db8::1", "2001:db8::2", "2001:db8::3"}, 429},
		{[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, [3]string{"192.0.2.1", "192.0.2.2", "192.0.2.3"}, 429},
	} {
		w := newTestServer(t, func(o *Options) { o.Rate, o.TrustedProxies = rateOf(t, "2-M"), row.trusted })
		last := 0
		for _, hop := range row.forward {
			last = w.doBoth(t, testRequest{path: "/api/v1/manuals/acme.json", header: map[string]string{"X-Forwarded-For": hop}}).StatusCode
		}
		if last != row.status {
			t.Errorf("trusting %v, %q: %d, want %d", row.trusted, row.forward, last, row.status)
		}
	}
}
