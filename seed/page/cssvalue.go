package page

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// What of a manual may stand in a style sheet: plain values of their kind. No
// name, text or shadow of a manual can end a declaration, close the style
// element or fetch anything.
const (
	plainQuantity = `[+-]*(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:%|[a-zA-Z]+)?`
	plainColor    = `(?i:[a-z]+|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([a-z0-9.,%/ +-]*\))` // CSS Color Module Level 4, section 4
	plainHex      = `#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})`
	plainTerm     = `(?:` + plainQuantity + `|` + plainColor + `|` + plainHex + `)`
	plainLayer    = ` *` + plainTerm + `(?: +` + plainTerm + `)* *`
)

var (
	quantities = regexp.MustCompile(`^` + plainQuantity + `$`)
	colors     = regexp.MustCompile(`^` + plainColor + `$`)
	shadows    = regexp.MustCompile(`^` + plainLayer + `(?:,` + plainLayer + `)*$`) // CSS Backgrounds and Borders Level 3, section 6.1.1
)

// cssValue returns the value of a token as it may stand in a style sheet,
// empty for one that is not a plain value of its type.
func cssValue(t manual.TokenType, value string) string {
	ok := false
	switch t {
	case manual.ColorToken:
		value, ok = tokenize.Hex(value)
	case manual.DimensionToken:
		ok = quantities.MatchString(value)
	case manual.DurationToken:
		ok = quantities.MatchString(value) && strings.HasSuffix(value, "ms")
	case manual.CubicBezierToken:
		_, ok = curvePoints(value)
	case manual.FontFamilyToken:
		value, ok = cssFamilies(value), true
	case manual.ShadowToken:
		ok = shadows.MatchString(value)
	}
	if !ok {
		return ""
	}
	return value
}

// cssColor returns a color of a manual as it may stand in a style sheet, empty
// for none: hex, a single word, or one of the color functions with plain
// arguments. A word that names no color paints nothing.
func cssColor(text string) string {
	if hex, ok := tokenize.Hex(text); ok {
		return hex
	}
	if !colors.MatchString(text) {
		return ""
	}
	return strings.ToLower(text)
}

// curvePoints returns the four numbers of a cubic-bezier function.
func curvePoints(value string) (points [4]float64, ok bool) {
	inner, opened := strings.CutPrefix(value, "cubic-bezier(")
	inner, closed := strings.CutSuffix(inner, ")")
	numbers := strings.Split(inner, ",")
	if !opened || !closed || len(numbers) != len(points) {
		return points, false
	}
	for i, number := range numbers {
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return points, false
		}
		points[i] = n
	}
	return points, true
}

// cssFamilies writes the value of a font family token anew: generic families
// bare, every other one as a string.
func cssFamilies(value string) string {
	families := tokenize.SplitFamilies(value)
	for i, family := range families {
		if !slices.Contains(genericFamilies, family) {
			families[i] = cssFamily(family)
		}
	}
	return strings.Join(families, ", ")
}

// cssFamily writes the name of one family as a string, in which all but
// letters, digits, spaces and hyphens is escaped.
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

// withGeneric returns families that end in one which every system has.
func withGeneric(families string) string {
	if slices.Contains(genericFamilies, families[strings.LastIndexByte(families, ' ')+1:]) {
		return families
	}
	return families + ", system-ui, sans-serif"
}

// genericFamilies are those that CSS names (CSS Fonts Module Level 4, section
// 2.1.3) or that browsers know as the system's.
var genericFamilies = []string{"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "fangsong",
	"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont"}
