package seed

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
)

// TestEveryKind checks that every known kind is treated everywhere: its content in the
// sample makes another page, another Markdown and other tokens than under a kind that
// nobody knows, and keys that are nearly its own are warned of.
func TestEveryKind(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	model := manual.Manual{Files: []manual.File{
		{Ref: "a.png", Name: "a.png", Width: 2, Height: 1}, {Ref: "a.woff2", Name: "a.woff2"}, {Ref: "a.mp4", Name: "a.mp4"},
		{Ref: "a.vtt", Name: "a.vtt"}, {Ref: "a.svg", Name: "a.svg", Width: 1, Height: 1},
	}}
	if err := json.Unmarshal(data, &model.Sections); err != nil {
		t.Fatal(err)
	}
	for _, info := range manual.Kinds {
		kind := info.Kind
		t.Run(string(kind), func(t *testing.T) {
			one := manual.Manual{ID: "m", Slug: "m", Title: "M", Sections: []manual.Section{{ID: "s", Anchor: "s", Title: "S", Content: []byte("{}")}}}
			for _, s := range model.Sections {
				i := slices.IndexFunc(s.Blocks, func(b manual.Block) bool { return b.Kind == kind })
				if i >= 0 {
					one.Sections[0].Blocks = s.Blocks[i : i+1]
				}
			}
			if one.Sections[0].Blocks == nil {
				t.Fatal("sample.json has no block of this kind")
			}
			known, groups := documentsOf(t, one)
			one.Sections[0].Blocks = slices.Clone(one.Sections[0].Blocks)
			one.Sections[0].Blocks[0].Kind = "NOBODY_KNOWS"
			unknown, _ := documentsOf(t, one)
			for i, what := range []string{"page", "Markdown"} {
				if known[i] == strings.ReplaceAll(strings.ReplaceAll(unknown[i], "NOBODY_KNOWS", string(kind)), "Nobody knows", info.Label) {
					t.Errorf("the %s shows it as one that nobody knows", what)
				}
			}
			if !slices.Equal(groups, info.Groups) {
				t.Errorf("it fills the groups %q, want %q", groups, info.Groups)
			}
			for _, key := range info.Names() {
				block := fmt.Sprintf(`{"type":%q,"content":{%q:["one"]}}`, kind, strings.ToUpper(key))
				warnings, err := Check([]Source{seedFile("a.json", `{"brand":{"slug":"a","name":"A"},"manuals":[`+aManual("a", `"sections":[{"id":"s","title":"S","blocks":[`+block+`]}]`)+`]}`)}, Options{})
				if err != nil || !strings.Contains(fmt.Sprint(warnings), fmt.Sprintf("unknown key %q: did you mean %q?", strings.ToUpper(key), key)) {
					t.Errorf("no warning of %q: %v %v", strings.ToUpper(key), warnings, err)
				}
			}
		})
	}
}

// documentsOf returns a manual as a page and as Markdown, and the groups that its
// tokens fill.
func documentsOf(t *testing.T, m manual.Manual) (documents [2]string, groups []string) {
	t.Helper()
	brand := &db.Brand{BrandSettings: manual.BrandSettings{Slug: "a", Name: "A"}}
	v, err := render.NewView(new(db.Index), &db.Head{Brand: brand, Settings: manual.Settings{Published: true}}, &m, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []manual.DocumentKind{manual.PageDocument, manual.MarkdownDocument} {
		text, err := render.Draw(v, kind)
		if err != nil {
			t.Fatal(err)
		}
		documents[i] = string(text)
	}
	for _, g := range v.Tokens.Groups {
		if len(g.Tokens) > 0 {
			groups = append(groups, g.Name)
		}
	}
	if len(v.Tokens.Themes) > 0 {
		groups = append(groups, manual.GroupThemes)
	}
	for _, g := range v.Tokens.Further {
		if g.Tokens[0].List == "tokens" {
			g.Name = manual.GroupFurther
		}
		groups = append(groups, g.Name)
	}
	return documents, groups
}

// A title of a block is a heading and part of a new anchor; covers and
// notes are on the page and in no document of the interface; their files are checked and
// served.
func TestTitlesCoversNotes(t *testing.T) {
	store := openStore(t)
	files := fstest.MapFS{"mark.svg": {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>`)}}
	seed := func(more string) Source {
		s := seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme","cover":{"logo":"mark.svg","color":"#123456"}},"manuals":[
			{"slug":"guide","title":"Guide","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","notes":[{"date":"2026-01-02","title":"Older","html":"<p>One</p>"},{"date":"2026-11-20","title":"Newer","html":"<p>Two</p>"}]`+more+`,
			"sections":[{"id":"s","title":"Colour","blocks":[
				{"id":"a","type":"COLORS","content":{"title":"The hull","intro":"<p>For boats.</p>","colors":[{"name":"Red","hex":"#f00"}]}},
				{"id":"b","type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#00f"}]}},
				{"id":"c","type":"ICONS","content":{"icons":[{"name":"Mark","url":"mark.svg","tags":["ship"]}]}}]}]}]}`)
		s.Files = files
		return s
	}
	importAll(t, store, Options{}, seed(""))
	document, _ := body(t, store, "acme.guide", manual.ManualDocument)
	html, _ := body(t, store, "acme.guide", manual.PageDocument)
	text, _ := body(t, store, "acme.guide", manual.MarkdownDocument)
	for _, want := range []string{`id="colour-the-hull"`, `<h3>The hull</h3>`, `>For boats.</p>`, `--cover:#123456`,
		`class="cover-logo" src="/-/files/`, `>2 January 2026</time>`, `<link rel="alternate" type="application/atom+xml"`} {
		if !strings.Contains(string(html), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Index(string(html), "Newer") > strings.Index(string(html), "Older") {
		t.Error("the newest note is not first")
	}
	if strings.Contains(string(html), `class="label">Color</span>`) {
		t.Error("a block repeats the title of its section")
	}
	if !strings.Contains(string(text), `### <a id="colour-the-hull"></a>The hull`) {
		t.Errorf("the Markdown has no heading:\n%s", text)
	}
	if strings.Contains(string(document), "Newer") || strings.Contains(string(document), "cover") {
		t.Errorf("the document shows what is for pages alone:\n%s", document)
	}
	importAll(t, store, Options{}, seed(`,"cover":{"color":"Blue"}`))
	if html, _ = body(t, store, "acme.guide", manual.PageDocument); !strings.Contains(string(html), "--cover:#0000ff") || !strings.Contains(string(html), `class="cover-logo"`) {
		t.Error("the manual's own cover is not over that of its brand")
	}
	for more, want := range map[string]string{
		`,"cover":{"image":"gone.jpg"}`: `there is no file "gone.jpg"`, `,"cover":{"colour":"red"}`: "unknown key",
	} {
		if got := fmt.Sprint(problemsOf(t, store, Options{}, seed(more))); !strings.Contains(got, want) {
			t.Errorf("%s: %s", more, got)
		}
	}
}
