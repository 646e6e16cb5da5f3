package seed

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
		_, err = tx.Put(&manual.Snapshot{Brand: "acme", Manual: *model, Published: true, Documents: map[manual.DocumentKind]manual.Document{
			manual.ManualDocument: {Identity: text}, manual.TokensDocument: {Identity: []byte("{}")}, manual.PageDocument: {Identity: []byte("old")},
		}})
		return err
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
		if renderers[d.Kind] == nil {
			t.Errorf("nothing renders %s", d.Kind)
		}
	}
}
