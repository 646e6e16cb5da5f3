package page_test

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// blocks returns the page of a manual with these blocks, each given as a kind
// and its content. Their anchors are b1, b2 and so on.
func blocks(t *testing.T, pairs ...string) string {
	t.Helper()
	section := manual.Section{ID: "s", Anchor: "s", Title: "S"}
	for i := 0; i < len(pairs); i += 2 {
		id := fmt.Sprint("b", i/2+1)
		section.Blocks = append(section.Blocks, manual.Block{ID: id, Anchor: id, Kind: manual.Kind(pairs[i]), Content: []byte(pairs[i+1])})
	}
	return render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, &manual.Manual{
		ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public, Sections: []manual.Section{section},
	}))
}

// Members that no kind names are on the page, wherever they are in the content.
func TestExtraContent(t *testing.T) {
	html := blocks(t,
		"COLORS", `{"colors":[{"name":"Red","hex":"#f00","n":"said-1"},{"name":"None","hex":"none","n":"said-2"}],"n":"said-3"}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"A","n":"said-4"}],"scale":{"base":16,"ratio":1.2,"n":"said-5"},"n":"said-6"}`,
		"SPACING", `{"steps":[1,{"step":2,"value":3,"unit":"px","n":"said-7"},{"step":2,"value":4,"n":"said-8"}],"n":"said-9"}`,
		"BREAKPOINTS", `{"breakpoints":[{"name":"a","value":480,"n":"said-10"}],"n":"said-11"}`,
		"MOTION", `{"durations":[{"name":"a","value":100,"n":"said-12"}],"easings":[{"name":"a","value":"ease","n":"said-13"},{"name":"b","value":"spring","n":"said-14"}],"n":"said-15"}`,
		"RADII", `{"radii":[{"name":"a","value":4,"n":"said-16"}],"n":"said-17"}`,
		"ELEVATION", `{"levels":[{"name":"a","value":"0 0 1px red","n":"said-18"},{"name":"b","value":{"color":"red","n":"said-19"},"n":"said-20"},{"name":"c","value":[{"color":"red"},{"color":"blue","n":"said-21"}]}],"n":"said-22"}`,
		"THEMES", `{"themes":[{"name":"a","colors":{"text":"#000"},"n":"said-23"},{"name":"b","colors":{"text":"none"},"n":"said-24"}],"n":"said-25"}`,
		"LOGO", `{"logos":[{"name":"a","url":"/a.svg","n":"said-26"}],"n":"said-27"}`,
		"TEXT", `{"html":"a","n":"said-28"}`,
		"IMAGE", `{"images":[{"url":"/a.png","n":"said-29"}],"n":"said-30"}`,
		"DOWNLOADS", `{"files":[{"name":"a","url":"/a.zip","n":"said-31"}],"n":"said-32"}`,
		"DOS_DONTS", `{"items":[{"do":true,"n":"said-33"}],"n":"said-34"}`,
		"PRESS_KIT", `{"n":"said-35"}`,
		"TEXT", `{"html":"a","greeting":"<your name>"}`,
	)
	if !strings.Contains(html, "&lt;your name&gt;") {
		t.Error("a text in angle brackets is not on the page")
	}
	for i := 1; i <= 35; i++ {
		if marker := fmt.Sprint(">said-", i, "<"); !strings.Contains(html, marker) {
			t.Errorf("%s is not on the page", marker[1:len(marker)-1])
		}
	}
}

// What the levels of contrast mean stands where contrasts do.
func TestLevelsOfThemes(t *testing.T) {
	for colors, wants := range map[string]bool{
		`{"background":"#ffffff","text":"#000000"}`: true, `{"primary":"#3366cc","border":"#c8ccd1"}`: false,
	} {
		html := blocks(t, "THEMES", `{"themes":[{"name":"a","colors":`+colors+`}]}`)
		if has := strings.Contains(html, "AA from 4.5"); has != wants {
			t.Errorf("%s: the levels are said: %t, want %t", colors, has, wants)
		}
	}
}

// A theme is shown in its own colors, also after a theme without colors or with
// a similar name, and before the colors that it names. Where surface and background are
// one color, shadows stand on another.
func TestThemesInTheirOwnColors(t *testing.T) {
	html := blocks(t,
		"THEMES", `{"themes":[
			{"name":"Dark","colors":{"background":"Missing"}},
			{"name":"Dark 2","colors":{"background":"#ff0000"}},
			{"name":"Dark","colors":{"background":"Blue"}}]}`,
		"COLORS", `{"colors":[{"name":"Blue","hex":"#0000ff"},{"name":"blue","hex":"#00ffff"}]}`,
	)
	shadows := blocks(t, "THEMES", `{"themes":[{"name":"Light","colors":{"background":"#ffffff","surface":"#ffffff","text":"#000000"}}]}`)
	if !strings.Contains(shadows, ";--board:#f0f0f0;--board-tile:#ffffff;--on-board:#000000") {
		t.Error("shadows stand on their own color")
	}
	stages := regexp.MustCompile(`(?s)<p class="scene-name">([^<]*)</p>.*?<code class="value">(#[^<]*)</code>.*?>(--[^<]*)<`).FindAllStringSubmatch(html, -1)
	want := [][]string{{"Dark 2", "#FF0000", "--theme-dark-2-"}, {"Dark", "#0000FF", "--theme-dark-"}}
	if len(stages) != len(want) {
		t.Fatalf("%d stages, want %d", len(stages), len(want))
	}
	for i, stage := range stages {
		if fmt.Sprint(stage[1:]) != fmt.Sprint(want[i]) {
			t.Errorf("stage %d is %q, want %q", i+1, stage[1:], want[i])
		}
	}
}

// The contrast of colors and pairs is that of each mode: the colors of the mode on the ground
// that it has there.
func TestContrastInModes(t *testing.T) {
	html := blocks(t,
		"COLORS", `{"colors":[{"name":"Accent","hex":"#0B5FFF","modes":{"dark":"#6EA0FF"}},{"name":"Ink","hex":"#14181C"}]}`,
		"COLORS", `{"colors":[{"name":"Paper","hex":"#FFFFFF","modes":{"dark":"#101418"}}],"contrast":false}`,
		"PAIRINGS", `{"pairings":[{"foreground":"Accent","background":"Paper"},{"foreground":"Ink","background":"#EEEEEE"}]}`,
		"THEMES", `{"themes":[{"name":"Light","colors":{"background":"Paper"}},{"name":"Dark","slug":"dark","colors":{"background":"Paper"}}]}`,
	)
	for _, part := range []string{
		`>on Paper <span class="hex">#FFFFFF</span></th>`, `>on Paper · Dark <span class="hex">#101418</span></th>`,
		`AA">5.12 AA</td>`, `AAA">7.16 AAA</td>`, `<bdi>Dark</bdi>`,
	} {
		if !strings.Contains(html, part) {
			t.Errorf("%s is missing", part)
		}
	}
	if n := strings.Count(html, "<bdi>Dark</bdi>"); n != 1 {
		t.Errorf("%d pairs differ in the dark mode, want 1", n)
	}
	if strings.Contains(html, `<th scope="row">Paper</th>`) {
		t.Error("a color of a block without contrast is compared")
	}
}

// Of more modes than stand beside each other a color has one text, with each value once and the numbers of its modes, and a
// fact has its modes with one value in one row.
func TestFoldedModes(t *testing.T) {
	const modes = `"modes":{"a":%[1]q,"b":%[2]q,"c":%[1]q,"d":%[1]q,"e":%[1]q}`
	html := blocks(t,
		"COLORS", `{"colors":[{"name":"Accent","hex":"#0B5FFF",`+fmt.Sprintf(modes, "#6EA0FF", "#102030")+`}]}`,
		"SPACING", `{"steps":[{"step":"wide","value":"2rem",`+fmt.Sprintf(modes, "3rem", "4rem")+`}]}`,
		"THEMES", `{"themes":[{"name":"z"},{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"}]}`,
	)
	for _, part := range []string{
		"<summary>Themes</summary>1,3,4,5 #6EA0FF\n2 #102030\n</details>", "<p class=\"mode-names\">Themes\n1 a\n2 b\n3 c\n4 d\n5 e\n</p>", `<dt>a, c, d, e</dt> <dd><code>3rem</code></dd>`,
	} {
		if !strings.Contains(html, part) {
			t.Errorf("%s is missing", part)
		}
	}
	if modes := `<ul class="modes-alone"><li><bdi>z</bdi></li>`; !strings.Contains(html, modes) {
		t.Errorf("a block of themes without colors has no %s", modes)
	}
}

// A page shows only the first words of a long description.
func TestLongDescription(t *testing.T) {
	m := &manual.Manual{Files: []manual.File{{Ref: "a.woff2", Name: "a.woff2"}}, ID: "man_a", Slug: "a", Title: strings.Repeat("Title ", 9_000), Description: strings.Repeat("Ärger ", 9_000), Visibility: manual.Public}
	for _, id := range []string{"s1", "s2"} {
		m.Sections = append(m.Sections, manual.Section{ID: id, Anchor: id, Title: "S", Blocks: []manual.Block{
			{ID: id + "f", Anchor: id + "f", Kind: manual.Typography, Content: []byte(`{"fonts":[{"family":"A","usage":"Body","files":[{"url":"a.woff2"}],"weights":[` + strings.Repeat("400,", 999) + `700]}],"scale":{"base":16,"ratio":1.2}}`)},
			{ID: id + "t", Anchor: id + "t", Kind: manual.Themes, Content: []byte(`{"themes":[` + strings.Repeat(`{"name":"a","colors":{"text":"#000"}},`, 99) + `{"name":"a","colors":{"text":"#000"}}]}`)},
		}})
	}
	html := render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
	if len(html) > 2<<20 {
		t.Errorf("the page has %d bytes", len(html))
	}
	if n := strings.Count(html, "Ärger…<"); n != 2 {
		t.Errorf("%d examples end in a whole word, want that of each block", n)
	}
}

// Every color shows its own custom property, whatever the names of earlier
// tints are and whichever of them are left out.
func TestPropertiesOfTintedColors(t *testing.T) {
	colors := `{"colors":[
		{"name":"Red 50","hex":"#500000"},
		{"name":"Red","hex":"#ff0000","tints":{"50":"#ffeeee","100":"none","200":"#ffcccc"}},
		{"name":"Red 100","hex":"#100000"},
		{"name":"Blue","hex":"#0000ff","tints":{}},
		{"name":"Green","hex":"#00ff00","tints":true},
		{"name":"Grey","hex":"#808080","tints":null}]}`
	html := blocks(t, "COLORS", colors)
	want := [][2]string{
		{"Red 50", "red-50"}, {"Red", "red"}, {"Red 100", "red-100"}, {"Blue", "blue"}, {"Green", "green"}, {"Grey", "grey"},
	}
	swatches := regexp.MustCompile(`<li class="swatch" id="b1\.([^"]*)"(?: data-css="--color-([^"]*)")?>.*?<a class="name" href="[^"]*">([^<]*)</a>`).FindAllStringSubmatch(html, -1)
	if len(swatches) != len(want) {
		t.Fatalf("%d swatches, want %d", len(swatches), len(want))
	}
	for i, swatch := range swatches {
		if got := cmp.Or(swatch[2], swatch[1]); swatch[3] != want[i][0] || got != want[i][1] {
			t.Errorf("%s shows --color-%s, want --color-%s", swatch[3], got, want[i][1])
		}
	}
}

// What stands below a logo or a gradient says and shows what it is: a ground by the name of its
// color, white that can be seen through on dark.
func TestGrounds(t *testing.T) {
	html := blocks(t,
		"COLORS", `{"colors":[{"name":"Night sky","hex":"#0B0C0C"}]}`,
		"LOGO", `{"logos":[{"name":"a","url":"/a.svg","background":"#0b0c0c"},{"name":"b","url":"/b.svg","background":"#1d70b8"}]}`,
		"GRADIENTS", `{"gradients":[{"name":"veil","value":"linear-gradient(180deg, rgba(255, 255, 255, 0.15), rgba(255, 255, 255, 0))"},
			{"name":"fog","value":"linear-gradient(#000, transparent)"},{"name":"day","value":"linear-gradient(#fff, #eee)"}]}`,
	)
	for _, want := range []string{`<span class="note">Night sky</span>`, `data-value="#1D70B8"`} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not on the page", want)
		}
	}
	if n := strings.Count(html, "band on-dark"); n != 1 {
		t.Errorf("%d gradients stand on dark, want one", n)
	}
}

// A typeface that a block shows already is a line for each further use, with its address and what else it says.
func TestTypefaceOfSeveralUses(t *testing.T) {
	html := blocks(t, "TYPOGRAPHY", `{"fonts":[{"family":"Acme Sans","usage":"Body"},{"family":"Acme Serif","usage":"Quotes"},
		{"family":"Acme Sans","usage":"Labels"},{"family":"Acme Sans","usage":"Titles","weights":[700]},{"family":"Acme Sans","usage":"Notes","for":"Margins"}]}`)
	if n := strings.Count(html, `<p class="absent-name">Acme Sans`); n != 3 {
		t.Errorf("Acme Sans is shown %d times, want 3: alone, bold, and for margins", n)
	}
	if !strings.Contains(html, `>Labels</a> <span class="note"><bdi>Acme Sans</bdi></span>`) {
		t.Error("the second use of Acme Sans is not on the page")
	}
}
