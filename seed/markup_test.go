package seed

import (
	"strings"
	"testing"
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
