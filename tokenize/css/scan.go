package css

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// A Token is a token of a style sheet (CSS Syntax Module Level 3, section 4), simplified.
type Token struct {
	Kind       string // see [tokenAt]
	Start, End int
}

// Scan returns the tokens from one offset of a text to another one. Sass has comments to the end of
// a line, which CSS has not. Two slashes after a colon or a parenthesis are those of an address.
func Scan(text string, start, end int, sass bool) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for at := start; at < end; {
			inAddress := at > start && (text[at-1] == ':' || text[at-1] == '(')
			kind, length := tokenAt(text[at:end], sass && !inAddress)
			t := Token{kind, at, at + length}
			at = t.End
			if !yield(t) {
				return
			}
		}
	}
}

// tokenAt returns the kind of the token that a text begins with, and its length. A space may be a
// comment, a line is a comment to its end where there are such, and an interpolation one of Sass. A
// token that does not end takes the rest of the text.
func tokenAt(text string, hasLines bool) (kind string, length int) {
	if strings.IndexByte(spaceBytes, text[0]) >= 0 {
		return "space", len(text) - len(strings.TrimLeft(text, spaceBytes))
	}
	if strings.HasPrefix(text, "/*") {
		return "space", 2 + lengthTo(text[2:], "*/")
	}
	if hasLines && strings.HasPrefix(text, "//") {
		line, _, _ := strings.Cut(text, "\n")
		return "line", len(line)
	}
	if text[0] == '"' || text[0] == '\'' {
		return "string", stringLength(text)
	}
	if strings.HasPrefix(text, "#{") {
		return "interpolation", lengthTo(text, "}")
	}
	if length := nameLength(text[1:]); text[0] == '#' && length > 0 {
		return "hash", 1 + length
	}
	if length := numberLength(text); length > 0 {
		return "number", length
	}
	if length := urlLength(text); length > 0 {
		return "url", length
	}
	if length := functionLength(text); length > 0 {
		return "function", length
	}
	if length := wordLength(text); length > 0 {
		return "word", length
	}
	return "sign", 1
}

const spaceBytes = " \t\n\f\r"

// lengthTo returns the length of a text up to the end of a part, or of the whole text.
func lengthTo(text, part string) int {
	before, _, found := strings.Cut(text, part)
	if !found {
		return len(text)
	}
	return len(before) + len(part)
}

// stringLength returns the length of a string with its quotes, which ends before the end of a line
// where it is not closed.
func stringLength(text string) int {
	at := 1
	for at < len(text) && text[at] != '\n' {
		if text[at] == text[0] {
			return at + 1
		}
		if text[at] == '\\' {
			if at+1 == len(text) {
				return at
			}
			_, size := utf8.DecodeRuneInString(text[at+1:])
			at += size
		}
		at++
	}
	return at
}

// numberLength returns the length of a number with a sign and a unit, 0 for none.
func numberLength(text string) int {
	sign := 0
	if text[0] == '+' || text[0] == '-' {
		sign = 1
	}
	at := digitsFrom(text, sign)
	hasDigits := at > sign
	if strings.HasPrefix(text[at:], ".") {
		fraction := digitsFrom(text, at+1)
		if !hasDigits && fraction == at+1 {
			return 0
		}
		hasDigits, at = true, fraction
	}
	if !hasDigits {
		return 0
	}
	at = exponentEnd(text, at)
	if strings.HasPrefix(text[at:], "%") {
		return at + 1
	}
	for at < len(text) && isLetter(text[at]) {
		at++
	}
	return at
}

// urlLength returns the length of url() without quotes, or of what stands before a quote in it; 0
// for another token.
func urlLength(text string) int {
	const begins = "url("
	if len(text) < len(begins) || !strings.EqualFold(text[:len(begins)], begins) {
		return 0
	}
	end := strings.IndexAny(text, `"')`)
	if end < 0 {
		return len(text)
	}
	if text[end] == ')' {
		return end + 1
	}
	return end
}

// functionLength returns the length of the name of a function, which may have dots in Sass, with its
// parenthesis; 0 for another token.
func functionLength(text string) int {
	if text[0] != '-' && text[0] != '_' && !isLetter(text[0]) {
		return 0
	}
	end := 1
	for end < len(text) && (text[end] == '.' || isNameByte(text[end])) {
		end++
	}
	if end == len(text) || text[end] != '(' {
		return 0
	}
	return end + 1
}

// wordLength returns the length of a name with letters of any script and escapes, which begins with
// $ or @ in Sass and Less; 0 for none.
func wordLength(text string) int {
	start := 0
	if text[0] == '$' || text[0] == '@' {
		start = 1
	}
	at := start
	for at < len(text) {
		length := 1
		if !isNameByte(text[at]) && text[at] < utf8.RuneSelf {
			length = escapeLength(text[at:])
		}
		if length == 0 {
			break
		}
		at += length
	}
	if at == start {
		return 0
	}
	return at
}

// escapeLength returns the length of an escape, 0 for none (CSS Syntax Module Level 3, section 4.3.7).
func escapeLength(text string) int {
	if text[0] != '\\' || len(text) == 1 || text[1] == '\n' {
		return 0
	}
	digits := 0
	for digits < 6 && 1+digits < len(text) && isHexDigit(text[1+digits]) {
		digits++
	}
	if digits == 0 {
		_, size := utf8.DecodeRuneInString(text[1:])
		return 1 + size
	}
	if rest := text[1+digits:]; rest != "" && strings.IndexByte(spaceBytes, rest[0]) >= 0 {
		return 2 + digits
	}
	return 1 + digits
}

// nameLength returns how many bytes of a name a text begins with.
func nameLength(text string) int {
	var length int
	for length < len(text) && isNameByte(text[length]) {
		length++
	}
	return length
}

func isNameByte(c byte) bool { return c == '-' || c == '_' || c >= '0' && c <= '9' || isLetter(c) }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
