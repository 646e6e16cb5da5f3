package cli

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
)

// releasedSeed is a brand with manuals for everybody and for a few, each with one color.
const releasedSeed = `{ "brand": { "slug": "acme", "name": "Acme", "access": [ { "id": "tok_ci", "name": "ci", "sha256": "SUM", "expires": null } ] }, "manuals": [
  { "id": "m1", "slug": "guide", "primary": true, "title": "Guide", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "sections": [ BLOCKS ] },
  { "id": "m2", "slug": "beta", "title": "Beta", "visibility": "unlisted", "updatedAt": "2026-05-04T09:30:00Z", "sections": [ BLOCKS ] },
  { "id": "m3", "slug": "crew", "title": "Crew", "visibility": "private", "updatedAt": "2026-05-04T09:30:00Z", "sections": [ BLOCKS ] },
  { "id": "m4", "slug": "press", "title": "Press", "visibility": "password", "updatedAt": "2026-05-04T09:30:00Z", "password": "$2a$12$AWTXpQuCq/AVmO/IMWZtl.1aCe6u2r2j6GIj650zv9r7gu9EkqgTm", "sections": [ BLOCKS ] },
  { "id": "m5", "slug": "old", "title": "Old", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "expiresAt": "2026-05-05T09:30:00Z", "sections": [ BLOCKS ] },
  { "id": "m6", "slug": "none", "title": "None", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z", "sections": [ BLOCKS ] } ] }`

const releasedBlocks = `{ "id": "s", "anchor": "s", "title": "Colour", "blocks": [
  { "id": "b", "anchor": "b", "type": "COLORS", "content": { "colors": [ { "name": "Sky <b>", "hex": "HEX", "modes": { "night": "#001122" } } ] } },
  { "id": "t", "anchor": "t", "type": "THEMES", "content": { "themes": [ { "name": "Day", "slug": "day" }, { "name": "Night", "slug": "night" } ] } } ] }`

// writeReleased writes the seed file of a brand with a color and a declared token.
func writeReleased(t *testing.T, sum, hex string) {
	t.Helper()
	blocks := strings.ReplaceAll(releasedBlocks, "HEX", hex)
	writeFile(t, "seeds/acme.json", []byte(strings.NewReplacer("SUM", sum, "BLOCKS", blocks).Replace(releasedSeed)))
}

// newReleases writes a folder of seed files whose manuals have the releases 1.0.0 and 1.0.1, and
// returns an access token.
func newReleases(t *testing.T) (secret string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Mkdir("seeds", 0o700); err != nil {
		t.Fatal(err)
	}
	secret, declared := run(t, exitDone, "token", "new", "--brand", "acme", "--name", "ci")
	var token struct{ SHA256 string }
	if err := json.Unmarshal([]byte(declared[strings.Index(declared, "{"):]), &token); err != nil {
		t.Fatal(err, declared)
	}
	writeFile(t, "notes.md", []byte("A **deeper** sky <script>alert(1)</script>"))
	writeReleased(t, token.SHA256, "#0000FF")
	manuals := []string{"guide", "beta", "crew", "press", "old"}
	for _, slug := range manuals {
		run(t, exitDone, "release", "1.0.0", "seeds", "--slug", "acme."+slug)
	}
	writeReleased(t, token.SHA256, "#0000EE")
	for _, slug := range manuals {
		report, _ := run(t, exitDone, "release", "1.0.1", "seeds", "--slug", "acme."+slug, "--notes", "notes.md", "--json")
		var told struct{ Markdown string }
		err := json.Unmarshal([]byte(report), &told)
		if err != nil || !strings.Contains(told.Markdown, "changes visibly from \\#0000FF to \\#0000EE\n") {
			t.Errorf("the report of %s has the Markdown %q, %v", slug, told.Markdown, err)
		}
	}
	return strings.TrimSpace(secret)
}

// Releases are served as the documents of their manual are: to whom, with which fields, and the
// same bytes by every server with the same files.
func TestReleasesServed(t *testing.T) {
	secret := newReleases(t)
	var servers []string
	for _, name := range []string{"first.db", "second.db"} {
		s := newServer(t, "--db", name, "--seed", "seeds", "--base-url", "http://manuals.example.com")
		servers = append(servers, s.address())
	}
	const json, css = "application/json", "text/css; charset=utf-8"
	page := "text/html; charset=utf-8"
	for _, tt := range []struct {
		path   string
		token  bool
		status int
		media  string
		cache  string
		open   bool // other origins may read it
		holds  string
	}{
		{"/-/releases", false, 200, page, "public, max-age=60", false, `<code class="token-path">color.sky-b</code>`},
		{"/-/releases/", false, 200, page, "public, max-age=60", false, `<strong>deeper</strong>`},
		{"/-/releases.json", false, 200, json, "public, max-age=60", true, `"from":"#0000FF","to":"#0000EE"`},
		{"/-/releases/1.0.0/tokens.json", false, 200, json, "public, max-age=60", true, "#0000FF"},
		{"/-/releases/1.0.1/tokens.json", false, 200, json, "public, max-age=60", true, "#0000EE"},
		{"/-/releases/1.0.1/tokens.2025-10.json", false, 200, "application/design-tokens+json", "public, max-age=60", true, `"hex":"#0000ee"`},
		{"/-/releases/1.0.1/resolver.json", false, 200, json, "public, max-age=60", true, `"#001122"`},
		{"/-/releases/1.0.1/tokens.css", false, 200, css, "public, max-age=60", true, "--color-sky-b: #0000EE"},
		{"/-/releases/1.0.1/tokens.json", true, 200, json, "no-store", false, "#0000EE"},
		{"/-/releases/2.0.0/tokens.json", false, 404, page, "no-store", true, ""},
		{"/-/releases/1.0.1/tokens.scss", false, 404, page, "no-store", true, ""},
		{"/-/releases/1.0.1/", false, 404, page, "no-store", true, ""},
		{"/-/releases/1.0.1", false, 404, page, "no-store", true, ""},
		{"/-/releases/index.html", false, 308, "", "public, max-age=60", false, ""},
		{"/beta/-/releases/1.0.0/tokens.css", false, 200, css, "public, max-age=60", true, "#0000FF"},
		{"/beta/-/releases/", false, 200, page, "public, max-age=60", false, "1.0.1"},
		{"/crew/-/releases/", false, 404, page, "no-store", false, ""},
		{"/crew/-/releases.json", false, 404, page, "no-store", true, ""},
		{"/crew/-/releases/1.0.0/tokens.json", false, 404, page, "no-store", true, ""},
		{"/crew/-/releases/1.0.0/tokens.json", true, 200, json, "no-store", false, "#0000FF"},
		{"/crew/-/releases/", true, 200, page, "no-store", false, "1.0.1"},
		{"/press/-/releases/", false, 200, page, "no-store", false, `type="password"`},
		{"/press/-/releases.json", false, 404, page, "no-store", true, ""},
		{"/press/-/releases/1.0.0/tokens.css", false, 404, page, "no-store", true, ""},
		{"/press/-/releases/1.0.0/tokens.css", true, 200, css, "no-store", false, "#0000FF"},
		{"/old/-/releases/1.0.0/tokens.css", false, 410, page, "no-store", true, ""},
		{"/none/-/releases/", false, 404, page, "no-store", false, ""},
		{"/none/-/releases.json", false, 404, page, "no-store", true, ""},
	} {
		t.Run(tt.path, func(t *testing.T) {
			fields := []string{"Accept-Encoding: identity"}
			if tt.token {
				fields = append(fields, "Authorization: Bearer "+secret)
			}
			var tags, bodies []string
			for _, server := range servers {
				response, body := ask(t, http.MethodGet, server, tt.path, fields...)
				header := response.Header
				if response.StatusCode != tt.status || header.Get("Content-Type") != tt.media || header.Get("Cache-Control") != tt.cache || !strings.Contains(body, tt.holds) {
					t.Fatalf("%s %v\n%s", response.Status, header, body)
				}
				if (header.Get("Access-Control-Allow-Origin") == "*") != tt.open {
					t.Errorf("other origins: %v", header)
				}
				tags, bodies = append(tags, header.Get("ETag")), append(bodies, body)
			}
			if tags[0] != tags[1] || tt.status == 200 && bodies[0] != bodies[1] {
				t.Errorf("two servers with the same files differ: %q\n%s\n%s", tags, bodies[0], bodies[1])
			}
			if tt.status != 200 || tags[0] == "" {
				return
			}
			if head, body := ask(t, http.MethodHead, servers[0], tt.path, fields...); head.StatusCode != 200 || body != "" || head.Header.Get("ETag") != tags[0] {
				t.Errorf("HEAD: %s %v", head.Status, head.Header)
			}
			if same, body := ask(t, http.MethodGet, servers[1], tt.path, append(fields, "If-None-Match: "+tags[0])...); same.StatusCode != 304 || body != "" {
				t.Errorf("If-None-Match: %s %v", same.Status, same.Header)
			}
			packed, _ := ask(t, http.MethodGet, servers[0], tt.path, append(fields[1:], "Accept-Encoding: gzip")...)
			if packed.Header.Get("ETag") != "W/"+tags[0] || packed.Header.Get("Content-Encoding") != "gzip" {
				t.Errorf("gzip: %v", packed.Header)
			}
		})
	}
}

// ask sends a request to a host of the brand, and does not follow redirects.
func ask(t *testing.T, method, server, path string, fields ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, "http://"+server+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "acme.manuals.example.com"
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	return response, body.String()
}

// The documents of a release are, byte for byte, those that the manual had that day.
func TestReleaseIsTheDay(t *testing.T) {
	newReleases(t)
	server := newServer(t, "--seed", "seeds", "--base-url", "http://manuals.example.com").address()
	for released, today := range map[string]string{
		"/-/releases/1.0.1/tokens.json":         "/api/v1/manuals/acme/tokens.json",
		"/-/releases/1.0.1/tokens.2025-10.json": "/-/export/tokens.2025-10.json",
		"/-/releases/1.0.1/resolver.json":       "/-/export/resolver.json",
		"/-/releases/1.0.1/tokens.css":          "/-/export/tokens.css",
	} {
		then, body := ask(t, http.MethodGet, server, released, "Accept-Encoding: identity")
		now, want := ask(t, http.MethodGet, server, today, "Accept-Encoding: identity")
		if body != want || then.Header.Get("ETag") != now.Header.Get("ETag") {
			t.Errorf("%s is\n%s\nand %s is\n%s", released, body, today, want)
		}
	}
}
