package seed

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/seed/page"
)

func TestActiveContent(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want string // part of what is found; empty for nothing
	}{
		{"<p>Use the <em>mark</em> with care.</p>", ""},
		{"5 < 6 and on=7", ""},
		{"JavaScript: the good parts is a book.", "javascript:"}, // as an address it would run
		{"<p>javascript: is a scheme.</p>", ""},
		{`<a href="https://acme.example/javascript">docs</a>`, ""},
		{`<img src="a.png" alt="javascript: no">`, ""},
		{"<script>alert(1)</script>", "script"},
		{"<ScRiPt src=x>", "script"},
		{"<svg><script>1</script></svg>", "script"},
		{"<svg:script>1</svg:script>", "script"},
		{"<img src=x onerror=alert(1)>", "onerror"},
		{"<img src=x onerror=alert(1)", "onerror"},
		{`<img/src="x"/onerror=alert(1)>`, "onerror"},
		{"<p\nONCLICK = 'x'>", "onclick"},
		{`<a href="javascript:alert(1)">x</a>`, "href"},
		{`<a href="java&#x0A;script:alert(1)">x</a>`, "href"},
		{`<a href="&#106;avascript&colon;alert(1)">x</a>`, "href"},
		{"<a href=' \x01 jAvAsCrIpT:alert(1)'>x</a>", "href"},
		{`<form action="vbscript:x">`, "action"},
		{`<iframe src="data:text/html,<script>1</script>">`, "src"},
		{`<iframe srcdoc="&lt;img src=x onerror=1&gt;">`, "srcdoc"},
		{`<meta http-equiv=refresh content="0;url=javascript:1">`, "content"},
		{"java\tscript:alert(1)", "javascript:"},
		{"  javascript:alert(1)", "javascript:"},
		{"<noscript><p title='</noscript><img src=x onerror=1>'>", "onerror"},
		{"<svg><style><img src=x onerror=1></style></svg>", "onerror"},
		{"<math><title><img src=x onerror=1></title></math>", "onerror"},
		{"<style>p { color: red }</style>", ""},
		{"<textarea>a < b</textarea>", ""},
		{"<!-- <script>1</script> -->", ""},
	} {
		got := activeContent(tt.in)
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("activeContent(%q) = %q, want %q in it", tt.in, got, tt.want)
		}
	}
}

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
		"<!--><script>", "<![CDATA[<script>]]>", "<noscript><p title='</noscript><script>'>", "<table><tr><script", "<plaintext><script>", "&nbsp;", "<p><br></p>",
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
				if len(a.Key) > 2 && strings.HasPrefix(a.Key, "on") {
					t.Fatalf("%q passes with %s", text, a.Key)
				}
			}
		}
	})
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
