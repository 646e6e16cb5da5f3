package api

import (
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// setSite sets the base URL of the server, with a brand at home there.
func (ts *testServer) setSite(t testing.TB, url, home string) {
	t.Helper()
	site := must(manual.ParseSite(url))
	site.Home = home
	ts.update(t, func(tx *db.Tx) error { return tx.SetSite(site) })
}

// The site's host has the pages of the brand at home, and the interface for all brands.
func TestBrandAtHome(t *testing.T) {
	ts := newServer(t, nil)
	ts.setSite(t, "https://"+siteHost, "acme")
	ts.check(t, []row{
		{"/", "", 200, "", "page of man_acme_guide."},
		{"/press", "", 200, "", "page of man_acme_press."},
		{"/press/", "", 308, "Location: /press", ""},
		{"/guide", "", 308, "Location: /", ""},
		{"/-/export", "", 200, "", "exports of man_acme_guide"},
		{"/press/-/export/tokens.css", "", 200, "", ""},
		{filePath("", "logo.svg", 300), "", 200, "", ""},
		{"/-/files.zip", "", 200, "", ""},
		{"/-/manuals", "", 200, "Cache-Control: public, max-age=30", "index of https://manuals.example.com/-/manuals man_acme_guide guide man_acme_ending ending man_acme_fair fair"},
		{"/-/brands", "", 200, "Cache-Control: public, max-age=30", "index of https://manuals.example.com/-/brands man_globex_press press"},
		{"/-/brands/", "", 308, "Location: /-/brands", ""},
		{"/vault", "", 404, "", "<h1>404 Not Found</h1> Acme."},
		{"/vault", "token: acme", 200, "", "page of man_acme_vault."},
		{"/old", "", 410, "", ""},
		{"/globex", "", 404, "", ""},
		{"/favicon.ico", "", 200, "", ""},
		{"/llms.txt", "", 200, "", "# manuals.example.com\n\n> The brand manuals that are published here, each as a page, as Markdown and as JSON, with its design tokens.\n\n## Acme: guide"},
		{"/robots.txt", "", 200, "", "User-agent: *\nAllow: /\nSitemap: https://manuals.example.com/sitemap.xml\n"},
		// The interface: as on the site, then a slug of the brand at home.
		{"/api/v1/manuals/acme.json", "", 200, "", `{"id":"man_acme_guide"`},
		{"/api/v1/manuals/acme.press.json", "", 200, "", `{"id":"man_acme_press"`},
		{"/api/v1/manuals/press.json", "", 200, "", `{"id":"man_acme_press"`},
		{"/api/v1/manuals/globex.press.json", "", 200, "", `{"id":"man_globex_press"`},
		{"/api/v1/manuals/vault.json", "", 404, "", ""},
		{"/api/v1/manuals/vault.json", "token: acme", 200, "", `{"id":"man_acme_vault"`},
		{"/api/v1/openapi.json", "", 200, "", ""},
		// Its other hosts, other brands, and www.
		{"acme /press", "", 200, "", "page of man_acme_press."},
		{"acme.example /press", "", 200, "", "page of man_acme_press."},
		{"acme-press /", "", 200, "", "page of man_acme_press."},
		{"globex /press", "", 200, "", "page of man_globex_press."},
		{"www." + siteHost + " /press?x=y", "", 308, "Location: https://manuals.example.com/press?x=y", ""},
		{"www." + siteHost + " /api/v1/manuals/acme.json", "", 200, "", ""},
		// Hosts that have nothing to do with the site.
		{"127.0.0.1 /", "", 200, "", "index of https://manuals.example.com man_acme_guide"},
		{"127.0.0.1 /press", "", 404, "", "<h1>404 Not Found</h1>. Answers at https://manuals.example.com."},
		{"127.0.0.1 /-/brands", "", 404, "", ""},
	})
	for _, host := range []string{"127.0.0.1", "nobody"} {
		if a := ts.get(t, host+" /", ""); !strings.HasSuffix(a.body, " Answers at https://manuals.example.com.") {
			t.Errorf("%s: %s", host, a.body)
		}
	}
	ts.setSite(t, "https://"+siteHost, "globex")
	// What a brand at home keeps secret hides none of its other manuals, and its primary
	// manual is as unknown as before.
	ts.check(t, []row{
		{"/", "", 404, "", "<h1>404 Not Found</h1> Globex."},
		{"/", "token: globex", 200, "", "page of man_globex_plan."},
		{"/press", "", 200, "", "page of man_globex_press."},
		{"/api/v1/manuals/press.json", "", 200, "", `{"id":"man_globex_press"`},
	})
	ts.put(t, snapshotOf("acme", "hidden", manual.Private, ownHost("side")))
	ts.put(t, snapshotOf("globex", "side", manual.Public))
	ts.check(t, []row{
		{"/api/v1/manuals/side.json", "", 200, "", `{"id":"man_globex_side"`},
		{"/api/v1/manuals/side.json", "token: acme", 200, "", `{"id":"man_acme_hidden"`},
	})
}

// Below a base URL with a path everything is as at the root of a host, and outside of it
// there is nothing.
func TestBasePath(t *testing.T) {
	ts := newServer(t, nil)
	ts.setSite(t, "https://"+siteHost+"/brand", "inn")
	const nothing = "<h1>404 Not Found</h1>. Answers at https://manuals.example.com/brand. Assets at /brand."
	ts.check(t, []row{
		{"/brand/attic", "", 308, "Location: https://inn-attic.manuals.example.com", ""}, // on a host of its own
		{"/brand/cellar/", "", 308, "Location: /brand/cellar", ""},
		{"/brand/house", "", 308, "Location: /brand", ""},
		{"/brand/index.html", "", 308, "Location: /brand", ""},
		{"/brand", "", 200, "", "<form"},
		{"/brand/", "", 200, "", "<form"}, // as a static server has it
		{"inn /cellar/-/export", "", 308, "Location: https://manuals.example.com/brand/cellar/-/export", ""},
		{"inn-attic /", "", 200, "", "<form"},
		{"/brand/-/page.0123.css", "", 200, "", ""},
		{"/brand/api/v1/manuals/acme.json", "", 200, "", `{"id":"man_acme_guide"`},
		{"/brand/robots.txt", "", 200, "", "User-agent: *\nAllow: /\n"},
		{"/brand/llms.txt", "", 200, "", ""},
		{"/brand/-/brands", "", 200, "", "index of https://manuals.example.com/brand/-/brands man_acme_guide"},
		{"www." + siteHost + " /brand/cellar", "", 308, "Location: https://manuals.example.com/brand/cellar", ""},
		{"acme /press", "", 200, "", "page of man_acme_press."},
		{"acme /brand", "", 404, "", ""},
		{"/healthz", "", 200, "", ""},
		{"/readyz", "", 200, "", ""},
		{"/api/v1/manuals/acme.json", "", 404, "", `{"type":"about:blank"`},
		{"/brand/api/v1/manuals/nobody.json", "", 404, "", `{"type":"about:blank"`},
		{"/brand/inn%2Fx", "", 404, "", nothing},
	})
	unknown := ts.get(t, "/brand/keyless", "")
	for _, path := range []string{"/", "/brandx", "/cellar", "/Brand", "/brand/nobody", "/brand/draft", "/brand/old", "/brand//", "/-/page.0123.css", "127.0.0.1 /", "127.0.0.1 /brand/cellar"} {
		if a := ts.get(t, path, ""); a.StatusCode != 404 || a.body != nothing || unknown.body != nothing || len(a.Header) != len(unknown.Header) {
			t.Errorf("%s: %d %q, a manual that nobody may open: %q", path, a.StatusCode, a.body, unknown.body)
		}
	}
	a := ts.expect(t, row{"POST /brand/cellar", passwordFields(password), 303, "Location: /brand/cellar", ""})
	set := a.Cookies()[0]
	if set.Path != "/brand" || !strings.HasPrefix(set.Name, "__Secure-dm-") || !set.Secure {
		t.Errorf("cookie %v", set)
	}
	ts.expect(t, row{"/brand/cellar", "Cookie: " + set.Name + "=" + set.Value, 200, "", "page of man_inn_cellar."})
	ts.setSite(t, "https://"+siteHost+"/brand", "acme")
	for path, answers := range map[string]string{"/": " Answers at https://manuals.example.com/brand.", "/press": " Answers at https://manuals.example.com/brand.", "/brand/nobody": ""} {
		ts.expect(t, row{path, "", 404, "", "<h1>404 Not Found</h1> Acme." + answers})
	}
}

// At an IP address everything is below it.
func TestAtAnIPAddress(t *testing.T) {
	ts := newServer(t, nil)
	ts.setSite(t, "http://192.0.2.1:8080", "acme")
	ts.check(t, []row{
		{"192.0.2.1:8080 /", "", 200, "", "page of man_acme_guide."},
		{"192.0.2.1:8080 /press", "", 200, "", "page of man_acme_press."},
		{"192.0.2.2:8080 /press", "", 404, "", "<h1>404 Not Found</h1>. Answers at http://192.0.2.1:8080."},
		{"192.0.2.1:8080 /-/brands", "", 404, "", ""}, // other brands have no hosts there
		{"192.0.2.1:8080 /llms.txt", "", 200, "", "# Acme\n\n> What Acme has published"},
	})
	ts.setSite(t, "http://[2001:db8::1]:8080", "acme")
	ts.expect(t, row{"[2001:db8::1]:8080 /press", "", 200, "", "page of man_acme_press."})
}
