package manual

import "testing"

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"Blå, 青\nred":                                  "Blå, 青\nred",
		"\x1b[2J\x7f\u0085\u009b\t\r\x00":              `\u001b[2J\u007f\u0085\u009b\u0009\u000d\u0000`,
		"a\u061c\u200e\u200f\u202a\u202eb\u2066\u2069": `a\u061c\u200e\u200f\u202a\u202eb\u2066\u2069`,
		"a\xff\ufffd":                                  `a\xff` + "\ufffd", "no-\u200bwidth": "no-\u200bwidth",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{" a\n b ", 3, "a b"}, {"one two three", 13, "one two three"}, {"one two three", 12, "one two…"}, {"one, two three", 8, "one…"}, {"onetwothree", 5, "onet…"}, {"ÅÄÖÅÄÖ", 4, "ÅÄÖ…"},
	} {
		if got := Shorten(test.text, test.most); got != test.want {
			t.Errorf("%q in %d: %q, want %q", test.text, test.most, got, test.want)
		}
	}
}
