package page

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// cssValue returns the value of a token as it may stand in a stylesheet, and
// false for one that is not a plain value of its type. Nothing else of a
// manual gets into a stylesheet, so no name, text or shadow of a manual can
// end a declaration, close the style element or fetch anything.
func cssValue(t manual.TokenType, value string) (string, bool) {
	switch t {
	case manual.ColorToken:
		return tokenize.Hex(value)
	case manual.DimensionToken:
		return value, isQuantity(value)
	case manual.DurationToken:
		return value, isQuantity(value) && strings.HasSuffix(value, "ms")
	case manual.CubicBezierToken:
		_, ok := curvePoints(value)
		return value, ok
	case manual.FontFamilyToken:
		return cssFamilies(value), true
	case manual.ShadowToken:
		return value, isShadow(value)
	}
	return "", false
}

// cssColor returns a color of a manual that may stand in a stylesheet: hex, a
// single word, or one of the color functions with plain arguments (CSS Color
// Module Level 4, section 4). A word that names no color paints nothing.
func cssColor(text string) (string, bool) {
	if hex, ok := tokenize.Hex(text); ok {
		return hex, true
	}
	text = strings.ToLower(text)
	name, arguments, function := strings.Cut(text, "(")
	if !isWord(name) {
		return "", false
	}
	if !function {
		return text, true
	}
	switch name {
	case "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color":
	default:
		return "", false
	}
	arguments, closed := strings.CutSuffix(arguments, ")")
	return text, closed && strings.Trim(arguments, "abcdefghijklmnopqrstuvwxyz0123456789.,%/ +-") == ""
}

// isWord tells whether text is letters and nothing else, as the names of CSS
// colors and functions are.
func isWord(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}

// isQuantity tells whether text is a number with an optional sign and unit.
func isQuantity(text string) bool {
	text = strings.TrimLeft(text, "+-")
	unit := strings.TrimLeft(text, "0123456789.")
	number := text[:len(text)-len(unit)]
	return number != "" && strings.Count(number, ".") <= 1 && number != "." && (unit == "" || unit == "%" || isWord(unit))
}

// isShadow tells whether text is one shadow or several: lengths, colors and
// the word inset (CSS Backgrounds and Borders Level 3, section 6.1.1).
func isShadow(text string) bool {
	for _, layer := range splitOutside(text, ',') {
		terms := 0
		for _, term := range splitOutside(layer, ' ') {
			if term == "" {
				continue
			}
			if _, ok := cssColor(term); !ok && !isQuantity(term) {
				return false
			}
			terms++
		}
		if terms == 0 {
			return false
		}
	}
	return true
}

// splitOutside splits text at a separator that stands outside brackets.
func splitOutside(text string, separator byte) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == separator && depth == 0:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
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

// appendEscape writes a character as a CSS escape, which a space ends.
func appendEscape(b *strings.Builder, r rune) {
	b.WriteByte('\\')
	b.WriteString(strconv.FormatInt(int64(r), 16))
	b.WriteByte(' ')
}

// cssFamilies writes the value of a font family token anew: generic families
// bare, every other one as a string in which all but letters, digits, spaces
// and hyphens is escaped.
func cssFamilies(value string) string {
	var b strings.Builder
	for i, family := range tokenize.SplitFamilies(value) {
		if i > 0 {
			b.WriteString(", ")
		}
		if isGeneric(family) {
			b.WriteString(family)
			continue
		}
		b.WriteString(cssFamily(family))
	}
	return b.String()
}

// cssFamily writes the name of one family as a string.
func cssFamily(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range name {
		if r == ' ' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else {
			appendEscape(&b, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// withGeneric returns families that end in one which every system has.
func withGeneric(families string) string {
	if last := families[strings.LastIndexByte(families, ' ')+1:]; isGeneric(last) {
		return families
	}
	return families + ", system-ui, sans-serif"
}

// isGeneric tells whether a family is one that CSS names (CSS Fonts Module
// Level 4, section 2.1.3) or that browsers know as the system's.
func isGeneric(family string) bool {
	switch family {
	case "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "fangsong",
		"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont":
		return true
	}
	return false
}
