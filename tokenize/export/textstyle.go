package export

import (
	"math"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

type property = tokenize.StyleProperty

// styleVariables returns the custom properties of a text style by the properties of CSS
// that they are for: a font property, and what that does not say. Without a typeface each
// part has one of its own.
func styleVariables(t manual.Token) ([]string, []property) {
	var names []string
	var variables []property
	if t.Style.Family != "" {
		names = []string{"font"}
		variables = []property{{Name: t.Variable, Value: tokenize.FontShorthand(*t.Style)}}
	}
	for _, p := range tokenize.OwnProperties(t) {
		names = append(names, p.Name)
		variables = append(variables, property{Name: t.Variable + "-" + p.Name, Value: p.Value})
	}
	return names, variables
}

// pixelsOf returns a length in px, with a rem of 16, or a share of a size in px. It returns
// false for other units.
func pixelsOf(length string, size float64) (float64, bool) {
	q, ok := css.ReadQuantity(length)
	switch q.Unit {
	case "px":
		return q.Number, ok
	case "rem":
		return q.Number * 16, ok
	case "em":
		return rounded(q.Number * size), ok && size > 0
	}
	return 0, false
}

// rounded rounds a computed number to five decimals.
func rounded(v float64) float64 { return math.Round(v*1e5) / 1e5 }
