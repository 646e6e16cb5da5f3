package tokenize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Name returns text as a token name (specification, section 2.5): in NFC,
// lower-cased by Unicode's rules (so that a Greek word ends in its final
// sigma), with one hyphen for every run of characters that are not letters,
// marks or decimal digits, and without hyphens at the ends. Letters of any
// script stay. A mark stays if it follows a letter or digit; after any other
// character (such as the variation selector after an emoji) it is removed. If
// nothing is left, Name returns fallback unchanged.
func Name(text, fallback string) string {
	if isASCII(text) {
		text = strings.ToLower(text)
	} else {
		text = norm.NFC.String(cases.Lower(language.Und).String(norm.NFC.String(text)))
	}
	var name strings.Builder
	gap := true // at the start, or after a character that is removed
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
