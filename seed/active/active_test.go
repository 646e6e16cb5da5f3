package active

import (
	"encoding/base64"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestActiveContent(t *testing.T) {
	r := new(Reader)
	for _, tt := range []struct {
		in   string
		want string // part of what is found
	}{
		{"<script>alert(1)</script>", "script"},
		{"<svg:script>1</svg:script>", "script"},
		{"<img src=x onerror=alert(1)>", "onerror"},
		{`<img/src="x"/onerror=alert(1)>`, "onerror"},
		{"<p\nONCLICK = 'x'>", "onclick"},
		{`<a href="javascript:alert(1)">x</a>`, "href"},
		{`<a href="java&#x0A;script:alert(1)">x</a>`, "href"},
		{`<a href="&#106;avascript&colon;alert(1)">x</a>`, "href"},
		{"<a href=' \x01 jAvAsCrIpT:alert(1)'>x</a>", "href"},
		{`<form action="vbscript:x">`, "action"},
		{`<iframe src="data:text/html,<script>1</script>">`, "src"},
		{`<iframe srcdoc="&lt;img src=x onerror=1&gt;">`, "srcdoc"},
		{`<iframe srcdoc="&lt;p title='on = 1'&gt;a &amp;lt; b&lt;/p&gt;"></iframe>`, "srcdoc"}, // harmless, but a manual needs no srcdoc
		{`<a href="https://acme.example/?q=data:text/html">x</a>`, "data:text/html"},            // harmless, but looks like a list of addresses
		{`<meta http-equiv=refresh content="0;url=javascript:1">`, "content"},
		{"java\tscript:alert(1)", "javascript:"},

		// raw text, which is markup in foreign content or where scripts are off
		{"<noscript><p title='</noscript><img src=x onerror=1>'>", "onerror"},
		{"<svg><style><img src=x onerror=1></style></svg>", "onerror"},
		{`<svg><style><img title="</style>" src=x onerror=alert(1)>`, "onerror"},
		{`<svg><style><a title="</style>" href=javascript:alert(1)>`, "href"},
		{`<svg><textarea><img title='</textarea>' src=x onerror=1>`, "onerror"},
		{`<noscript><!-- </noscript><img src=x onerror=1> -->`, "onerror"},
		{`<select><style><!--</style><img src=x onerror=1>-->`, "onerror"},
		{`<template><img src=x onerror=1></template>`, "onerror"},

		// CDATA sections, comments, and what a parser takes for comments
		{"<svg><![CDATA[><!--]]><img src=x onerror=alert(1)>-->", "onerror"},
		{"<math><![CDATA[><!--]]><mtext><img src=x onerror=alert(1)></mtext>-->", "onerror"},
		{"<!--><script>1</script>-->", "script"},
		{"<!-- --!><img src=x onerror=1>-->", "onerror"},
		{"<?x ><img src=x onerror=1>?>", "onerror"},
		{"</ x><img src=x onerror=1>", "onerror"},
		{"<!x><img src=x onerror=1>", "onerror"},
		{"<!DOCTYPE x '><img src=x onerror=1>", "onerror"},
		{"</p title='><img src=x onerror=1>'>", "onerror"},
		{"<!-- <script>1</script> -->", "script"}, // harmless, but a parser may not see a comment

		// tags that the string does not close
		{"<img src=x onerror=alert(1)", "onerror"},
		{`<img src=x onerror="alert(1)//`, "onerror"},
		{`<a href="javascript:alert(1)//`, "href"},
		{`<a href=javascript:alert(1)//`, "href"},
		{`<p title="<a href='javascript:alert(1)//`, "href"},
		{`<script src="//evil.example/a.js`, "script"},
		{`<script`, "script"},
		{`<iframe srcdoc="<script src=//evil.example/a.js `, "srcdoc"},
		{`<iframe srcdoc="&lt;img src=x onerror='1`, "srcdoc"},
	} {
		if got, _ := r.Find(tt.in, "url"); got == "" || !strings.Contains(got, tt.want) {
			t.Errorf("Find(%q) = %q, want %q in it", tt.in, got, tt.want)
		}
	}
}

// TestActiveAddress checks that an address is judged where one stands: under a key of
// addresses, or as a string that is no prose.
func TestActiveAddress(t *testing.T) {
	r := new(Reader)
	const code, prose = "javascript:alert(1)", "JavaScript: import the module and call it."
	for key, want := range map[string][2]bool{"html": {true, false}, "url": {true, true}, "imageSrc": {true, true}, "links": {true, true}, "caption": {true, false}} {
		address, _ := r.Find(code, key)
		text, _ := r.Find(prose, key)
		if got := [2]bool{address != "", text != ""}; got != want {
			t.Errorf("%s: an address and prose are refused: %v, want %v", key, got, want)
		}
	}
	if got, _ := r.Find(`<p>JavaScript: import the module.</p><a href="javascript: alert(1)">x</a>`, "html"); !strings.Contains(got, "javascript: address in href") {
		t.Error(got)
	}
}

// A document in a data: address may contain scripts, so it is refused in every
// encoding.
func TestActiveContentInData(t *testing.T) {
	r := new(Reader)
	for _, address := range []string{
		"data:image/svg+xml,<svg/>", "data:image/svg+xml;base64,PHN2Zy8+", " DA\nTA: Image/SVG+xml ;charset=utf-8,x", "data:application/xhtml+xml,x",
		"data:application/xml,x", "data:text/xml,x", "data:text/xsl,x", "data:text/html,x", "data:model/x+xml,x", "data:image/svg+xml",
	} {
		for _, in := range []string{
			address, `<iframe src="` + html.EscapeString(address) + `">`, `<embed src='` + html.EscapeString(address),
			`<meta http-equiv=refresh content="0;url=` + address + `">`, `<animate attributeName=href values="#;` + address + `">`,
		} {
			if got, _ := r.Find(in, "url"); !strings.Contains(got, "a data:") {
				t.Errorf("Find(%q) = %q", in, got)
			}
		}
	}
}

// TestHarmlessContent checks that nothing is found where nothing runs.
func TestHarmlessContent(t *testing.T) {
	r := new(Reader)
	encode := base64.StdEncoding.EncodeToString
	for _, in := range []string{
		"<p>Use the <em>mark</em> with care.</p>",
		"5 < 6 and on=7",
		"if x<y and onset = 3",
		"if x<y, once = 3; y<z only then; one=2, ones = 4",
		"The on-screen = sign",
		"<p>The on-screen = sign, onclick = 3 and javascript: in text</p>",
		"<p>javascript: is a scheme.</p>",
		`<a href="https://acme.example/javascript">docs</a>`,
		`<img src="a.png" alt="javascript: no">`,
		`<p title="a<b and one = two">x</p>`,
		`<p title="set onclick=… on it" class="once on">x</p>`,
		`<p title="&lt;script&gt;alert(1)&lt;/script&gt;">x</p>`,
		"<code>&lt;img src=x onerror=alert(1)&gt;</code> and <pre>&lt;script&gt;</pre>",
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
		"<a href=\"https://acme.example/?a=b&on=1",
		`<a href="mailto:a@acme.example?subject=On=1">x</a>`,
		`<img src="data:image/png;base64,iVBORw0KGgo=" alt="data: a dot">`,
		`<img src="data:image/gif;base64,` + encode([]byte("GIF89a<a onx=1>")) + `">`, // a browser never reads an image as markup
		"data: one, two",
	} {
		if got, _ := r.Find(in, "url"); got != "" {
			t.Errorf("Find(%q) = %q, want nothing", in, got)
		}
	}
}

// FuzzActiveContent checks that accepted text has nothing that a browser would
// run, in any surrounding element and with scripts on or off.
func FuzzActiveContent(f *testing.F) {
	for _, seed := range []string{
		"<svg><![CDATA[><!--]]><img src=x onerror=alert(1)>-->", `<svg><style><img title="</style>" src=x onerror=alert(1)>`,
		"<math><mtext><mglyph><style><!--</style><img title=\"--><img src onerror=1>\">", "<select><xmp><script>", "<!-- --!><script>",
		"<form><math><mtext></form><form><mglyph><style></math><img src onerror=1>", `<img src=x onerror="alert(1)//`, "<a href='javascript:",
		"<noscript><!-- </noscript><img src=x onerror=1> -->", "<table><svg><title><p onclick=1>", "</p title='><svg onload=1>'>", "if x<y and onset = 3",
		"<p>a<IFRAME\n><video", "<iframe<b>", "<!-- <form> --><nav/>",
	} {
		f.Add(seed)
	}
	contexts := []*html.Node{
		nil,
		{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"},
		{Type: html.ElementNode, DataAtom: atom.Table, Data: "table"},
		{Type: html.ElementNode, DataAtom: atom.Select, Data: "select"},
		{Type: html.ElementNode, DataAtom: atom.Template, Data: "template"},
		{Type: html.ElementNode, DataAtom: atom.Svg, Data: "svg", Namespace: "svg"},
		{Type: html.ElementNode, DataAtom: atom.Math, Data: "math", Namespace: "math"},
	}
	f.Fuzz(func(t *testing.T, text string) {
		if what, _ := new(Reader).Find(text, "url"); what != "" {
			return
		}
		for _, context := range contexts {
			for _, scripts := range []bool{true, false} {
				for _, after := range []string{"", ">", `">`, "'>"} {
					nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text+after), context, html.ParseOptionEnableScripting(scripts))
					if err != nil {
						continue // nested too deeply
					}
					for _, node := range nodes {
						passes(t, text, node)
					}
				}
			}
		}
	})
}

func passes(t *testing.T, text string, root *html.Node) {
	t.Helper()
	for node := range root.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		if node.Data == "script" || strings.HasSuffix(node.Data, ":script") {
			t.Fatalf("%q passes with a script", text)
		}
		for _, a := range node.Attr {
			if eventHandler(a.Key) && a.Val != "" || a.Key == "href" && strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:") {
				t.Fatalf("%q passes with %s=%q", text, a.Key, a.Val)
			}
		}
	}
}
