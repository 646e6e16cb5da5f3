package page

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// Patterns of the values that may enter a style sheet. No text that matches can
// end a declaration, close the style element or load anything.
const (
	plainNumber   = `[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`
	plainQuantity = plainNumber + `(?:%|[a-zA-Z]+)?`
	plainColor    = `(?i:[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([a-z0-9.,%/ +-]*\))` // CSS Color Module Level 4, section 4
	plainHex      = `#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})`
	plainTerm     = `(?:` + plainQuantity + `|` + plainColor + `|` + plainHex + `)`
	plainLayer    = ` *` + plainTerm + `(?: +` + plainTerm + `)* *`
	curveNumber   = `\s*(` + plainNumber + `)\s*`
)

var (
	colors = regexp.MustCompile(`^` + plainColor + `$`)
	curves = regexp.MustCompile(`^cubic-bezier\(` + curveNumber + `,` + curveNumber + `,` + curveNumber + `,` + curveNumber + `\)$`)

	plainValues = map[manual.TokenType]*regexp.Regexp{
		manual.DimensionToken:   regexp.MustCompile(`^` + plainQuantity + `$`),
		manual.DurationToken:    regexp.MustCompile(`^` + plainNumber + `ms$`),
		manual.CubicBezierToken: curves,
		manual.ShadowToken:      regexp.MustCompile(`^` + plainLayer + `(?:,` + plainLayer + `)*$`), // CSS Backgrounds and Borders Level 3, section 6.1.1
	}
)

// cssValue returns the value of a token for a style sheet, empty if it does not
// match the pattern of its type.
func cssValue(t manual.TokenType, value string) string {
	switch t {
	case manual.ColorToken:
		hex, _ := css.Hex(value)
		return hex
	case manual.FontFamilyToken:
		return cssFamilies(value)
	}
	if form := plainValues[t]; form != nil && form.MatchString(value) {
		return value
	}
	return ""
}

// cssColor returns a color for a style sheet: hex, a single word, or a color
// function with plain arguments; empty for anything else. Browsers ignore a
// word that is no color.
func cssColor(text string) string {
	if hex, ok := css.Hex(text); ok {
		return hex
	}
	if !colors.MatchString(text) {
		return ""
	}
	return strings.ToLower(text)
}

// curvePoints returns the four numbers of a cubic-bezier function.
func curvePoints(value string) (points [4]float64, ok bool) {
	numbers := curves.FindStringSubmatch(value)
	if numbers == nil {
		return points, false
	}
	for i := range points {
		n, err := strconv.ParseFloat(numbers[i+1], 64)
		if err != nil { // too large
			return points, false
		}
		points[i] = n
	}
	return points, true
}

// cssFamilies rewrites the value of a font family token: generic families
// unquoted, every other family as a string.
func cssFamilies(value string) string {
	families := css.SplitFamilies(value)
	for i, family := range families {
		if !slices.Contains(genericFamilies, family) {
			families[i] = cssFamily(family)
		}
	}
	return strings.Join(families, ", ")
}

// cssFamily returns a family name as a CSS string. It escapes everything but
// letters, digits, spaces and hyphens.
func cssFamily(name string) string {
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
