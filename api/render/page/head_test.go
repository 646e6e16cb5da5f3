package page_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"designmanual/api/render/page"
	"designmanual/api/render/page/assets"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// The head of a page has its addresses, the policy with the hash of its style
// element, and noindex unless the manual is public.
func TestHead(t *testing.T) {
	for _, name := range fixtures(t) {
		p, d := fixture(t, name)
		html := render(t, p)
		path := "/api/v1/manuals/" + p.Brand.Slug + "." + p.Manual.Slug
		for _, want := range []string{
			`<link rel="canonical" href="` + d.URL + `">`,
			`<meta property="og:url" content="` + d.URL + `">`,
			` href="` + path + `.json">` + "\n",
			` href="` + path + `/tokens.json">` + "\n",
		} {
			if strings.Count(html, want) != 1 {
				t.Errorf("%s: not once: %s", name, want)
			}
		}
		if got, want := strings.Contains(html, `<meta name="robots" content="noindex">`), p.Manual.Visibility != manual.Public; got != want {
			t.Errorf("%s, %s: noindex %v", name, p.Manual.Visibility, got)
		}
		_, style, _ := strings.Cut(html, "<style>")
		style, _, _ = strings.Cut(style, "</style>")
		sum := sha256.Sum256([]byte(style))
		hash := strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;")
		if !strings.Contains(html, "style-src &#39;self&#39; &#39;sha256-"+hash+"&#39;") {
			t.Errorf("%s: the policy does not name the style element", name)
		}
		if strings.Contains(html, "unsafe-") || strings.Contains(html, ` style="`) {
			t.Errorf("%s: inline style, or a policy that allows it", name)
		}
		if d.ExpiresAt != nil != strings.Contains(html, "<dt>Available until</dt>") {
			t.Errorf("%s: the end date is not told as it is", name)
		}
	}
}

// The policy of a page names the scripts that it loads, and no other.
func TestPolicyOfScripts(t *testing.T) {
	pages := sitePages(t)
	p, _ := fixture(t, "ternholm.guide")
	pages["manual"], pages["export"] = render(t, p), string(page.RenderExport(p, func(manual.DocumentKind) bool { return true }, page.ExportRemarks{}))
	for name, html := range pages {
		html = strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(html)
		_, policy, _ := strings.Cut(html, "script-src ")
		policy, html, _ = strings.Cut(policy, ";")
		want := strings.Count(html, " integrity=") + strings.Count(html, " data-later=")
		if _, script, inline := strings.Cut(html, "<script>"); inline {
			script, _, _ = strings.Cut(script, "</script>")
			sum := sha256.Sum256([]byte(script))
			html += "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
			want++
		}
		for _, hash := range strings.Fields(strings.ReplaceAll(policy, "'", "")) {
			if hash != "none" && strings.Count(html, hash) != 1 {
				t.Errorf("%s allows %s, which it does not load", name, hash)
			}
		}
		if strings.Count(policy, "sha256-") != want {
			t.Errorf("%s allows %s, want %d scripts", name, policy, want)
		}
	}
}

// An empty manual has a page, and so has one with tokens that are not its own.
func TestRenderSparse(t *testing.T) {
	p, _ := fixture(t, "ternholm.guide")
	none := manual.NewTokenDocument()
	p.Tokens = &none
	render(t, p)
	empty := pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, &manual.Manual{Slug: "guide", Title: "Guide", Visibility: manual.Public})
	if html := render(t, empty); !strings.Contains(html, "Guide · Acme") || !strings.Contains(html, "Nothing is published") {
		t.Error("an empty manual has no page")
	}
}

// The error for content that an import refuses names its place.
func TestRefusedContent(t *testing.T) {
	for _, test := range []struct {
		kind    manual.Kind
		content string
	}{
		{manual.Colors, `[]`},
		{manual.Text, `{"html": "a"`},
		{"PRESS_KIT", `{"a": [1,}`},
	} {
		m := &manual.Manual{Sections: []manual.Section{{ID: "sec", Content: []byte("{}"), Blocks: []manual.Block{{ID: "blk", Kind: test.kind, Content: []byte(test.content)}}}}}
		if _, err := content.Sections(m); err == nil || !strings.Contains(err.Error(), "block blk of section sec") {
			t.Errorf("%s %s: error %v", test.kind, test.content, err)
		}
	}
}

// FindAsset finds the paths that pages contain, and no others.
func TestFindAsset(t *testing.T) {
	paths := slices.Sorted(maps.Keys(assets.All()))
	if len(paths) != 7 {
		t.Fatalf("assets %q", paths)
	}
	for _, path := range append(paths, "/-/icon.0f2a43.svg") {
		asset, ok := assets.Find(path)
		if !ok || asset.Type == "" || len(asset.Body) == 0 {
			t.Errorf("%s is not found", path)
		}
	}
	for _, path := range []string{"", "/-/", "/-/page.css", paths[0] + "x", "/-/icon..svg", "/-/icon.0f2a4.svg", "/-/icon.0F2A43.svg", "/-/icon.0f2a43ff.svg", "/-/icon.0f2a43", "/-/icon.</svg>.svg", "/page.css"} {
		if _, ok := assets.Find(path); ok {
			t.Errorf("%q is found", path)
		}
	}
	p, _ := fixture(t, "ternholm.guide")
	p.Brand.Cover.Color, p.Manual.Cover.Color = "Ferry Yellow", "Harbour Navy"
	icon, _ := assets.Find("/-/icon.0f2a43.svg")
	favicon := page.Favicon(withLook(p))
	if n := bytes.Count(favicon, []byte("\x89PNG")); n != 3 || !bytes.HasPrefix(favicon, []byte{0, 0, 1, 0, 3, 0, 16, 16}) {
		t.Errorf("the icon of the host has %d pictures", n)
	}
	touch, err := png.Decode(bytes.NewReader(page.TouchIcon(withLook(p))))
	if err != nil || touch.Bounds().Dx() != 180 || touch.At(0, 0) != (color.RGBA{0x0f, 0x2a, 0x43, 255}) || touch.At(60, 60) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("the icon for home screens: %v", err)
	}
	if !strings.Contains(render(t, p), `href="/-/icon.0f2a43.svg"`) {
		t.Error("the icon is not of the color of the manual's own cover")
	}
	decoder := xml.NewDecoder(bytes.NewReader(icon.Body))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("icon: %v", err)
		}
	}
}

// The page for a status is always the same and reveals nothing.
func TestRenderError(t *testing.T) {
	for _, status := range []int{401, 404, 405, 410, 413, 429, 500, 503, 418, 799} {
		body := page.RenderError(status, page.Branding{})
		if !bytes.Equal(body, page.RenderError(status, page.Branding{})) || !bytes.Contains(body, []byte("noindex")) || bytes.Contains(body, []byte("<script")) {
			t.Errorf("%d: %s", status, body)
		}
	}
}

// Without a cover of its own, a manual has the color with the most chroma among its
// first five families, and a strip with one color of each other family, none twice. Its
// links have the color that is the closest to the cover and readable.
func TestCoverOfColors(t *testing.T) {
	for _, test := range []struct{ colors, cover, strip, accent string }{
		{"amber-1 #fefdfb amber-2 #fefbe9 amber-9 #ffc53d amber-10 #ffba18 amber-11 #ab6400 amber-12 #4f3422 blue-1 #fbfdff blue-9 #0090ff blue-11 #0b68b8", "#0090ff", "#ffba18", "#0b68b8"},
		{"black #000000 blue-60 #0f62fe blue-60hover #0050e6 teal-50 #009d9a", "#0f62fe", "#000000 #009d9a", "#0f62fe"},
		{"ansi-teal #1b7c83 ansi-red #cf222e bg-danger #cf222e fg-info #1b7c85 veil #00ff0080", "#cf222e", "#1b7c83", "#cf222e"},
	} {
		var colors []manual.Token
		for pair := range slices.Chunk(strings.Fields(test.colors), 2) {
			colors = append(colors, manual.Token{Name: pair[0], Value: pair[1]})
		}
		p, _ := fixture(t, "ternholm.guide")
		m := *p.Manual
		m.Cover, p.Manual, p.Brand.Cover = manual.Cover{}, &m, manual.Cover{}
		p.Tokens = &manual.TokenDocument{}
		p.Tokens.Groups[manual.ColorGroup].Tokens = colors
		p.Sections = nil
		html := render(t, p)
		if !strings.Contains(html, ";--cover:"+test.cover+";") {
			t.Errorf("%s: the cover is not %s", test.colors, test.cover)
		}
		if _, css, _ := strings.Cut(html, "--accent:"); !strings.HasPrefix(css, test.accent) {
			t.Errorf("%s: the accent is not %s: %.9s", test.colors, test.accent, css)
		}
		_, strip, _ := strings.Cut(html, `<div class="strip `)
		strip, _, _ = strings.Cut(strip, "</div>")
		if got, want := strings.Count(strip, "<span"), len(strings.Fields(test.strip)); got != want {
			t.Errorf("%s: %d colors in the strip, want %d", test.colors, got, want)
		}
		for _, hex := range strings.Fields(test.strip) {
			if !strings.Contains(html, "{--v:"+hex+"}") {
				t.Errorf("%s: %s is not in the strip", test.colors, hex)
			}
		}
	}
}

// The title of a cover is readable, and white where white and black both are.
func TestTitleOfCover(t *testing.T) {
	for _, test := range []struct{ cover, title string }{
		{"#ec0016", "#ffffff"}, {"#ee0000", "#ffffff"}, {"#0f62fe", "#ffffff"}, {"#ffc53d", "#1b1b1a"}, {"#0082c3", "#000000"},
	} {
		p, _ := fixture(t, "ternholm.guide")
		m := *p.Manual
		m.Cover, p.Manual, p.Brand.Cover = manual.Cover{}, &m, manual.Cover{}
		p.Tokens, p.Sections = &manual.TokenDocument{}, nil
		p.Tokens.Groups[manual.ColorGroup].Tokens = []manual.Token{{Name: "brand", Value: test.cover}}
		html := render(t, p)
		if !strings.Contains(html, ";--cover:"+test.cover+";--on-cover:"+test.title) {
			_, css, _ := strings.Cut(html, ";--cover:")
			t.Errorf("the title on %s is not %s: %.40s", test.cover, test.title, css)
		}
	}
}
