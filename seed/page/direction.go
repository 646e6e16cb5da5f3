package page

import "golang.org/x/text/unicode/bidi"

// leftward tells whether a text is written from right to left, as its first
// letter that says so (HTML, section 3.2.6.4, "auto").
func leftward(text string) bool {
	for text != "" {
		p, size := bidi.LookupString(text)
		switch p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
		text = text[max(size, 1):]
	}
	return false
}
