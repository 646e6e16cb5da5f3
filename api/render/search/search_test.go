package search_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// readUnits returns the units of a manual document.
func readUnits(t *testing.T, document []byte) []search.Unit {
	t.Helper()
	var m manual.Manual
	if err := json.Unmarshal(document, &m); err != nil {
		t.Fatal(err)
	}
	sections, err := content.Sections(&m)
	if err != nil {
		t.Fatal(err)
	}
	return search.Units(sections)
}

// Plain questions on the examples find their section among the first three hits. Each line of
// questions.tsv has a manual, a question, and the anchors that answer it.
func TestQuestions(t *testing.T) {
	const wanted = 250
	manuals, units := make(map[string]*search.Index), make(map[string][]search.Unit)
	for name, file := range map[string]string{
		"ternholm": "ternholm.guide", "varve": "varve.guide", "quillwort": "quillwort.house-style", "anse-verte": "anse-verte.guide",
	} {
		document, err := os.ReadFile("../../../fixtures/golden/" + file + ".manual.json")
		if err != nil {
			t.Fatal(err)
		}
		units[name] = readUnits(t, document)
		manuals[name] = search.NewIndex(units[name])
	}
	questions, err := os.ReadFile("testdata/questions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	answered := 0
	for line := range strings.Lines(string(questions)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		anchors := strings.Fields(fields[2])
		var sections []string
		for _, u := range units[fields[0]] {
			if slices.Contains(anchors, u.Anchor) {
				sections = append(sections, u.Section)
			}
		}
		hits := manuals[fields[0]].Find(fields[1]).Hits
		if slices.ContainsFunc(hits[:min(len(hits), 3)], func(h search.Hit) bool { return slices.Contains(sections, h.Unit.Section) }) {
			answered++
			continue
		}
		t.Logf("%s: %s is not answered first", fields[0], fields[1])
	}
	t.Logf("%d questions are answered", answered)
	if answered < wanted {
		t.Errorf("%d questions are answered, want %d", answered, wanted)
	}
}

const document = `{"sections":[
	{"id":"mark","anchor":"mark","title":"The mark","content":{"intro":"<p>Use it once. A second one is for walls.</p><p>Never on glass.</p>"},"blocks":[
		{"id":"forms","anchor":"forms","type":"LOGO","content":{"title":"Forms","logos":[{"name":"Bird, white","url":"https://x.example/bird-white.svg","alt":"A bird","background":"#0B2244"}]}}]},
	{"id":"old","anchor":"old","title":"Until 1988","content":{},"blocks":[
		{"id":"old-forms","anchor":"old-forms","type":"LOGO","content":{"logos":[{"name":"Crow","url":"https://x.example/crow.svg"}]}},
		{"id":"old-text","anchor":"old-text","type":"TEXT","content":{"html":"<p>Our old logo.</p><p>Do not use it.</p><p>It hangs in the hall.</p>"}}]},
	{"id":"ink","anchor":"ink","title":"Ink","content":{},"blocks":[
		{"id":"colors","anchor":"colors","type":"COLORS","content":{"colors":[{"name":"Blå","hex":"#2368A2","use":"Links"},{"name":"Beak","hex":"#D7301F"}]}},
		{"id":"rules","anchor":"rules","type":"DOS_DONTS","content":{"items":[{"do":true,"html":"Ask first."},{"do":false,"html":"Tilt the beak."}]}},
		{"id":"table","anchor":"table","type":"TEXT","content":{"title":"Bar codes","html":"<table><tr><th>Piece</th><th>Width</th></tr><tr><td>Label</td><td>4.5 mm. Or more</td></tr></table>"}}]}]}`

// Words are found in their usual forms, what a block is counts as its word, and an excerpt
// has whole sentences with the one that takes them back.
func TestFind(t *testing.T) {
	units := readUnits(t, []byte(document))
	for _, test := range []struct{ question, anchor, text, missing string }{
		{"logo", "forms", "Bird, white · A bird · #0B2244", ""},
		{"the old logos", "old-text", "Our old logo. / Do not use it. / It hangs in the hall.", ""},
		{"where is the second one for", "mark", "A second one is for walls. / Never on glass.", ""},
		{"until", "old", "", ""},
		{"tilting", "rules", "Don’t: Tilt the beak.", ""},
		{"a bar code", "table", "", ""},
		{"brandmark", "forms", "Bird, white · A bird · #0B2244", ""},
		{"blue", "colors", "Blå · #2368A2 · Links / Beak · #D7301F", ""},
		{"bla", "colors", "Blå · #2368A2 · Links / Beak · #D7301F", ""},
		{"red colours", "colors", "Beak · #D7301F", ""},
		{"tilted beaks", "rules", "Don’t: Tilt the beak.", ""},
		{"mistakes", "rules", "", ""},
		{"barcode", "table", "Piece · Width / Label · 4.5 mm. Or more", ""},
		{"label width", "table", "Piece · Width / Label · 4.5 mm. Or more", ""},
		{"quarterly logo", "forms", "Bird, white · A bird · #0B2244", "quarterly"},
		{"quarterly", "", "", "quarterly"},
	} {
		result := search.NewIndex(units).Find(test.question)
		var first search.Hit
		anchor := ""
		if len(result.Hits) > 0 {
			first = result.Hits[0]
			anchor = first.Unit.Anchor
		}
		if anchor != test.anchor || first.Text != test.text && test.text != "" || strings.Join(result.Missing, " ") != test.missing {
			t.Errorf("%s: %s %q, missing %s; want %s %q, missing %s", test.question, anchor, first.Text, result.Missing, test.anchor, test.text, test.missing)
		}
	}
}

// Words with the articles and endings of their language find one another.
func TestFindInForms(t *testing.T) {
	units := readUnits(t, []byte(`{"sections":[{"id":"s","anchor":"s","title":"","content":{},"blocks":[
		{"id":"space","anchor":"space","type":"SPACING","content":{"steps":[4]}},
		{"id":"logo","anchor":"logo","type":"LOGO","content":{"logos":[{"name":"Kranich","url":"https://x.example/a.svg","clearSpace":"8px"}]}},
		{"id":"tone","anchor":"tone","type":"TEXT","content":{"title":"Ton","html":"<p>Wir schreiben kurze Sätze.</p>"}},
		{"id":"photos","anchor":"photos","type":"TEXT","content":{"title":"Aufnahmen","html":"<p>Fotografien ohne Blitz.</p>"}},
		{"id":"water","anchor":"water","type":"TEXT","content":{"html":"<p>Rød sjø.</p>"}}]}]}`))
	for question, anchor := range map[string]string{
		"المسافات": "space", "الشعار": "logo", "Schutzraum": "logo", "Tonfall": "tone", "Fotos": "photos", "rod sjo": "water", "polices": "", "lògo": "logo",
	} {
		got := ""
		if hits := search.NewIndex(units).Find(question).Hits; len(hits) > 0 {
			got = hits[0].Unit.Anchor
		}
		if got != anchor {
			t.Errorf("%s: %q, want %q", question, got, anchor)
		}
	}
}

// A language without spaces, and the words of a manual's language.
func TestFindInLanguages(t *testing.T) {
	units := readUnits(t, []byte(`{"sections":[{"id":"s","anchor":"s","title":"しるし","content":{},"blocks":[
		{"id":"logo","anchor":"logo","type":"LOGO","content":{"logos":[{"name":"紋","url":"https://x.example/a.svg"}]}},
		{"id":"text","anchor":"text","type":"TEXT","content":{"html":"<p>布は青くなります。白い紙には使いません。</p>"}}]}]}`))
	for question, anchor := range map[string]string{"ロゴ": "logo", "青くなり": "text"} {
		hits := search.NewIndex(units).Find(question).Hits
		if len(hits) == 0 || hits[0].Unit.Anchor != anchor {
			t.Errorf("%s: %+v", question, hits)
		}
	}
	if hits := search.NewIndex(units).Find("青く").Hits; len(hits) == 0 || !strings.HasSuffix(hits[0].Text, "使いません。") {
		t.Errorf("%+v", hits)
	}
}

// A color answers to its hue.
func TestHues(t *testing.T) {
	for hex, want := range map[string]string{
		"#0B5FFF": "blue", "#0b2244": "blue", "#D7301F": "red", "#f5a623": "orange", "#6b4423": "brown", "#FFD400": "yellow", "#3F6B4F": "green", "#00a3a3": "turquoise",
		"#663399": "purple", "#e83e8c": "pink", "#ffc0cb": "pink", "#B3123F": "red", "#e91e63": "pink", "#fff": "white", "#f7f5f0": "white", "#111": "black", "#777777": "gray", "nonsense": "",
	} {
		units := readUnits(t, []byte(`{"sections":[{"id":"s","anchor":"s","title":"S","content":{},"blocks":[
			{"id":"c","anchor":"c","type":"COLORS","content":{"colors":[{"name":"A","hex":"`+hex+`"}]}}]}]}`))
		if got := units[1].Lines[0].Of; got != want {
			t.Errorf("%s is %q, want %q", hex, got, want)
		}
	}
}
