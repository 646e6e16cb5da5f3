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
	if isName(text) {
		return text
	}
	if !ascii(text) {
		text = norm.NFC.String(cases.Lower(language.Und).String(norm.NFC.String(text)))
	}
	var name strings.Builder
	name.Grow(len(text))
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
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		name.WriteRune(r)
	}
	if name.Len() == 0 {
		return fallback
	}
	return name.String()
}

// isName tells whether text is a name of ASCII characters as it stands.
func isName(text string) bool {
	hyphen := true
	for i := range len(text) {
		c := text[i]
		if c == '-' && hyphen || c != '-' && !('a' <= c && c <= 'z' || '0' <= c && c <= '9') {
			return false
		}
		hyphen = c == '-'
	}
	return !hyphen
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
