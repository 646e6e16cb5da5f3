package page

import (
	"strings"
	"testing"
)

// What stands in a page must end where it ends: closed HTML is left as it is,
// and what would end something around it, or be ended itself, is not.
func TestClosed(t *testing.T) {
	deep := strings.Repeat("<div>", mostOpen) + strings.Repeat("</div>", mostOpen)
	for in, want := range map[string]string{
		"<ul><li>a<ol><li>b</li></ol></li></ul>":           "",
		"<dl><dt>a</dt><dd>b<dl><dt>c</dt></dl></dd></dl>": "",
		"x<li>y</li><li>z</li>":                            "",
		"<p>a</p>":                                         "",
		"<p>a":                                             "<p>a</p>",
		"a</div>b":                                         "ab",
		"<p>a<p>b</p></p>":                                 "<p>a</p><p>b</p><p></p>",
		"<li><li>x</li></li>":                              "<li></li><li>x</li>",
		"<dd><dt>x</dt></dd>":                              "<dd></dd><dt>x</dt>",
		"<li><div><li>x</li></div></li>":                   "<li><div></div></li><li>x</li>",
		deep:                                               strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(deep),
	} {
		if want == "" {
			want = in
		}
		if got := closed(in); got != want {
			t.Errorf("%.60q is closed as %.200q, want %.200q", in, got, want)
		}
	}
}

// Formatting that is left open begins anew in every element that follows: what
// that makes of a text has a bound, and a link that was forgotten is within it.
func TestClosedIsBounded(t *testing.T) {
	paragraphs := strings.Repeat("<p>x</p>", 50)
	if got := closed(`<a href="https://example.com/about/the/brand">` + paragraphs); !strings.HasPrefix(got, "<a href=") || !strings.HasSuffix(got, "</a>") {
		t.Errorf("an open link is closed as %.200q, want a link", got)
	}
	var open strings.Builder
	for i := range 400 {
		open.WriteString(`<b lang="l` + strings.Repeat("x", i) + `">`)
	}
	text := open.String() + strings.Repeat("<p>x", 20_000)
	if got := closed(text); len(got) > 6*len(text) {
		t.Errorf("%d bytes are closed as %d", len(text), len(got))
	}
}

// Whatever is closed stays as it is when it is read again.
func FuzzClosed(f *testing.F) {
	for _, seed := range []string{"<p>a", "<li><div><li>x</li></div></li>", "<br/><p><p><dd><table><dt>x</dt>x</table>x</dd>x</p>x</p>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if first := closed(richText.Sanitize(text)); closed(first) != first {
			t.Errorf("%q is closed as %q, and that as %q", text, first, closed(first))
		}
	})
}
