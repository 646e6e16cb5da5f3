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
