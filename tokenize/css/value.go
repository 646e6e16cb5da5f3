package css

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/tokenize/content"
)

// Split splits a value at a separator outside strings and brackets, and trims the
// parts. If the separator is a space, any white space separates, and empty parts are
// left out.
func Split(value string, separator rune) []string {
	var quote, before rune
	depth, start := 0, 0
	var parts []string
	add := func(end int) {
		if part := strings.TrimFunc(value[start:end], isSpace); part != "" || separator != ' ' {
			parts = append(parts, part)
		}
		start = end + 1
	}
	for i, r := range value {
		if before == '\\' {
			before = 0
			continue
		}
		before = r
		if quote != 0 {
			if r == quote {
				quote = 0
			}
			continue
		}
		switch r {
		case '"', '\'':
			quote = r
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		default:
			if depth <= 0 && (r == separator || separator == ' ' && isSpace(r)) {
				add(i)
			}
		}
	}
	add(len(value))
	return parts
}

// Closing returns the offset after the parenthesis that closes the first one of a
// text, or -1.
func Closing(text string) int {
	depth := 0
	for i, c := range []byte(text) {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// collapseSpace trims text and replaces each run of white space by one space.
// White space is that of CSS (CSS Syntax Module Level 3, section 4.2), which is
// less than Unicode's.
func collapseSpace(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// IsASCII reports whether a text has no other characters.
func IsASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// IsIdentifier reports whether a word is a CSS identifier without escapes (CSS
// Syntax Module Level 3, section 4.3.9).
func IsIdentifier(word string) bool {
	start := strings.TrimPrefix(word, "-")
	if start == "" || '0' <= start[0] && start[0] <= '9' {
		return false
	}
	for _, r := range word {
		if !IsIdentifierRune(r) {
			return false
		}
	}
	return true
}

// IsIdentifierRune reports whether an identifier may have the character as it is.
func IsIdentifierRune(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
	}
	if r < 0xC0 {
		return r == 0xB7
	}
	if r < 0x2000 {
		return r != 0xD7 && r != 0xF7 && r != 0x37E
	}
	if r < 0x3001 {
		return r == 0x200C || r == 0x200D || r == 0x203F || r == 0x2040 || 0x2070 <= r && r <= 0x218F ||
			0x2C00 <= r && r <= 0x2FEF
	}
	return r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFFD || r >= 0x10000
}

// CheckValue refuses a value with a brace (an alias to token tools), a
// semicolon (the end of a declaration in CSS) or a control character.
func CheckValue(value string) error {
	for _, r := range value {
		if r == '{' || r == '}' || r == ';' || unicode.IsControl(r) {
			return fmt.Errorf(
				"expected a value without braces, semicolons and control characters, found %q in %q", r,
				content.Truncate(value),
			)
		}
	}
	return nil
}

// Found describes a value in an error; a number has no quotes.
func Found(text string) string {
	if text == "" {
		return "found an empty string"
	}
	if numberAt(text) == text {
		return "found " + content.Truncate(text)
	}
	return "found " + strconv.Quote(content.Truncate(text))
}
