package api

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// Conditional requests, caching, compression, methods and the fields that
// fence pages in, the clause beside each row. A want of "-" is a field that
// must not be there.
func TestPageAnswers(t *testing.T) {
	w := newPageServer(t, nil)
	type fields = map[string]string
	tag := `"` + manual.Fingerprint([]byte("page of man_acme_guide"+strings.Repeat(".", 100))) + `"`
	fence := fields{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
	}
	fenced := func(more fields) fields {
		all := fields{}
		for _, part := range []fields{fence, more} {
			for name, value := range part {
				all[name] = value
			}
		}
		return all
	}
	for _, row := range []struct {
		clause string
		q      testRequest // of the page of acme's guide, unless it says otherwise
		status int
		want   fields
	}{
		{"a public page", testRequest{}, 200, fenced(fields{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=60", "Vary": "Accept-Encoding, Authorization", "ETag": tag, "X-Robots-Tag": "-", "WWW-Authenticate": "-"})},
		{"the index", testRequest{host: onSite}, 200, fenced(fields{"Content-Type": "text/html; charset=utf-8", "Vary": "Accept-Encoding, Authorization", "X-Robots-Tag": "-"})},
		{"unlisted: not for search engines", testRequest{path: "/press"}, 200, fenced(fields{"Cache-Control": "public, max-age=60", "X-Robots-Tag": "noindex"})},
		{"section 8: not with a token", testRequest{path: "/vault", token: "acme"}, 200, fenced(fields{"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Vary": "Accept-Encoding, Authorization"})},
		{"section 8: not with any Authorization", testRequest{header: fields{"Authorization": "Basic eDp5"}}, 200, fields{"Cache-Control": "no-store"}},
		{"section 8: not beyond the end date", testRequest{path: "/ending"}, 200, fields{"Cache-Control": "public, max-age=30"}},
		{"a cookie of others plays no part", testRequest{header: fields{"Cookie": "a=b"}}, 200, fields{"Cache-Control": "public, max-age=60", "Vary": "Accept-Encoding, Authorization"}},
		{"the form", testRequest{host: onInn}, 200, fenced(fields{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Vary": "Accept-Encoding, Authorization, Cookie", "ETag": "-", "WWW-Authenticate": "-"})},
		{"the form has no tag to match", testRequest{host: onInn, header: fields{"If-None-Match": "*"}}, 200, nil},
		{"no page", testRequest{path: "/nobody"}, 404, fenced(fields{"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Robots-Tag": "noindex", "WWW-Authenticate": "Bearer", "ETag": "-"})},
		{"no page for this token", testRequest{path: "/nobody", token: "globex"}, 404, fields{"WWW-Authenticate": "-"}},
		{"past the end date", testRequest{path: "/old"}, 410, fenced(fields{"Cache-Control": "no-store", "X-Robots-Tag": "noindex"})},
		{"RFC 6750 3.1", testRequest{token: "unknown"}, 401, fenced(fields{"WWW-Authenticate": `Bearer error="invalid_token", realm="designmanual"`, "Cache-Control": "no-store"})},
		{"RFC 9110 15.4.9: elsewhere on the host", testRequest{path: "/guide"}, 308, fenced(fields{"Location": "/", "Cache-Control": "public, max-age=60", "Content-Type": "-"})},
		{"elsewhere, for a token", testRequest{path: "/VAULT", token: "acme"}, 308, fields{"Location": "/vault", "Cache-Control": "no-store"}},
		{"elsewhere, to a form", testRequest{host: onInn, path: "/house"}, 308, fields{"Location": "/", "Cache-Control": "no-store"}},
		{"RFC 9110 13.2.1: only in place of a 200", testRequest{path: "/guide", header: fields{"If-None-Match": "*"}}, 308, nil},

		{"RFC 9110 13.1.2", testRequest{header: fields{"If-None-Match": tag}}, 304, fields{"ETag": tag, "Cache-Control": "public, max-age=60", "Vary": "Accept-Encoding, Authorization", "Content-Type": "-", "Content-Security-Policy": "-"}},
		{"RFC 9110 13.1.2: compared weakly", testRequest{header: fields{"If-None-Match": "W/" + tag, "Accept-Encoding": "gzip"}}, 304, fields{"ETag": "W/" + tag}},
		{"RFC 9110 13.1.1", testRequest{header: fields{"If-Match": `"x"`}}, 412, fenced(fields{"Content-Type": "text/html; charset=utf-8"})},
		{"RFC 9110 13.2.1: not in place of a 404", testRequest{path: "/vault", header: fields{"If-None-Match": "*"}}, 404, nil},
		{"RFC 9110 12.5.3", testRequest{header: fields{"Accept-Encoding": "gzip"}}, 200, fields{"Content-Encoding": "gzip", "ETag": "W/" + tag}},
		{"RFC 9110 12.5.3: the index too", testRequest{host: onSite, header: fields{"Accept-Encoding": "gzip"}}, 200, fields{"Content-Encoding": "gzip"}},
		{"RFC 9110 9.3.2", testRequest{method: "HEAD"}, 200, fields{"ETag": tag}},
		{"RFC 9110 9.3.2: the form", testRequest{method: "HEAD", host: onInn}, 200, fields{"Content-Length": "39"}},

		{"RFC 9110 15.5.6", testRequest{method: "POST"}, 405, fenced(fields{"Allow": "GET, HEAD", "Content-Type": "text/html; charset=utf-8"})},
		{"RFC 9110 15.5.6: a form takes POST", testRequest{method: "PUT", host: onInn}, 405, fields{"Allow": "GET, HEAD, POST"}},
		{"not where it is not", testRequest{method: "POST", host: onInn, path: "/house"}, 405, fields{"Allow": "GET, HEAD"}},
		{"nor without a password", testRequest{method: "POST", host: onInn, path: "/keyless"}, 405, fields{"Allow": "GET, HEAD"}},
		{"nor past the end date", testRequest{method: "POST", host: onInn, path: "/old"}, 405, fields{"Allow": "GET, HEAD"}},
		{"nor at the root of the site", testRequest{method: "POST", host: onSite}, 405, fields{"Allow": "GET, HEAD"}},
		{"405 before 401", testRequest{method: "POST", token: "unknown"}, 405, nil},
		{"pages have no preflight", testRequest{method: "OPTIONS", header: fields{"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}}, 405, fields{"Allow": "GET, HEAD", "Access-Control-Allow-Origin": "-"}},
		{"a body is refused", testRequest{body: strings.NewReader("x")}, 413, fields{"Connection": "-"}},
		{"a body is refused, chunked", testRequest{host: onInn, body: io.MultiReader(strings.NewReader("x"))}, 413, nil},
		{"the interface has its problems", testRequest{path: "/api/v1/manuals/nobody.json"}, 404, fields{"Content-Type": "application/problem+json", "Content-Security-Policy": "-", "X-Robots-Tag": "-"}},
		{"health has them too", testRequest{method: "POST", path: "/healthz"}, 405, fields{"Content-Type": "application/problem+json", "Allow": "GET, HEAD, OPTIONS"}},
	} {
		t.Run(row.clause, func(t *testing.T) {
			if row.q.host == "" {
				row.q.host = onAcme
			}
			if row.q.path == "" {
				row.q.path = "/"
			}
			a := w.do(t, row.q)
			if a.StatusCode != row.status {
				t.Fatalf("%s %s: %d, want %d: %s", row.q.method, row.q.path, a.StatusCode, row.status, a.body)
			}
			for name, want := range row.want {
				got, there := strings.Join(a.Header.Values(name), "|"), len(a.Header.Values(name)) > 0
				if want == "-" && there || want != "-" && got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

// Over http there is no Cross-Origin-Opener-Policy, which browsers would
// complain of.
func TestPageOverHTTP(t *testing.T) {
	w := newPageServer(t, nil)
	w.update(t, overHTTP)
	if a := w.do(t, testRequest{host: onAcme, path: "/"}); a.StatusCode != 200 || a.Header.Get("Cross-Origin-Opener-Policy") != "" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
}

// Pages count as requests under /api/ do and say nothing of it; assets do not
// count (specification, section 8).
func TestPagesAreCounted(t *testing.T) {
	w := newPageServer(t, func(o *Options) { o.Rate, o.TokenRate = rateOf(t, "3-M"), rateOf(t, "1-M") })
	const css = "/-/page.0123.css"
	for i, row := range []struct {
		q      testRequest
		status int
		retry  string
	}{
		{testRequest{host: onAcme, path: "/"}, 200, ""},
		{testRequest{host: onAcme, path: css}, 200, ""},
		{testRequest{host: onNone, path: "/"}, 404, ""},
		{testRequest{path: "/api/v1/manuals/acme.json"}, 200, ""},
		{testRequest{host: onAcme, path: "/"}, 429, "60"},
		{testRequest{host: onAcme, path: "/vault", method: "POST"}, 429, "60"},
		{testRequest{host: onAcme, path: css}, 200, ""},
		{testRequest{host: onAcme, path: "/", token: "acme"}, 200, ""},
		{testRequest{host: onAcme, path: "/", token: "acme"}, 429, "60"},
	} {
		a := w.do(t, row.q)
		if a.StatusCode != row.status || a.Header.Get("Retry-After") != row.retry {
			t.Errorf("row %d: %d, Retry-After %q; want %+v", i, a.StatusCode, a.Header.Get("Retry-After"), row)
		}
		if limited := a.Header.Get("X-RateLimit-Limit") != ""; limited != strings.HasPrefix(row.q.path, "/api/") {
			t.Errorf("row %d: rate fields are there: %t", i, limited)
		}
		if row.status == 429 && a.body != "<h1>429 Too Many Requests" && !strings.HasPrefix(a.body, "<h1>429 ") {
			t.Errorf("row %d: %s", i, a.body)
		}
	}
}

// Before the store is filled there are the assets and a page that says so.
func TestPagesBeforeReadiness(t *testing.T) {
	w := newPageServer(t, nil)
	w.setReady(false)
	for path, status := range map[string]int{"/": 503, "/press": 503, "/robots.txt": 503, "/-/page.0123.css": 200, "/healthz": 200} {
		a := w.do(t, testRequest{host: onAcme, path: path})
		if a.StatusCode != status || status == 503 && (a.Header.Get("Retry-After") != "1" || !strings.HasPrefix(a.body, "<h1>503 ")) {
			t.Errorf("%s: %d %v %s, want %d", path, a.StatusCode, a.Header, a.body, status)
		}
	}
}

// The files that pages use are on every host, for ever, and for everyone
// (RFC 8246).
func TestAssets(t *testing.T) {
	w := newPageServer(t, nil)
	const css = "/-/page.0123.css"
	tag := `"` + manual.Fingerprint([]byte(styleBody)) + `"`
	for _, row := range []struct {
		q      testRequest
		status int
		body   string
		coding string
		media  string
	}{
		{testRequest{path: css}, 200, styleBody, "", "text/css; charset=utf-8"},
		{testRequest{path: css, host: onAcme}, 200, styleBody, "", "text/css; charset=utf-8"},
		{testRequest{path: css, host: onVault}, 200, styleBody, "", "text/css; charset=utf-8"},
		{testRequest{path: css, host: onNone}, 200, styleBody, "", "text/css; charset=utf-8"},
		{testRequest{path: css, token: "unknown"}, 200, styleBody, "", "text/css; charset=utf-8"},
		{testRequest{path: css, header: map[string]string{"Accept-Encoding": "gzip"}}, 200, styleBody, "gzip", "text/css; charset=utf-8"},
		{testRequest{path: css, header: map[string]string{"If-None-Match": tag}}, 304, "", "", ""},
		{testRequest{path: css, method: "HEAD"}, 200, "", "", "text/css; charset=utf-8"},
		{testRequest{path: "/-/tiny.4567.js", header: map[string]string{"Accept-Encoding": "gzip"}}, 200, "1", "", "text/javascript; charset=utf-8"},
		{testRequest{path: "/-/icon.0b5fff.svg", header: map[string]string{"Accept-Encoding": "gzip"}}, 200, "<svg/>", "", "image/svg+xml"},
		{testRequest{path: "/-/page.4567.css"}, 404, "", "", "text/html; charset=utf-8"},
		{testRequest{path: "/-/"}, 404, "", "", "text/html; charset=utf-8"},
		{testRequest{path: "/-"}, 404, "", "", "text/html; charset=utf-8"},
		{testRequest{path: "/%2D/page.0123.css/"}, 404, "", "", "text/html; charset=utf-8"},
		{testRequest{path: "/-%2Fpage.0123.css"}, 404, "", "", "text/html; charset=utf-8"},
		{testRequest{path: css, method: "POST"}, 405, "", "", "text/html; charset=utf-8"},
		{testRequest{path: css, body: strings.NewReader("x")}, 413, "", "", "text/html; charset=utf-8"},
	} {
		a := w.do(t, row.q)
		name := fmt.Sprintf("%s %s%s %v", row.q.method, row.q.host, row.q.path, row.q.header)
		if a.StatusCode != row.status || row.body != "" && a.body != row.body || a.Header.Get("Content-Encoding") != row.coding || a.Header.Get("Content-Type") != row.media {
			t.Errorf("%s: %d %q %v, want %+v", name, a.StatusCode, a.body, a.Header, row)
		}
		if row.status >= 400 {
			continue
		}
		cache := "public, max-age=31536000, immutable"
		if row.q.token != "" {
			cache = "no-store"
		}
		if a.Header.Get("Cache-Control") != cache || a.Header.Get("X-Robots-Tag") != "" {
			t.Errorf("%s: %v", name, a.Header)
		}
	}
}

// A manual that has no page yet, published by an older program, has none.
func TestManualWithoutPage(t *testing.T) {
	w := newTestServer(t, func(o *Options) { o.Pages = plainPages() })
	for _, path := range []string{"/", "/press", "/favicon.ico"} {
		if a := w.do(t, testRequest{host: onAcme, path: path}); a.StatusCode != 404 {
			t.Errorf("%s: %d, want 404", path, a.StatusCode)
		}
	}
	if strings.Contains(w.log.String(), "level=ERROR") {
		t.Errorf("log: %s", w.log)
	}
}
