//go:build browser

package page_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"designmanual/api/render/page/assets"
	"designmanual/db/manual"
	"designmanual/seed/font"
	"designmanual/seed/picture"
)

// A foreign manual is made of material that nobody drew for this page.
type foreign struct {
	lang, title string
	files       map[string][]byte // by name
	sections    []foreignSection
}

type foreignSection struct {
	title  string
	blocks []string // pairs of a kind and its content
}

// render returns the page of a foreign manual, and its files by path.
func (f foreign) render(t *testing.T) (html string, files map[string][]byte) {
	t.Helper()
	m := &manual.Manual{ID: "m", Slug: "m", Lang: f.lang, Title: f.title, Visibility: manual.Public}
	files = map[string][]byte{}
	for name, data := range f.files {
		file := manual.File{Ref: name, Name: path.Base(name), Sum: sha256.Sum256(data), Size: int64(len(data))}
		file.Width, file.Height = sizeOf(data)
		if ext := path.Ext(name); ext == ".woff2" || ext == ".ttf" {
			file.Font = font.Read(data)
		}
		file.Ground.OnLight, file.Ground.OnDark = picture.LostOn(data)
		m.Files = append(m.Files, file)
		files[file.Path()] = data
	}
	for i, s := range f.sections {
		section := manual.Section{ID: fmt.Sprint("s", i+1), Anchor: fmt.Sprint("s", i+1), Title: s.title}
		for j := 0; j < len(s.blocks); j += 2 {
			id := fmt.Sprintf("b%d-%d", i+1, j/2+1)
			section.Blocks = append(section.Blocks, manual.Block{ID: id, Anchor: id, Kind: manual.Kind(s.blocks[j]), Content: []byte(s.blocks[j+1])})
		}
		m.Sections = append(m.Sections, section)
	}
	p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m)
	p.Primary = true
	return render(t, p), files
}

// open renders a foreign manual and opens it.
func (f foreign) open(t *testing.T, width int64) *tab {
	t.Helper()
	html, files := f.render(t)
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": html}, files))
	b.open(t, "page", width)
	return b
}

// svg draws a frame on all four sides, so that a cut is seen.
func svg(width, height int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><rect width="%[1]d" height="%[2]d" fill="#0a5"/></svg>`, width, height)
}

func testFont(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/foreign/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A logo that is alone takes the width of its block, and badges of few pixels stand beside each other
// in rows instead of filling a row each.
func TestForeignBadgesInBrowser(t *testing.T) {
	f := foreign{title: "Badges", files: map[string][]byte{"logo.svg": svg(300, 80), "badge.svg": svg(88, 31)}}
	images := strings.Repeat(`{"url":"badge.svg","alt":"x"},`, 5) + `{"url":"badge.svg","alt":"x"}`
	f.sections = []foreignSection{{"All", []string{"LOGO", `{"logos":[{"name":"L","url":"logo.svg","background":"#1f4037","minWidth":"10mm"}]}`, "IMAGE", `{"images":[` + images + `]}`,
		"ICONS", `{"icons":[` + strings.ReplaceAll(images, `"alt"`, `"name"`) + `]}`}}}
	b := f.open(t, 1440)
	b.forcedColors(t)
	if ground := evaluate[string](t, b, `getComputedStyle(document.querySelector(".logo-rules .ground")).backgroundColor`); ground != "rgb(31, 64, 55)" {
		t.Errorf("with forced colors the smallest logo stands on %s", ground)
	}
	for width, rows := range map[int64]int{320: 6, 768: 6, 1440: 3, 2560: 2} {
		b.open(t, "page", width)
		got := evaluate[[3]float64](t, b, `(() => {
			const wide = (e) => e.getBoundingClientRect().width;
			const tops = new Set([...document.querySelectorAll(".images img")].map((e) => Math.round(e.getBoundingClientRect().top)));
			return [wide(document.querySelector(".logos .frame")) / wide(document.querySelector(".logos").closest(".body")), tops.size, wide(document.querySelector(".images img"))];
		})()`)
		if n := evaluate[int](t, b, `new Set([...document.querySelectorAll(".icons > li")].map((e) => e.offsetTop)).size`); n > 2 {
			t.Errorf("at %d px six icons take %d rows", width, n)
		}
		if got[0] < 0.99 || int(got[1]) > rows || got[2] > 352 {
			t.Errorf("at %d px the logo takes %.2f of its block, and badges %.0f rows of at most %d, %.0f px wide each", width, got[0], got[1], rows, got[2])
		}
	}
}

// Logos of every shape stand whole and in the middle of their frames, at one optical size,
// on the ground that they are for.
func TestForeignLogosInBrowser(t *testing.T) {
	shapes := [][2]int{{10, 60}, {10, 30}, {10, 20}, {30, 30}, {20, 10}, {30, 10}, {60, 10}}
	f := foreign{title: "Logos", files: map[string][]byte{}}
	var logos []string
	for i, s := range shapes {
		name := fmt.Sprintf("logo-%d.svg", i)
		f.files[name] = svg(s[0]*10, s[1]*10)
		logos = append(logos, fmt.Sprintf(`{"name":"L%d","url":%q,"background":"Spruce"}`, i, name))
	}
	logos = append(logos, `{"name":"Unknown","url":"logo-3.svg","background":"dark photographs"}`, `{"name":"None","url":"logo-3.svg"}`)
	second := `{"title":"More","logos":[{"name":"Last","url":"logo-4.svg"},{"name":"None","url":"logo-3.svg"},{"name":"None","url":"logo-3.svg"}]}`
	f.sections = []foreignSection{{"Logo", []string{"LOGO", second, "LOGO", `{"logos":[` + strings.Join(logos, ",") + `]}`, "COLORS", `{"colors":[{"name":"Spruce","hex":"#1f4037"}]}`}}}
	b := f.open(t, 1440)
	for _, width := range []int64{320, 768, 1440, 2560} {
		b.open(t, "page", width)
		boxes := evaluate[[][4]float64](t, b, `Promise.all([...document.images].map((e) => (e.loading = "eager", e.decode()))).then(() => [...document.querySelectorAll(".logos .frame > img")].map((img) => {
			const box = img.getBoundingClientRect(), frame = img.parentElement.getBoundingClientRect();
			const scale = Math.min(box.width / img.naturalWidth, box.height / img.naturalHeight);
			const w = img.naturalWidth * scale, h = img.naturalHeight * scale;
			return [(box.x + box.width / 2 - frame.x) / frame.width, (box.y + box.height / 2 - frame.y) / frame.height, Math.max(w / frame.width, h / frame.height), w * h / frame.width / frame.height];
		}))`)
		for i, box := range boxes {
			if math.Abs(box[0]-0.5) > 0.01 || math.Abs(box[1]-0.5) > 0.01 || box[2] > 0.81 {
				t.Errorf("%d px: logo %d is in the middle at %.2f %.2f and takes %.2f of its frame", width, i, box[0], box[1], box[2])
			}
			if i > 3 && i < 9 && math.Abs(box[3]-boxes[6][3]) > 0.01 {
				t.Errorf("%d px: logo %d takes %.3f of the area, a square one %.3f", width, i, box[3], boxes[6][3])
			}
		}
	}
	grounds := evaluate[[]string](t, b, `[...document.querySelectorAll(".logos > li")].slice(-3).map((e) => getComputedStyle(e.querySelector(".frame")).backgroundColor + " " + (e.querySelector(".logo-head > :is(code, .note)")?.textContent ?? ""))`)
	want := []string{"rgb(31, 64, 55) Spruce", "rgb(146, 146, 144) ", "rgb(146, 146, 144) "}
	if fmt.Sprint(grounds) != fmt.Sprint(want) {
		t.Errorf("the grounds are %q, want %q", grounds, want)
	}
	b.do(t, chromedp.WaitReady(chromedp.CSS(".all-of")))
	offers := evaluate[string](t, b, `[...document.querySelectorAll(".logos + .all-of")].map((e) => e.textContent).join()`)
	if offers != "More (ZIP),All logos (ZIP)" {
		t.Errorf("the logos of a section are offered as %q", offers)
	}
	b.checkProblems(t)
}

// A transparent drawing has a ground on the pages that it could not be seen on.
func TestForeignDrawingsAreSeenInBrowser(t *testing.T) {
	drawn := func(fill string) []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><circle cx="45" cy="30" r="20" fill="` + fill + `"/></svg>`)
	}
	f := foreign{title: "Drawings", files: map[string][]byte{"black.svg": drawn("#101418"), "green.svg": drawn("#0a5"), "white.svg": drawn("#fff")}}
	f.sections = []foreignSection{{"All", []string{
		"IMAGE", `{"images":[{"url":"black.svg","alt":"x"},{"url":"green.svg","alt":"x"},{"url":"white.svg","alt":"x"}]}`,
		"DOS_DONTS", `{"items":[{"do":false,"url":"black.svg"},{"do":false,"url":"white.svg"}]}`,
		"TEXT", `{"html":"<p><img src=\"black.svg\" alt=\"x\"><img src=\"white.svg\" alt=\"x\"></p>"}`,
	}}}
	b := f.open(t, 1440)
	const neutral, none = "rgb(146, 146, 144)", "rgba(0, 0, 0, 0)"
	for scheme, want := range map[string][]string{
		"light": {none, none, neutral, none, neutral, none, neutral},
		"dark":  {neutral, none, none, neutral, none, neutral, none},
	} {
		b.prefer(t, "prefers-color-scheme", scheme)
		got := evaluate[[]string](t, b, `[...document.querySelectorAll("main .body img")].map((e) => getComputedStyle(e).backgroundColor)`)
		if !slices.Equal(got, want) {
			t.Errorf("on a %s page the grounds are %q, want %q", scheme, got, want)
		}
	}
	b.checkProblems(t)
}

// Misuse is a grid: examples of one kind stand in rows, those that are as many in pairs.
func TestForeignExamplesInBrowser(t *testing.T) {
	item := func(do bool, url string) string {
		return fmt.Sprintf(`{"do":%t,"html":"<p>Words</p>","url":%q}`, do, url)
	}
	list := func(items ...string) string { return `{"items":[` + strings.Join(items, ",") + `]}` }
	donts := []string{item(false, "a.svg"), item(false, "b.svg"), item(false, "a.svg"), item(false, "b.svg"), item(false, "a.svg"), item(false, "a.svg"), item(false, "a.svg")}
	f := foreign{title: "Misuse", files: map[string][]byte{"a.svg": svg(300, 200), "b.svg": svg(200, 400)}, sections: []foreignSection{{"Misuse", []string{
		"DOS_DONTS", list(donts...),
		"DOS_DONTS", list(item(true, "a.svg"), item(true, "a.svg"), item(false, "a.svg"), item(false, "a.svg")),
		"DOS_DONTS", list(item(false, "a.svg"), item(true, "a.svg"), item(false, "a.svg")),
		"DOS_DONTS", list(item(true, "a.svg"), `{"do":false,"html":"<p>Words alone</p>"}`),
	}}}}
	b := f.open(t, 1440)
	const rows = `[...document.querySelectorAll(".block")].map((e) => { const tops = [...e.querySelectorAll(".examples > li")].map((li) => Math.round(li.getBoundingClientRect().top)); return tops.filter((top) => top === tops[0]).length; }).join()`
	for width, want := range map[int64]string{390: "1,1,1,1", 768: "2,2,2,2", 1440: "3,2,2,2", 1920: "4,2,2,2"} {
		b.open(t, "page", width)
		if got := evaluate[string](t, b, rows); got != want {
			t.Errorf("%d px: rows of %s, want %s", width, got, want)
		}
	}
	if shapes := evaluate[int](t, b, `new Set([...document.querySelectorAll("#b1-1 .frame")].map((e) => Math.round(e.getBoundingClientRect().height))).size`); shapes != 1 {
		t.Errorf("pictures of one block have %d heights", shapes)
	}
	b.open(t, "page", 2560)
	if got := evaluate[float64](t, b, `document.querySelector("#b1-1 .body").getBoundingClientRect().right / innerWidth`); got < 0.93 {
		t.Errorf("2560 px: what a block shows ends at %.2f of the window", got)
	}
	if gap := evaluate[float64](t, b, `(([a, b]) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)(document.querySelectorAll("#b1-4 .ruling"))`); gap > 1 || gap < -1 {
		t.Errorf("beside a picture words leave a hole of %.0f px", gap)
	}
	if got := evaluate[string](t, b, `[...document.querySelectorAll("#b1-2 .ruling")].map((e) => e.textContent).join()`); got != "Do,Don’t,Do,Don’t" {
		t.Errorf("as many dos as don'ts stand as %s", got)
	}
	b.openSearch(t)
	b.do(t, chromedp.KeyEvent("words"))
	hits := evaluate[string](t, b, `[...document.querySelectorAll(".search [role=option] > span:nth-child(2)")].map((e) => e.textContent).join()`)
	if !strings.Contains(hits, "Do: Words") || !strings.Contains(hits, "Don’t: Words") {
		t.Errorf("the search tells a don't as advice: %s", hits)
	}
	b.checkProblems(t)
}

// Without a scale no size, weight or role of the type is stated; a second scale is set in
// the typefaces of its block alone.
func TestForeignTypeWithoutScaleInBrowser(t *testing.T) {
	fonts := `"fonts":[{"family":"Deep","usage":"Everything we write","files":[{"url":"deep.ttf"}]},{"family":"Elsewhere","usage":"Headings"}]`
	f := foreign{title: "Type", files: map[string][]byte{"deep.ttf": testFont(t, "deep.ttf")}, sections: []foreignSection{{"Type", []string{
		"TYPOGRAPHY", `{` + fonts + `}`,
		"TYPOGRAPHY", `{"scale":{"base":16,"ratio":1.25}}`,
		"TYPOGRAPHY", `{"scale":{"base":12,"ratio":1.1,"sizes":{"3xs":"2px"}}}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Elsewhere","usage":"Body"}],"scale":{"base":12,"ratio":1.1}}`,
	}}}}
	b := f.open(t, 1440)
	if n := evaluate[int](t, b, `document.querySelectorAll(".roles-of-type").length`); n != 0 {
		t.Errorf("%d panels state roles that the manual does not have", n)
	}
	if text := evaluate[string](t, b, `document.querySelector("#b1-1 .body").innerText`); strings.Contains(text, "px") || strings.Contains(text, "rem") {
		t.Errorf("sizes that nobody wrote: %s", text)
	}
	samples := evaluate[string](t, b, `["b1-2", "b1-3", "b1-4"].map((id) => document.querySelectorAll("#" + id + " .sample").length).join()`)
	if samples != "12,0,0" {
		t.Errorf("scales are set in %s samples, want 12 in the first, none without a typeface", samples)
	}
	// No descender is cut: the line is as high as ascent and descent, 1.62 em.
	if cut := evaluate[[]string](t, b, `document.fonts.ready.then(() => [...document.querySelectorAll(".sample, .specimen-name, .set")].filter((e) => getComputedStyle(e).fontFamily.includes("Deep") && e.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(e).fontSize)).map((e) => e.outerHTML.slice(0, 80)))`); len(cut) > 0 {
		t.Errorf("descenders are cut in %q", cut)
	}
	b.checkProblems(t)
}

// The ink of a text style of tight lines stays off what stands below it, and one below 4 px is not drawn.
func TestForeignTextStylesInBrowser(t *testing.T) {
	f := foreign{title: "Styles", files: map[string][]byte{"deep.ttf": testFont(t, "deep.ttf")}, sections: []foreignSection{{"Type", []string{
		"TYPOGRAPHY", `{"fonts":[{"family":"Deep","files":[{"url":"deep.ttf"}]},{"family":"Light","files":[{"url":"deep.ttf","weight":"300"}]}]}`,
		"TEXT_STYLES", `{"styles":[{"name":"Tight","family":"Deep","size":"40px","lineHeight":0.8},{"name":"Tiny","family":"Deep","size":"3px"},{"name":"Some weight","family":"Light","size":"20px"},{"name":"Bold","family":"Light","size":"20px","weight":700}]}`,
	}}}}
	b := f.open(t, 1440)
	heights := evaluate[[]float64](t, b, `document.fonts.ready.then(() => [...document.querySelectorAll(".styled")].map((e) => e.getBoundingClientRect().height))`)
	if len(heights) != 2 || heights[0] < 1.6*40 { // one without a weight is set in the weight that there is
		t.Errorf("the styles are %.0f px high, want two, the first of 65", heights)
	}
	// On a phone no word of a large style is cut in two, and the line says at which scale it is.
	first := f.sections[0].blocks[3]
	for size, shown := range map[string]map[int64]string{
		"120px": {320: "60px true", 390: "60px true", 1440: "120px false"},
		"100px": {320: "50px true", 390: "100px false", 1440: "100px false"},
	} {
		f.sections[0].blocks[3] = strings.Replace(first, `"40px"`, strconv.Quote(size), 1)
		b = f.open(t, 1440)
		for width, want := range shown {
			b.open(t, "page", width)
			got := evaluate[string](t, b, `document.fonts.ready.then(() => {
				const e = document.querySelector(".styled"), range = document.createRange(), node = e.firstChild;
				const isCut = (word) => {
					range.setStart(node, word.index);
					range.setEnd(node, word.index + word[0].length);
					return range.getClientRects().length > 1;
				};
				const scale = e.nextElementSibling.querySelector(".in-narrow, .in-tight");
				return [...e.textContent.matchAll(/\S+/g)].filter(isCut).join() + getComputedStyle(e).fontSize + " " + scale.checkVisibility();
			})`)
			if got != want {
				t.Errorf("%s in %d px: the style is shown as %s, want %s", size, width, got, want)
			}
		}
	}
	b.checkProblems(t)
}

// A shadow is whole on its board, all boards of a block in one proportion.
func TestForeignShadowsInBrowser(t *testing.T) {
	f := foreign{title: "Shadows", sections: []foreignSection{{"Shadows", []string{
		"ELEVATION", `{"levels":[{"name":"small","value":"0 1px 2px #0003"},{"name":"huge","value":"0 64px 80px 10px #0006"}]}`,
	}}}}
	b := f.open(t, 390)
	if note := evaluate[string](t, b, `document.querySelector(".shown").textContent`); note != "shown at 1 : 2" {
		t.Errorf("the boards say %q", note)
	}
	if scales := evaluate[string](t, b, `[...document.querySelectorAll(".board > .tile")].map((e) => getComputedStyle(e).scale).join()`); scales != "0.5,0.5" {
		t.Errorf("the tiles are scaled by %s", scales)
	}
	b.checkProblems(t)
}

// ordered returns for each element that matches whether its characters stand from left to
// right.
const ordered = `((selector) => [...document.querySelectorAll(selector)].map((e) => {
	const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), lefts = [];
	for (let node; (node = walker.nextNode());) for (let i = 0; i < node.length; i++) {
		if (!/[0-9A-Za-z+#]/.test(node.data[i])) continue;
		const range = document.createRange();
		range.setStart(node, i);
		range.setEnd(node, i + 1);
		lefts.push(range.getBoundingClientRect().left);
	}
	return e.textContent.trim() + (lefts.every((left, i) => i === 0 || left > lefts[i - 1]) ? "" : " is backwards");
}))(%q)`

// In an Arabic manual CMYK values, telephone numbers, custom properties and hex colors
// read from left to right, and its typeface draws no Latin letters.
func TestForeignArabicInBrowser(t *testing.T) {
	f := foreign{lang: "ar", title: "دليل العلامة", files: map[string][]byte{"arabic.woff2": testFont(t, "arabic.woff2")}, sections: []foreignSection{{"الألوان", []string{
		"COLORS", `{"colors":[{"name":"أخضر","hex":"#0d211b","cmyk":[88,46,78,56],"pantone":"5535 C","code":"12 / 34","use":"للعناوين والخلفيات على الهاتف +964 770 555 0104"}]}`,
		"PRESS_KIT", `{"phone":"+964 770 555 0101","token":"--color-sidr","number":"88 46 78 56","line":"هاتف +964 770 555 0102 صباحا"}`,
		"TEXT", `{"html":"<p>اتصل بنا على +964 770 555 0103 أو لون #0d211b أو عرض 24 mm</p><p>لون CMYK 88 46 78 57 (AA 4.5:1)</p>"}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Kufi Sidr","usage":"نصوص","files":[{"url":"arabic.woff2"}]}]}`,
		"THEMES", `{"themes":[{"name":"نهار","colors":{"background":"#fbf7ee","text":"#0d211b"}}]}`,
		"PAIRINGS", `{"pairings":[{"foreground":"أخضر","background":"#fbf7ee"}]}`,
	}}}}
	b := f.open(t, 1440)
	for _, selector := range []string{".matrix th + th", ".pair-names", ".swatch code", ".swatch dd", "#b1-2 dd:not(:has(bdi + *)) bdi", "#b1-2 dd bdi", "#b1-3 bdi"} {
		found := evaluate[[]string](t, b, fmt.Sprintf(ordered, selector))
		if len(found) == 0 {
			t.Errorf("nothing is isolated in %s", selector)
		}
		for _, text := range found {
			if strings.HasSuffix(text, "backwards") {
				t.Errorf("%s: %s", selector, text)
			}
		}
	}
	if text := evaluate[string](t, b, `[...document.querySelectorAll("#b1-3 p:last-child bdi")].map((e) => e.textContent).join()`); text != "CMYK 88 46 78 57,AA 4.5:1" {
		t.Errorf("of words and numbers %q are isolated together", text)
	}
	for _, width := range []int64{320, 390, 1440} {
		b.open(t, "page", width)
		const broken = `[...document.querySelectorAll(".body bdi[dir=ltr]")].filter((e) => e.offsetHeight > 1.5 * parseFloat(getComputedStyle(e).lineHeight)).map((e) => e.textContent)`
		if broken := evaluate[[]string](t, b, broken); len(broken) > 0 {
			t.Errorf("%d px: numbers take two lines: %q", width, broken)
		}
	}
	if text := evaluate[string](t, b, `document.querySelector(".specimen-glyphs").textContent + [...document.querySelectorAll(".set")].map((e) => e.textContent)`); strings.ContainsAny(text, "ABCabc") || !strings.Contains(text, "أ") {
		t.Errorf("a font without Latin letters draws %s", text)
	}
	const withPointer = `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText === "(hover: none)").forEach((rule) => { rule.media.mediaText = "not all"; })`
	if opacity := evaluate[string](t, b, withPointer+`, getComputedStyle(document.querySelector(".specimen-name")).opacity`); opacity != "1" {
		t.Errorf("the name of a typeface without Latin letters has an opacity of %s", opacity)
	}
	if family := evaluate[string](t, b, `getComputedStyle(document.querySelector(".specimen-name")).fontFamily`); strings.Contains(family, "Kufi") {
		t.Errorf("the name of the typeface is set in %s, which has no letters for it", family)
	}
	if wide := evaluate[string](t, b, overflow); wide != "" {
		t.Errorf("wider than the window: %s", wide)
	}
	b.checkProblems(t)
}

// A German title of forty letters is hyphenated and whole in the smallest window, and
// whoever listens hears all headings and links without scrolling.
func TestForeignGermanAndListenersInBrowser(t *testing.T) {
	word := "Donaudampfschifffahrtsgesellschaftsfarben"
	f := foreign{lang: "de", title: word}
	for i := range 20 {
		f.sections = append(f.sections, foreignSection{fmt.Sprint(word, " ", i), []string{
			"TEXT", `{"html":"<h3>Ein Titel</h3><p>Text mit <a href=\"https://example.org/\">Link</a></p>"}`,
			"COLORS", `{"title":"` + word + `","colors":[{"name":"` + word + `","hex":"#123456"},{"name":"B","hex":"#654321"}]}`,
			"PAIRINGS", `{"pairings":[{"foreground":"` + word + `","background":"B","use":"` + word + `"}]}`,
			"TEXT", `{"html":"<table><tr><th>` + word + `</th><th>B</th></tr><tr><td>` + word + `</td><td>1</td></tr></table>"}`,
		}})
	}
	b := f.open(t, 320)
	for _, width := range []int64{320, 390, 1440} {
		b.open(t, "page", width)
		if wide := evaluate[string](t, b, overflow); wide != "" {
			t.Errorf("%d px: wider than the window: %s", width, wide)
		}
		if cut := evaluate[[]string](t, b, `[...document.querySelectorAll("h1, h2, h3, .name, .pair-sample, .bar-brand")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline").map((e) => e.outerHTML.slice(0, 90))`); len(cut) > 0 {
			t.Errorf("%d px: cut %q", width, cut)
		}
	}
	if hyphens := evaluate[string](t, b, `getComputedStyle(document.querySelector("h1")).hyphens`); hyphens != "auto" {
		t.Errorf("titles are hyphenated %s", hyphens)
	}
	b.open(t, "page", 1440)
	b.checkHeard(t, map[string]string{"heading": "h1, h2, h3, h4"}) // before the bodies of other blocks are laid out
	evaluate[bool](t, b, `new Promise((done) => {
		const bodies = [...document.querySelectorAll("main .block[id] > .body")];
		const look = () => bodies.every((e) => e.style.contentVisibility === "visible") ? done(true) : requestAnimationFrame(look);
		look();
	})`)
	b.checkHeard(t, map[string]string{"heading": "h1, h2, h3, h4", "link": "main a[href]"})
	b.checkProblems(t)
}

// The search finds whole words before beginnings, marks the letters that were meant, and
// knows hues, addresses and the usual words for logos.
func TestForeignSearchInBrowser(t *testing.T) {
	f := foreign{title: "Search", files: map[string][]byte{"mark.svg": svg(100, 100)}, sections: []foreignSection{{"Marks", []string{
		"LOGO", `{"logos":[{"name":"Heron","url":"mark.svg"}]}`,
		"COLORS", `{"colors":[{"name":"Blå","hex":"#2368a2"},{"name":"Ærø","hex":"#b3123f"}]}`,
		"TEXT", `{"html":"<table><tr><td>Ferry</td><td>Nine o’clock</td></tr></table><p>ﬁle ½ Straße and a fire</p><p>Write to press@example.org</p><p>The artist</p><p>Our art</p><p>أوراق السدر</p>"}`,
	}}}}
	b := f.open(t, 1440)
	const options = `[...document.querySelectorAll(".search [role=option] > span:nth-child(2)")].map((e) => e.textContent).join("|")`
	const marks = `[...document.querySelectorAll(".search mark")].map((e) => e.textContent).join("|")`
	for _, test := range []struct{ words, first, marks string }{
		{"art", "Our art|The artist", "art|art"},
		{"ire", "", ""}, // a part of fire, of three letters
		{"strasse", "ﬁle ½ Straße and a fire", "Straße"},
		{"fire", "ﬁle ½ Straße and a fire", "fire"},
		{"ferry", "Ferry · Nine o’clock", "Ferry"},
		{"blue", "Blå", ""},
		{"red", "Ærø", ""},
		{"سدر", "أوراق السدر", "السدر"}, // with its article
		{"email", "Write to press@example.org", ""},
		{"bla", "Blå", "Blå"},
	} {
		b.openSearch(t)
		b.do(t, chromedp.KeyEvent(test.words))
		got, marked := evaluate[string](t, b, options), evaluate[string](t, b, marks)
		if got != test.first || marked != test.marks {
			t.Errorf("%s finds %q and marks %q, want %q and %q", test.words, got, marked, test.first, test.marks)
		}
		b.do(t, chromedp.KeyEvent(kb.Escape))
	}
	b.openSearch(t)
	b.do(t, chromedp.KeyEvent("logotype"))
	if got := evaluate[string](t, b, options+` + " " + document.querySelectorAll(".search [role=option] img").length`); !strings.Contains(got, "Heron") || !strings.HasSuffix(got, " 1") {
		t.Errorf("logotype finds %q, want the logo with its picture", got)
	}
	b.checkProblems(t)

	html, files := f.render(t)
	for path := range assets.All() {
		if strings.Contains(path, "later") {
			html = strings.ReplaceAll(html, path, "/-/gone.js")
		}
	}
	b = openTab(t, b.ctx, servePages(t, map[string]string{"page": html}, files))
	b.open(t, "page", 1440)
	b.do(t, chromedp.Click(chromedp.CSS(".open-search")))
	const said = `new Promise((done) => { const look = () => { const text = document.querySelector(".search .found").textContent; text ? done(text) : requestAnimationFrame(look); }; look(); })`
	if got := evaluate[string](t, b, said); !strings.Contains(got, "could not be loaded") {
		t.Errorf("a search whose script does not load says %q", got)
	}
}
