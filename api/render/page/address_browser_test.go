//go:build browser

package page_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"designmanual/db/manual"
)

// longManual returns a manual of so many elements that its blocks are laid out one after another.
func longManual(t *testing.T) string {
	t.Helper()
	m := &manual.Manual{ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public}
	for i := range 24 {
		name := fmt.Sprint("s", i)
		s := manual.Section{ID: name, Anchor: name, Title: fmt.Sprint("Section ", i)}
		for j := range 8 {
			id := fmt.Sprintf("%sb%d", name, j)
			html := strings.Repeat("<p>One or two paragraphs with <em>some</em> words.</p>", 1+(i+j)%9)
			s.Blocks = append(s.Blocks, manual.Block{
				ID: id, Anchor: id, Kind: manual.Text, Content: fmt.Appendf(nil, `{"title":"Block %s","html":%q}`, id, html),
			})
		}
		m.Sections = append(m.Sections, s)
	}
	return render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
}

// An address within a long manual leads to what it names, around which the page is laid out first: nothing
// shifts while the rest follows, which it does also if the script does not come.
func TestAddressWithinInBrowser(t *testing.T) {
	long := longManual(t)
	base := servePages(t, map[string]string{
		"long": long, "broken": regexp.MustCompile(`src="/-/page[^"]*"`).ReplaceAllString(long, `src="/-/missing.js"`),
	})
	browser := startBrowser(t)
	const settled = `new Promise((done) => {
		const bodies = [...document.querySelectorAll("main .block[id] > .body")];
		const look = () => bodies.some((e) => getComputedStyle(e).contentVisibility !== "visible") ? requestAnimationFrame(look) : requestAnimationFrame(() => requestAnimationFrame(done));
		look();
	}).then(() => `
	const place = settled + `{
		const e = document.querySelector(location.hash);
		return Math.abs(e.getBoundingClientRect().top - parseFloat(getComputedStyle(e).scrollMarginTop)) < 1.5 || scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
	})`
	const shifts = `(async () => {
		const name = ({ node, previousRect: from, currentRect: to }) => (node?.id || node?.className) + " " + [from.y, from.height, to.y, to.height].map(Math.round);
		const moved = [];
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) moved.push(entry.value + " at " + Math.round(entry.startTime) + " ms: " + entry.sources.map(name).join("; "));
		}).observe({ type: "layout-shift", buffered: true });
		for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
		return moved;
	})()`
	for _, at := range []struct {
		id    string
		width int64
	}{{"s0b1", 1440}, {"s9", 390}, {"s12b0", 1440}, {"s17b5", 390}, {"s23b6", 390}} {
		b := openTab(t, browser, base)
		b.open(t, "long#"+at.id, at.width)
		if !evaluate[bool](t, b, place) {
			t.Errorf("%v: it is not where the address leads", at)
		}
		if moved := evaluate[[]string](t, b, shifts); len(moved) > 0 {
			t.Errorf("%v: the layout shifts: %q", at, moved)
		}
		b.checkProblems(t)
	}
	b := openTab(t, browser, base)
	b.open(t, "broken#s12b0", 1440)
	if !evaluate[bool](t, b, place) {
		t.Error("without its script the page is not where the address leads")
	}
}

// What the reader sees stays where it is while a block above takes more room late, as one does whose font comes late.
func TestAddressWhileBlocksGrowInBrowser(t *testing.T) {
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"long": longManual(t)}))
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		const grow = `addEventListener("load", () => {
			let grown = 0;
			const next = () => {
				if (document.documentElement.style.overflowAnchor && grown++ < 3) document.querySelector("#s19b7 > .body").style.paddingBlockEnd = 26 * grown + "px";
				if (grown < 3) requestAnimationFrame(next);
				else document.documentElement.dataset.grown = "";
			};
			next();
		})`
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: grow})
		return err
	}))
	b.open(t, "long#s20b3", 390)
	off := evaluate[float64](t, b, `new Promise((done) => {
		const bodies = [...document.querySelectorAll("main .block[id] > .body")];
		const look = () => !("grown" in document.documentElement.dataset) || bodies.some((e) => getComputedStyle(e).contentVisibility !== "visible") ? requestAnimationFrame(look) : requestAnimationFrame(() => requestAnimationFrame(done));
		look();
	}).then(() => {
		const e = document.querySelector(location.hash);
		return e.getBoundingClientRect().top - parseFloat(getComputedStyle(e).scrollMarginTop);
	})`)
	if off < -1.5 || off > 1.5 {
		t.Errorf("what the address leads to has moved by %.0f px", off)
	}
	b.checkProblems(t)
}

// At an address within, the bold of running text is asked for before anything is shown, so that no line breaks anew.
func TestAddressLoadsBoldInBrowser(t *testing.T) {
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": withArtwork(t, "TEXT", `{"html":"<p>Plain</p>"}`)}))
	b.do(t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		const record = `{
			const fonts = Object.getPrototypeOf(document.fonts), load = fonts.load;
			window.asked = [];
			fonts.load = function (font) { asked.push(parseInt(font) + " " + document.readyState); return load.call(this, font); };
		}`
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: record})
		return err
	}))
	for name, want := range map[string]string{"page": "", "page#b1": "600 loading"} {
		b.do(t, chromedp.Navigate("about:blank"))
		b.open(t, name, 390)
		if asked := evaluate[string](t, b, `asked.join()`); asked != want {
			t.Errorf("%s: asked for %q, want %q", name, asked, want)
		}
	}
	b.checkProblems(t)
}

// In the contents nothing shifts as another section becomes current, also where its title takes more room then.
func TestContentsInBrowser(t *testing.T) {
	m := &manual.Manual{ID: "man_a", Slug: "a", Title: "A", Visibility: manual.Public}
	for i := range 16 {
		name := fmt.Sprint("s", i)
		s := manual.Section{ID: name, Anchor: name, Title: "Design " + strings.Repeat("n", 4+i)}
		for j := range 2 {
			id := fmt.Sprintf("%sb%d", name, j)
			html := strings.Repeat("<p>One or two paragraphs with some words.</p>", 12)
			s.Blocks = append(s.Blocks, manual.Block{
				ID: id, Anchor: id, Kind: manual.Text, Content: fmt.Appendf(nil, `{"title":"Block %s","html":%q}`, id, html),
			})
		}
		m.Sections = append(m.Sections, s)
	}
	html := render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": html}))
	b.open(t, "page", 1440)
	const shifts = `(async () => {
		const moved = [], frames = async () => { for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame); };
		await frames();
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) moved.push(entry.value + " " + entry.sources.map(({ node }) => node?.textContent.slice(0, 40)).join("; "));
		}).observe({ type: "layout-shift" });
		for (const link of document.querySelectorAll(".contents > ol > li > a")) {
			location.hash = link.hash;
			await frames();
			if (!link.matches("[aria-current]")) moved.push(link.hash + " is not current");
		}
		return moved;
	})()`
	if moved := evaluate[[]string](t, b, shifts); len(moved) > 0 {
		t.Errorf("the contents shift: %q", moved)
	}
	b.checkProblems(t)
}

// The second level of the contents lies on nothing below it in a window that has become higher.
func TestContentsInHigherWindowInBrowser(t *testing.T) {
	s := foreignSection{title: "Logo"}
	for i := range 40 {
		s.blocks = append(s.blocks, "TEXT", fmt.Sprintf(`{"title":"Block %d","html":"<p>Words.</p>"}`, i))
	}
	f := foreign{lang: "en", title: "A", sections: []foreignSection{s, {"Color", []string{"TEXT", `{"html":"<p>Words.</p>"}`}}}}
	b := f.open(t, 1440)
	const gap = `(async () => {
		const of = (selector) => document.querySelector(".contents > ol > " + selector).getBoundingClientRect();
		for (let i = 0; i < 8; i++) await new Promise(requestAnimationFrame);
		return Math.round(of("li + li").top - of(".current > ol").bottom);
	})()`
	for _, height := range []int64{900, 1600} {
		b.do(t, chromedp.EmulateViewport(1440, height))
		if got := evaluate[int](t, b, gap); got < 0 {
			t.Errorf("%d px: the second level lies %d px on the next section", height, -got)
		}
	}
	b.checkProblems(t)
}

// An address of a color in the first row leads to it with the title of its block in sight.
func TestAddressOfColorInBrowser(t *testing.T) {
	var blocks []string
	for range 8 {
		blocks = append(blocks, "COLORS", `{"title":"Sea and land","colors":[{"name":"Sea","hex":"#10263f"},{"name":"Land","hex":"#c8a060"}]}`)
	}
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": withArtwork(t, blocks...)}))
	for _, width := range []int64{390, 1440} {
		b.open(t, "page#b4.land", width)
		hidden := evaluate[[]string](t, b, `[document.getElementById("b4.land"), document.querySelector("#b4 h3")].filter((e) => {
			const box = e.getBoundingClientRect(), seen = document.elementFromPoint(box.left + 2, box.top + 4);
			return !seen || !e.contains(seen);
		}).map((e) => e.textContent)`)
		if len(hidden) > 0 {
			t.Errorf("%d px: out of sight: %q", width, hidden)
		}
	}
}
