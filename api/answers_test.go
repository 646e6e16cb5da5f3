package api

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// Conditional requests, caching, compression, CORS and methods, the clause
// beside each row. A want of "-" is a field that must not be there.
func TestAnswers(t *testing.T) {
	w := newTestServer(t, nil)
	guide := snapshotOf("acme", "guide", manual.Public).Documents[manual.ManualDocument]
	strong := `"` + guide.ETag + `"`
	weak := "W/" + strong
	const exposes = "ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
	const guidePath = "/api/v1/manuals/acme.json"
	type fields = map[string]string
	for _, row := range []struct {
		clause string
		q      testRequest
		status int
		want   fields
	}{
		// If-None-Match
		{"RFC 9110 13.1.2: the tag matches", testRequest{header: fields{"If-None-Match": strong}}, 304, fields{"ETag": strong, "Content-Type": "-", "Content-Length": "-", "X-Content-Type-Options": "-", "Vary": "Accept-Encoding, Authorization", "Cache-Control": "public, max-age=60", "Access-Control-Allow-Origin": "*", "X-RateLimit-Limit": "1000000"}},
		{"RFC 9110 13.1.2: compared weakly", testRequest{header: fields{"If-None-Match": weak}}, 304, fields{"ETag": strong}},
		{"RFC 9110 15.4.5: the tag that the 200 would have", testRequest{header: fields{"If-None-Match": strong, "Accept-Encoding": "gzip"}}, 304, fields{"ETag": weak, "Content-Encoding": "-"}},
		{"RFC 9110 13.1.2: in a list", testRequest{header: fields{"If-None-Match": `"a", W/"b,c" , ` + strong}}, 304, nil},
		{"RFC 9110 5.6.1.2: empty elements", testRequest{header: fields{"If-None-Match": `,, ,` + strong + `,`}}, 304, nil},
		{"RFC 9110 13.1.2: *", testRequest{header: fields{"If-None-Match": "*"}}, 304, nil},
		{"RFC 9110 13.1.2: * in a list is no tag", testRequest{header: fields{"If-None-Match": `*, "x"`}}, 200, nil},
		{"garbage is passed over", testRequest{header: fields{"If-None-Match": `abc, "x"y, "open, w/"z", ` + strong}}, 304, nil},
		{"garbage is no tag", testRequest{header: fields{"If-None-Match": guide.ETag}}, 200, nil},
		{"RFC 9110 8.8.3: W is upper case", testRequest{header: fields{"If-None-Match": "w/" + strong}}, 200, nil},
		{"another tag", testRequest{header: fields{"If-None-Match": `"` + strings.Repeat("0", 64) + `"`}}, 200, nil},
		{"a part of the tag", testRequest{header: fields{"If-None-Match": `"` + guide.ETag[:63] + `"`}}, 200, nil},
		{"an empty field", testRequest{header: fields{"If-None-Match": ""}}, 200, nil},
		{"HEAD too", testRequest{method: "HEAD", header: fields{"If-None-Match": strong}}, 304, nil},
		{"with a token: as on its 200", testRequest{token: "acme", header: fields{"If-None-Match": strong}}, 304, fields{"Cache-Control": "no-store", "Access-Control-Allow-Origin": "-", "Vary": "Accept-Encoding, Authorization"}},
		{"RFC 9110 13.2.1: only in place of a 200", testRequest{path: "/api/v1/manuals/nobody.json", header: fields{"If-None-Match": "*"}}, 404, nil},
		{"RFC 9110 13.2.1: only in place of a 200", testRequest{path: "/api/v1/manuals/acme.old.json", header: fields{"If-None-Match": "*", "If-Match": `"x"`}}, 410, nil},
		{"RFC 9110 13.2.1: only in place of a 200", testRequest{path: "/api/v1/manuals/acme/tokens.json?format=x", header: fields{"If-None-Match": "*"}}, 400, nil},
		{"the tokens have a tag of their own", testRequest{path: "/api/v1/manuals/acme/tokens.json", header: fields{"If-None-Match": strong}}, 200, nil},

		// If-Match
		{"RFC 9110 13.1.1: the tag matches", testRequest{header: fields{"If-Match": strong}}, 200, nil},
		{"RFC 9110 13.1.1: compared strongly", testRequest{header: fields{"If-Match": weak}}, 412, fields{"Cache-Control": "no-store", "ETag": "-"}},
		{"RFC 9110 13.1.1: a weak representation matches none", testRequest{header: fields{"If-Match": strong, "Accept-Encoding": "gzip"}}, 412, nil},
		{"RFC 9110 13.1.1: a weak representation matches none", testRequest{header: fields{"If-Match": weak, "Accept-Encoding": "gzip"}}, 412, nil},
		{"RFC 9110 13.1.1: *", testRequest{header: fields{"If-Match": "*", "Accept-Encoding": "gzip"}}, 200, nil},
		{"RFC 9110 13.1.1: in a list", testRequest{header: fields{"If-Match": `"x", ` + strong}}, 200, nil},
		{"RFC 9110 13.1.1: none of the list", testRequest{header: fields{"If-Match": `"x", "y"`}}, 412, nil},
		{"RFC 9110 13.1.1: no tag at all", testRequest{header: fields{"If-Match": "garbage"}}, 412, nil},
		{"RFC 9110 13.2.2: If-Match first", testRequest{header: fields{"If-Match": `"x"`, "If-None-Match": strong}}, 412, nil},
		{"RFC 9110 13.2.2: then If-None-Match", testRequest{header: fields{"If-Match": strong, "If-None-Match": strong}}, 304, nil},
		{"RFC 9110 13.1.4: no Last-Modified", testRequest{header: fields{"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}}, 200, nil},
		{"RFC 9110 13.1.3: no Last-Modified", testRequest{header: fields{"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}}, 200, fields{"Last-Modified": "-"}},

		// Cache-Control and Vary (specification, section 8 rule 1)
		{"section 8: a minute", testRequest{}, 200, fields{"Cache-Control": "public, max-age=60", "Vary": "Accept-Encoding, Authorization"}},
		{"section 8: unlisted too", testRequest{path: "/api/v1/manuals/acme.press.json"}, 200, fields{"Cache-Control": "public, max-age=60"}},
		{"section 8: not beyond the end date", testRequest{path: "/api/v1/manuals/acme.ending.json"}, 200, fields{"Cache-Control": "public, max-age=30"}},
		{"section 8: not with a token", testRequest{token: "acme"}, 200, fields{"Cache-Control": "no-store"}},
		{"section 8: nor with another's", testRequest{token: "globex"}, 200, fields{"Cache-Control": "no-store"}},
		{"any Authorization", testRequest{header: fields{"Authorization": "Basic eDp5"}}, 200, fields{"Cache-Control": "no-store", "Access-Control-Allow-Origin": "-", "Access-Control-Expose-Headers": "-"}},
		{"private", testRequest{path: "/api/v1/manuals/acme.vault.json", token: "acme"}, 200, fields{"Cache-Control": "no-store", "Vary": "Accept-Encoding, Authorization"}},
		{"errors", testRequest{path: "/api/v1/manuals/nobody.json"}, 404, fields{"Cache-Control": "no-store", "Vary": "-", "ETag": "-"}},
		{"errors", testRequest{path: "/api/v1/manuals/acme.old.json"}, 410, fields{"Cache-Control": "no-store", "WWW-Authenticate": "-"}},

		// Content-Encoding (RFC 9110, section 12.5.3)
		{"12.5.3: gzip", testRequest{header: fields{"Accept-Encoding": "gzip, deflate, br"}}, 200, fields{"Content-Encoding": "gzip", "ETag": weak}},
		{"12.5.3: none", testRequest{}, 200, fields{"Content-Encoding": "-", "ETag": strong}},
		{"12.5.3: refused", testRequest{header: fields{"Accept-Encoding": "gzip;q=0"}}, 200, fields{"Content-Encoding": "-"}},
		{"12.5.3: errors stay as they are", testRequest{path: "/api/v1/manuals/nobody.json", header: fields{"Accept-Encoding": "gzip"}}, 404, fields{"Content-Encoding": "-"}},
		{"14.2: Range is ignored", testRequest{header: fields{"Range": "bytes=0-3"}}, 200, fields{"Content-Range": "-", "Accept-Ranges": "-"}},
		{"13.1.5: so is If-Range", testRequest{header: fields{"Range": "bytes=0-3", "If-Range": strong}}, 200, nil},

		// CORS (specification, section 4.2)
		{"section 4.2: from any page", testRequest{header: fields{"Origin": "https://x.example"}}, 200, fields{"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposes, "Access-Control-Allow-Credentials": "-"}},
		{"errors included", testRequest{path: "/api/v1/manuals/nobody.json"}, 404, fields{"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposes}},
		{"errors included", testRequest{method: "POST"}, 405, fields{"Access-Control-Allow-Origin": "*"}},
		{"not with a token", testRequest{token: "acme", header: fields{"Origin": "https://x.example"}}, 200, fields{"Access-Control-Allow-Origin": "-", "Access-Control-Expose-Headers": "-"}},
		{"not with a bad token", testRequest{token: "unknown"}, 401, fields{"Access-Control-Allow-Origin": "-"}},
		{"preflight", testRequest{method: "OPTIONS", header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, 204, fields{"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, HEAD", "Access-Control-Allow-Headers": "*", "Access-Control-Max-Age": "86400", "Content-Length": "-", "Content-Type": "-", "X-RateLimit-Limit": "-", "X-Content-Type-Options": "-"}},
		{"preflight of anything", testRequest{method: "OPTIONS", path: "/api/v1/manuals/acme%2Fvault.json", host: "nobody." + siteHost, header: fields{"Origin": "null", "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "authorization"}}, 204, fields{"Access-Control-Allow-Headers": "*"}},
		{"no preflight: no Origin", testRequest{method: "OPTIONS", header: fields{"Access-Control-Request-Method": "GET"}}, 405, fields{"Allow": "GET, HEAD, OPTIONS"}},
		{"no preflight: no method", testRequest{method: "OPTIONS", header: fields{"Origin": "https://x.example"}}, 405, nil},
		{"no preflight outside", testRequest{method: "OPTIONS", path: "/", header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, 404, nil},

		// Methods (RFC 9110, sections 9.1 and 15.5.6)
		{"15.5.6: Allow", testRequest{method: "POST"}, 405, fields{"Allow": "GET, HEAD, OPTIONS", "Cache-Control": "no-store", "X-RateLimit-Limit": "1000000"}},
		{"15.5.6: before the slug", testRequest{method: "DELETE", path: "/api/v1/manuals/nobody.json"}, 405, nil},
		{"15.5.6: before the token", testRequest{method: "PUT", token: "unknown"}, 405, nil},
		{"15.5.6: before the body", testRequest{method: "PATCH", body: strings.NewReader("{}")}, 405, fields{"Connection": "-"}},
		{"9.1: methods compare with case", testRequest{method: "get"}, 405, nil},
		{"9.1: unknown", testRequest{method: "BREW"}, 405, nil},
		{"9.3.8: no TRACE", testRequest{method: "TRACE"}, 405, nil},
		{"a body is refused", testRequest{body: strings.NewReader("x")}, 413, nil},
		{"a body is refused, chunked", testRequest{body: io.MultiReader(strings.NewReader("x"))}, 413, nil},
		{"a body is refused before the token", testRequest{token: "unknown", body: strings.NewReader("x")}, 413, nil},

		// Tokens (RFC 6750, section 3)
		{"RFC 6750 3.1", testRequest{token: "unknown"}, 401, fields{"WWW-Authenticate": `Bearer error="invalid_token", realm="designmanual"`, "Cache-Control": "no-store"}},
		{"401 before 404", testRequest{token: "revoked", path: "/api/v1/nothing"}, 401, nil},
		{"a token in the query is ignored", testRequest{path: "/api/v1/manuals/acme.vault.json?access_token=" + secretOf("acme")}, 404, nil},
		{"RFC 9110 11.6.1: why", testRequest{path: "/api/v1/manuals/acme.vault.json"}, 404, fields{"WWW-Authenticate": "Bearer"}},
		{"another scheme is no token", testRequest{path: "/api/v1/manuals/acme.vault.json", header: fields{"Authorization": "Basic eDp5"}}, 404, fields{"WWW-Authenticate": "Bearer", "Access-Control-Allow-Origin": "-"}},
		{"not with a token", testRequest{path: "/api/v1/manuals/globex.json", token: "acme"}, 404, fields{"WWW-Authenticate": "-"}},

		// The query (judged after access and end date)
		{"unknown keys are ignored", testRequest{path: guidePath + "?v=1&token=x"}, 200, nil},
		{"format of a manual is unknown", testRequest{path: guidePath + "?format=x"}, 200, nil},
		{"parts that do not parse are ignored", testRequest{path: "/api/v1/manuals/acme/tokens.json?%zz&%zz=2025.10&a;format=x&="}, 200, fields{"Content-Type": "application/json"}},
		{"a format that does not parse is unknown", testRequest{path: "/api/v1/manuals/acme/tokens.json?format=%zz"}, 400, nil},
		{"an unknown format", testRequest{path: "/api/v1/manuals/acme/tokens.json?format=2025.11"}, 400, nil},
		{"formats compare with case", testRequest{path: "/api/v1/manuals/acme/tokens.json?format=2025.10-Resolver"}, 400, nil},
		{"keys compare with case", testRequest{path: "/api/v1/manuals/acme/tokens.json?Format=x"}, 200, nil},
		{"an empty format", testRequest{path: "/api/v1/manuals/acme/tokens.json?format="}, 400, nil},
		{"a format without value", testRequest{path: "/api/v1/manuals/acme/tokens.json?format"}, 400, nil},
		{"two formats", testRequest{path: "/api/v1/manuals/acme/tokens.json?format=2025.10&format=2025.10"}, 400, nil},
		{"encoded", testRequest{path: "/api/v1/manuals/acme/tokens.json?f%6Frmat=2025%2E10"}, 200, fields{"Content-Type": "application/design-tokens+json"}},
		{"after access", testRequest{path: "/api/v1/manuals/acme.vault/tokens.json?format=x"}, 404, nil},
		{"after the end date", testRequest{path: "/api/v1/manuals/acme.old/tokens.json?format=x"}, 410, nil},
		{"no resolver document", testRequest{path: "/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver"}, 404, fields{"WWW-Authenticate": "Bearer"}},
		{"no resolver document", testRequest{path: "/api/v1/manuals/acme.fair/tokens.json?format=2025.10-resolver", token: "acme"}, 404, fields{"WWW-Authenticate": "-"}},
		{"with the other documents", testRequest{path: "/api/v1/manuals/acme.fair/tokens.json?format=2025.10"}, 200, nil},
	} {
		t.Run(row.clause, func(t *testing.T) {
			if row.q.path == "" {
				row.q.path = guidePath
			}
			a := w.doBoth(t, row.q)
			if a.StatusCode != row.status {
				t.Fatalf("%s %s: %d, want %d: %s", row.q.method, row.q.path, a.StatusCode, row.status, a.body)
			}
			for name, want := range row.want {
				got, there := strings.Join(a.Header.Values(name), "|"), len(a.Header.Values(name)) > 0
				if want == "-" && there || want != "-" && got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if a.StatusCode >= 400 && row.q.method != "HEAD" {
				describesProblem(t, row.q, a)
			}
		})
	}
}

// describesProblem checks what all problem documents have in common (RFC
// 9457).
func describesProblem(t *testing.T, q testRequest, a testResponse) {
	t.Helper()
	p := problemOf(t, a)
	path, _, _ := strings.Cut(q.path, "?")
	if p.Type != "about:blank" || p.Status != a.StatusCode || p.Instance != path || p.Title == "" || p.Detail == "" {
		t.Errorf("problem %+v of %s", p, q.path)
	}
	if !strings.HasPrefix(a.body, `{"type":"about:blank","title":"`) {
		t.Errorf("members out of order: %s", a.body)
	}
	if a.Header.Get("Content-Type") != "application/problem+json" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("Content-Type %q, X-Content-Type-Options %q", a.Header.Get("Content-Type"), a.Header.Get("X-Content-Type-Options"))
	}
	if a.StatusCode == 404 && a.Header.Get("WWW-Authenticate") != "" && !strings.Contains(p.Detail, "access token") {
		t.Errorf("the detail does not mention access tokens: %s", p.Detail)
	}
}

// What the end date does to max-age, to the second (specification, sections 3
// and 8).
func TestMaxAgeEndsWithTheManual(t *testing.T) {
	w := newTestServer(t, nil)
	ends := noon.Add(30500 * time.Millisecond)
	for _, row := range []struct {
		left   time.Duration
		status int
		cache  string
	}{
		{61 * time.Second, 200, "public, max-age=60"},
		{60*time.Second - 1, 200, "public, max-age=59"},
		{time.Second, 200, "public, max-age=1"},
		{time.Second - 1, 200, "public, max-age=0"},
		{1, 200, "public, max-age=0"},
		{0, 410, "no-store"},
		{-time.Hour, 410, "no-store"},
	} {
		w.mu.Lock()
		w.now = ends.Add(-row.left)
		w.mu.Unlock()
		a := w.doBoth(t, testRequest{path: "/api/v1/manuals/acme.ending.json"})
		if a.StatusCode != row.status || a.Header.Get("Cache-Control") != row.cache {
			t.Errorf("%v left: %d %q, want %d %q", row.left, a.StatusCode, a.Header.Get("Cache-Control"), row.status, row.cache)
		}
	}
}

// Before the store is filled manuals are not answered for; the process says
// how it is.
func TestReadiness(t *testing.T) {
	w := newTestServer(t, nil)
	for _, row := range []struct {
		ready  bool
		q      testRequest
		status int
		body   string
	}{
		{false, testRequest{path: "/healthz"}, 200, `{"status":"ok"}`},
		{false, testRequest{path: "/readyz"}, 503, ""},
		{false, testRequest{path: "/api/v1/manuals/acme.json"}, 503, ""},
		{false, testRequest{path: "/api/v1/manuals/acme.json", method: "POST"}, 405, ""},
		{false, testRequest{path: "/api/v1/manuals/acme.json", method: "OPTIONS", header: map[string]string{"Origin": "x", "Access-Control-Request-Method": "GET"}}, 204, ""},
		{true, testRequest{path: "/healthz"}, 200, `{"status":"ok"}`},
		{true, testRequest{path: "/healthz", host: "nobody." + siteHost}, 200, `{"status":"ok"}`},
		{true, testRequest{path: "/readyz"}, 200, `{"status":"ready"}`},
		{true, testRequest{path: "/readyz", method: "HEAD"}, 200, ""},
		{true, testRequest{path: "/readyz", method: "POST"}, 405, ""},
		{true, testRequest{path: "/healthz", body: strings.NewReader("x")}, 200, `{"status":"ok"}`},
		{true, testRequest{path: "/api/v1/manuals/acme.json"}, 200, ""},
	} {
		w.setReady(row.ready)
		a := w.doBoth(t, row.q)
		if a.StatusCode != row.status || row.body != "" && a.body != row.body {
			t.Errorf("ready %t, %v: %d %s, want %d", row.ready, row.q, a.StatusCode, a.body, row.status)
		}
		if a.StatusCode == 503 && a.Header.Get("Retry-After") != "1" {
			t.Errorf("ready %t, %v: Retry-After %q, want 1", row.ready, row.q, a.Header.Get("Retry-After"))
		}
		if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/json" || a.Header.Get("ETag") != "" {
			continue
		}
		if a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%v: Cache-Control %q, want no-store", row.q, fmt.Sprint(a.Header["Cache-Control"]))
		}
	}
}
