package fonts

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"designmanual/tokenize/css"
)

// QuoteAll rewrites the value of a font family token: generic families
// unquoted, every other family as a string.
func QuoteAll(value string) string {
	families := css.SplitFamilies(value)
	for i, family := range families {
		if !slices.Contains(genericFamilies, family) {
			families[i] = Quote(family)
		}
	}
	return strings.Join(families, ", ")
}

// Quote returns a family name, or another text, as a CSS string. It escapes everything but
// letters, digits, spaces and hyphens.
func Quote(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == ' ' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\%x `, r)
		}
	}
	return `"` + b.String() + `"`
}

// withGeneric adds generic families unless the last family is generic.
func withGeneric(families string) string {
	if slices.Contains(genericFamilies, families[strings.LastIndexByte(families, ' ')+1:]) {
		return families
	}
	return families + ", system-ui, sans-serif"
}

// genericFamilies are the generic families of CSS (CSS Fonts Module Level 4,
// section 2.1.3) and names of system fonts that browsers know.
var genericFamilies = []string{"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "fangsong",
	"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont"}
