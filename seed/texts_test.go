package seed

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/source"
)

const textsSeed = `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"T","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","notes":[{"date":"2026-11-20","html":{"file":"text/news.md"}}],"sections":[
{"id":"s","anchor":"s","title":"S","content":{"intro":{"file":"text/intro.html"}},"blocks":[
{"id":"b","anchor":"b","type":"TEXT","content":{ "html" : { "file": "text/voice.md" }, "own": 1.0}},
{"id":"d","anchor":"d","type":"DOS_DONTS","content":{"items":[{"do":true,"html":{"file":"text/voice.md"}}]}}]}]}]}`

// Rich text may be a file beside the seed file, in Markdown or HTML. Its pictures are
// files of the manual, counted from the text.
func TestTexts(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/acme.json", textsSeed)
	put(t, dir+"/text/voice.md", "\ufeff# Voice\n\nWe *say* \"it\".\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<b>raw</b> ![mark](mark%20one.svg \"t\")\n")
	put(t, dir+"/text/intro.html", `<p>Intro <img alt="up" src="../up.svg"></p>`)
	put(t, dir+"/text/mark one.svg", aSVG)
	put(t, dir+"/text/news.md", "*New* ![n](new.svg)")
	put(t, dir+"/text/new.svg", aSVG+"  ")
	put(t, dir+"/up.svg", aSVG+" ")
	store := openStore(t)
	report := importAll(t, store, Options{Strict: false}, source.ReadPaths([]string{dir})...)
	for _, w := range report.Warnings {
		if !strings.Contains(w.Reason, "no id") && !strings.Contains(w.Reason, "neither id") {
			t.Error(w)
		}
	}
	document, _ := body(t, store, "acme.guide", manual.ManualDocument)
	for _, want := range []string{
		`{"html":"<h1>Voice</h1>\n<p>We <em>say</em> &quot;it&quot;.</p>\n<table>`, `<b>raw</b> <img src=\"http://acme.localhost:8080/-/files/`, `/mark%20one.svg\" alt=\"mark\" title=\"t\"`,
		`,"own":1.0}`, `{"intro":"<p>Intro <img alt=\"up\" src=\"http://acme.localhost:8080/-/files/`, `/up.svg\"`,
	} {
		if !strings.Contains(string(document), want) {
			t.Errorf("the manual lacks %s:\n%s", want, document)
		}
	}
	page, _ := body(t, store, "acme.guide", manual.PageDocument)
	markdown, _ := body(t, store, "acme.guide", manual.MarkdownDocument)
	for _, name := range []string{"mark%20one.svg", "up.svg", "new.svg"} {
		if !strings.Contains(string(page), name+`"`) || !strings.Contains(string(page), `src="/-/files/`) {
			t.Errorf("the page lacks %s", name)
		}
		if name != "new.svg" && !strings.Contains(string(markdown), name+")") {
			t.Errorf("manual.md lacks %s:\n%s", name, markdown)
		}
	}
	again := importAll(t, store, Options{}, source.ReadPaths([]string{dir})...)
	if again.Count(Unchanged) != 1 {
		t.Errorf("again: %+v", again.Manuals)
	}
	files := source.Parse(source.ReadPaths([]string{dir})[0], 0).AssetPaths()
	if got := strings.Join(files, " "); got != "text/news.md text/intro.html text/voice.md up.svg text/mark one.svg text/new.svg" {
		t.Errorf("files to watch: %s", got)
	}
}

// A text is served in the same bytes whatever ends its lines.
func TestEndsOfLines(t *testing.T) {
	const markdown, html = "\ufeff# Voice\n\n```\nOne\n\nTwo\n```\n", "<pre>One\nTwo</pre>\n"
	var documents []string
	for _, end := range []string{"\n", "\r\n", "\r"} {
		dir := t.TempDir()
		put(t, dir+"/acme.json", strings.ReplaceAll(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[{
			"id":"m","slug":"guide","title":"Guide","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[{"title":"Voice","content":{"intro":{"file":"intro.html"}},
			"blocks":[{"type":"TEXT","content":{"html":{"file":"voice.md"}}}]}]}]}`, "\n", end))
		put(t, dir+"/voice.md", strings.ReplaceAll(markdown, "\n", end))
		put(t, dir+"/intro.html", strings.ReplaceAll(html, "\n", end))
		store := openStore(t)
		importAll(t, store, Options{}, source.ReadPaths([]string{dir})...)
		document, _ := body(t, store, "acme.guide", manual.ManualDocument)
		documents = append(documents, string(document))
	}
	if len(slices.Compact(slices.Clone(documents))) != 1 {
		t.Errorf("the manual depends on the ends of lines:\n%s", strings.Join(documents, "\n"))
	}
}

// Problems of a text have its own name and line.
func TestTextProblems(t *testing.T) {
	for _, tt := range []struct {
		name, file, text, want string
	}{
		{"active", "voice.md", "One.\n\n<p onclick=x>", "text/voice.md:3:4: manuals[0].sections[0].blocks[0].content.html: active content is not published: an event handler (onclick)"},
		{"an address", "voice.md", "One.\n\n\n[x](javascript:alert(1))", "text/voice.md:4:5: manuals[0].sections[0].blocks[0].content.html: active content is not published: a javascript: address in href"},
		{"a picture", "voice.md", "One.\n![x](gone.png)", `text/voice.md:2:6: manuals[0].sections[0].blocks[0].content.html: there is no file "text/gone.png" in the folder`},
		{"a picture outside", "voice.md", "![x](../../gone.png)", `text/voice.md:1:6: manuals[0].sections[0].blocks[0].content.html: expected a file in the folder, found a path that leads out of it`},
		{"no such text", "other.md", "x", `acme.json:3:69: manuals[0].sections[0].blocks[0].content.html: there is no file "text/voice.md" in the folder`},
		{"not UTF-8", "voice.md", "One\nna\xefve", "text/voice.md:2:3: manuals[0].sections[0].blocks[0].content.html: expected UTF-8, found other bytes. Save the file as UTF-8."},
		{"UTF-16", "voice.md", "\xff\xfeO\x00n\x00", "text/voice.md:1:1: manuals[0].sections[0].blocks[0].content.html: expected UTF-8, found a UTF-16 byte order mark."},
		{"a pointer of Git LFS", "voice.md", "version https://git-lfs.github.com/spec/v1\noid sha256:25c3\nsize 22485\n", "text/voice.md:1:1: manuals[0].sections[0].blocks[0].content.html: expected the file itself, found a pointer of Git LFS."},
		{"much Markdown", "voice.md", strings.Repeat("x\n\n", 90_000), "text/voice.md:174763:2: manuals[0].sections[0].blocks[0].content.html: expected at most 256 KiB of Markdown, found 270000 bytes"},
		{"a long paragraph", "voice.md", "One.\n\n" + strings.Repeat("*a_ ", 9000), "text/voice.md:3:1: manuals[0].sections[0].blocks[0].content.html: expected an empty line after at most 32 KiB of Markdown"},
		{"a wide table", "voice.md", strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + strings.Repeat("\n|b", 100), "text/voice.md:20:1: manuals[0].sections[0].blocks[0].content.html: expected a table of at most 20000 cells"},
		{"quotes in quotes", "voice.md", strings.Repeat("> ", 200) + "a", "text/voice.md:1:1: manuals[0].sections[0].blocks[0].content.html: expected block quotes in at most 100 others"},
		{"much HTML", "voice.md", "[a]: /b \"" + strings.Repeat("t", 5000) + "\"\n\n" + strings.Repeat("[a] ", 1000), "content.html: expected CommonMark that has at most 1024 KiB of HTML"},
		{"too long", "voice.md", strings.Repeat("x", source.MaxTextBytes+1), "content.html: expected a text of at most 1024 KiB, found 1048577 bytes"},
	} {
		dir := t.TempDir()
		put(t, dir+"/text/"+tt.file, tt.text)
		seed := strings.ReplaceAll(strings.Replace(textsSeed, `{"file":"text/intro.html"}`, `""`, 1), `{"file":"text/voice.md"}`, `""`)
		put(t, dir+"/acme.json", strings.Replace(seed, `{"file":"text/news.md"}`, `"x"`, 1))
		_, err := Check(source.ReadPaths([]string{dir}), Options{})
		var problems Problems
		if !errors.As(err, &problems) || len(problems) != 1 || !strings.Contains(problems[0].String(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
	for _, path := range []string{"voice.txt", "https://acme.example/a.md", "../a.md"} {
		if _, err := Check([]Source{{Name: "acme.json", Data: []byte(strings.Replace(textsSeed, "text/intro.html", path, 1)), Files: os.DirFS(t.TempDir())}}, Options{}); err == nil || !regexp.MustCompile("content.intro: (expected|there is no file)").MatchString(err.Error()) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
