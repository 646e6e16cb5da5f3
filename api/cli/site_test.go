package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckSite looks at a running server from outside.
func TestCheckSite(t *testing.T) {
	folder := t.TempDir()
	served, changed := filepath.Join(folder, "served.json"), filepath.Join(folder, "changed.json")
	text := `{"brand": {"slug": "acme", "name": "Acme"}, "manuals": [
		{"slug": "guide", "title": "Guide", "primary": true, "visibility": "public", "sections": [{"title": "Voice", "blocks": [{"type": "TEXT", "content": {"html": "<p>Plain.</p>"}}]}]},
		{"slug": "press", "title": "Press", "visibility": "unlisted", "updatedAt": "2026-01-02T03:04:05Z", "sections": []},
		{"slug": "crew", "title": "Crew", "visibility": "private", "sections": []}]}`
	writeFile(t, served, []byte(text))
	writeFile(t, changed, []byte(strings.Replace(text, "Plain.", "Plainer.", 1)))
	listen := freeAddress(t)
	_, port, _ := strings.Cut(listen, ":")
	base := "http://localhost:" + port
	newServer(t, "--db", filepath.Join(folder, "site.db"), "--seed", served, "--listen", listen, "--base-url", base, "--brand", "acme").address()
	dead := "http://" + freeAddress(t)
	for _, test := range []struct {
		status int
		args   []string
		want   string // in the output
	}{
		{exitDone, []string{"--site", base, served}, "/press  ok\n"},
		{exitDone, []string{"--site", base, "--json", served}, `"manual": "acme.press"`},
		{exitFlag, []string{"--site", base, changed}, base + "        has another state than these files"},
		{exitFlag, []string{"--site", "http://acme.localhost:" + port, served}, "the manual there has the address"},
		{exitFlag, []string{"--site", dead, served}, "does not answer: "},
		{exitFlag, []string{"--site", "https://localhost:" + port, served}, "does not answer: "},
		{exitFlag, []string{"--site", "http://brand.invalid", served}, "the host does not resolve: "},
		{exitUsage, []string{"--site", "ftp://localhost", served}, ""},
		{exitUsage, []string{"--site", base, "--brand", "other", served}, ""},
		{exitUsage, []string{"--brand", "acme", served}, ""},
		{exitUsage, nil, ""},
	} {
		out, _ := run(t, test.status, append([]string{"check"}, test.args...)...)
		if !strings.Contains(out, test.want) || strings.Contains(out, "crew") {
			t.Errorf("%q: no %q in\n%s", test.args, test.want, out)
		}
	}
}
