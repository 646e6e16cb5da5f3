package api

import (
	"strconv"
	"testing"
	"time"
)

// Requests under /api/ count, except preflights. Pages count too, without X-RateLimit
// fields. An access token has a limit of its own (specification, section 8). A client
// over the limit loses its connection.
func TestRateLimit(t *testing.T) {
	ts := newServer(t, rates("5-M", "2-M"))
	quota := func(limit, remaining string) string {
		return "X-RateLimit-Limit: " + limit + " | X-RateLimit-Remaining: " + remaining
	}
	const unlimited, css = "-X-RateLimit-Limit | -X-RateLimit-Remaining | -X-RateLimit-Reset", "/-/page.0123.css"
	for _, r := range []struct {
		after time.Duration
		row
	}{
		{0, row{guide, "", 200, quota("5", "4"), ""}},
		{10 * time.Second, row{guide, "If-None-Match: *", 304, quota("5", "3"), ""}},
		{0, row{"OPTIONS " + guide, preflight, 204, unlimited, ""}},
		{0, row{"/healthz", "", 200, unlimited, ""}},
		{0, row{"acme " + css, "", 200, unlimited, ""}},
		{0, row{"nobody /favicon.ico", "", 404, unlimited, ""}}, // browsers ask for it by themselves: it is not counted
		{0, row{"nobody /", "", 404, unlimited, ""}},
		{0, row{guide, "token: unknown", 401, quota("5", "1"), ""}}, // an invalid token counts for its address
		{0, row{"/api/nothing", "", 404, quota("5", "0"), ""}},
		{0, row{guide, "", 429, quota("5", "0") + " | Retry-After: 50", ""}},
		{0, row{"POST " + guide, "", 429, quota("5", "0") + " | Retry-After: 50", ""}}, // the limit is the first check
		{0, row{guide, "token: revoked", 429, "Retry-After: 50", ""}},
		{0, row{"acme /", "", 429, unlimited + " | Retry-After: 50", "<h1>429 "}},
		{0, row{"POST acme /vault", "", 429, unlimited + " | Retry-After: 50", "<h1>429 "}},
		{0, row{"OPTIONS " + guide, preflight, 204, unlimited, ""}},
		{0, row{"acme " + css, "", 200, unlimited, ""}},
		{0, row{guide, "token: acme", 200, quota("2", "1"), ""}}, // a valid token has its own limit
		{0, row{"acme /", "token: acme", 200, unlimited, ""}},
		{0, row{guide, "token: acme", 429, quota("2", "0") + " | Retry-After: 60", ""}},
		{0, row{"acme /", "token: acme", 429, unlimited + " | Retry-After: 60", "<h1>429 "}},
		{0, row{guide, "token: globex", 200, quota("2", "1"), ""}},
		{49*time.Second + 900*time.Millisecond, row{guide, "", 429, quota("5", "0") + " | Retry-After: 1", ""}},
		{100 * time.Millisecond, row{guide, "", 200, quota("5", "4"), ""}},
	} {
		ts.advance(r.after)
		a := ts.expect(t, r.row)
		if reset := a.Header.Get("X-RateLimit-Reset"); reset != "" {
			if at, now := must(strconv.ParseInt(reset, 10, 64)), ts.clock().Unix(); at <= now || at > now+60 {
				t.Errorf("%s: reset %d at %d", r.request, at, now)
			}
		}
		if a.Close != (r.status == 429) {
			t.Errorf("%s: %d, Connection: close: %t", r.request, a.StatusCode, a.Close)
		}
	}
}

// "off" switches one limit off, with its fields.
func TestRateLimitOff(t *testing.T) {
	ts := newServer(t, rates("off", "1-M"))
	const unlimited = "-X-RateLimit-Limit | -X-RateLimit-Remaining | -X-RateLimit-Reset"
	ts.check(t, []row{
		{guide, "", 200, unlimited, ""}, {guide, "", 200, unlimited, ""}, {guide, "", 200, unlimited, ""},
		{guide, "token: acme", 200, "X-RateLimit-Limit: 1", ""}, {guide, "token: acme", 429, "", ""},
	})
}
