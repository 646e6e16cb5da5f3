package tokenize

import "strings"

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
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(':
			if end := strings.IndexByte(text[i:], ')'); bareAddress(text[:i], text[i+1:]) && (end < 0 || strings.ContainsAny(text[i+1:i+end], `"'(\`) || strings.Contains(text[i:i+end+1], "/*")) {
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

// bareAddress tells whether a bracket that opens between two texts begins an
// address without quotes.
func bareAddress(before, after string) bool {
	const url = "url"
	if len(before) < len(url) || !strings.EqualFold(before[len(before)-len(url):], url) {
		return false
	}
	after = strings.TrimLeft(after, " \t\n\r\f")
	return after == "" || after[0] != '"' && after[0] != '\''
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
