package api

import (
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Everything under /api/ counts once, but preflights; pages count as that does
// and say nothing of it; an access token counts for itself (specification,
// section 8). Who is over the limit keeps no connection.
func TestRateLimit(t *testing.T) {
	w := newServer(t, rates("5-M", "2-M"))
	standing := func(limit, remaining string) string {
		return "X-RateLimit-Limit: " + limit + " | X-RateLimit-Remaining: " + remaining
	}
	const unlimited, css = "-X-RateLimit-Limit | -X-RateLimit-Remaining | -X-RateLimit-Reset", "/-/page.0123.css"
	for _, r := range []struct {
		after time.Duration
		row
	}{
		{0, row{guide, "", 200, standing("5", "4"), ""}},
		{10 * time.Second, row{guide, "If-None-Match: *", 304, standing("5", "3"), ""}},
		{0, row{"OPTIONS " + guide, toRead, 204, unlimited, ""}},
		{0, row{"/healthz", "", 200, unlimited, ""}},
		{0, row{"acme " + css, "", 200, unlimited, ""}},
		{0, row{"nobody /", "", 404, unlimited, ""}},
		{0, row{guide, "token: unknown", 401, standing("5", "1"), ""}}, // a bad token counts for its address
		{0, row{"/api/nothing", "", 404, standing("5", "0"), ""}},
		{0, row{guide, "", 429, standing("5", "0") + " | Retry-After: 50", ""}},
		{0, row{"POST " + guide, "", 429, standing("5", "0") + " | Retry-After: 50", ""}}, // the limit comes first
		{0, row{guide, "token: revoked", 429, "Retry-After: 50", ""}},
		{0, row{"acme /", "", 429, unlimited + " | Retry-After: 50", "<h1>429 "}},
		{0, row{"POST acme /vault", "", 429, unlimited + " | Retry-After: 50", "<h1>429 "}},
		{0, row{"OPTIONS " + guide, toRead, 204, unlimited, ""}},
		{0, row{"acme " + css, "", 200, unlimited, ""}},
		{0, row{guide, "token: acme", 200, standing("2", "1"), ""}}, // a good token for itself
		{0, row{"acme /", "token: acme", 200, unlimited, ""}},
		{0, row{guide, "token: acme", 429, standing("2", "0") + " | Retry-After: 60", ""}},
		{0, row{"acme /", "token: acme", 429, unlimited + " | Retry-After: 60", "<h1>429 "}},
		{0, row{guide, "token: globex", 200, standing("2", "1"), ""}},
		{49*time.Second + 900*time.Millisecond, row{guide, "", 429, standing("5", "0") + " | Retry-After: 1", ""}},
		{100 * time.Millisecond, row{guide, "", 200, standing("5", "4"), ""}},
	} {
		w.pass(r.after)
		a := w.expect(t, r.row)
		if reset := a.Header.Get("X-RateLimit-Reset"); reset != "" {
			if at, now := must(strconv.ParseInt(reset, 10, 64)), w.clock().Unix(); at <= now || at > now+60 {
				t.Errorf("%s: reset %d at %d", r.request, at, now)
			}
		}
		if a.Close != (r.status == 429) {
			t.Errorf("%s: %d, and the connection closes: %t", r.request, a.StatusCode, a.Close)
		}
	}
}

// "off" switches the limit and its fields off, each by itself.
func TestRateLimitOff(t *testing.T) {
	w := newServer(t, rates("off", "1-M"))
	const unlimited = "-X-RateLimit-Limit | -X-RateLimit-Remaining | -X-RateLimit-Reset"
	w.check(t, []row{
		{guide, "", 200, unlimited, ""}, {guide, "", 200, unlimited, ""}, {guide, "", 200, unlimited, ""},
		{guide, "token: acme", 200, "X-RateLimit-Limit: 1", ""}, {guide, "token: acme", 429, "", ""},
	})
}

// Behind a trusted proxy a client is the hop before it, and what it writes
// itself counts for nothing.
func TestRateLimitBehindProxy(t *testing.T) {
	for _, r := range []struct {
		trusted, hops string
		status        int // of the third request, at two a minute
	}{
		{"127.0.0.0/8", "192.0.2.1 | 192.0.2.2 | 192.0.2.3", 200},
		{"127.0.0.0/8", "1.1.1.1, 192.0.2.1 | 2.2.2.2, 192.0.2.1 | 3.3.3.3, 192.0.2.1", 429},
		{"127.0.0.0/8", "2001:db8::1 | 2001:db8::2 | 2001:db8::3", 429},
		{"10.0.0.0/8", "192.0.2.1 | 192.0.2.2 | 192.0.2.3", 429},
	} {
		w := newServer(t, func(o *Options) {
			rates("2-M", "off")(o)
			o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(r.trusted)}
		})
		for i, hop := range strings.Split(r.hops, " | ") {
			w.expect(t, row{guide, "X-Forwarded-For: " + hop, []int{200, 200, r.status}[i], "", ""})
		}
	}
}
