package tokenize

import (
	"fmt"
	"strings"
	"unicode"
)

// CheckValue returns an error for a value that no token may have: one that
// holds an opening or closing brace (an alias to token tools), a semicolon
// (the end of a declaration in a style sheet) or a control character.
func CheckValue(value string) error {
	for _, r := range value {
		if r == '{' || r == '}' || r == ';' || unicode.IsControl(r) {
			return fmt.Errorf("expected a value without braces, semicolons and control characters, found %q in %q", r, shorten(value))
		}
	}
	return nil
}

// cssFields splits text at its white space as CSS has it (CSS Syntax Module
// Level 3, section 4.2), which is less than Unicode's.
func cssFields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f'
	})
}

// squeeze returns text without outer white space and with each inner run of
// white space as one space.
func squeeze(text string) string {
	return strings.Join(cssFields(text), " ")
}
