package safe

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestAddress(t *testing.T) {
	for _, test := range []struct{ address, want string }{
		{"https://acme.example/a b", "https://acme.example/a%20b"},
		{"http://acme.example", "http://acme.example"},
		{"mailto:ruth@acme.example", "mailto:ruth@acme.example"},
		{"/files/logo.zip", "/files/logo.zip"},
		{"files/logo.zip?v=2#top", "files/logo.zip?v=2#top"},
		{"#colour", "#colour"},
		{"javascript:alert(1)", ""},
		{"JaVaScRiPt:alert(1)", ""},
		{" javascript:alert(1)", ""},
		{"java\tscript:alert(1)", ""},
		{"java\nscript:alert(1)", ""},
		{"\x01javascript:alert(1)", ""},
		{"data:text/html,<script>alert(1)</script>", ""},
		{"vbscript:msgbox(1)", ""},
		{"file:///etc/passwd", ""},
		{"ftp://acme.example/", ""},
		{"blob:https://acme.example/1", ""},
		{"", ""},
		{"%zz", ""},
	} {
		var l Checker
		if got := string(l.Link("name", test.address).Address); got != test.want {
			t.Errorf("%q: %q, want %q", test.address, got, test.want)
		}
	}
}

// An image is loaded from another host by http or https only. The policy names
// the origins that https: does not cover, each once.
func TestImages(t *testing.T) {
	for _, test := range []struct{ address, want, origin string }{
		{"https://a.example/1 a.png", "https://a.example/1%20a.png", ""},
		{"http://b.example:8080/2.png", "http://b.example:8080/2.png", "http://b.example:8080"},
		{"http://192.0.2.1/3.png", "http://192.0.2.1/3.png", "http://192.0.2.1"},
		{"http://[2001:db8::1]/3.png", "", ""},
		{"http://bücher.example/4.png", "http://xn--bcher-kva.example/4.png", "http://xn--bcher-kva.example"},
		{"//host/x", "", ""},
		{"/x", "", ""},
		{"x.png", "", ""},
		{"*/}body{background:url(https://a.example/x)}/*", "", ""},
		{"mailto:x@y.example", "", ""},
		{"data:image/png,1", "", ""},
		{"http://d.example;script-src/x.png", "", ""},
		{"http://d.example;script-src *", "", ""},
		{"http://d.example,e.example/x.png", "", ""},
		{"http://*.example/x.png", "", ""},
		{"http:///x.png", "", ""},
		{"http://user@e.example/6.png", "", ""},
	} {
		var direct, rich Checker
		if got := string(direct.Image(test.address)); got != test.want {
			t.Errorf("%q: %q, want %q", test.address, got, test.want)
		}
		rich.RichText(`<p><img alt="a>b" src="` + test.address + `"><img src='` + test.address + `'></p>`)
		for _, l := range []Checker{direct, rich} {
			if got := strings.Join(l.Origins, " "); got != test.origin {
				t.Errorf("%q: origins %q, want %q", test.address, got, test.origin)
			}
		}
	}
}

func TestRich(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"plain", "plain"},
		{"<p>A <strong>b</strong> &amp; c</p>", "<p>A <strong>b</strong> &amp; c</p>"},
		{`<a href="https://www.a.example/x">A.example</a>`, `<a href="https://www.a.example/x">A.example</a>`}, // says its host itself
		{`<a href="https://a.example/">a</a>`, `<a data-host="a.example" href="https://a.example/">a</a>`},
		{`<a href="/files/my logo.zip">a</a>`, `<a href="/files/my%20logo.zip">a</a>`},
		{`<A title='b  c' HREF = ' https://a.example/b  c '>a</A>`, `<a data-host="a.example" href="https://a.example/b%20%20c">a</a>`},
		{`<p>a href="b c"</p>`, `<p>a href=&#34;b c&#34;</p>`},
		{`<a href="java script:alert(1)">a</a>`, `a`},
		{`<a href="javascript:alert(1)">a</a>`, `a`},
		{`<p id="colour" class="cover" style="position:fixed" onclick="alert(1)">a</p>`, `<p>a</p>`},
		{`a<script>alert(1)</script>b`, `ab`},
		{`<style>*{display:none}</style>b`, `b`},
		{`<iframe src="https://a.example/"></iframe><object></object><form><input></form>b`, `b`},
		{`<svg><a href="javascript:alert(1)">c</a></svg>`, `c`},
		{"</div></section>b", "b"},
		{"<div><p>b", "<div><p>b</p></div>"},
		{"<p>a<p>b", "<p>a</p><p>b</p>"},
		{"<em>a</strong>", "<em>a</em>"},
		{"a < b", "a &lt; b"},
		{`<p>Read <a href="https://x.example/">w</a></p>`, `<p>Read <a data-host="x.example" href="https://x.example/">w</a></p>`},
		{`<img src="https://a.example/b c.png" alt="d" onerror="x">`, `<img src="https://a.example/b%20c.png" alt="d" loading="lazy" decoding="async"/>`},
		{`<img src="data:image/svg+xml,<svg/onload=x>" alt="d">`, `d`},
		{`<img src="data:image/png;base64,AAAA" alt="d">`, `d`},
		{`<a href="data:text/html,x">d</a>`, `d`},
		{"<p>a\x00b</p>", "<p>a\uFFFDb</p>"},
		{"<table><thead><tr><th>a</th><th> <em></em></th></tr></thead></table>", `<table tabindex="0"><thead><tr><th>a</th><td> <em></em></td></tr></thead></table>`},
		{`<table><tr><th><img src="https://a.example/b.png" alt="d"></th></tr></table>`, `<table tabindex="0"><tbody><tr><th><img src="https://a.example/b.png" alt="d" loading="lazy" decoding="async"/></th></tr></tbody></table>`},
		{"<pre>\n\na\n b</pre>", "<pre>\n\na\n b</pre>"},
		{strings.Repeat("<div>", 600) + "a" + strings.Repeat("</div>", 600), strings.Repeat(" ", 600) + "a" + strings.Repeat(" ", 600)},
	} {
		var l Checker
		if got := string(l.RichText(test.text)); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// Sanitized rich text never runs, styles, or takes an anchor, and never closes
// the element around it.
func FuzzRich(f *testing.F) {
	for _, seed := range []string{"<p>a", "</section>", "<li>a</li>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<a href=\"jav&#x09;ascript:x\">", "<table><tr><div>", "<p><ul></p>", "<math><mi><style><img src onerror=x>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l Checker
		clean := string(l.RichText(text))
		root, err := html.Parse(strings.NewReader(`<ul><li id=in><section>` + clean + `</section><i id=after></i></li></ul>`))
		if err != nil {
			t.Fatal(err)
		}
		var after *html.Node
		for node := range root.Descendants() {
			if node.Type != html.ElementNode {
				continue
			}
			switch node.Data {
			case "script", "style", "iframe", "object", "embed", "svg", "math", "form", "input", "link", "meta", "base":
				t.Errorf("%q: element %s in %q", text, node.Data, clean)
			}
			for _, a := range node.Attr {
				value := strings.ToLower(strings.TrimSpace(a.Val))
				switch {
				case a.Key == "id" && a.Val == "after":
					after = node
				case a.Key == "id" && a.Val == "in":
				case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "id", a.Key == "class", a.Key == "name", strings.HasPrefix(value, "javascript:"), strings.HasPrefix(value, "data:"):
					t.Errorf("%q: attribute %s=%q in %q", text, a.Key, a.Val, clean)
				}
			}
		}
		if after == nil || after.Parent.Data != "li" || len(after.Parent.Attr) == 0 {
			t.Errorf("%q breaks out: %q", text, clean)
		}
	})
}

// A parser repeats unclosed formatting in every following element; the result
// is bounded.
func TestRichIsBounded(t *testing.T) {
	var open strings.Builder
	for i := range 400 {
		open.WriteString(`<b lang="l` + strings.Repeat("x", i%200) + `">`)
	}
	for _, text := range []string{
		open.String() + strings.Repeat("<p>x", 20_000),
		strings.Repeat("<b><i><u>", 10) + strings.Repeat("<p>x", 20_000),
		strings.Repeat("<a href=x>", 50_000),
		`<p><a href="https://x.example/` + strings.Repeat("x", 10_000) + `">` + strings.Repeat("<p>x", 2_000),
		strings.Repeat("<table><tr><td>", 20_000),
		strings.Repeat("<table>x", 20_000),
		strings.Repeat("<a <a ", 50_000),
	} {
		var l Checker
		if got := l.RichText(text); len(got) > 12*len(text) {
			t.Errorf("%d bytes, %.20s…, become %d", len(text), text, len(got))
		}
	}
}

// Links to other pages of a brand at home below a base URL with a path stay below it.
func TestLinksBelowABasePath(t *testing.T) {
	l := Checker{base: "/brand/event", root: "/brand"}
	for raw, want := range map[string]string{"/event#logo": "/brand/event#logo", "#logo": "#logo", "//other.example/x": "//other.example/x", "https://a.example/b": "https://a.example/b"} {
		if got := l.Link("", raw).Address; string(got) != want {
			t.Errorf("%s leads to %s, want %s", raw, got, want)
		}
	}
}
