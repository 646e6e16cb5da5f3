package page_test

import (
	"bytes"
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"testing"

	"designmanual/api/render/page"
	"designmanual/api/render/page/look"
	"designmanual/db/manual"
)

// pageWithFiles returns a page of a manual with files, at /house or at the root
// of its host.
func pageWithFiles(t *testing.T, primary bool) page.Input {
	file := func(ref, name string, width, height int) manual.File {
		return manual.File{Ref: ref, Name: name, Sum: sha256.Sum256([]byte(name)), Size: 2_500_000, Width: width, Height: height}
	}
	font := file(`f");x.woff2`, `f");x.woff2`, 0, 0)
	font.Font = manual.Font{Ascent: 10000, Descent: 2000, Width: 4749, Widths: [9]int{5: 5201, 6: 5201, 7: 5201, 8: 5201}, MinWeight: 100, MaxWeight: 900}
	block := func(id string, kind manual.Kind, content string) manual.Block {
		return manual.Block{ID: id, Anchor: id, Kind: kind, Content: []byte(content)}
	}
	p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, &manual.Manual{
		ID: "m", Slug: "house", Title: "House", Visibility: manual.Public, Lang: "de",
		Files: []manual.File{
			file("logo/mark.svg", "mark.svg", 64, 32), file("a%20b.jpg", "a b.jpg", 1200, 800),
			font, file("pack.zip", "pack.zip", 0, 0),
		},
		Sections: []manual.Section{{ID: "s", Anchor: "s", Title: "S", Content: []byte(`{"intro":"<p><img src=\"logo/mark.svg\" alt=\"m\"><img src=\"other.svg\" alt=\"not there\"></p>"}`), Blocks: []manual.Block{
			block("c", manual.Colors, `{"colors":[{"name":"Night","hex":"#102030"}]}`),
			block("l", manual.Logo, `{"logos":[{"name":"Mark","url":"logo/mark.svg","background":"#102030"},{"name":"Gone","url":"gone.svg"}]}`),
			block("i", manual.Image, `{"images":[{"url":"a%20b.jpg","alt":"A"}]}`),
			block("t", manual.Typography, `{"fonts":[{"family":"Acme \"Sans\"","usage":"body","files":[{"url":"f\");x.woff2","weight":"100 900"},{"url":"f\");x.woff2","weight":"heavy;}","style":"italic"}]},{"family":"Other"}]}`),
			block("d", manual.Downloads, `{"files":[{"name":"Pack","url":"pack.zip"}]}`),
		}}},
	})
	p.Primary = primary
	return p
}

// Pages load files of the manual from below its address, with their sizes. They
// load nothing for a relative address that is not a file of the manual.
func TestFiles(t *testing.T) {
	for _, test := range []struct {
		primary bool
		base    string
	}{{true, ""}, {false, "/house"}} {
		html := render(t, pageWithFiles(t, test.primary))
		for _, want := range []string{
			`<img src="` + test.base + `/-/files/[0-9a-f]{16}/mark\.svg" width="64" height="32" alt="Mark" loading="lazy" decoding="async">`,
			`<img class="cover-logo" src="` + test.base + `/-/files/[0-9a-f]{16}/mark\.svg"`,
			`<a class="zoom sized" href="[^"]*"><img src="` + test.base + `/-/files/[0-9a-f]{16}/a%20b\.jpg" width="1200" height="800"`,
			`<div class="lede"><p><img src="` + test.base + `/-/files/[0-9a-f]{16}/mark\.svg" alt="m" width="64" height="32" loading="lazy" decoding="async"/>not there</p>`,
			`<span><a href="` + test.base + `/-/files/[0-9a-f]{16}/pack\.zip">Pack</a></span> <a class="kind bare" href="#d\.pack" aria-label="ZIP, Link zu Pack">#</a> <span class="amount">2,5 MB</span>`,
			`<a href="` + test.base + `/-/files\.zip">`,
			`@font-face{font-family:"Acme \\22 Sans\\22 ";src:url\("` + test.base + `/-/files/[0-9a-f]{16}/f%22%29%3Bx\.woff2"\) format\("woff2"\);font-weight:100 900;font-display:swap}`,
			`@font-face{font-family:"Acme \\22 Sans\\22  stand-in";src:local\("Arial"\),[^;]*;size-adjust:108\.22%;ascent-override:92\.4%;[^}]*;font-weight:100 599}`,
			`@font-face{font-family:"Acme \\22 Sans\\22  stand-in";src:local\("Arial Bold"\),[^;]*;size-adjust:110\.23%;[^}]*;font-weight:600 900}`,
			`<link rel="preload" as="font" type="font/woff2" href="` + test.base + `/-/files/`,
			`<meta property="og:image" content="https://acme\.manuals\.example\.com` + test.base + `/-/files/[0-9a-f]{16}/a%20b\.jpg">`,
		} {
			if !regexp.MustCompile(want).MatchString(html) {
				t.Errorf("the page at %q has no %s", test.base, want)
			}
		}
		if n := strings.Count(html, `<p class="absent-name">`); n != 1 {
			t.Errorf("%d faces are shown as names alone, want the one without a file", n)
		}
		if strings.Contains(html, "gone.svg\"") || strings.Contains(html, "heavy") {
			t.Error("the page asks for what is no file, or has an unchecked value in its style")
		}
	}
}

// Error pages and the index show the card of a manual.
func TestCard(t *testing.T) {
	p := pageWithFiles(t, true)
	c := look.NewCard(p.Summary, p.Manual.Files, p.Brand.Cover, look.Card{}, "", "")
	if c.Lang != "de" || c.Cover != "#102030" || len(c.Strip) > 0 || !strings.HasPrefix(c.Logo, "/-/files/") {
		t.Errorf("%+v", c)
	}
	html := string(page.RenderError(404, page.Branding{Name: "Acme", Address: "https://acme.example", Card: c}))
	for _, want := range []string{`<html lang="de">`, "Seite nicht gefunden", `href="https://acme.example">Zu Acme<`, "--cover:#102030", `src="https://acme.example/-/files/`} {
		if !strings.Contains(html, want) {
			t.Errorf("the error page has no %s:\n%s", want, html)
		}
	}
	index := string(page.RenderManualList(page.ManualList{Entries: []page.ListedManual{{
		Brand: manual.BrandSettings{Slug: "nakhla", Name: "نخلة"}, Slug: "guide", Title: "دليل Acme 2", Primary: true, Card: look.Card{Description: "كيف تبدو?"},
	}}}))
	for _, text := range []string{"نخلة", "دليل Acme 2", "كيف تبدو?"} { // each in the direction of its script
		if !regexp.MustCompile(`<[^>]* dir="auto"[^>]*>` + regexp.QuoteMeta(text)).MatchString(index) {
			t.Errorf("the index does not let the browser find the direction of %s:\n%s", text, index)
		}
	}
	evil := look.Card{Cover: "red}", Strip: []string{"url(x)"}, Logo: "/x"}
	html = string(page.RenderError(404, page.Branding{Name: "<b>", Address: "javascript:x", Card: evil}))
	if strings.Contains(html, "red}") || strings.Contains(html, "javascript") || strings.Contains(html, "<b>") || strings.Contains(html, "<img") {
		t.Errorf("a value of a card got through:\n%s", html)
	}
}

// The export page has a row for each existing document, with lines to copy. For
// a manual that is not open, the lines fetch with a token.
func TestExport(t *testing.T) {
	p := pageWithFiles(t, false)
	has := func(kind manual.DocumentKind) bool {
		return slices.Contains([]manual.DocumentKind{manual.CSSDocument, manual.TailwindDocument, manual.AdobeDocument, manual.MarkdownDocument, manual.PageDocument}, kind)
	}
	for visibility, want := range map[manual.Visibility][]string{
		manual.Public: {`href="/house/-/export/tokens.css" download>tokens.css</a>`,
			`&lt;link rel=&#34;stylesheet&#34; href=&#34;https://acme.manuals.example.com/house/-/export/tokens.css&#34;&gt;`,
			"curl -O https://acme.manuals.example.com/house/-/export/manual.md", `href="/house/-/export/palette.ase" download>palette.ase</a>`, "files.zip", "Zeichen außerhalb von ASCII",
			">claude mcp add --transport http acme-house https://acme.manuals.example.com/-/mcp<", ">claude mcp add acme-house -- designmanual mcp https://acme.manuals.example.com/house<"},
		manual.Unlisted: {">claude mcp add acme-house -- designmanual mcp https://acme.manuals.example.com/house<"},
		manual.Private:  {`https://acme.manuals.example.com/-/mcp --header &#34;Authorization: Bearer $DESIGNMANUAL_TOKEN&#34;<`, `curl -O -H &#34;Authorization: Bearer $DESIGNMANUAL_TOKEN&#34; https://acme.manuals.example.com/house/-/export/tokens.css`, "Zugriffstoken"},
	} {
		p.Manual.Visibility = visibility
		html := page.RenderExport(p, has, page.ExportRemarks{})
		for _, text := range want {
			if !strings.Contains(string(html), text) {
				t.Errorf("%s: the export page has no %s:\n%s", visibility, text, html)
			}
		}
		if visibility == manual.Private && strings.Contains(string(html), "&lt;link") {
			t.Error("a manual that is not open is linked")
		}
		if visibility == manual.Unlisted && strings.Contains(string(html), "/-/mcp") {
			t.Error("a host does not name a manual that is not listed")
		}
		if regexp.MustCompile(`curl[^<]*(palette\.ase|files\.zip)`).Match(html) {
			t.Error("a file for a program with windows has a command")
		}
		if size := regexp.MustCompile(`\d[  ]([kM]?B|Bytes)\b`).Find(html); size != nil { // it would have to draw the files
			t.Errorf("the export page says the size %s", size)
		}
		if strings.Contains(string(html), "tokens.scss") {
			t.Error("a document that does not exist is on the export page")
		}
	}
	html := string(page.RenderExport(p, has, page.ExportRemarks{
		Modes: []string{"Hell", "Dunkel", "<b>"}, Renamed: [][2]string{{"--color-text", "--color-text-color"}}, Steps: []string{"md"}, Radii: []string{"l"}, Classes: []string{"rounded-full"},
		Colors: strings.Fields("a b c d e f g h i j k l m"), NotInShadcn: []string{"Dunkel"},
	}))
	for text, wanted := range map[string]bool{
		"werden nicht kombiniert; wo einer gilt, gilt kein anderer: <bdi>Hell</bdi>, <bdi>Dunkel</bdi>, <bdi>&lt;b&gt;</bdi></p>": true,
		"<bdi>--color-text → --color-text-color</bdi></p>":                                                                        true,
		"rundet eine Seite: <bdi>l</bdi></p>":                                                                                     true,
		"nimmt den Abstand: <bdi>md</bdi></p>":                                                                                    true,
		"<bdi>l</bdi>, <bdi>…</bdi></p>":                                                                                          true,
		"hält beide auseinander: <bdi>rounded-full</bdi></p>":                                                                     true,
		"shadcn": false,
	} {
		if strings.Contains(html, text) != wanted {
			t.Errorf("the export page has %q: %t\n%s", text, !wanted, html)
		}
	}
	for _, primary := range []bool{true, false} {
		p := pageWithFiles(t, primary)
		html := page.Render(p)
		if logo := regexp.MustCompile(`<img class="cover-logo" src="[^"]+"`).Find(html); logo == nil || !bytes.Contains(page.RenderExport(p, has, page.ExportRemarks{}), logo) {
			t.Errorf("primary %v: the export page has no %q", primary, logo)
		}
	}
}

// The index of a brand looks like its primary manual, that of the site does not.
func TestBrandIndex(t *testing.T) {
	card := look.Card{Fonts: `:root{--heading:"Barlow"}`, Themes: []map[string]string{{"background": "#fff8e7", "text": "#101010"}}}
	for brand, wears := range map[string]bool{"Acme": true, "": false} {
		index := string(page.RenderManualList(page.ManualList{Brand: brand, Entries: []page.ListedManual{{Title: "Guide", Card: look.Card{}}, {Title: "Manual", Primary: true, Card: card}}}))
		for _, part := range []string{`--heading:"Barlow"`, "--paper:#fff8e7"} {
			if strings.Contains(index, part) != wears {
				t.Errorf("the index of brand %q has %s: %t", brand, part, !wears)
			}
		}
	}
}

// The logo that a brand's cover names is on every card of the brand, also on a cover of another
// color; a logo that the primary manual found by its ground is only on that ground.
func TestCardInheritsLogo(t *testing.T) {
	primary := look.Card{Cover: "#000000", Logo: "/-/files/logo.svg"}
	for _, test := range []struct {
		brand       manual.Cover
		cover, want string
	}{
		{manual.Cover{Logo: "Mark"}, "#ffffff", "https://acme.example/-/files/logo.svg"},
		{manual.Cover{Logo: "Mark"}, "#000000", "https://acme.example/-/files/logo.svg"},
		{manual.Cover{}, "#000000", "https://acme.example/-/files/logo.svg"},
		{manual.Cover{}, "#ffffff", ""},
	} {
		own := manual.Summary{Main: test.cover}
		if card := look.NewCard(own, nil, test.brand, primary, "https://acme.example", ""); card.Logo != test.want {
			t.Errorf("a brand with %+v, a cover of %s: the logo %q, want %q", test.brand, test.cover, card.Logo, test.want)
		}
	}
}

// A picture with smaller versions names them with their widths; browsers choose one, also of the picture of a film, which is loaded when it
// comes near the window.
func TestVersionsOfPictures(t *testing.T) {
	p := pageWithFiles(t, false)
	photo := p.Manual.Files[1]
	p.Manual.Files = append(p.Manual.Files, manual.File{Ref: "film.webm", Name: "film.webm", Sum: sha256.Sum256([]byte("film")), Size: 9})
	p.Manual.Sections[0].Blocks = append(p.Manual.Sections[0].Blocks, manual.Block{
		ID: "v", Anchor: "v", Kind: manual.Video, Content: []byte(`{"videos":[{"url":"film.webm","poster":"a%20b.jpg"}]}`),
	})
	p = pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, p.Manual)
	p.Smaller = []manual.SmallerPictures{{
		Of: photo.Sum, Pictures: []manual.SmallerPicture{{Width: 480, Height: 320}, {Width: 960, Height: 640}}, Ground: manual.Ground{OnDark: true},
	}}
	html, path := render(t, p), "/house/-/files/"+photo.Prefix()
	want := `<img class="deep" src="` + path + `/a%20b.jpg" srcset="` + path + `/480/a%20b.jpg 480w, ` + path + `/960/a%20b.jpg 960w, ` + path +
		`/a%20b.jpg 1200w" sizes="auto, (min-width: 64rem) calc(100vw - 24rem), 100vw" width="1200" height="800"`
	if !strings.Contains(html, want) || strings.Count(html, "srcset") != 2 {
		t.Errorf("the page lacks %s", want)
	}
	if film := `<div class="film">` + want + ` alt="" loading="lazy"`; !strings.Contains(html, film) {
		t.Errorf("the page lacks %s", film)
	}
}

// The page of a draft offers no exports: they are of what is published, or not there.
func TestDraftHasNoExports(t *testing.T) {
	p := pageWithFiles(t, false)
	_, published, _ := strings.Cut(render(t, p), "<body")
	p.Draft = true
	_, draft, _ := strings.Cut(render(t, p), "<body")
	for _, address := range []string{"/-/export", "/-/files.zip", "palette.ase", "tokens.json"} {
		if !strings.Contains(published, address) || strings.Contains(draft, address) {
			t.Errorf("%s: on the page %t, on that of a draft %t", address, strings.Contains(published, address), strings.Contains(draft, address))
		}
	}
}

// A section opens with a ground or a picture, and the cover's picture stays in sight at its point.
func TestOpenings(t *testing.T) {
	p := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, &manual.Manual{
		ID: "m", Slug: "house", Title: "House", Visibility: manual.Public, Cover: manual.Cover{Image: "a.jpg", Focus: "30% 70%"},
		Files: []manual.File{{Ref: "a.jpg", Name: "a.jpg", Sum: sha256.Sum256([]byte("a")), Size: 9, Width: 1200, Height: 800}},
		Sections: []manual.Section{
			{ID: "c", Anchor: "c", Title: "Color", Content: []byte(`{"color":"Night","image":"a.jpg"}`), Blocks: []manual.Block{
				{ID: "b", Anchor: "b", Kind: manual.Colors, Content: []byte(`{"colors":[{"name":"Night","hex":"#102030"}]}`)},
			}},
			{ID: "d", Anchor: "d", Title: "Plain", Content: []byte(`{"color":"nothing","other":"shown"}`), Blocks: []manual.Block{}},
		},
	})
	html := render(t, p)
	opening := regexp.MustCompile(`<section class="section opened" id="c">\s*<header class="section-head opening grounded (v\d+)">`).FindStringSubmatch(html)
	if opening == nil || !strings.Contains(html, "."+opening[1]+"{--cover:#102030;--on-cover:#") {
		t.Errorf("no opening on its ground: %q", opening)
	}
	for _, want := range []string{`{--focus:30% 70%}`, `<img class="cover-image v`, `<section class="section" id="d" data-lines="Other shown">`, `<dd>shown</dd>`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
