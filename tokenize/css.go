package tokenize

import "strings"

// cssFields splits text at its white space as CSS has it (CSS Syntax Module
// Level 3, section 4.2), which is less than Unicode's.
func cssFields(text string) []string {
	return strings.FieldsFunc(text, isSpace)
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }

// squeeze returns text without outer white space and with each inner run of
// white space as one space.
func squeeze(text string) string {
	return strings.Join(cssFields(text), " ")
}

// splitOutside splits text at a separator outside brackets and trims the
// parts; between words, where the separator is a space, there is no empty
// part.
func splitOutside(text string, separator rune) []string {
	var parts []string
	depth, start := 0, 0
	add := func(part string) {
		if part = squeeze(part); part != "" || separator != ' ' {
			parts = append(parts, part)
		}
	}
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == separator && depth == 0:
			add(text[start:i])
			start = i + 1
		}
	}
	add(text[start:])
	return parts
}

// balanced tells whether CSS ends where text ends: every bracket, string and
// comment that it opens is closed, and no backslash takes what comes after.
// Otherwise a style sheet would read on into what follows the value. An
// address without quotes, in which CSS knows neither strings nor comments nor
// brackets (CSS Syntax Module Level 3, section 4.3.6), must have none.
func balanced(text string) bool {
	var open []byte
	escaped := false // after a backslash any name may be url
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(':
			if (escaped || endsInURL(text[:i])) && !address(text[i+1:]) {
				return false
			}
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case ')', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
		case '\\':
			escaped = true
			i++
			if i == len(text) {
				return false
			}
		case '"', '\'':
			end := stringEnd(text[i:])
			if end < 0 {
				return false
			}
			i += end
		case '/':
			if strings.HasPrefix(text[i:], "/*") {
				end := strings.Index(text[i+2:], "*/")
				if end < 0 {
					return false
				}
				i += end + 3
			}
		}
	}
	return len(open) == 0
}

func endsInURL(text string) bool {
	const url = "url"
	return len(text) >= len(url) && strings.EqualFold(text[len(text)-len(url):], url)
}

// address tells whether what follows url( is a string, or an address without
// quotes that ends where its bracket does.
func address(text string) bool {
	text = strings.TrimLeftFunc(text, isSpace)
	if strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'") {
		return true
	}
	bare, _, ended := strings.Cut(text, ")")
	return ended && !strings.ContainsAny(bare, `"'(\`) && !strings.Contains(bare, "/*")
}

// stringEnd returns the place of the quote that closes the CSS string that
// text begins with, or -1.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i
		}
	}
	return -1
}
