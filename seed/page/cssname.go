package page

import (
	"strconv"
	"strings"
	"unicode"

	"designmanual/tokenize"
)

// property returns the custom property of a token: --<group>-<token name>,
// written as a CSS identifier.
func property(path ...string) string {
	var b strings.Builder
	b.Grow(48)
	writeProperty(&b, path...)
	return b.String()
}

func writeProperty(b *strings.Builder, path ...string) {
	b.WriteByte('-')
	for _, key := range path {
		b.WriteByte('-')
		appendIdentifier(b, key)
	}
}

// appendIdentifier writes text as the inside of a CSS identifier: letters,
// digits and hyphens as they are, everything else escaped by its code point
// (CSSOM, section 2.1; CSS Syntax Module Level 3, section 4.3.9).
func appendIdentifier(b *strings.Builder, text string) {
	if isPlainIdentifier(text) {
		b.WriteString(text)
		return
	}
	for _, r := range text {
		if r == '-' || r == '_' || r < 0x80 && (isDigit(r) || isLetter(r)) || r >= 0xC0 && unicode.IsLetter(r) {
			b.WriteRune(r)
			continue
		}
		appendEscape(b, r)
	}
}

func isPlainIdentifier(text string) bool {
	for i := range len(text) {
		if c := rune(text[i]); !isDigit(c) && !isLetter(c) && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// appendEscape writes a character as a CSS escape, which a space ends.
func appendEscape(b *strings.Builder, r rune) {
	b.WriteByte('\\')
	b.WriteString(strconv.FormatInt(int64(r), 16))
	b.WriteByte(' ')
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// cssFamilies writes the value of a font family token anew: generic families
// bare, every other one as a string in which all but letters, digits, spaces
// and hyphens is escaped.
func cssFamilies(value string) string {
	var b strings.Builder
	for i, family := range tokenize.SplitFamilies(value) {
		if i > 0 {
			b.WriteString(", ")
		}
		if isGeneric(family) {
			b.WriteString(family)
			continue
		}
		b.WriteByte('"')
		for _, r := range family {
			if r == ' ' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
				b.WriteRune(r)
			} else {
				appendEscape(&b, r)
			}
		}
		b.WriteByte('"')
	}
	return b.String()
}

// isGeneric tells whether a family is one that CSS names (CSS Fonts Module
// Level 4, section 2.1.3) or that browsers know as the system's.
func isGeneric(family string) bool {
	switch family {
	case "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "fangsong",
		"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont":
		return true
	}
	return false
}
