//go:build browser

package page_test

import (
	"testing"

	"designmanual/db/manual"
)

// Titles are as small as their longest word needs, tables of long words fit on a phone, what a
// search finds is drawn in its frame, and the cover's links say where they lead.
func TestLongWordsFitInBrowser(t *testing.T) {
	m := &manual.Manual{ID: "m", Slug: "m", Title: "Verkehrsinfrastrukturfinanzierungsgesellschaftshandbuch", Lang: "de", Visibility: manual.Public}
	m.Sections = []manual.Section{{ID: "s", Anchor: "s", Title: "Markenzeichenverwendungsrichtlinien", Blocks: []manual.Block{
		{ID: "b1", Anchor: "b1", Kind: manual.Text, Content: []byte(`{"html":"<table><tr><th>Kraftfahrzeughaftpflichtversicherung</th><th>Maß</th></tr><tr><td>Straßenverkehrszulassungsordnungsabteilung</td><td>1,5 cm</td></tr></table>"}`)},
		{ID: "b2", Anchor: "b2", Kind: manual.Colors, Content: []byte(`{"colors":[{"name":"Rot","hex":"#aa0000"},{"name":"Dunkelverwaltungsgebäudefassadengrün","hex":"#0d211b","tints":true}]}`)},
		{ID: "b3", Anchor: "b3", Kind: manual.Icons, Content: []byte(`{"icons":[{"name":"Warnung","url":"ternholm/logo/tern-navy.svg"}]}`)},
		{ID: "b4", Anchor: "b4", Kind: manual.Breakpoints, Content: []byte(`{"breakpoints":[{"name":"mobilgerätebildschirmbreite","value":"320px"}]}`)},
	}}}
	m.Sections = append(m.Sections, manual.Section{ID: "s2", Anchor: "s2", Title: "Verbandsgemeindeverwaltungsgebäudeordnung"}) // of wide letters
	for _, f := range artwork(t) {
		m.Files = append(m.Files, f)
	}
	p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m)
	p.Primary = true
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": render(t, p)}))
	const lines = `[...document.querySelectorAll("h1, .section-head h2")].map((e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length; }).join()`
	b.open(t, "page", 1440)
	if got := evaluate[string](t, b, lines); got != "1,1,1" {
		t.Errorf("titles in lines %s, want one each", got)
	}
	if got := evaluate[string](t, b, `document.querySelector(".ways").innerText.trim()`); got != "Markenzeichenverwendungsrichtlinien" {
		t.Errorf("the cover leads to %q", got)
	}
	b.open(t, "page", 320)
	if got := evaluate[int64](t, b, `document.querySelector("table").scrollWidth - document.querySelector("table").clientWidth`); got > 0 {
		t.Errorf("320: the table is %d px too wide", got)
	}
	if got := evaluate[int64](t, b, `document.documentElement.scrollWidth`); got > 320 {
		t.Errorf("320: the page is %d px wide", got)
	}
}

// On a phone two cards of colors stand in a row, and no value is wider than its card: cards with
// transparent colors, whose values are longer, stand alone until two have room.
func TestColorCardsFitInBrowser(t *testing.T) {
	cards := func(alpha string) string {
		return `{"colors":[{"name":"separator-inverse-secondary","hex":"#2f8cd3` + alpha + `"},{"name":"Film","hex":"#10263f"}]}`
	}
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{
		"solid": withArtwork(t, "COLORS", cards("")), "clear": withArtwork(t, "COLORS", cards("9e")),
	}))
	for _, tt := range []struct {
		page    string
		width   int64
		columns int
	}{
		{"solid", 320, 1}, {"solid", 360, 2}, {"solid", 390, 2}, {"solid", 430, 2}, {"solid", 560, 2}, {"solid", 768, 3}, {"solid", 1024, 3},
		{"clear", 320, 1}, {"clear", 390, 1}, {"clear", 430, 1}, {"clear", 560, 2}, {"clear", 768, 3},
	} {
		b.open(t, tt.page, tt.width)
		columns := evaluate[int](t, b, `getComputedStyle(document.querySelector(".swatches")).gridTemplateColumns.split(" ").length`)
		wide := evaluate[[]string](t, b, `[...document.querySelectorAll(".swatch > .value")].filter((value) => {
			const text = document.createRange();
			text.selectNodeContents(value);
			return text.getBoundingClientRect().width > value.parentElement.clientWidth;
		}).map((value) => value.textContent)`)
		if columns != tt.columns || len(wide) > 0 {
			t.Errorf("%s, %d px: %d columns, want %d; wider than their cards: %q", tt.page, tt.width, columns, tt.columns, wide)
		}
	}
}
