//go:build browser

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"designmanual/db/manual"
)

// hardPage returns a manual with more sections than fit in the table of
// contents, and content that is hard to fit into a small window.
func hardPage(t *testing.T) string {
	t.Helper()
	word := strings.Repeat("Schifffahrts", 8)
	contents := [][2]string{
		{"TEXT", `{"html":"<p>Before.</p><table><tr><th>` + word + `</th><th>` + word + `</th></tr><tr><td>x</td><td>y</td></tr></table>"}`},
		{"THEMES", `{"themes":[{"name":"` + word + `","colors":{"background":"#fff","text":"#000"}}]}`},
		{"LOGO", `{"logos":[{"name":"Mark","url":"/a.svg"},{"name":"Drawn","url":"data:image/png;base64,` + strings.Repeat("iVBORw0KGgo", 99) + `"},{"name":"On red","url":"/b.svg","alt":"B","background":"rgb(200 0 0)"}]}`},
		{"COLORS", `{"colors":[{"name":"Red","hex":"#c80000"}],"proportions":{"Red":19,"#ffffff":1}}`},
	}
	m := &manual.Manual{ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public}
	for i := range 40 {
		s := manual.Section{ID: fmt.Sprint("s", i), Anchor: fmt.Sprint("s", i), Title: fmt.Sprint("Section ", i)}
		for j, c := range contents {
			if i < 2 {
				id := fmt.Sprintf("b%d%d", i, j)
				s.Blocks = append(s.Blocks, manual.Block{ID: id, Anchor: id, Kind: manual.Kind(c[0]), Content: []byte(c[1])})
			}
		}
		m.Sections = append(m.Sections, s)
	}
	return render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
}

// Long words stay in the window and are not broken in tables, the table of
// contents follows to the last section, and shown colors are the manual's even
// in forced colors mode.
func TestHardPageInBrowser(t *testing.T) {
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"hard": hardPage(t)}))
	for _, width := range []int64{320, 768, 1440} {
		b.open(t, "hard", width)
		if wide := evaluate[string](t, b, overflow); wide != "" {
			t.Errorf("%d px: wider than the window: %s", width, wide)
		}
		if lines := evaluate[float64](t, b, `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector("#b00 th")); return new Set([...range.getClientRects()].map((r) => r.top)).size; })()`); lines != 1 {
			t.Errorf("%d px: a word of a table stands on %v lines", width, lines)
		}
	}
	const follows = `(%s, new Promise((done) => { const look = () => {
		const link = document.querySelector('.contents a[href="#%s"]'), box = link.getBoundingClientRect();
		link.hasAttribute("aria-current") && box.top >= 0 && box.bottom <= innerHeight ? done(true) : requestAnimationFrame(look);
	}; look(); }))`
	for _, section := range []string{"s30", "s38", "s37", "s39"} { // the last ones never reach the top
		evaluate[bool](t, b, fmt.Sprintf(follows, fmt.Sprintf("location.hash = %q", section), section))
	}
	evaluate[bool](t, b, fmt.Sprintf(follows, `document.getElementById("s1").scrollIntoView()`, "s1"))
	b.open(t, "hard", 1440)
	evaluate[bool](t, b, fmt.Sprintf(follows, "scrollTo(0, document.documentElement.scrollHeight)", "s39"))
	if text := evaluate[string](t, b, `document.querySelector("#b02 li:nth-child(2) .frame").textContent`); text != "Drawn" {
		t.Errorf("an image that is its own address stands as %.200q", text)
	}

	const fields = `[...document.querySelectorAll("#b03 .field, #b03 .shares > li:first-child > svg")].map((e) => getComputedStyle(e).backgroundColor).join()`
	const frame = `getComputedStyle(document.querySelector("#b02 .frame")).backgroundColor`
	b.media(t, "light")
	background := evaluate[string](t, b, frame)
	b.media(t, "dark")
	if dark := evaluate[string](t, b, frame); dark != background {
		t.Errorf("a logo without a background stands on %s in the dark, and on %s in the light", dark, background)
	}
	b.forcedColors(t)
	if colors := evaluate[string](t, b, fields); colors != "rgb(200, 0, 0),rgb(200, 0, 0)" {
		t.Errorf("with forced colors a swatch and a share are %s", colors)
	}
	if shares := evaluate[string](t, b, `[...document.querySelectorAll("#b03 .shares svg")].map((e) => Math.round(100 * e.getBoundingClientRect().width / e.closest("ul").clientWidth)).join()`); shares != "95,5" {
		t.Errorf("shares of 19 and 1 take %s of the width", shares)
	}
	b.checkProblems(t)
}

// A really long manual reserves for colors that are not laid out the height that they have, whatever
// their names take, and all its names are links soon.
func TestReservedHeightsInBrowser(t *testing.T) {
	m := &manual.Manual{ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public}
	s := manual.Section{ID: "s", Anchor: "s", Title: "Colors"}
	for i, n := range []int{480, 6, 12, 30} {
		var colors []string
		for j := range n {
			name := []string{"red", "control-bg-active", "button-outline-border-color-selected", "data-scarlet-emphasis"}[(i+j)%4]
			colors = append(colors, fmt.Sprintf(`{"name":"%s-%d","hex":"#%06x"}`, name, j, 1000*i+j))
		}
		id := fmt.Sprint("b", i)
		s.Blocks = append(s.Blocks, manual.Block{ID: id, Anchor: id, Kind: manual.Colors, Content: []byte(`{"colors":[` + strings.Join(colors, ",") + `]}`)})
	}
	m.Sections = []manual.Section{s}
	browser := startBrowser(t)
	base := servePages(t, map[string]string{"long": render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))})
	b := openTab(t, browser, base)
	const differing = `[...document.querySelectorAll(".swatches")].map((list) => {
		list.style.containIntrinsicBlockSize = getComputedStyle(list).containIntrinsicBlockSize.replace("auto ", ""); // not the height that it had
		list.style.contentVisibility = "hidden";
		const reserved = list.getBoundingClientRect().height;
		list.style.contentVisibility = "visible";
		list.querySelectorAll(".swatch").forEach((swatch) => { swatch.style.contentVisibility = "visible"; });
		return [list.closest(".block").id, reserved, list.getBoundingClientRect().height];
	}).filter(([, reserved, real]) => Math.abs(reserved - real) > 1).map(String)`
	for _, width := range []int64{320, 390, 768, 1440} {
		b.open(t, "long", width)
		if lists := evaluate[[]string](t, b, differing); len(lists) > 0 {
			t.Errorf("%d px: blocks whose reserved height is not the real one: %q", width, lists)
		}
	}
	// What is below the window waits until the page has loaded.
	b.open(t, "long", 1440)
	if late := evaluate[bool](t, b, `new Promise((done) => {
		const blocks = [...document.querySelectorAll("main .body")], last = blocks.at(-1);
		const look = () => {
			if (blocks.some((block) => block.style.contentVisibility !== "visible")) return requestAnimationFrame(look);
			last.style.contentVisibility = "";
			done(getComputedStyle(last).contentVisibility === "auto");
		};
		look();
	})`); !late {
		t.Error("blocks below the window are laid out with the first view")
	}
	// Loaded again, it shows what was in the window, and the rest is laid out later too.
	b.open(t, "long", 1440)
	const place = `[scrollY, document.querySelector("#b2").getBoundingClientRect().top].map(Math.round).join(" ")`
	before := evaluate[string](t, b, `new Promise((done) => {
		const look = () => {
			if ([...document.querySelectorAll("main .body")].some((block) => block.style.contentVisibility !== "visible")) return requestAnimationFrame(look);
			document.querySelector("#b2").scrollIntoView();
			requestAnimationFrame(() => requestAnimationFrame(() => done(`+place+`)));
		};
		look();
	})`)
	b.do(t, chromedp.Reload())
	after := evaluate[string](t, b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(("fresh" in document.documentElement.dataset) + " " + `+place+`))))`)
	if after != "true "+before {
		t.Errorf("loaded again it is at %s, and was at %s", after, before)
	}
	b.open(t, "long", 1440)
	evaluate[bool](t, b, `new Promise((done) => {
		const look = () => document.querySelector(".swatch > a:not([href])") ? requestAnimationFrame(look) : done(true);
		look();
	})`)
	b.checkProblems(t)
}
