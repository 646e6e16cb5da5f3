package export

import (
	"cmp"
	"math"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// A property is a property of CSS and its value.
type property struct{ name, value string }

// parts returns the parts of a text style as properties of CSS, empty where it says nothing.
func parts(s *manual.TextStyle) [7]property {
	return [...]property{
		{"font-family", s.Family}, {"font-size", s.Size}, {"line-height", s.LineHeight}, {"font-weight", s.Weight},
		{"letter-spacing", s.LetterSpacing}, {"font-style", s.Style}, {"text-transform", s.Case},
	}
}

// properties returns what a text style says as properties of CSS.
func properties(s *manual.TextStyle) []property {
	var all []property
	for _, p := range parts(s) {
		if p.value != "" {
			all = append(all, p)
		}
	}
	return all
}

// initialValues are the values of properties of which a text style says nothing.
var initialValues = map[string]string{
	"line-height": "normal", "font-weight": "400", "letter-spacing": "normal", "font-style": "normal",
	"text-transform": "none",
}

// themedProperties returns what a text style says in any mode as properties of CSS. One of
// which this mode says nothing has its initial value, so that it is not that of a mode
// around it.
func themedProperties(t manual.Token) []property {
	var all []property
	for i, p := range parts(t.Style) {
		said := p.value != "" ||
			slices.ContainsFunc(t.Modes, func(m manual.ModeValue) bool { return parts(m.Style)[i].value != "" })
		if said {
			all = append(all, property{p.name, cmp.Or(p.value, initialValues[p.name])})
		}
	}
	return all
}

// styleVariables returns the custom properties of a text style by the properties of CSS
// that they are for: a font property, and what that does not say. Without a typeface each
// part has one of its own.
func styleVariables(t manual.Token) ([]string, []property) {
	var names []string
	var variables []property
	if t.Style.Family != "" {
		names, variables = []string{"font"}, []property{{t.Variable, tokenize.FontShorthand(*t.Style)}}
	}
	for _, p := range themedProperties(t) {
		if t.Style.Family == "" || p.name == "letter-spacing" || p.name == "text-transform" {
			names, variables = append(names, p.name), append(variables, property{t.Variable + "-" + p.name, p.value})
		}
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
