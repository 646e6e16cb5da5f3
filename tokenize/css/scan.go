package css

import (
	"iter"
	"regexp"
	"strings"
)

// A Token is a token of a style sheet (CSS Syntax Module Level 3, section 4), simplified.
type Token struct {
	Kind       string // of tokenForm
	Start, End int
}

// tokenForm matches one token. Sass has comments to the end of a line, $variables and
// #{interpolation}, which CSS has not.
var tokenForm = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`(?P<space>\s+|/\*(?s:.*?)(?:\*/|$))`, `(?P<line>//[^\n]*)`,
	`(?P<string>"(?:[^"\\\n]|\\(?s:.))*"?|'(?:[^'\\\n]|\\(?s:.))*'?)`,
	`(?P<url>(?i:url)\([^"')]*\)?)`,
	`(?P<interpolation>#\{[^}]*\}?)`,
	`(?P<hash>#[0-9a-zA-Z_-]+)`,
	`(?P<number>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?:[a-zA-Z]+|%)?)`,
	`(?P<function>[-a-zA-Z_][-\w.]*\()`,
	`(?P<word>[$@]?(?:[-\w]|[^\x00-\x7f]|\\(?:[0-9a-fA-F]{1,6}\s?|[^\n]))+)`,
	`(?P<sign>(?s:.))`}, "|") + `)`)

// Scan returns the tokens from one offset of a text to another one. Two slashes after a
// colon or a parenthesis are those of an address.
func Scan(text string, start, end int, sass bool) iter.Seq[Token] {
	names := tokenForm.SubexpNames()
	return func(yield func(Token) bool) {
		for at := start; at < end; {
			t := Token{"sign", at, at + 1}
			if kind, length := plainToken(text[at:end]); length > 0 {
				t = Token{kind, at, at + length}
			} else if !strings.HasPrefix(text[at:end], "//") ||
				sass && (at == start || text[at-1] != ':' && text[at-1] != '(') {
				match := matchToken(text[at:end])
				group := 1
				for match[2*group] < 0 {
					group++
				}
				t = Token{names[group], at, at + match[1]}
			}
			if at = t.End; !yield(t) {
				return
			}
		}
	}
}

// plainToken returns the space, the hash, the number without an exponent, the function or word of ASCII
// without escapes or points, or the sign that a text begins with, and its length, as tokenForm matches
// them: most tokens are such, and regexp takes ten times as long. The length is 0 for another token.
func plainToken(text string) (kind string, length int) {
	c := text[0]
	if strings.IndexByte("{}();:,[]", c) >= 0 {
		return "sign", 1
	}
	if strings.IndexByte(spaceBytes, c) >= 0 {
		return "space", len(text) - len(strings.TrimLeft(text, spaceBytes))
	}
	if c == '#' {
		length = nameLength(text[1:])
		if length == 0 {
			return "", 0
		}
		return "hash", 1 + length
	}
	if number := numberAt(text); number != "" {
		length = len(number)
		if strings.HasPrefix(text[length:], ".") {
			return "", 0
		}
		if strings.HasPrefix(text[length:], "%") {
			return "number", length + 1
		}
		for length < len(text) && isLetter(text[length]) {
			length++
		}
		return "number", length
	}
	length = nameLength(text)
	if length == 0 {
		return "", 0
	}
	if length < len(text) && text[length] == '(' && !strings.EqualFold(text[:length], "url") {
		return "function", length + 1
	}
	if length < len(text) && (text[length] >= 0x80 || strings.IndexByte(".(\\", text[length]) >= 0) {
		return "", 0
	}
	return "word", length
}

const spaceBytes = " \t\n\f\r"

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

// matchToken matches the token that a text begins with. Nearly all tokens are short, and regexp is many
// times faster on short texts, so that a long text is only looked at where the token may go on behind
// its beginning: its last four bytes may be a half of an exponent, of an escape or of a letter, and the
// parenthesis that makes a name with dots a function may come later.
func matchToken(text string) []int {
	const short = 128
	if len(text) > short {
		beginning := text[:short]
		match := tokenForm.FindStringSubmatchIndex(beginning)
		if match[1] < short-4 && strings.TrimLeft(beginning, nameBytes) != "" {
			return match
		}
	}
	return tokenForm.FindStringSubmatchIndex(text)
}

// nameBytes are what a name before a parenthesis may have.
const nameBytes = "-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
