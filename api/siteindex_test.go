package api

import (
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// The index lists the public manuals that have not ended, with every change
// from the next request on (specification, section 3).
func TestSiteIndex(t *testing.T) {
	w := newPageServer(t, nil)
	const before = "index of https://manuals.example.com man_acme_guide guide man_acme_ending ending man_acme_fair fair man_globex_press press"
	expect := func(body, cache string) {
		t.Helper()
		for range 2 {
			a := w.do(t, testRequest{path: "/"})
			if a.StatusCode != 200 || a.body != body || a.Header.Get("Cache-Control") != cache {
				t.Errorf("%d %q, %q; want %q, %q", a.StatusCode, a.body, a.Header.Get("Cache-Control"), body, cache)
			}
			if again := w.do(t, testRequest{path: "/", header: map[string]string{"If-None-Match": a.Header.Get("ETag")}}); again.StatusCode != 304 {
				t.Errorf("again: %d, want 304", again.StatusCode)
			}
		}
	}
	expect(before, "public, max-age=30")
	if _, err := w.db.SessionKey(t.Context()); err != nil { // a change that is none of what is listed
		t.Fatal(err)
	}
	expect(before, "public, max-age=30")
	w.pass(31e9)
	after := strings.Replace(before, " man_acme_ending ending", "", 1)
	expect(after, "public, max-age=60")
	w.update(t, func(tx *db.Tx) error {
		_, err := tx.Put(snapshotOf("acme", "fair", manual.Unlisted))
		return err
	})
	expect(strings.Replace(after, " man_acme_fair fair", "", 1), "public, max-age=60")
	w.update(t, func(tx *db.Tx) error { return tx.SetSite(manual.Site{Scheme: "http", Host: siteHost}) })
	expect(strings.NewReplacer(" man_acme_fair fair", "", "https", "http").Replace(after), "public, max-age=60")
}

// What search engines may have, by host (RFC 9309, sections 2.2.2 and 2.2.3).
func TestRobots(t *testing.T) {
	w := newPageServer(t, nil)
	const head, tail = "User-agent: *\nAllow: /-/icon.\nAllow: /-/page.\n", "Disallow: /\n"
	const llms, guide, press = "Allow: /llms.txt$\n", "Allow: /$\nAllow: /-/export\nAllow: /-/files\n", "Allow: /press$\nAllow: /press/-/export\nAllow: /press/-/files\n"
	ending, fair := strings.ReplaceAll(press, "press", "ending"), strings.ReplaceAll(press, "press", "fair")
	for _, row := range []struct {
		host, allowed, cache string
	}{
		{onSite, llms + "Allow: /$\n", "public, max-age=60"},
		{onAcme, llms + guide + ending + fair, "public, max-age=30"},
		{onDomain, llms + guide + ending + fair, "public, max-age=30"},
		{onGlobex, llms + press, "public, max-age=60"},
		{"globex-press." + siteHost, llms + guide, "public, max-age=60"},
		{onPress, "", "public, max-age=60"}, // unlisted
		{onShy, "", "public, max-age=60"},
		{onInn, "", "public, max-age=60"}, // a form at the root
	} {
		a := w.do(t, testRequest{host: row.host, path: "/robots.txt"})
		if a.StatusCode != 200 || a.body != head+row.allowed+tail || a.Header.Get("Content-Type") != "text/plain; charset=utf-8" || a.Header.Get("Cache-Control") != row.cache {
			t.Errorf("%s: %d %q, %q, %q", row.host, a.StatusCode, a.body, a.Header.Get("Content-Type"), a.Header.Get("Cache-Control"))
		}
	}
}

// The icon of a host is that of the page at its root.
func TestFavicon(t *testing.T) {
	w := newPageServer(t, nil)
	for _, row := range []struct {
		host, token string
		status      int
		body        string
	}{
		{onAcme, "", 200, "icon of man_acme_guide"},
		{onPress, "", 200, "icon of man_acme_press"},
		{onVault, "", 404, ""},
		{onVault, "acme", 200, "icon of man_acme_vault"},
		{onInn, "", 404, ""},
		{onSite, "", 404, ""},
	} {
		a := w.do(t, testRequest{host: row.host, path: "/favicon.ico", token: row.token})
		if a.StatusCode != row.status || row.body != "" && (a.body != row.body || a.Header.Get("Content-Type") != "image/svg+xml") {
			t.Errorf("%s with token %q: %d %q, %q", row.host, row.token, a.StatusCode, a.body, a.Header.Get("Content-Type"))
		}
	}
}
