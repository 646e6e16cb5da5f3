package seed

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"designmanual/db"
	"designmanual/db/manual"
)

// A store rendered by another version gets missing documents and this version's page.
// Nothing else changes.
func TestComplete(t *testing.T) {
	store := openStore(t)
	ctx := context.Background()
	importAll(t, store, Options{}, acme(aManual("guide", `"sections":[{"title":"S","blocks":[{"type":"COLORS","content":{"colors":[{"name":"Blue","hex":"#00F"}]}}]}]`), aManual("draft", `"primary":true`, `"published":false`)))
	before := store.Index()
	if err := Complete(ctx, store); err != nil || store.Index() != before {
		t.Errorf("a complete store changed: %v", err)
	}
	text, tag := body(t, store, "acme.guide", manual.ManualDocument)
	err := store.Update(ctx, func(tx *db.Tx) error {
		model, err := tx.Model(find(tx.Index(), "acme.guide"))
		if err != nil {
			return err
		}
		if err := tx.SetRendering("of another version"); err != nil {
			return err
		}
		return tx.Put(&manual.Snapshot{Brand: "acme", Manual: *model, Published: true, Documents: map[manual.DocumentKind]manual.Document{
			manual.ManualDocument: {Identity: text}, manual.TokensDocument: {Identity: []byte("{}")}, manual.PageDocument: {Identity: []byte("old")},
		}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := Complete(ctx, store); err != nil {
		t.Fatal(err)
	}
	again, tagAgain := body(t, store, "acme.guide", manual.ManualDocument)
	if string(again) != string(text) || tagAgain != tag {
		t.Errorf("the manual changed: %s", again)
	}
	for _, d := range manual.Documents {
		if _, made := before.Brand("acme").Manual("guide").Document(d.Kind); !made {
			continue
		}
		want, _ := before.Brand("acme").Manual("guide").Document(d.Kind)
		if got, ok := store.Index().Brand("acme").Manual("guide").Document(d.Kind); !ok || got.ETag() != want.ETag() {
			t.Errorf("%s is not as this version makes it", d.Kind)
		}
	}
	if _, ok := find(store.Index(), "acme.draft").Document(manual.PageDocument); ok {
		t.Error("an unpublished manual has a page")
	}
}

// The page of a manual links to the brand's other public manuals, and is updated when
// files without the manual itself add or remove them.
func TestSiblings(t *testing.T) {
	store := openStore(t)
	links := func() string {
		text, _ := body(t, store, "acme.guide", manual.PageDocument)
		var found []string
		for _, slug := range []string{"press", "signs", "secret", "ends"} {
			if strings.Contains(string(text), `href="http://acme.localhost:8080/`+slug+`"`) && strings.Contains(string(text), "Title of "+slug) {
				found = append(found, slug)
			}
		}
		return strings.Join(found, " ")
	}
	importAll(t, store, Options{}, acme(aManual("guide", `"primary":true`, `"updatedAt":"2026-05-04T09:30:00Z"`), aManual("press"),
		`{"slug":"secret","title":"Title of secret","visibility":"unlisted"}`, aManual("ends", `"expiresAt":"2030-01-01T00:00:00Z"`)))
	if got := links(); got != "press" {
		t.Errorf("links to %q", got)
	}
	document, tag := body(t, store, "acme.guide", manual.ManualDocument)
	importAll(t, store, Options{}, seedFile("more.json", `{"brand":"acme","manuals":[`+aManual("signs")+`]}`))
	if got := links(); got != "press signs" {
		t.Errorf("with another manual, links to %q", got)
	}
	importAll(t, store, Options{}, seedFile("more.json", `{"brand":"acme","manuals":[`+aManual("press", `"published":false`)+`]}`))
	if got := links(); got != "signs" {
		t.Errorf("with one manual less, links to %q", got)
	}
	if again, tagAgain := body(t, store, "acme.guide", manual.ManualDocument); tag != tagAgain || string(again) != string(document) {
		t.Error("the manual document changed with other manuals")
	}
}

// A manual without typefaces and themes wears those of the brand's primary manual, and
// its cover the color and the logo that the brand names of it, in whatever order the files
// come. Of a primary manual that not everybody may read nothing is seen.
func TestLook(t *testing.T) {
	guide := func(hex, visibility string) string {
		return `{"slug":"guide","title":"Guide","primary":true,"visibility":"` + visibility + `","sections":[{"title":"S","blocks":[
			{"type":"LOGO","content":{"logos":[{"name":"Mark","url":"mark.svg"}]}},
			{"type":"TYPOGRAPHY","content":{"fonts":[{"family":"Georgia"}]}},{"type":"COLORS","content":{"colors":[{"name":"Ink","hex":"` + hex + `"}]}},
			{"type":"THEMES","content":{"themes":[{"name":"Day","colors":{"background":"#fff8e7","text":"#101010","primary":"` + hex + `"}}]}}]}]}`
	}
	brand := func(manuals ...string) Source {
		s := seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme","cover":{"logo":"Mark","color":"Ink"}},"manuals":[`+strings.Join(manuals, ",")+`]}`)
		s.Files = fstest.MapFS{"mark.svg": &fstest.MapFile{Data: []byte(aSVG)}}
		return s
	}
	store := openStore(t)
	wants := func(step string, wears bool, hex string) {
		t.Helper()
		for _, kind := range []manual.DocumentKind{manual.PageDocument, manual.ExportDocument} {
			for slug, logo := range map[string]string{"fair": `src="/-/files/`, "boat": `src="http://acme.localhost:8080/-/files/`} {
				text, _ := body(t, store, "acme."+slug, kind)
				for _, part := range []string{`--heading:"Georgia"`, "--paper:#fff8e7", "--cover:" + hex, `class="cover-logo" ` + logo} {
					if strings.Contains(string(text), part) != wears {
						t.Errorf("%s: the %s of %s has %s: %t", step, kind, slug, part, !wears)
					}
				}
			}
		}
	}
	importAll(t, store, Options{}, brand(aManual("fair"), aManual("boat", `"subdomain":"boat"`), guide("#123456", "public")))
	wants("both new", true, "#123456")
	importAll(t, store, Options{}, brand(guide("#234567", "public")))
	wants("another color", true, "#234567")
	importAll(t, store, Options{}, brand(aManual("boat", `"subdomain":"boat"`), aManual("fair", `"updatedAt":"2026-05-04T09:30:00Z"`)))
	wants("only the other one", true, "#234567")
	importAll(t, store, Options{}, brand(guide("#345678", "private")))
	wants("a primary manual that is not open", false, "#345678")
}

// Above twelve manuals the pages of a brand link to its index alone, so that a new
// title changes one page.
func TestManySiblings(t *testing.T) {
	const index = `href="http://acme.localhost:8080/-/manuals"`
	manuals := func(n int, title string) Source {
		list := []string{`{"slug":"guide","title":"` + title + `","visibility":"public","primary":true}`}
		for i := 1; i < n; i++ {
			list = append(list, aManual(fmt.Sprintf("m%d", i), `"updatedAt":"2026-05-04T09:30:00Z"`))
		}
		return acme(list...)
	}
	for _, tt := range []struct {
		count        int
		named, index bool
	}{{1, false, false}, {2, true, true}, {12, true, true}, {13, false, true}} {
		store := openStore(t)
		last := fmt.Sprintf("acme.m%d", tt.count-1)
		if tt.count == 1 {
			last = "acme.guide"
		}
		importAll(t, store, Options{}, manuals(tt.count, "The guide"))
		text, tag := body(t, store, last, manual.PageDocument)
		if got := strings.Contains(string(text), ">The guide</a>"); got != tt.named {
			t.Errorf("with %d manuals, a page names the others: %v", tt.count, got)
		}
		if got := strings.Contains(string(text), index); got != tt.index {
			t.Errorf("with %d manuals, a page links to the index: %v", tt.count, got)
		}
		importAll(t, store, Options{}, manuals(tt.count, "A new title"))
		if _, again := body(t, store, last, manual.PageDocument); (tag != again) != (tt.named || tt.count == 1) {
			t.Errorf("with %d manuals, a new title of one changes the page of another: %v", tt.count, tag != again)
		}
	}
}

// Every document is rendered.
func TestEveryDocument(t *testing.T) {
	for _, d := range manual.Documents {
		if renderers[d.Kind] == nil && d.Kind != manual.DraftDocument { // of another model
			t.Errorf("nothing renders %s", d.Kind)
		}
	}
}

// The page of a manual that is not published, and of a draft, is stored beside what is
// served, and stays when the base URL changes. A new draft changes no other document.
func TestDrafts(t *testing.T) {
	store := openStore(t)
	draftOf := func(slug string) string {
		text, _ := body(t, store, slug, manual.DraftDocument)
		return string(text)
	}
	approved := `"review":true,"approved":{"title":"Approved","sections":[{"title":"Old section"}]}`
	files := func(title string) Source {
		return acme(aManual("guide", `"primary":true`, `"sections":[]`), aManual("off", `"published":false`, `"sections":[{"title":"Hidden away"},{"title":"Secret","hidden":true}]`),
			strings.Replace(aManual("reviewed", approved, `"sections":[{"title":"New section"}]`, `"seo":{"description":"New words"}`), "Title of", title, 1))
	}
	importAll(t, store, Options{}, files("Draft of"))
	_, page := body(t, store, "acme.reviewed", manual.PageDocument)
	check := func(title string) {
		t.Helper()
		if text := draftOf("acme.reviewed"); !strings.Contains(text, title+" reviewed") || !strings.Contains(text, "New section") || !strings.Contains(text, "Draft, not published") || strings.Contains(text, "Old section") {
			t.Errorf("the draft is %s", text)
		}
		if text := draftOf("acme.off"); !strings.Contains(text, "Hidden away") || strings.Contains(text, "Secret") {
			t.Errorf("the page of the unpublished manual is %s", text)
		}
		if draftOf("acme.guide") != "" {
			t.Error("a manual without a draft has one")
		}
		for e := range store.Index().Brand("acme").Manuals() {
			for _, d := range manual.Documents {
				if text, _ := body(t, store, "acme."+e.Slug, d.Kind); d.Kind != manual.DraftDocument && (strings.Contains(string(text), "Draft of") || strings.Contains(string(text), "New ") || strings.Contains(string(text), "Draft, ") || strings.Contains(string(text), "Hidden away")) {
					t.Errorf("%s of %s has words of a draft", d.Kind, e.Slug)
				}
			}
		}
	}
	check("Draft of")
	report := importAll(t, store, Options{}, files("Next draft of"))
	check("Next draft of")
	if _, again := body(t, store, "acme.reviewed", manual.PageDocument); again != page || report.Manuals[2].Status != Unchanged {
		t.Errorf("a new draft changes what is served: %+v", report.Manuals[2])
	}
	site, err := manual.ParseSite("https://manuals.example.com")
	if err == nil {
		err = SetSite(context.Background(), store, site)
	}
	if err != nil {
		t.Fatal(err)
	}
	check("Next draft of")
	importAll(t, store, Options{}, acme(aManual("guide", `"primary":true`), aManual("off"), aManual("reviewed")))
	if draftOf("acme.off")+draftOf("acme.reviewed") != "" {
		t.Error("what is published keeps its draft")
	}
}
