package tokenize

import (
	"fmt"
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
