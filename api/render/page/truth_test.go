//go:build browser

package page_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// withArtwork returns the page of a manual with these blocks, which may name files of
// the fixtures.
func withArtwork(t *testing.T, pairs ...string) string {
	t.Helper()
	m := &manual.Manual{ID: "m", Slug: "m", Title: "A manual of type", Description: "How it looks.", Visibility: manual.Public}
	for _, f := range artwork(t) {
		m.Files = append(m.Files, f)
	}
	section := manual.Section{ID: "s", Anchor: "s", Title: "S"}
	for i := 0; i < len(pairs); i += 2 {
		id := fmt.Sprint("b", i/2+1)
		section.Blocks = append(section.Blocks, manual.Block{ID: id, Anchor: id, Kind: manual.Kind(pairs[i]), Content: []byte(pairs[i+1])})
	}
	m.Sections = []manual.Section{section}
	p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m)
	p.Primary = true
	return render(t, p)
}

// Values read as they are written: with all digits, without an exponent, and nothing
// for what has no value.
func TestValuesAsWrittenInBrowser(t *testing.T) {
	browser := startBrowser(t)
	b := openTab(t, browser, servePages(t, map[string]string{"page": withArtwork(t,
		"SPACING", `{"steps":["0.625rem",{"step":"tiny","value":0.125,"unit":"rem"},{"step":"big","value":2.2e3}]}`,
		"RADII", `{"radii":[{"name":"a","value":"0.375rem","note":null,"lists":[],"deprecated":true},{"name":"b","value":8,"seen":true,"heard":false,"empty":"","number":12345678901234567890,"small":2.2e-3}]}`,
		"TYPOGRAPHY", `{"fonts":[{"family":"Barlow","usage":"Body","files":[{"url":"ternholm/fonts/barlow-400.woff2","weight":"400"}]}],"scale":{"base":"1rem","ratio":1.333,"sizes":{"sm":"0.0625rem"}}}`,
		"COLORS", `{"colors":[{"name":"Film","hex":"rgb(16 38 63 / 62%)"},{"name":"Sole","hex":"#123456"}]}`,
		"DOWNLOADS", `{"files":[{"url":"ternholm/logo/tern-navy.svg"}]}`,
		"THEMES", `{"themes":[{"name":"None","colors":{"text":"nothing"}}]}`,
		"MOTION", `{"easings":[{"name":"Spring","value":"spring(1 2 3)"}]}`,
		"PAIRINGS", `{"pairings":[{"foreground":"#767676","background":"#fff"},{"foreground":"#777","background":"#ffffff"}]}`,
	)}))
	b.open(t, "page", 1440)
	b.drawAll(t)
	text := strings.ReplaceAll(evaluate[string](t, b, `document.querySelector("main").innerText`), "\u202f", " ")
	for _, want := range []string{"0.625 rem", "0.125 rem", "2200 px", "0.375 rem", "12345678901234567890", "0.0022", "1.78 rem", "3.16 rem", "0.0625 rem", "\ntern-navy.svg", "Deprecated", "Seen\nyes", "Heard\nno", "4.54 AA\n", "4.47 AA large"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for _, wrong := range []string{"0.62 rem", "0.63 rem", "0.13 rem", "2.2e", "e+", "true", "false", "null", "–", "Note", "Lists", "Empty", "token", "not a theme", "3.157", "Contrast", "logo/"} {
		if strings.Contains(text, wrong) {
			t.Errorf("the page shows %q:\n%s", wrong, text)
		}
	}
	copies := evaluate[[]string](t, b, `[...document.querySelectorAll("code.value")].map((e) => e.dataset.value ?? e.textContent.replace("\u202f", ""))`)
	for _, want := range []string{"3.157rem", "0.625rem", "2200px", "#123456", "rgb(16 38 63 / 62%)", "#10263F9E"} { // with all digits
		if !slices.Contains(copies, want) {
			t.Errorf("the page copies %q, want %s", copies, want)
		}
	}
}

// Type is set only in weights that a file of the manual draws, and a family without a
// file in nothing else.
func TestSpecimensTellTheTruthInBrowser(t *testing.T) {
	browser := startBrowser(t)
	b := openTab(t, browser, servePages(t, map[string]string{
		"static": withArtwork(t, "TYPOGRAPHY", `{"fonts":[
			{"family":"Barlow Semi Condensed","usage":"Headings","weights":[500,600],"files":[{"url":"ternholm/fonts/barlow-semi-condensed-600.woff2","weight":"600"}]},
			{"family":"Barlow","usage":"Body","weights":[400,"Bold",900],"files":[{"url":"ternholm/fonts/barlow-400.woff2"},{"url":"ternholm/fonts/barlow-700.woff2"}]},
			{"family":"Alegreya Sans SC","usage":"Tabs","fallbacks":["Copperplate","sans-serif"],"weights":[700]}],"scale":{"base":16,"ratio":1.25}}`),
		"variable": withArtwork(t, "TYPOGRAPHY", `{"fonts":[{"family":"Inter","usage":"Text","weights":[300,650,950],"files":[{"url":"varve/fonts/inter.woff2","weight":"1 1000"}]}]}`),
		"slanted":  withArtwork(t, "TYPOGRAPHY", `{"fonts":[{"family":"EB Garamond","files":[{"url":"quillwort/fonts/eb-garamond-600.woff2","weight":"600"},{"url":"quillwort/fonts/eb-garamond-400-italic.woff2","style":"italic"}]}]}`),
		"heading":  withArtwork(t, "TYPOGRAPHY", `{"fonts":[{"family":"Barlow Semi Condensed","usage":"Headings","files":[{"url":"ternholm/fonts/barlow-semi-condensed-600.woff2","weight":"600"}]}]}`, "TEXT", `{"html":"<p>Plain <strong>words</strong></p>"}`),
		"titres":   withArtwork(t, "TYPOGRAPHY", `{"fonts":[{"family":"Barlow","usage":"Texte","files":[{"url":"ternholm/fonts/barlow-400.woff2"}]},{"family":"Barlow Semi Condensed","usage":"Titres","files":[{"url":"ternholm/fonts/barlow-semi-condensed-600.woff2","weight":"600"}]}]}`),
		"midashi":  withArtwork(t, "TYPOGRAPHY", `{"fonts":[{"family":"Barlow","usage":"本文","files":[{"url":"ternholm/fonts/barlow-400.woff2"}]},{"family":"Barlow Semi Condensed","usage":"見出し","files":[{"url":"ternholm/fonts/barlow-semi-condensed-600.woff2","weight":"600"}]}]}`),
	}))
	const rows = `[...document.querySelectorAll(".weights > li")].map((e) => e.innerText.replace(/\s+/g, " ").slice(0, 28) + (e.querySelector(".set") ? " " + getComputedStyle(e.querySelector(".set")).fontWeight : ""))`
	for name, want := range map[string][]string{
		"static":   {"600 The quick brown fox jump 600", "400 The quick brown fox jump 400", "Bold The quick brown fox jum 700"},
		"slanted":  {"600 The quick brown fox jump 600", "Italic The quick brown fox j 400"},
		"variable": {"300 The quick brown fox jump 300", "650 The quick brown fox jump 650"},
	} {
		b.open(t, name, 1440)
		b.drawAll(t)
		if got := evaluate[[]string](t, b, rows); !slices.Equal(got, want) {
			t.Errorf("%s: weights %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"static": "Barlow 400, Barlow 700, Barlow Semi Condensed 600", "heading": "Barlow Semi Condensed 600"} {
		b.open(t, name, 1440)
		b.drawAll(t)
		got := evaluate[[]string](t, b, `document.fonts.ready.then(() => [...new Set([...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).map((e) => getComputedStyle(e)).map((s) => s.fontFamily.split(",")[0].replaceAll('"', "") + " " + s.fontWeight))].filter((use) => use.startsWith("Barlow")).sort())`)
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: text is set in %q, want %s", name, got, want)
		}
		if got := evaluate[string](t, b, `getComputedStyle(document.body).fontSynthesis`); got != "none" {
			t.Errorf("%s: the browser may make weights: %s", name, got)
		}
	}
	for _, name := range []string{"titres", "midashi"} {
		b.open(t, name, 1440)
		b.drawAll(t)
		if got := evaluate[string](t, b, `getComputedStyle(document.querySelector("h1")).fontFamily`); !strings.Contains(got, "Barlow Semi Condensed") {
			t.Errorf("%s: headings are set in %s", name, got)
		}
	}
	b.open(t, "heading", 1440)
	b.drawAll(t)
	if got := evaluate[string](t, b, `getComputedStyle(document.querySelector(".prose")).fontFamily`); strings.Contains(got, "Barlow") {
		t.Errorf("a family for headings sets the text: %s", got)
	}
	b.open(t, "static", 1440)
	b.drawAll(t)
	absent := evaluate[string](t, b, `(e => getComputedStyle(e).borderStyle + " " + e.innerText + [...e.querySelectorAll("*")].map((f) => getComputedStyle(f).fontFamily))(document.querySelector(".absent"))`)
	if !strings.HasPrefix(absent, "solid ") || !strings.Contains(absent, "Fallbacks: Copperplate, sans-serif") || strings.Contains(absent, "quick brown") || strings.Contains(absent[strings.Index(absent, "Fallbacks"):], "Alegreya") {
		t.Errorf("the family without a file: %s", absent)
	}
}

// What is drawn keeps its proportions, at every width.
func TestProportionsInBrowser(t *testing.T) {
	browser := startBrowser(t)
	b := openTab(t, browser, servePages(t, map[string]string{"page": withArtwork(t,
		"BREAKPOINTS", `{"breakpoints":[{"name":"s","value":480},{"name":"m","value":768},{"name":"l","value":"100em"}]}`,
		"SPACING", `{"steps":[4,{"step":"accordion-top-to-text-spacious-extra-large","value":"10rem"},1200,6,"50%"]}`,
		"RADII", `{"radii":[{"name":"s","value":8},{"name":"m","value":64},{"name":"pill","value":9999}]}`,
		"TYPOGRAPHY", `{"fonts":[],"scale":{"base":"40mm","ratio":1.5}}`,
		"LOGO", `{"logos":[{"url":"ternholm/logo/ternholm-horizontal-navy.svg","clearSpace":0.5,"minWidth":"24mm"},{"url":"ternholm/logo/ternholm-horizontal-navy.svg","clearSpace":3},
			{"url":"ternholm/logo/ternholm-horizontal-navy.svg","clearSpace":"12mm"},{"url":"ternholm/logo/ternholm-horizontal-navy.svg","clearSpace":"90mm","minWidth":"90mm"}]}`,
	)}))
	for _, test := range []struct {
		what, notes string
		width       int64
		want        []float64 // in px at real size
		factor      float64
		measure     string
	}{
		{"breakpoints", "shown at 1 : 8", 390, []float64{480, 768, 1600}, 8, `(e) => e.querySelector(".screen").offsetWidth`},
		{"breakpoints", "shown at 1 : 3", 1440, []float64{480, 768, 1600}, 3, `(e) => e.querySelector(".screen").offsetWidth`},
		{"spacing", "shown at 1 : 5", 390, []float64{4, 160, 1200}, 5, `(e) => e.querySelector(".bar-of").getBoundingClientRect().width`},
		{"spacing", "shown at 1 : 5", 768, []float64{4, 160, 1200}, 5, `(e) => e.querySelector(".bar-of").getBoundingClientRect().width`},
		{"spacing", "shown at 1 : 5", 1440, []float64{4, 160, 1200}, 5, `(e) => e.querySelector(".bar-of").getBoundingClientRect().width`},
		{"radii", "shown at 1 : 2", 390, []float64{8, 64, 18e9}, 2, `(e) => parseFloat(getComputedStyle(e.querySelector(".tile")).borderRadius)`},
		{"type", "shown at 1 : 20", 390, []float64{2583.3, 1722.2, 1148.1}, 20, `(e) => parseFloat(getComputedStyle(e.querySelector(".sample")).fontSize)`},
	} {
		b.open(t, "page", test.width)
		list := map[string]string{"breakpoints": ".widths", "spacing": ".bars", "radii": ".corners", "type": ".scale"}[test.what]
		got := evaluate[[]float64](t, b, `[...document.querySelectorAll("`+list+` > li")].slice(0, 3).map(`+test.measure+`)`)
		for i, want := range test.want {
			if drawn := want / test.factor; i < len(got) && math.Abs(got[i]-drawn) > 1+drawn/100 && got[i] < 1e7 {
				t.Errorf("%s at %d px: %v, want %v / %v", test.what, test.width, got, test.want, test.factor)
				break
			}
		}
		if notes := evaluate[string](t, b, `[...document.querySelectorAll(".shown")].filter((e) => e.checkVisibility() && e.parentElement.querySelector("`+list+`")).map((e) => e.textContent).join()`); notes != test.notes {
			t.Errorf("%s at %d px says %q, want %q", test.what, test.width, notes, test.notes)
		}
	}
	if bars := evaluate[int](t, b, `document.querySelectorAll(".bars > li").length - document.querySelectorAll(".bar-of").length`); bars != 1 {
		t.Errorf("%d steps without a bar, want the percentage", bars)
	}
	for _, width := range []int64{390, 1440} {
		b.open(t, "page", width)
		got := evaluate[string](t, b, `Promise.all([...document.images].map((e) => (e.loading = "eager", e.decode()))).then(() => [...document.querySelectorAll(".clear-space")].map((e) => {
			const space = parseFloat(getComputedStyle(e).padding), ground = e.parentElement;
			return Math.round(100 * space / e.firstElementChild.offsetHeight) + " % " + Math.round(space / 96 * 25.4) + " mm" + (ground.scrollWidth > ground.clientWidth ? " cut" : "");
		}).join() + ", smallest " + Math.round(document.querySelector(".smallest").offsetWidth / 96 * 25.4) + " mm")`)
		if want := "50 % 7 mm,300 % 21 mm,93 % 12 mm, smallest 24 mm"; got != want {
			t.Errorf("logos at %d px: %s, want %s", width, got, want)
		}
	}
}

// A brand's font that comes late is shown all the same, and moves nothing. The page is
// in a frame, because a browser does not let a test look at a page that still loads.
func TestFontsArriveInBrowser(t *testing.T) {
	browser := startBrowser(t)
	p, _ := fixture(t, "ternholm.guide")
	preloaded := regexp.MustCompile(`rel="preload" as="font" [^>]*/([^/"]*)" crossorigin`).FindAllStringSubmatch(render(t, p), -1)
	if got := fmt.Sprint(preloaded); len(preloaded) != 2 || !strings.Contains(got, "barlow-semi-condensed-600.woff2") || !strings.Contains(got, "barlow-400.woff2") {
		t.Errorf("preloaded are %q, want the faces of the first screen", got)
	}
	pages := map[string]string{"test": "<!doctype html><body style=margin:0>"}
	for _, name := range []string{"ternholm.guide", "ternholm.signs", "varve.guide"} { // of several weights, one, variable
		p, _ := fixture(t, name)
		pages[name] = render(t, p)
	}
	target, err := url.Parse(servePages(t, pages))
	if err != nil {
		t.Fatal(err)
	}
	painted := make(chan struct{})
	forward := httputil.NewSingleHostReverseProxy(target)
	forward.ModifyResponse = func(r *http.Response) error {
		r.Header.Del("Content-Security-Policy") // forbids the frame
		return nil
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/painted" {
			close(painted)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".woff2") {
			select {
			case <-painted:
			case <-r.Context().Done():
				return
			}
		}
		forward.ServeHTTP(w, r)
	}))
	defer server.Close()
	for _, test := range []struct {
		page  string
		width int64
		font  string // of the title
	}{
		{"ternholm.guide", 1440, "600 16px 'Barlow Semi Condensed'"}, {"ternholm.guide", 390, "600 16px 'Barlow Semi Condensed'"},
		{"ternholm.signs", 1440, "500 16px Barlow"}, {"varve.guide", 1440, "800 16px Archivo"},
	} {
		page, width := test.page, test.width
		painted = make(chan struct{})
		b := openTab(t, browser, server.URL)
		b.open(t, "test", width)
		if !evaluate[bool](t, b, `new FontFace("fallback", 'local("Arial"), local("Liberation Sans"), local("Arimo"), local("Helvetica")').load().then(() => true, () => false)`) {
			t.Fatal("no font as wide as Arial (Debian: apt-get install fonts-liberation)")
		}
		shift := evaluate[float64](t, b, `(async () => {
			const frame = document.createElement("iframe");
			frame.style = "border:0;display:block;width:100%;height:900px";
			frame.src = "/`+page+`";
			document.body.append(frame);
			const inside = () => frame.contentDocument;
			const shown = () => inside()?.querySelector("footer.colophon") && frame.contentWindow.performance.getEntriesByName("first-contentful-paint").length;
			while (!shown()) await new Promise(requestAnimationFrame);
			if (inside().fonts.check("`+test.font+`")) return -1;
			const text = inside().createRange();
			text.selectNodeContents(inside().querySelector("h1"));
			const width = text.getBoundingClientRect().width;
			let sum = 0, arrived;
			const observer = new frame.contentWindow.PerformanceObserver((list) => {
				for (const entry of list.getEntries()) sum += entry.value ?? 0;
				if (list.getEntriesByName("end").length) arrived(sum);
			});
			observer.observe({ entryTypes: ["layout-shift", "mark"] });
			await fetch("/painted");
			await inside().fonts.ready;
			if (!inside().fonts.check("`+test.font+`")) return -2;
			for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
			if (text.getBoundingClientRect().width === width) return -2;
			return new Promise((done) => {
				arrived = done;
				frame.contentWindow.performance.mark("end");
			});
		})()`)
		if shift == -1 {
			t.Errorf("%s at %d px: the fonts were there before the page", page, width)
		} else if shift == -2 {
			t.Errorf("%s at %d px: the brand's fonts are not shown", page, width)
		} else if shift > 0.001 { // a link within a line may move by a letter; no line and no block does
			t.Errorf("%s at %d px: a layout shift of %v", page, width, shift)
		}
	}
}
