package page

import (
	"encoding/xml"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// The feed has the notes, the newest first, with ids that a newer note does not change
// and without what a page drops.
func TestFeed(t *testing.T) {
	p := Page{Brand: manual.Brand{Slug: "acme", Name: "Acme"}, Site: manual.Site{Scheme: "https", Host: "manuals.example.com"}, Primary: true, Tokens: new(manual.TokenDocument), Manual: &manual.Manual{Slug: "guide", Title: "A & B", Visibility: manual.Public}}
	if RenderFeed(p) != nil {
		t.Error("a manual without notes has a feed")
	}
	p.Manual.News = []manual.News{
		{Date: "2026-11-20", Title: "New", HTML: `<p onclick="x()">Say <b>Blå</b></p><script>x()</script>`},
		{Date: "2026-11-20", HTML: "<p>2</p>"}, {Date: "2026-05-04", HTML: "<p>1</p>"},
	}
	body := RenderFeed(p)
	var f struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Author  string   `xml:"author>name"`
		Links   []string `xml:"link"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Content struct {
				Type string `xml:"type,attr"`
				HTML string `xml:",chardata"`
			} `xml:"content"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(body, &f); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	const address = "https://acme.manuals.example.com/-/notes.atom"
	if f.ID != address || f.Title != "A & B" || f.Updated != "2026-11-20T00:00:00Z" || f.Author != "Acme" || len(f.Links) != 2 || len(f.Entries) != 3 {
		t.Errorf("the feed is %+v", f)
	}
	for i, want := range []struct{ id, title string }{{address + "#2026-11-20-2", "New"}, {address + "#2026-11-20", "A & B, 2026-11-20"}, {address + "#2026-05-04", "A & B, 2026-05-04"}} {
		if e := f.Entries[i]; e.ID != want.id || e.Title != want.title || e.Content.Type != "html" || strings.Contains(e.Content.HTML, "x()") {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
}
