package tokenize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Name returns text as a token name (specification, section 2.5): brought to
// NFC, lower-cased by Unicode's own rules (so that a Greek word ends in its
// final sigma), every run of characters that are neither letters, marks nor
// decimal digits made one hyphen, and no hyphen at either end. Letters of any
// script stay. A mark stays with the letter or digit that it stands on; one
// that stands on something else (the invisible selector after an emoji) goes
// with it. Where nothing is left, fallback is returned as it is.
func Name(text, fallback string) string {
	if isASCII(text) {
		text = strings.ToLower(text)
	} else {
		text = norm.NFC.String(cases.Lower(language.Und).String(norm.NFC.String(text)))
	}
	var name strings.Builder
	gap := true // the last character was none of a name, or there is none yet
	for _, r := range text {
		keep := unicode.IsLetter(r) || unicode.IsDigit(r)
		if !keep && (gap || !unicode.IsMark(r)) {
			gap = true
			continue
		}
		if gap && name.Len() > 0 {
			name.WriteByte('-')
		}
		gap = false
		name.WriteRune(r)
	}
	if name.Len() == 0 {
		return fallback
	}
	return name.String()
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
