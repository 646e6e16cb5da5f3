package page

import (
	"math"
	"strconv"
	"strings"

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
