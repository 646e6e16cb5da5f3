package main

import (
	"net/http"
	"strings"
)

// fields are those of an answer that a proxy has no business to change.
func fields() []string {
	return []string{
		"Content-Type", "Content-Encoding", "Content-Length", "Content-Security-Policy", "ETag", "Cache-Control", "Vary",
		"Allow", "Location", "WWW-Authenticate", "Access-Control-Allow-Origin", "Access-Control-Allow-Methods",
		"X-Robots-Tag", "X-Content-Type-Options", "Cross-Origin-Opener-Policy",
	}
}

// same compares the proxy's answer with the server's own, twice, so that one
// is of what was stored. They are to be the same in status, fields and body.
func (t *try) same(method, host, target string, with ...string) answer {
	server, c := t.direct(method, host, target, with...), t.client()
	var through answer
	for range 2 {
		through = t.send(c, method, host, target, "", with...)
		var expected []string
		for _, name := range fields() {
			expected = append(expected, name, server.header.Get(name))
		}
		t.want(through, server.status, expected...)
		if through.body != server.body {
			t.failf("%s: another body than the server's", through.asked)
		}
	}
	return through
}

// answers: the server's bytes, entity tags and fields go through, plain and
// compressed ones beside each other, for every host and status.
func answers(t *try) {
	const gzip, none = "Accept-Encoding: gzip, deflate, br", "Accept-Encoding: identity"
	for _, target := range []string{
		api + "acme.json", api + "acme/tokens.json", api + "acme/tokens.json?format=2025.10", api + "ACME.paper.json",
		api + "acme.crew.json", api + "acme.over.json", api + "acme/tokens.json?format=1", api + "acme%2Fpaper.json",
		"/api/v1/openapi.json", "/", "/robots.txt", "/nothing",
	} {
		for _, coding := range []string{gzip, none} {
			t.same(http.MethodGet, site, target, coding)
		}
	}
	for _, host := range []string{brand, domain} {
		for _, target := range []string{"/", "/paper", "/guide", "/PAPER", "/crew", "/over", "/dealers", "/robots.txt", "/favicon.ico", api + "paper.json"} {
			t.same(http.MethodGet, host, target, gzip)
			t.same(http.MethodHead, host, target, none)
		}
	}
	if !strings.HasPrefix(t.Name, "caddy") { // which has a certificate for each name in its file, and for no other
		t.same(http.MethodGet, "nobody."+site, api+"acme.json")
	}
	t.same(http.MethodDelete, site, api+"acme.json")
	t.same(http.MethodOptions, site, api+"acme.json", "Origin: https://web.example", "Access-Control-Request-Method: GET")
	t.same(http.MethodGet, site, api+"acme.json", none, "Range: bytes=0-9")
}

// conditions: a client with the entity tag gets 304, whoever answers it.
func conditions(t *try) {
	const target = api + "acme.paper/tokens.json"
	tag := t.get(t.client(), site, target, "Accept-Encoding: identity").header.Get("ETag")
	if !strings.HasPrefix(tag, `"`) {
		t.failf("%s: expected a strong entity tag, found %s", target, tag)
	}
	for _, match := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		for _, coding := range []string{"gzip", "identity"} {
			a := t.get(t.client(), site, target, "If-None-Match: "+match, "Accept-Encoding: "+coding)
			t.want(a, http.StatusNotModified, "Cache-Control", "public, max-age=60", "Vary", "Accept-Encoding, Authorization")
			if found := strings.TrimPrefix(a.header.Get("ETag"), "W/"); found != tag {
				t.failf("%s: expected the entity tag %s, found %s", a.asked, tag, found)
			}
		}
	}
	const plain, past = "Accept-Encoding: identity", "If-Unmodified-Since: Sat, 01 Jan 2000 00:00:00 GMT" // which no document has to do with
	t.want(t.get(t.client(), site, target, `If-None-Match: "other"`), http.StatusOK)
	t.want(t.get(t.client(), site, target, plain, past), http.StatusOK)
	t.want(t.get(t.client(), site, target, plain, "If-Match: "+tag), http.StatusOK)
	t.want(t.get(t.client(), site, target, plain, `If-Match: "other"`), http.StatusPreconditionFailed, "Content-Type", "application/problem+json")
}

// hits: what anyone may read comes to the server once for each coding, also
// for those who come with the cookies of others.
func hits(t *try) {
	for _, target := range []string{api + "acme.ink.json", api + "acme.ink.json?q=1"} {
		for _, with := range []string{"Cookie: visitor=1", "Accept: */*", "X-Forwarded-For: 192.0.2.7"} {
			for range 3 {
				a := t.get(t.client(), site, target, with, "Accept-Encoding: identity")
				t.want(a, http.StatusOK, "Content-Encoding", "")
				t.want(t.send(t.client(), http.MethodHead, site, target, "", with, "Accept-Encoding: identity"), http.StatusOK)
				t.want(t.get(t.client(), site, target, with, "Accept-Encoding: gzip"), http.StatusOK, "Content-Encoding", "gzip")
			}
		}
		t.reached(site, target, 2+t.unstored(25))
	}
	page := t.get(t.client(), brand, "/").body
	_, after, _ := strings.Cut(page, `href="/-/`)
	asset, _, _ := strings.Cut(after, `"`)
	for range 3 {
		t.want(t.get(t.client(), brand, "/-/"+asset), http.StatusOK, "Cache-Control", "public, max-age=31536000, immutable")
	}
	t.reached(brand, "/-/"+asset, 1+t.unstored(2))
}
