package asset

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
)

// aPicture encodes an image of 3 by 2 pixels.
func aPicture(t testing.TB, encode func(b *bytes.Buffer, m image.Image) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func aPNG(t testing.TB) string {
	return aPicture(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) })
}

const aSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 10.5"><path d="M0 0h24"/></svg>`

func TestPictureSizes(t *testing.T) {
	photo := aPicture(t, func(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) })
	// Exif data whose only entry is the orientation (tag 0x112), up to its value.
	bigEndian := "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"
	littleEndian := "\xff\xe1\x00\x22Exif\x00\x00II\x2a\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00"
	rest := "\x00\x00\x00\x00\x00\x00"
	lossless := "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x02\x40\x00\x00\x07\x10\xfd\x8f\xfe\x07\x22\xa2\xff\x01\x00"
	for _, tt := range []struct {
		name, text    string
		width, height int
	}{
		{"a.png", aPNG(t), 3, 2},
		{"a.GIF", aPicture(t, func(b *bytes.Buffer, m image.Image) error { return gif.Encode(b, m, nil) }), 3, 2},
		{"a.jpg", photo, 3, 2},
		{"turned.jpg", photo[:2] + bigEndian + "\x00\x06" + rest + photo[2:], 2, 3},
		{"turned.jpeg", photo[:2] + littleEndian + "\x08\x00" + rest + photo[2:], 2, 3},
		{"upside-down.jpg", photo[:2] + littleEndian + "\x03\x00" + rest + photo[2:], 3, 2},
		{"no-entries.jpg", photo[:2] + "\xff\xe1\x00\x10Exif\x00\x00II\x2a\x00\xff\xff\xff\xff" + photo[2:], 3, 2},
		{"filled.jpg", photo[:2] + "\xff\xff\xfe\x00\x02" + photo[2:], 3, 2},
		{"lossless.webp", lossless, 3, 2},
		{"lossy.webp", "RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x10\x00\x00\x9d\x01\x2a\x03\x40\x02\x80", 3, 2},
		{"extended.webp", "RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x02\x00\x00\x01\x00\x00", 3, 2},
		{"a.avif", "\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00avifmiaf", 0, 0},
		{"a.svg", aSVG, 24, 11},
		{"b.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="20"/>`, 30, 20},
		{"c.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>`, 0, 0},
		{"a.txt", "text", 0, 0},
	} {
		found, err := inspect(strings.NewReader(tt.text), int64(len(tt.text)), tt.name, false)
		if err != nil || found.width != tt.width || found.height != tt.height {
			t.Errorf("%s: %d×%d, %v; want %d×%d", tt.name, found.width, found.height, err, tt.width, tt.height)
		}
		for cut := range tt.text {
			found, err := inspect(strings.NewReader(tt.text[:cut]), int64(cut), tt.name, false)
			if err == nil && (found.width != tt.width || found.height != tt.height) {
				t.Errorf("%s, %d bytes of it: %d×%d", tt.name, cut, found.width, found.height)
			}
		}
	}
}

func TestSVG(t *testing.T) {
	for _, tt := range []struct{ inside, want string }{
		{`<script>alert(1)</script>`, "an element <script>"},
		{`<s:script xmlns:s="http://www.w3.org/2000/svg"/>`, "an element <script>"},
		{`<g onload="x"/>`, "an event handler (onload)"},
		{`<g OnClick="x"/>`, "an event handler (OnClick)"},
		{`<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>`, "an element <foreignObject>"},
		{`<image href="https://x.example/a.png"/>`, "an address in href of <image>"},
		{`<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="a.png"/>`, "an address in href of <image>"},
		{`<image href="data:image/svg+xml,x"/>`, "an address in href of <image>"},
		{`<use href="other.svg#a"/>`, "an address in href of <use>"},
		{`<a href="javascript:1"/>`, "an address in href of <a>"},
		{`<a href="&#106;avascript:1"/>`, "an address in href of <a>"},
		{`<x src="b"/>`, "an address in src of <x>"},
		{`<path fill="url(https://x.example/a#b)"/>`, "an address in url() in fill"},
		{`<path style="fill:u\72l( '//x.example/a')"/>`, "an escaped letter in style"},
		{`<style>@import "a.css";</style>`, "@import"},
		{`<style>.a{fill:ur<!-- -->l(//x.example)}</style>`, "an address in url()"},
		{`<style>.a{fill:ur</style><style>l(//x.example)}</style>`, "an address in url()"},
		{`<style>.a{background:image-set(/**/"a.png" 1x)}</style>`, "image-set"},
		{`<set attributeName="href" to="javascript:1"/>`, "an animation of href"},
		{`<set attributeName="x" to="java&#10;script:1"/>`, "a javascript: address in to"},
		{`<?xml-stylesheet href="a.css"?>`, "an instruction <?xml-stylesheet?>"},
		{`<g xml:base="https://x.example/"><use href="#a"/></g>`, "an address in base of <g>"},
		{`<a href="https://acme.example/" ping="https://x.example/"/>`, "an address in ping of <a>"},
		{`<style>.a{fill:\75rl(#b)}</style>`, "an escaped letter"},
		{`<style>@font-face{src:src(var(--a))}</style>`, "src"},

		{`<a href="https://acme.example/"><path/></a>`, ""},
		{`<image href="data:image/png;base64,AAAA"/><use href="#a"/><path fill="url(#a)" style="filter:url('#b')"/>`, ""},
		{`<style><![CDATA[.once{fill:#123;font:12px "On"}]]></style><title>On = 1, javascript: no</title>`, ""},
		{`<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:export-filename="C:\Pictures (old)\mark.png"/><style>.a{font:12px "\201C"}</style>`, ""},
		{`<style>@font-face{font-family:a;src:url(data:font/woff2;base64,AAAA)}</style>`, ""},
		{`<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#"><cc:Work rdf:about=""><cc:license rdf:resource="http://creativecommons.org/licenses/by/4.0/"/></cc:Work></rdf:RDF></metadata>`, ""},
	} {
		text := `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- drawn by hand -->` +
			`<svg xmlns="http://www.w3.org/2000/svg">` + tt.inside + `</svg>`
		_, err := inspect(strings.NewReader(text), int64(len(text)), "a.svg", false)
		want := ""
		if tt.want != "" {
			want = "expected an SVG image without active content, found " + tt.want + " (--allow-active-html lets it pass). "
		}
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", tt.inside, err, want)
		}
		if _, err := inspect(strings.NewReader(text), int64(len(text)), "a.svg", true); err != nil {
			t.Errorf("%s, allowed: %v", tt.inside, err)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{`<div xmlns="http://www.w3.org/1999/xhtml"/>`, `found an element "div"`},
		{`<html xmlns="http://www.w3.org/1999/xhtml"/>`, "found a page of HTML under another name"},
		{`<svg xmlns="http://www.w3.org/2000/svg"><g></svg>`, "line 1: element <g> closed by </svg>"},
		{`<svg xmlns="http://www.w3.org/2000/svg">`, "line 1: unexpected EOF"},
		{`<?xml version="1.0" encoding="ISO-8859-1"?><svg/>`, "another encoding"},
		{`<!DOCTYPE svg [<!ENTITY x "<script/>">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`, "a declaration other than the W3C's DOCTYPE and plain entities"},
		{"\xff\xfe<\x00s\x00v\x00g\x00/\x00>\x00", "Export the drawing again as UTF-8."},
		{`<!-- nothing -->`, "found no element"},
		{`<svg viewBox="0 0 1 1"/>`, `found <svg> without xmlns="http://www.w3.org/2000/svg", which browsers do not show`},
		{aSVG + "<svg/>", "found more than one element at its root"},
		{aSVG + "text", "found text outside of its root"},
		{"text" + aSVG, "found text outside of its root"},
	} {
		if _, err := inspect(strings.NewReader(tt.text), int64(len(tt.text)), "a.svg", false); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.want)
		}
	}
}
