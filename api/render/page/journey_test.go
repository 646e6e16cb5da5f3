//go:build browser

package page_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"designmanual/api/render/page/assets"
)

// scrolls goes to each anchor by its fragment, and to each thing on the page that has an
// address, and returns those whose element is missing or not in view, or begins below the bar.
const scrolls = `(async (anchors) => {
	const lost = [], bar = document.querySelector(".bar"), things = innerWidth > 400 ? [] : [...document.querySelectorAll("main [id]")].map((e) => e.id);
	const top = getComputedStyle(bar).position === "sticky" && innerWidth < 1024 ? bar.offsetHeight : 0;
	for (const anchor of new Set([...anchors, ...things.filter((id) => !id.startsWith("dm:"))])) {
		location.hash = "#" + encodeURIComponent(anchor);
		const box = document.getElementById(anchor)?.getBoundingClientRect();
		if (!box || box.bottom <= 0 || box.top < top - 1 || box.top >= innerHeight) lost.push(anchor + " at " + box?.top);
	}
	return lost;
})(%s)`

// wideLinks returns links of the page that are wider than their texts. One that shows its host behind its text is in
// a line of text, so that it is as wide as both.
const wideLinks = `[...document.querySelectorAll("main a")].filter((a) => {
	if (a.dataset.host && getComputedStyle(a).display === "inline") return false;
	const box = a.getBoundingClientRect(), text = document.createRange();
	text.selectNodeContents(a);
	return box.width > text.getBoundingClientRect().width + 40 && !a.querySelector("img, svg");
}).map((a) => a.outerHTML.slice(0, 120)).join(" | ")`

// overflow returns by how much the page is wider than the window, and the
// elements that overflow.
const overflow = `(() => {
	const width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth <= width) return "";
	const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 0.5);
	return document.documentElement.scrollWidth + ": " + wide.slice(-3).map((e) => "in " + e.closest("[id]")?.id + ": " + e.outerHTML.slice(0, 120)).join(" | ");
})()`

// On every page of the fixtures, each address of the manual document scrolls an
// element into view (specification, sections 2.2 and 2.3), nothing is wider
// than the window, and no error occurs. At 768 px the bar is that of a phone, so that
// addresses are not tried there again.
func TestPagesInBrowser(t *testing.T) {
	browser := startBrowser(t)
	pages := map[string]string{}
	anchors := map[string][]string{}
	for _, name := range fixtures(t) {
		p, d := fixture(t, name)
		pages[name], anchors[name] = render(t, p), d.anchors()
	}
	base := servePages(t, pages)
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			b := openTab(t, browser, base)
			list, err := json.Marshal(anchors[name])
			if err != nil {
				t.Fatal(err)
			}
			for _, view := range []struct {
				width  int64
				scheme string
				loads  bool // the page is loaded in that width, and its addresses are tried
			}{{360, "light", true}, {768, "dark", false}, {1440, "light", true}} {
				b.media(t, view.scheme)
				if !view.loads {
					b.do(t, chromedp.EmulateViewport(view.width, 900))
				} else {
					b.open(t, name, view.width)
					if lost := evaluate[[]string](t, b, fmt.Sprintf(scrolls, list)); len(lost) > 0 {
						t.Errorf("%d px %s: not in view: %q", view.width, view.scheme, lost)
					}
				}
				if wide := evaluate[string](t, b, wideLinks); wide != "" {
					t.Errorf("%d px: a link is wider than its text: %s", view.width, wide)
				}
				if wide := evaluate[string](t, b, overflow); wide != "" {
					t.Errorf("%d px %s: wider than the window: %s", view.width, view.scheme, wide)
				}
			}
			b.checkProblems(t)
		})
	}
}

// Copying a value is announced; themes switch; an image that does not load
// shows its text; the table of contents follows.
func TestJourneyInBrowser(t *testing.T) {
	browser := startBrowser(t)
	p, _ := fixture(t, "ternholm.guide")
	html := render(t, p)
	for address, file := range artwork(t) {
		if file.Ref == "ternholm/logo/ternholm-horizontal-navy.svg" {
			for script := range assets.All() {
				html = strings.ReplaceAll(html, address, script) // not an image
			}
		}
	}
	b := openTab(t, browser, servePages(t, map[string]string{"guide": html}))
	b.withClipboard(t)
	b.open(t, "guide", 1440)
	b.drawAll(t) // so that nothing moves between looking for a place and the click

	for _, press := range []struct{ form, selector, value string }{
		{"", `#colour-main [aria-label="Copy #0F2A43"]`, "#0F2A43"},
		{"", `#colour-main [aria-label="Copy rgb(15 42 67)"]`, "rgb(15 42 67)"},
		{"", `#colour-main [aria-label="Copy hsl(208.8 63.4% 16.1%)"]`, "hsl(208.8 63.4% 16.1%)"},
		{"", `#colour-main .print`, "CMYK 100 74 38 48"},
		{"", `#colour-main .field`, "#0F2A43"},
		{"", `.ramp rect[aria-label="Harbour Navy 950: Copy #0A1724"]`, "#0A1724"},
		{"css", `#colour-main .field`, "#0F2A43"},
		{"css", `[aria-label="Copy var(--color-blå)"]`, "var(--color-blå)"},
		{"css", `.ramp rect[aria-label="Harbour Navy 950: Copy var(--color-harbour-navy-950)"]`, "var(--color-harbour-navy-950)"},
		{"scss", `[aria-label="Copy $color-blå"]`, "$color-blå"},
		{"json", `[aria-label="Copy dimension.24"]`, "dimension.24"},
	} {
		evaluate[bool](t, b, fmt.Sprintf(`((select) => { select.value = %q; return select.dispatchEvent(new Event("change")); })(document.querySelector(".formats select"))`, press.form))
		evaluate[bool](t, b, fmt.Sprintf(`new Promise((done) => { const look = () => document.querySelector(%q) ? done(true) : requestAnimationFrame(look); look(); })`, press.selector))
		b.do(t, chromedp.ScrollIntoView(chromedp.CSS(press.selector)), chromedp.Click(chromedp.CSS(press.selector)))
		marker := `document.querySelector(".said").textContent === ` + fmt.Sprintf("%q", "Copied "+press.value)
		evaluate[bool](t, b, `new Promise((done) => { const look = () => (`+marker+`) ? done(true) : requestAnimationFrame(look); look(); })`)
		if got := evaluate[string](t, b, `navigator.clipboard.readText()`); got != press.value {
			t.Errorf("%s: %q on the clipboard", press.selector, got)
		}
	}
	b.open(t, "guide", 1440)
	if form := evaluate[string](t, b, `document.querySelector(".formats select").value`); form != "json" {
		t.Errorf("the form of copies is %s again, want that of the last time", form)
	}
	if bare := evaluate[[]string](t, b, `[...document.querySelectorAll("main :is(.swatch, .specimen, .logos > li, .files > li, .icons > li, .videos > figure, .themes > label)[id]")].map((thing) => thing.id).filter((id) => ![...document.querySelectorAll("main a")].some((a) => decodeURIComponent(a.hash) === "#" + id))`); len(bare) > 0 {
		t.Errorf("no link to copy leads to %q", bare)
	}
	if cut := evaluate[[]string](t, b, `[...document.querySelectorAll("body *")].filter((e) => getComputedStyle(e).textOverflow === "ellipsis").map((e) => e.className)`); len(cut) > 0 {
		t.Errorf("an ellipsis that nobody can open cuts %q", cut)
	}
	checkSearch(t, b)
	checkThemes(t, b)
	b.do(t, chromedp.ScrollIntoView(chromedp.CSS("#logo-forms")))
	evaluate[bool](t, b, `new Promise((done) => { const look = () => document.querySelector("#logo-forms .stand-in")?.textContent.startsWith("Ternholm: a diving tern") ? done(true) : requestAnimationFrame(look); look(); })`)
	if heights := evaluate[[]int](t, b, `[...document.querySelectorAll("#logo-forms .frame")].slice(0, 3).map((e) => Math.round(e.getBoundingClientRect().height))`); slices.Min(heights) != slices.Max(heights) {
		t.Errorf("frames with and without their picture are %d px high", heights)
	}
	const inLogo = "#logo-forms Logo, #logo-rules Do and don’t, #logo-signs Signs on board"
	if listed := evaluate[string](t, b, `[...document.querySelectorAll('.contents a[href="#logo"] + ol a')].map((a) => a.hash + " " + a.textContent).join(", ")`); listed != inLogo {
		t.Errorf("the contents list %s, want %s", listed, inLogo)
	}
	evaluate[bool](t, b, `(location.hash = "#motion", new Promise((done) => { const look = () => document.querySelector('.contents a[href="#motion"]').hasAttribute("aria-current") ? done(true) : requestAnimationFrame(look); look(); }))`)
	b.checkProblems(t)
}

// Without JavaScript everything is readable, themes switch, dots move, and
// there are no dead controls.
func TestJourneyWithoutScriptInBrowser(t *testing.T) {
	browser := startBrowser(t)
	p, d := fixture(t, "ternholm.guide")
	b := openTab(t, browser, servePages(t, map[string]string{"guide": render(t, p)}))
	b.withoutScript(t)
	b.open(t, "guide", 1440)
	b.drawAll(t)
	if n := evaluate[int](t, b, `document.querySelectorAll("main button, .open-search:not([hidden]), .formats:not([hidden])").length`); n != 0 {
		t.Errorf("%d buttons that do nothing", n)
	}
	b.do(t, chromedp.Click(chromedp.CSS(`.whole`)))
	checkThemes(t, b)
	if got := evaluate[string](t, b, `getComputedStyle(document.body).backgroundColor`); got != "rgb(255, 255, 255)" {
		t.Errorf("the whole page in a theme is %s", got)
	}
	checkThemes(t, b)
	b.do(t, chromedp.Click(chromedp.CSS(`.durations label`)))
	if !evaluate[bool](t, b, `getComputedStyle(document.querySelector(".durations .dot")).transform !== "none"`) {
		t.Error("the dot does not move")
	}
	for _, anchor := range d.anchors() {
		b.do(t, chromedp.Navigate(b.base+"/guide#"+anchor))
		if top := evaluate[float64](t, b, fmt.Sprintf(`document.querySelector(":target").getBoundingClientRect().top + (document.querySelector(":target").id === %q ? 0 : 1e6)`, anchor)); top < -1 || top >= 900 {
			t.Errorf("%s at %v", anchor, top)
		}
	}
	b.checkProblems(t)
}

// openSearch opens the search by its key, and waits for what it is loaded with.
func (b *tab) openSearch(t *testing.T) {
	t.Helper()
	if !evaluate[bool](t, b, `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true })) === false`) {
		t.Error("the key of the search does nothing")
	}
	b.do(t, chromedp.WaitReady(chromedp.CSS(".search [role=option]")))
}

// checkSearch opens the search by its key, types, goes to a result, and checks
// where the reader is.
func checkSearch(t *testing.T, b *tab) {
	t.Helper()
	for _, test := range []struct{ words, hash, focused string }{
		{"beak red", "#colour-main.beak-red", "Copy #C8372A"},
		{"#1f7a4d", "#colour-signal.go-ashore", "Copy #1F7A4D"},
		{"cast off", "#motion-set", "Copy cubicBezier.cast-off"},
		{"voice", "#voice", ""},
	} {
		b.openSearch(t)
		b.do(t, chromedp.KeyEvent(test.words), chromedp.KeyEvent("\r"))
		got := evaluate[string](t, b, `location.hash + " " + (document.activeElement.getAttribute("aria-label") ?? "")`)
		if got != test.hash+" "+test.focused {
			t.Errorf("the search for %s leads to %q", test.words, got)
		}
	}
	// Names of logos and themes, texts, and words without their marks.
	for words, want := range map[string]string{
		"reversed": "Tern and name, reversed", "night sailing": "Night sailing", "clear space": "One wing", "bla": "Blå", "lantern": "Lantern Yellow", "stamping": "One colour, for stamping and etching", "tell us": "tell us why",
		"dont": "Do and don’t", "logos": "Logo", "dark mode": "Themes", "fonts": "Typography", "type scale": "Typography", "clearspace": "Clear space", "ferry icon": "ferryThe tern", "rgb(15 42 67)": "Harbour Navy", "red": "Beak Red", "blue": "Blå",
	} {
		b.openSearch(t)
		b.do(t, chromedp.KeyEvent(words))
		if found := evaluate[string](t, b, `document.querySelector(".search [role=listbox]").textContent`); !strings.Contains(found, want) {
			t.Errorf("the search for %s finds %.200q, want %q", words, found, want)
		}
		if n := evaluate[int](t, b, `document.querySelectorAll(".search [role=option] > i:not(.n)").length`); words == "lantern" && n > 2 {
			t.Errorf("the search for %s has %d rows of colors", words, n)
		}
		if n := evaluate[int](t, b, `document.querySelectorAll(".search [role=option]").length`); words == "type scale" && n != 1 {
			t.Errorf("the search for %s finds %d things, want the one with both words", words, n)
		}
		b.do(t, chromedp.KeyEvent(kb.Escape))
	}
	b.openSearch(t)
	b.do(t, chromedp.KeyEvent("zzzz"))
	if marker := evaluate[string](t, b, `document.querySelector(".search .found").textContent`); marker != "Nothing found" {
		t.Errorf("a search for nothing says %q", marker)
	}
	b.do(t, chromedp.KeyEvent(kb.Escape))
	if evaluate[bool](t, b, `document.querySelector(".search").open`) {
		t.Error("Escape leaves the search open")
	}
}

// checkThemes selects each theme and checks which preview is shown, in which
// color.
func checkThemes(t *testing.T, b *tab) {
	t.Helper()
	const shown = `[...document.querySelectorAll(".stage")].filter((e) => getComputedStyle(e).display !== "none").map((e) => e.querySelector(".scene-name").textContent + " " + getComputedStyle(e.querySelector(".scene")).backgroundColor)`
	for i, want := range []string{"Day rgb(244, 248, 250)", "Night sailing rgb(22, 25, 28)", "High contrast rgb(255, 255, 255)"} {
		b.do(t, chromedp.Click(chromedp.CSS(fmt.Sprintf(".themes > label:nth-of-type(%d)", i+1))))
		if got := evaluate[[]string](t, b, shown); !slices.Equal(got, []string{want}) {
			t.Errorf("theme %d shows %q, want %q", i+1, got, want)
		}
	}
}

// Pages without a manual are not wider than the window and cause no errors.
func TestSiteInBrowser(t *testing.T) {
	browser := startBrowser(t)
	pages := sitePages(t)
	b := openTab(t, browser, servePages(t, pages))
	for name := range pages {
		for _, width := range []int64{360, 768, 1440} {
			b.open(t, name, width)
			if wide := evaluate[string](t, b, overflow); wide != "" {
				t.Errorf("%s at %d px: wider than the window: %s", name, width, wide)
			}
			if text := evaluate[string](t, b, `document.querySelector("h1").textContent`); strings.TrimSpace(text) == "" {
				t.Errorf("%s: no heading", name)
			}
		}
	}
	b.checkProblems(t)
}
