package export

import (
	"fmt"
	"strings"

	"designmanual/tokenize/css"

	"github.com/go-json-experiment/json/jsontext"
)

// A yamlText is a YAML document under construction.
type yamlText []byte

// line writes a member of a mapping with a string as its value.
func (y *yamlText) line(indent int, key, value string) {
	y.key(indent, key)
	*y = append(*y, " "+Quote(value)+"\n"...)
}

// key writes a key with its colon. A long one is written in the explicit form: readers look for the
// colon of the other form in 1024 characters alone (YAML 1.2, section 7.4.2).
func (y *yamlText) key(indent int, key string) {
	space, written := strings.Repeat(" ", indent), yamlKey(key)
	if len(written) > 1024 {
		*y = append(*y, space+"? "+written+"\n"+space+":"...)
		return
	}
	*y = append(*y, space+written+":"...)
}

// yamlKey returns a key. Keys that YAML could take for another type than a string
// are quoted.
func yamlKey(key string) string {
	if css.IsIdentifier(key) && css.IsASCII(key) && key[0] != '-' &&
		!strings.Contains(" y n yes no on off true false null ", " "+strings.ToLower(key)+" ") {
		return key
	}
	return Quote(key)
}

// Quote returns a string in double quotes, in the form that YAML and JavaScript share
// with JSON. Invalid UTF-8, which no document has, becomes U+FFFD.
func Quote(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text)
	if !strings.ContainsFunc(text, isRefusedByYAML) {
		return string(quoted)
	}
	var b strings.Builder
	for _, c := range string(quoted) {
		if isRefusedByYAML(c) {
			fmt.Fprintf(&b, `\u%04x`, c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// isRefusedByYAML reports whether a character that JSON takes as it stands is refused by YAML or,
// as the end of a line, read as a space (YAML 1.2, section 5.1, and 1.1, section 5.4).
func isRefusedByYAML(c rune) bool {
	return c >= 0x7F && c <= 0x9F || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF
}
