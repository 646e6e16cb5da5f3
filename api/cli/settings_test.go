package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// settingRows has every setting of brands and manuals in two values, and what a reader
// sees of each. In requests and patterns, % is the brand and @ the host of the site.
var settingRows = []struct {
	key           string // of the brand or its manual guide
	before, after any    // nil for none
	request       string // HOST PATH, perhaps with a header field, or POST HOST PATH FORM
	want, then    string // patterns of the answers
}{
	{"brand name", "Old name", "New name", "%.@ /", `>Old name<`, `>New name<`},
	{"brand domains", []string{"old-%.example"}, []string{"new-%.example"}, "@ /api/v1/manuals/%.json", `"url":"http://old-%\.example"`, `"url":"http://new-%\.example"`},
	{"brand domains", nil, []string{"%.example"}, "%.example /", `<title>Brand manuals`, `<title>T`},
	{"brand cover", map[string]any{"color": "#123456"}, map[string]any{"color": "#654321"}, "%.@ /", `#123456`, `#654321`},
	{"brand access", []any{declaredBuild}, nil, "@ /api/v1/manuals/%.json Authorization: Bearer dmt_AE61aVPQ0tQ4MIixrMDZKxWioFegkbvnYaYazb8oBMC3B7LEL", `^200`, `^401`},
	{"slug", "guide", "book", "@ /api/v1/manuals/%.book.json", `^404`, `"slug":"book"`},
	{"subdomain", nil, "own-%", "own-%.@ /", `^404`, `^200(?s).*<title>T`},
	{"subdomain", "own-%", nil, "own-%.@ /", `<title>T`, `^404`},
	{"primary", true, false, "@ /api/v1/manuals/%.guide.json", `"url":"http://%\.@"`, `"url":"http://%\.@/guide"`},
	{"lang", "nb", "ja", "%.@ /", `<html lang="nb"`, `<html lang="ja"`},
	{"lang", nil, "nb", "%.@ /-/export", `<html lang="en"`, `<html lang="nb"`},
	{"title", "Old", "New", "%.@ /", `<title>Old`, `<title>New`},
	{"title", "Old", "New", "@ /llms.txt", `%[^\n]*Old`, `%[^\n]*New`},
	{"seo", map[string]any{"description": "Old words"}, map[string]any{"description": "New words"}, "@ /api/v1/manuals/%.json", `"description":"Old words"`, `"description":"New words"`},
	{"seo", nil, map[string]any{"description": "New words"}, "%.@ /", `^200`, `<meta name="description" content="New words">`},
	{"visibility", "public", "private", "@ /api/v1/manuals/%.json", `^200`, `^404`},
	{"visibility", "private", "public", "%.@ /", `^404`, `^200`},
	{"visibility", "public", "unlisted", "%.@ /", `nosniff\r\n<!doctype`, `X-Robots-Tag: noindex`},
	{"password", hashOfOld, hashOfNew, "POST %.@ / password=old", `^303`, `^403`},
	{"password", hashOfOld, hashOfNew, "POST %.@ / password=new", `^403`, `^303`},
	{"password", hashOfOld, nil, "%.@ /", `^200(?s).*<form`, `^404`},
	{"published", true, false, "@ /api/v1/manuals/%.json", `^200`, `^404`},
	{"published", false, true, "%.@ /", `^404`, `^200`},
	{"updatedAt", "2026-05-04T09:30:00Z", "2026-05-05T09:30:00Z", "@ /api/v1/manuals/%.json", `2026-05-04T09:30`, `2026-05-05T09:30`},
	{"expiresAt", nil, "2020-01-01T00:00:00Z", "%.@ /", `^200`, `^410`},
	{"expiresAt", nil, "2099-01-01T00:00:00Z", "@ /api/v1/manuals/%.json", `"expiresAt":null`, `"expiresAt":"2099`},
	{"cover", map[string]any{"color": "#123456"}, map[string]any{"color": "#654321"}, "%.@ /", `#123456`, `#654321`},
	{"notes", []any{noteOf("Old note")}, []any{noteOf("New note")}, "%.@ /-/notes.atom", `Old note`, `New note`},
	{"notes", []any{noteOf("Old note")}, nil, "%.@ /-/notes.atom", `^200`, `^404`},
	{"review", false, true, "@ /api/v1/manuals/%.json", `^200`, `^404`},
	{"sections", []any{}, []any{map[string]any{"title": "Colour"}}, "@ /api/v1/manuals/%.json", `"sections":\[\]`, `"title":"Colour"`},
}

var declaredBuild = map[string]any{"id": "tok_%", "name": "build", "sha256": "7a31af733913e6b05ecba8dbdb5de81c4ce538a0263ff11ab2a9a2dd6096188f", "expires": nil}

func noteOf(title string) any {
	return map[string]any{"date": "2026-05-04", "title": title, "html": "<p>Words</p>"}
}

// Hashes of the passwords "old" and "new". They are not made here, which each program that a
// test starts would do.
const (
	hashOfOld = "$2a$04$JVdObTfDoq1q4/ITtPKA2eZ7rMLxw7lspYlb8vJgPlp4OY0duVTAW"
	hashOfNew = "$2a$04$98sJQwiSii8.2PBQvQSMHeaPl8MQRldifRXigsZwJTUeGIZR2knya"
)

// settingSeed writes the seed file of a row's brand and returns its path.
func settingSeed(t *testing.T, folder, brand, key string, value any) string {
	t.Helper()
	guide := map[string]any{
		"id": "man_" + brand, "slug": "guide", "primary": true, "title": "T", "visibility": "public", "updatedAt": "2026-05-04T09:30:00Z",
		"sections": []any{map[string]any{"id": "s", "anchor": "s", "title": "S"}},
	}
	second := map[string]any{"id": "man_second_" + brand, "slug": "second", "title": "Second", "visibility": "private", "updatedAt": "2026-05-04T09:30:00Z"}
	settings, manuals := map[string]any{"slug": brand, "name": brand}, []any{guide}
	key, ofBrand := strings.CutPrefix(key, "brand ")
	switch {
	case value == nil:
	case ofBrand:
		settings[key] = value
	default:
		guide[key] = value
	}
	switch key {
	case "password":
		guide["visibility"] = "password"
	case "primary":
		second["primary"] = !value.(bool)
		manuals = append(manuals, second)
	}
	text, err := json.Marshal(map[string]any{"brand": settings, "manuals": manuals})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, brand+".json")
	writeFile(t, path, []byte(strings.ReplaceAll(string(text), "%", brand)))
	return path
}

// Every setting of a brand and a manual is served as the seed file has it: after an
// import, after one with another value, and then at another base URL, rendered by another
// version, and after a restart. The same file again changes nothing.
func TestSettingsServed(t *testing.T) {
	folder := t.TempDir()
	database := filepath.Join(folder, "settings.db")
	brandOf := func(i int) string { return fmt.Sprintf("b%02d", i) }
	site, server, address := "old.example", (*testServer)(nil), ""
	serve := func(args ...string) {
		t.Helper()
		if server != nil {
			server.end()
		}
		server = newServer(t, append([]string{"--db", database, "--rate", "off"}, args...)...)
		address = server.address()
	}
	check := func(step string, i int, changed bool) {
		t.Helper()
		row := settingRows[i]
		want := row.want
		if changed {
			want = row.then
		}
		want = strings.NewReplacer("%", brandOf(i), "@", regexp.QuoteMeta(site)).Replace(want)
		request, method := strings.NewReplacer("%", brandOf(i), "@", site).Replace(row.request), http.MethodGet
		if rest, ok := strings.CutPrefix(request, "POST "); ok {
			request, method = rest, http.MethodPost
		}
		parts := append(strings.SplitN(request, " ", 3), "")
		fields, body := []string{"Host: " + parts[0]}, ""
		if method == http.MethodPost {
			fields, body = append(fields, "Content-Type: application/x-www-form-urlencoded"), parts[2]
		} else if parts[2] != "" {
			fields = append(fields, parts[2])
		}
		if got := exchange(t, method, "http://"+address+parts[1], body, fields...); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s: %s of %s: %s: want %s: %.2000s", step, row.key, brandOf(i), row.request, want, got)
		}
	}
	checkAll := func(step string, changed bool) {
		t.Helper()
		for i := range settingRows {
			check(step, i, changed)
		}
	}
	for i, row := range settingRows {
		settingSeed(t, folder, brandOf(i), row.key, row.before)
	}
	serve("--base-url", "http://"+site, "--seed", folder)
	checkAll("new", false)
	for i, row := range settingRows {
		path := settingSeed(t, folder, brandOf(i), row.key, row.after)
		if out, _ := run(t, exitDone, "import", "--db", database, path); strings.Contains(out, "nothing has changed") {
			t.Errorf("%s: %s", row.key, out)
		}
		check("changed alone", i, true)
		if out, _ := run(t, exitDone, "import", "--db", database, path); !strings.Contains(out, "nothing has changed") {
			t.Errorf("%s again: %s", row.key, out)
		}
	}
	checkAll("all changed", true)
	site = "new.example"
	serve("--base-url", "http://"+site)
	checkAll("at another base URL", true)
	serve()
	checkAll("after a restart", true)
}
