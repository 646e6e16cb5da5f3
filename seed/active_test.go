package seed

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/net/html"
)

func TestActiveContent(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want string // part of what is found
	}{
		{"JavaScript: the good parts is a book.", "javascript:"}, // as an address it would run
		{"<script>alert(1)</script>", "script"},
		{"<ScRiPt src=x>", "script"},
		{"<svg><script>1</script></svg>", "script"},
		{"<svg:script>1</svg:script>", "script"},
		{"<img src=x onerror=alert(1)>", "onerror"},
		{`<img/src="x"/onerror=alert(1)>`, "onerror"},
		{"<p\nONCLICK = 'x'>", "onclick"},
		{"<p onfuture=x>", "onfuture"},
		{`<a href="javascript:alert(1)">x</a>`, "href"},
		{`<a href="java&#x0A;script:alert(1)">x</a>`, "href"},
		{`<a href="&#106;avascript&colon;alert(1)">x</a>`, "href"},
		{"<a href=' \x01 jAvAsCrIpT:alert(1)'>x</a>", "href"},
		{`<form action="vbscript:x">`, "action"},
		{`<iframe src="data:text/html,<script>1</script>">`, "src"},
		{`<iframe srcdoc="&lt;img src=x onerror=1&gt;">`, "srcdoc"},
		{`<iframe srcdoc="&lt;iframe srcdoc='&amp;lt;img src=x onerror=1&amp;gt;'&gt;">`, "srcdoc in srcdoc"},
		{`<meta http-equiv=refresh content="0;url=javascript:1">`, "content"},
		{"java\tscript:alert(1)", "javascript:"},
		{"  javascript:alert(1)", "javascript:"},

		// raw text, which is markup in foreign content, or where scripts are off
		{"<noscript><p title='</noscript><img src=x onerror=1>'>", "onerror"},
		{"<svg><style><img src=x onerror=1></style></svg>", "onerror"},
		{"<math><title><img src=x onerror=1></title></math>", "onerror"},
		{`<svg><style><img title="</style>" src=x onerror=alert(1)>`, "onerror"},
		{`<svg><title><img title="</title>" src=x onerror=alert(1)>`, "onerror"},
		{`<svg><style><a title="</style>" href=javascript:alert(1)>`, "href"},
		{`<svg><textarea><img title='</textarea>' src=x onerror=1>`, "onerror"},
		{`<math><mtext><xmp><img title='</xmp>' src=x onerror=1>`, "onerror"},
		{`<noembed><img title="</noembed>" src=x onerror=1>`, "onerror"},
		{`<noframes><img title="</noframes>" src=x onerror=1>`, "onerror"},
		{`<iframe><img title="</iframe>" src=x onerror=1>`, "onerror"},
		{`<noscript><!-- </noscript><img src=x onerror=1> -->`, "onerror"},
		{`<select><style><!--</style><img src=x onerror=1>-->`, "onerror"},
		{`<svg><plaintext><script>1</script>`, "script"},
		{`<template><img src=x onerror=1></template>`, "onerror"},

		// CDATA sections, comments and what a parser takes for comments
		{"<svg><![CDATA[><!--]]><img src=x onerror=alert(1)>-->", "onerror"},
		{"<svg><![CDATA[><!--]]><script>alert(1)</script>-->", "script"},
		{"<math><![CDATA[><!--]]><mtext><img src=x onerror=alert(1)></mtext>-->", "onerror"},
		{"<svg><![CDATA[><style>]]><img src=x onerror=1>", "onerror"},
		{"<svg><![CDATA[><a title=\"]]><img src=x onerror=1>", "onerror"},
		{"<!--><script>1</script>-->", "script"},
		{"<!---><img src=x onerror=1>-->", "onerror"},
		{"<!-- --!><img src=x onerror=1>-->", "onerror"},
		{"<!-- <!-- --><img src=x onerror=1>-->", "onerror"},
		{"<?x ><img src=x onerror=1>?>", "onerror"},
		{"</ x><img src=x onerror=1>", "onerror"},
		{"<!x><img src=x onerror=1>", "onerror"},
		{"<!DOCTYPE x '><img src=x onerror=1>", "onerror"},
		{"</p title='><img src=x onerror=1>'>", "onerror"},
		{"<!-- <script>1</script> -->", "script"}, // honest, and not to be told apart

		// tags that the string leaves open
		{"<img src=x onerror=alert(1)", "onerror"},
		{`<img src=x onerror="alert(1)//`, "onerror"},
		{`<img src=x onerror='alert(1)//`, "onerror"},
		{`<a href="javascript:alert(1)//`, "href"},
		{`<a href='javascript:alert(1)//">`, "href"},
		{`<a href=javascript:alert(1)//`, "href"},
		{`<p title="<a href='javascript:alert(1)//`, "href"},
		{`<script src="//evil.example/a.js`, "script"},
		{`<script`, "script"},
		{`<iframe srcdoc="<script src=//evil.example/a.js `, "script"},
		{`<iframe srcdoc="&lt;img src=x onerror='1`, "srcdoc"},
	} {
		if got := activeContent(tt.in); got == "" || !strings.Contains(got, tt.want) {
			t.Errorf("activeContent(%q) = %q, want %q in it", tt.in, got, tt.want)
		}
	}
}

func TestActiveContentInData(t *testing.T) {
	const onload = `<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>`
	encode := base64.StdEncoding.EncodeToString
	var wide []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + onload)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	for _, tt := range []struct {
		in   string // the address
		want string // part of what is found
	}{
		{"data:image/svg+xml," + onload, "onload"},
		{"data:image/svg+xml,<svg><script>1</script></svg>", "script"},
		{"data:image/svg+xml,<svg><a href='javascript:alert(1)'/></svg>", "javascript:"},
		{"data:image/svg+xml,<svg><a href='&#106;avascript:alert(1)'/></svg>", "javascript:"},
		{"data:image/svg+xml,%3Csvg %6Fnload='alert(1)'/%3E", "onload"},
		{"data:image/svg+xml,%3C%73cript%3E", "script"},
		{"data:image/svg+xml,%3Ca href='java%73cript:1'%3E", "javascript:"},
		{"data:image/svg+xml;base64," + encode([]byte(onload)), "onload"},
		{"data:image/svg+xml; BASE64 ,%50" + encode([]byte(onload))[1:] + "#x", "onload"},
		{"data:image/svg+xml;base64," + encode([]byte("<svg><script>1</script>")), "script"},
		{" DA\nTA: Image/SVG+xml ;charset=utf-8," + onload, "onload"},
		{"data:application/xhtml+xml," + onload, "onload"},
		{"data:application/xml," + onload, "onload"},
		{"data:text/xml," + onload, "onload"},
		{"data:text/xsl,<script>1</script>", "script"},
		{"data:image/svg+xml,<svg><iframe srcdoc='&lt;script>1&lt;/script>'/>", "srcdoc"},
		{"data:image/svg+xml,<svg><iframe src='data:text/xml,%253Csvg onload=%25271%2527/>'/>", "onload"},
		{"data:image/svg+xml,<_:script xmlns:_='http://www.w3.org/2000/svg'>", "script"},
		{"data:image/svg+xml,<é:script xmlns:é='http://www.w3.org/2000/svg'>", "script"},
		{"data:image/svg+xml,<!DOCTYPE svg [<!ENTITY x '&#60;script>1&#60;/script>'>]><svg>&x;</svg>", "declaration"},
		{"data:image/svg+xml,<!DOCTYPE svg [<!ATTLIST svg onload CDATA '1'>]><svg/>", "declaration"},
		{"data:text/xml,<?xml-stylesheet type='text/xsl' href='//evil.example/a.xsl'?><a/>", "style sheet"},
		{"data:image/svg+xml;charset=iso-2022-jp,<svg><scr%1B(Bipt>1</scr%1B(Bipt></svg>", "encoding"},
		{"data:image/svg+xml;base64," + encode(wide), "encoding"},
	} {
		for _, in := range []string{tt.in, `<iframe src="` + html.EscapeString(tt.in) + `">`, `<embed src='` + html.EscapeString(tt.in)} {
			if got := activeContent(in); got == "" || !strings.Contains(got, tt.want) {
				t.Errorf("activeContent(%q) = %q, want %q in it", in, got, tt.want)
			}
		}
	}
	for _, in := range []string{
		`<meta http-equiv=refresh content="0;url=data:text/html,%3Cscript>1%3C/script>">`,
		`<animate attributeName=href values="#;data:image/svg+xml,%3Cscript>1%3C/script>">`,
	} {
		if got := activeContent(in); !strings.Contains(got, "script") {
			t.Errorf("activeContent(%q) = %q", in, got)
		}
	}
}

// TestHonestContent holds that nothing is found where nothing runs.
func TestHonestContent(t *testing.T) {
	encode := base64.StdEncoding.EncodeToString
	for _, in := range []string{
		"<p>Use the <em>mark</em> with care.</p>",
		"5 < 6 and on=7",
		"a < b",
		"a<b",
		"if x<y and onset = 3",
		"if x<y, once = 3; y<z only then; one=2, ones = 4",
		"if x<y print \"onset = 3",
		"The on-screen = sign",
		"<p>The on-screen = sign, onclick = 3 and javascript: in text</p>",
		"<p>javascript: is a scheme.</p>",
		`<a href="https://acme.example/javascript">docs</a>`,
		`<img src="a.png" alt="javascript: no">`,
		`<p title="3 < 4 and one = two">x</p>`,
		`<p title="a<b and one = two">x</p>`,
		`<p title="set onclick=… on it" class="once on">x</p>`,
		`<p title="&lt;script&gt;alert(1)&lt;/script&gt;">x</p>`,
		"<code>&lt;img src=x onerror=alert(1)&gt;</code> and <pre>&lt;script&gt;</pre>",
		"<!-- Mon = Monday -->",
		"<!-- on = 3, onclick = 4 --><p>x</p>",
		"<!-- <p class=\"old\">Blue, once.</p> -->",
		"<!-- a < b --> <!-- 5 <!-- 6 --> <!--> <!---> <? php ?> </ p> <!x>",
		"<style>p { color: red } a > b { content: '<' }</style>",
		"<style>/* <p> on=1 */ a { background: url(data:image/png;base64,AAAA) }</style>",
		"<textarea>a < b, onset=3</textarea>",
		"<title>On <b>one = 1</title>",
		"<svg viewBox=\"0 0 8 8\"><title>On = 1</title><style>.on{fill:#123}</style><path class=on d=\"M0 0\"/></svg>",
		"<svg><![CDATA[ a < b && on = 3 ]]></svg>",
		"<math><mi>x</mi><mo>&lt;</mo><mi>y</mi></math>",
		"<p title=\"left open",
		"<p title='left open",
		"<a href=\"https://acme.example/?a=b&on=1",
		`<a href="https://acme.example/?q=data:text/html">x</a>`,
		`<a href="https://acme.example/?a=1,data:text/html,b">x</a>`,
		`<a href="mailto:a@acme.example?subject=On=1">x</a>`,
		`<iframe srcdoc="&lt;p title='on = 1'&gt;a &amp;lt; b&lt;/p&gt;"></iframe>`,
		`<img src="data:image/png;base64,iVBORw0KGgo=" alt="data: a dot">`,
		`<img src="data:image/gif;base64,` + encode([]byte("GIF89a<a onx=1>")) + `">`, // a browser never reads it as markup
		`<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ctitle%3EOn = 1%3C/title%3E%3Cpath d='M0 0' fill='%23fff'/%3E%3C/svg%3E">`,
		"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>javascript: on=1</text></svg>",
		"data:image/svg+xml;base64," + encode([]byte(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[.on{fill:red}]]></style></svg>`)),
		"data:image/svg+xml",
		"data:image/svg+xml;base64,%",
		"data: one, two",
	} {
		if got := activeContent(in); got != "" {
			t.Errorf("activeContent(%q) = %q, want nothing", in, got)
		}
	}
}

// BenchmarkActiveContent looks through strings that are made to be read again
// and again.
func BenchmarkActiveContent(b *testing.B) {
	const size = 1 << 17
	for _, first := range []string{"", "<style>", `<a src="data:text/xml,`} {
		for _, piece := range []string{"<a ", "<a '", "<p <a>", "<!--<a>", "<a/srcdoc=", "<a/src=data:text/xml,", "data:text/xml,", "&lt;"} {
			text := first + strings.Repeat(piece, size/len(piece))
			b.Run(first+piece, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					activeContent(text)
				}
			})
		}
	}
}

// What would have to be read too often is refused.
func TestActiveContentReadTooOften(t *testing.T) {
	const size = 1 << 20
	if what := activeContent(`<a src="data:text/xml,` + strings.Repeat("<a/src=data:text/xml,", size/21)); !strings.HasPrefix(what, readTooOften) {
		t.Errorf("%.100q, want %q", what, readTooOften)
	}
}
