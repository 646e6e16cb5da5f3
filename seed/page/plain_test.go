package page

import (
	"testing"

	"pgregory.net/rapid"
)

// TestIsPlain says what is plain.
func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "text": true, "<p>Blå\u00a0– “paint”\n</p>": true, "<ul><li><strong>a</strong></li></ul>": true, "</p></p>": true,
		"<p": false, "<p>a<": false, "a > b": false, "a &amp; b": false, "it's": false, `"`: false, "a\r\n": false, "\x00": false,
		"<p >": false, "<P>": false, "<p class=a>": false, "<p/>": false, "<//p>": false, "< p>": false, "<>": false, "</>": false,
		"<br>": false, "<img>": false, "<script>": false, "<!--p-->": false, "<p><svg></p>": false,
	} {
		if got := isPlain(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestPlainIsSanitized holds plain text against the allow list.
func TestPlainIsSanitized(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"<p>", "</p>", "<strong>", "</strong>", "<b>", "</b>", "<em>", "</em>", "<i>", "</i>", "<u>", "</u>", "<s>", "</s>",
		"<ul>", "</ul>", "<ol>", "</ol>", "<li>", "</li>", "<h1>", "</h1>", "<h2>", "</h6>", "<blockquote>", "</blockquote>",
		"<code>", "</code>", "text", " ", "\n", "é", "\u00a0", "\u2028", "\ufffd", "\t", "javascript:", "--", "]]", "<script>", "<a>", "<", ">", "&", "'", "\r",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, piece := range rapid.SliceOfN(pieces, 0, 12).Draw(t, "pieces") {
			text += piece
		}
		if isPlain(text) {
			if clean := allowed.Sanitize(text); clean != text {
				t.Fatalf("%q becomes %q", text, clean)
			}
		}
	})
}
