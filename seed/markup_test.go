package seed

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/seed/page"
)

func TestEmptyText(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
	}{
		{"", true},
		{" \n\t", true},
		{"<p><br></p>", true},
		{"<p>&nbsp;</p><p>\u200b</p>", true},
		{"<h2></h2><hr>", true},
		{"<!-- note -->", true},
		{"x", false},
		{"<p>x</p>", false},
		{"&amp;", false},
		{"a < b", false},
		{`<p><img src="a.png"></p>`, false},
		{"<video></video>", false},
		{"<svg></svg>", false},
	} {
		if got := emptyText(tt.in); got != tt.want {
			t.Errorf("emptyText(%q) = %v, want %v", tt.in, got, tt.want)
		}
	}
}

// What passes holds nothing that a browser would run, as a parser of whole
// documents sees it; and text that a reader sees is never taken for nothing.
func FuzzMarkup(f *testing.F) {
	for _, seed := range []string{
		"<p>a", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<a href=\"jav&#x09;ascript:x\">", "<math><mi><style><img src onerror=x>",
		"<!--><script>", "<![CDATA[<script>]]>", "<noscript><p title='</noscript><script>'>", "<table><tr><script", "<plaintext><script>", "&nbsp;", "<p><br></p>", "<a one>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if what := activeContent(text); what != "" {
			if strings.ContainsAny(what, "\r\n") {
				t.Fatalf("%q: reason %q", text, what)
			}
			return
		}
		root, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for node := range root.Descendants() {
			if node.Type == html.TextNode && strings.ContainsAny(node.Data, "abcdefghijklmnopqrstuvwxyz") && emptyText(text) {
				t.Fatalf("%q is taken for nothing and shows %q", text, node.Data)
			}
			if node.Type != html.ElementNode {
				continue
			}
			if node.DataAtom == atom.Script {
				t.Fatalf("%q passes with a script", text)
			}
			for _, a := range node.Attr {
				if len(a.Key) > 2 && strings.HasPrefix(a.Key, "on") && !onWords[strings.TrimRight(a.Key, ".,;:!?)")] {
					t.Fatalf("%q passes with %s", text, a.Key)
				}
			}
		}
	})
}

// What passes holds nothing that a browser would run, in whatever element it
// is put and whether or not scripts are on.
func FuzzActiveContent(f *testing.F) {
	for _, seed := range []string{
		"<svg><![CDATA[><!--]]><img src=x onerror=alert(1)>-->", `<svg><style><img title="</style>" src=x onerror=alert(1)>`,
		"<math><mtext><mglyph><style><!--</style><img title=\"--><img src onerror=1>\">", "<select><xmp><script>", "<!-- --!><script>",
		"<form><math><mtext></form><form><mglyph><style></math><img src onerror=1>", `<img src=x onerror="alert(1)//`, "<a href='javascript:",
		"<noscript><!-- </noscript><img src=x onerror=1> -->", "<table><svg><title><p onclick=1>", "</p title='><svg onload=1>'>", "if x<y and onset = 3",
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
		if activeContent(text) != "" {
			return
		}
		for _, context := range contexts {
			for _, scripts := range []bool{true, false} {
				for _, after := range []string{"", ">", `">`, "'>"} {
					nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text+after), context, html.ParseOptionEnableScripting(scripts))
					if err != nil {
						continue // nested too deep
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

// TestPlainMarkup holds what is told of plain rich text without a parser
// against what the parser tells.
func TestPlainMarkup(t *testing.T) {
	pieces := []string{"<p>", "</p>", "<li>", "</ul>", "<code>", "<h1>", "", " ", "\n", "\u00a0", "\u200b", "a", "é"}
	for i := range len(pieces) * len(pieces) * len(pieces) * len(pieces) {
		text := ""
		for range 4 {
			text += pieces[i%len(pieces)]
			i /= len(pieces)
		}
		if !page.IsPlain(text) {
			t.Fatalf("%q is not plain", text)
		}
		if got, want := emptyText(text), emptyMarkup(text); got != want {
			t.Errorf("%q: empty %v, want %v", text, got, want)
		}
	}
}
