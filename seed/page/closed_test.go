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
