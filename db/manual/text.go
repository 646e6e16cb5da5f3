package manual

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SecretPrefix begins the secret of every access token.
const SecretPrefix = "dmt_"

// secretPattern matches secrets of access tokens and bcrypt hashes, also
// incomplete ones.
var secretPattern = regexp.MustCompile(`(` + SecretPrefix + `)[0-9A-Za-z]+|(\$2[aby]\$)[$./0-9A-Za-z]+`)

// HideSecrets removes the secrets of access tokens and the hashes of passwords
// from text, for messages and logs.
func HideSecrets(text string) string { return secretPattern.ReplaceAllString(text, "$1$2…") }

// Printable returns text for messages, reports and lists: control characters
// except the newline, and what changes the direction of text (Unicode Standard
// Annex 9, section 2), become \u and four hexadecimal digits, as in JSON.
// Bytes that are not UTF-8 become \x and two.
func Printable(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, unprintable) {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			fmt.Fprintf(&out, `\x%02x`, text[i])
		} else if unprintable(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func unprintable(r rune) bool {
	return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// Shorten returns a text on one line with at most so many characters. What it leaves out
// at the end is told by an ellipsis, after a whole word if there is one.
func Shorten(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	short := string([]rune(text)[:most-1])
	if end := strings.LastIndexByte(short, ' '); end > len(short)/2 {
		short = short[:end]
	}
	return strings.TrimRight(short, " ,;:") + "…"
}
