package api

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// The index lists the public manuals that have not ended, and changes with the store
// (specification, section 3).
func TestSiteIndex(t *testing.T) {
	ts := newServer(t, nil)
	expect := func(body, cache string) {
		t.Helper()
		for range 2 {
			a := ts.expect(t, row{"/", "", 200, "Cache-Control: " + cache, body})
			if a.body != body {
				t.Errorf("%q, want %q", a.body, body)
			}
			ts.expect(t, row{"/", "If-None-Match: " + a.Header.Get("ETag"), 304, "", ""})
		}
	}
	const before = "index of https://manuals.example.com man_acme_guide guide man_acme_ending ending man_acme_fair fair man_globex_press press"
	expect(before, "public, max-age=30")
	must(ts.db.SessionKey(t.Context())) // changes the index, but not the list
	expect(before, "public, max-age=30")
	ts.advance(31e9)
	after := strings.Replace(before, " man_acme_ending ending", "", 1)
	expect(after, "public, max-age=60")
	ts.put(t, snapshotOf("acme", "fair", manual.Unlisted))
	expect(strings.Replace(after, " man_acme_fair fair", "", 1), "public, max-age=60")
	ts.update(t, func(tx *db.Tx) error { return tx.SetSite(manual.Site{Scheme: "http", Host: siteHost}) })
	expect(strings.NewReplacer(" man_acme_fair fair", "", "https", "http").Replace(after), "public, max-age=60")
}

// robots.txt of each host forbids nothing (RFC 9309, section 2.2.2) and names the sitemap of a
// host that has one.
func TestRobots(t *testing.T) {
	ts := newServer(t, nil)
	for _, r := range []struct{ host, sitemap, age string }{
		{siteHost, "https://manuals.example.com", "60"},
		{"acme", "https://brand.acme.example", "30"},
		{"brand.acme.example", "https://brand.acme.example", "30"},
		{"globex", "https://globex.manuals.example.com", "60"},
		{"globex-press", "https://globex-press.manuals.example.com", "60"},
		{"acme-press", "", "60"}, // unlisted
		{"shy", "", "60"},
		{"inn", "", "60"}, // a password form at the root
	} {
		want := "User-agent: *\nAllow: /\n"
		if r.sitemap != "" {
			want += "Sitemap: " + r.sitemap + "/sitemap.xml\n"
		}
		a := ts.expect(t, row{r.host + " /robots.txt", "", 200, "Content-Type: text/plain; charset=utf-8 | Cache-Control: public, max-age=" + r.age, ""})
		if a.body != want {
			t.Errorf("%s: %q", r.host, a.body)
		}
	}
}

// The sitemap of a host has its public pages at their addresses, and no others.
func TestSitemap(t *testing.T) {
	ts := newServer(t, nil)
	const brand = "https://brand.acme.example https://brand.acme.example/ending https://brand.acme.example/fair"
	address := regexp.MustCompile(`<loc>([^<]*)</loc>(?:<lastmod>[0-9]{4}-[0-9]{2}-[0-9]{2}</lastmod>)?</url>`)
	for _, r := range []struct {
		host      string
		status    int
		addresses string
	}{
		{siteHost, 200, "https://manuals.example.com/"},
		{"acme", 200, brand},
		{"brand.acme.example", 200, brand},
		{"globex-press", 200, "https://globex-press.manuals.example.com"},
		{"acme-press", 404, ""}, {"shy", 404, ""}, {"inn", 404, ""}, {"nobody", 404, ""},
	} {
		a := ts.expect(t, row{r.host + " /sitemap.xml", "", r.status, "", ""})
		var found []string
		for _, m := range address.FindAllStringSubmatch(a.body, -1) {
			found = append(found, m[1])
		}
		if strings.Join(found, " ") != r.addresses || strings.Count(a.body, "<loc>") != len(found) {
			t.Errorf("%s: %s", r.host, a.body)
		}
		if r.status == 200 {
			checkFields(t, r.host, a, "Content-Type: application/xml")
		}
	}
}

// Programs find the forms of a page and the description of the interface, and get Markdown where
// they prefer it to HTML.
func TestForPrograms(t *testing.T) {
	ts := newServer(t, nil)
	const page, text = "Content-Type: text/html; charset=utf-8", "Content-Type: text/markdown; charset=utf-8"
	for accept, want := range map[string]string{
		"": page, "*/*": page, "text/markdown": text, "text/markdown, text/html;q=0.9, */*;q=0.1": text, "text/html, text/markdown;q=0.9": page,
		"text/markdown, */*": page, "text/html,application/xhtml+xml,*/*;q=0.8": page, "text/markdown;q=0": page,
	} {
		fields := ""
		if accept != "" {
			fields = "Accept: " + accept
		}
		ts.expect(t, row{"acme /", fields, 200, want + " | Vary: Accept-Encoding, Authorization, Cookie, Accept", ""})
	}
	for _, request := range []string{"acme /", "acme /api/v1/manuals/acme.json", "acme /api/v1/manuals/acme/tokens.json"} {
		link := ts.expect(t, row{request, "", 200, "", ""}).Header.Get("Link")
		for _, part := range []string{`<https://brand.acme.example>; rel="alternate"; type="text/html"`, `rel="alternate"; type="text/markdown"`, `<https://manuals.example.com/api/v1/openapi.json>; rel="service-desc"`, `rel="describedby"`} {
			if !strings.Contains(link, part) {
				t.Errorf("%s: %s lacks %s", request, link, part)
			}
		}
	}
	ts.check(t, []row{
		{"acme /ending", "", 200, "Sunset: Mon, 04 May 2026 12:00:30 GMT", ""},
		{"acme /.well-known/api-catalog", "", 200, "Content-Type: application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"", `{"linkset":[{"anchor":"https://manuals.example.com/api/v1/"`},
		{"shy /.well-known/api-catalog", "", 404, "", ""},
		{"acme /favicon.ico", "", 200, "Content-Type: image/vnd.microsoft.icon", "\x00\x00\x01\x00\x03\x00"},
		{"acme /apple-touch-icon.png", "", 200, "Content-Type: image/png", "\x89PNG"},
	})
}

// llms.txt lists the public manuals of a host and nothing else.
func TestLLMs(t *testing.T) {
	ts := newServer(t, nil)
	for _, r := range []struct {
		host   string
		status int
		begins string
		links  int
	}{
		{siteHost, 200, "# manuals.example.com\n\n> The brand manuals", 24},
		{"acme", 200, "# Acme\n\n> What Acme has published", 18},
		{"brand.acme.example", 200, "# Acme\n", 18},
		{"globex", 200, "# Globex\n", 6},
		{"globex-press", 200, "# Globex\n\n> What Globex has published of its brand manuals, each as a page, as Markdown and as JSON, with its design tokens.\n\n## press\n\n" +
			"- [Page](https://globex-press.manuals.example.com): the manual as people read it\n" +
			"- [Markdown](https://globex-press.manuals.example.com/-/export/manual.md): the whole manual as text\n" +
			"- [Skill](https://globex-press.manuals.example.com/-/export/SKILL.md): what a coding agent needs most of it, on one page\n" +
			"- [Manual](https://manuals.example.com/api/v1/manuals/globex.press.json): the whole manual as JSON\n" +
			"- [Design tokens](https://manuals.example.com/api/v1/manuals/globex.press/tokens.json): colors, type, spacing, motion and themes in the W3C format\n" +
			"- [Exports](https://globex-press.manuals.example.com/-/export): style sheets, palettes and files to download\n", 6},
		{"acme-press", 404, "", 0}, {"acme-vault", 404, "", 0}, {"shy", 404, "", 0}, {"inn", 404, "", 0}, {"nobody", 404, "", 0},
	} {
		a := ts.expect(t, row{r.host + " /llms.txt", "", r.status, "", r.begins})
		if r.status == 200 {
			checkFields(t, r.host, a, "Content-Type: text/plain; charset=utf-8")
		}
		if strings.Count(a.body, "\n- [") != r.links || strings.Contains(a.body, "vault") || strings.Contains(a.body, "acme.press") || strings.Contains(a.body, "cellar") {
			t.Errorf("%s:\n%s", r.host, a.body)
		}
	}
}

// llms.txt names the endpoint of agents where there is one, at the address of the host.
func TestLLMsNameTheTools(t *testing.T) {
	ts := newServer(t, withAgents)
	for host, address := range map[string]string{
		siteHost: "https://manuals.example.com", "acme": "https://brand.acme.example", "brand.acme.example": "https://brand.acme.example", "globex-press": "https://globex-press.manuals.example.com",
	} {
		a := ts.expect(t, row{host + " /llms.txt", "", 200, "", ""})
		if !strings.Contains(a.body, "\n## Tools\n\n- [Model Context Protocol]("+address+"/-/mcp): ") {
			t.Errorf("%s:\n%s", host, a.body)
		}
	}
	for _, path := range []string{"/-/mcp", "/-/mcp/"} {
		ts.expect(t, row{"POST acme " + path, "body: {}", 200, "", "manuals: acme"})
		for _, method := range []string{"GET", "DELETE", "PUT", "OPTIONS"} {
			ts.expect(t, row{method + " acme " + path, "", 405, "Allow: POST, OPTIONS", errPost.problem})
		}
	}
}

// The index of skills lists the public manuals of a host and nothing else.
func TestSkills(t *testing.T) {
	ts := newServer(t, nil)
	const path = " /.well-known/agent-skills/index.json"
	for host, count := range map[string]int{siteHost: 4, "acme": 3, "globex-press": 1} {
		a := ts.expect(t, row{host + path, "", 200, "Content-Type: application/json | Access-Control-Allow-Origin: *", `{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json"`})
		var index struct {
			Skills []struct{ Name, Type, Description, URL, Digest string }
		}
		ok(t, json.Unmarshal(a.sent, &index))
		for _, s := range index.Skills {
			u := must(url.Parse(s.URL))
			skill := ts.expect(t, row{u.Hostname() + " " + u.Path, "", 200, "", "skill of"})
			if s.Digest != "sha256:"+fingerprint(skill.sent) || s.Type != "skill-md" || !strings.Contains(s.Description, "For pages") {
				t.Errorf("%s: %+v", host, s)
			}
		}
		if len(index.Skills) != count {
			t.Errorf("%s lists %d skills, want %d: %s", host, len(index.Skills), count, a.body)
		}
	}
	ts.check(t, []row{{"acme-press" + path, "", 404, "", ""}, {"shy" + path, "", 404, "", ""}, {"nobody" + path, "", 404, "", ""}})
}

// In local work each page has a script that reloads it after a change of the store.
// Otherwise there is no such script.
func TestReload(t *testing.T) {
	ts := newServer(t, func(o *Options) { o.Dev = true })
	script := func(path string) string {
		t.Helper()
		a := ts.send(t, newTestRequest("acme "+path, "Accept-Encoding: gzip"))
		_, rest, found := strings.Cut(a.body, `<script src="/-/reload.js?`)
		version, _, complete := strings.Cut(rest, `" defer></script>`)
		if !found || !complete {
			t.Fatalf("%s: %d %q", path, a.StatusCode, a.body)
		}
		checkFields(t, path, a, "-ETag | -Content-Encoding | "+nocache)
		return version
	}
	version := script("/")
	if other := script("/nobody"); other != version {
		t.Errorf("two versions without a change: %q and %q", version, other)
	}
	ts.expect(t, row{"/-/reload.js?" + version, "", 200, "Content-Type: text/javascript; charset=utf-8", string(reloadSource)})
	check := "/-/reload?" + version
	if a := ts.expect(t, row{check, "", 200, nocache, ""}); a.body != "" {
		t.Errorf("without a change: %q", a.body)
	}
	ts.put(t, snapshotOf("acme", "fair", manual.Unlisted))
	ts.expect(t, row{check, "", 200, "Content-Type: text/javascript; charset=utf-8", "location.reload()"})
	if next := script("/"); next == version {
		t.Errorf("the same version after a change: %q", next)
	}
	plain := newServer(t, nil)
	plain.check(t, []row{{"/-/reload", "", 404, "", ""}, {"/-/reload.js", "", 404, "", ""}})
	if a := plain.get(t, "acme /", ""); strings.Contains(a.body, reloadScript) {
		t.Errorf("without Options.Dev: %q", a.body)
	}
}
