package export

import (
	"cmp"
	"math"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// A property is a property of CSS and its value.
type property struct{ name, value string }

// properties returns a text style as properties of CSS.
func properties(s *manual.TextStyle) (all []property) {
	for _, p := range []property{
		{"font-family", s.Family}, {"font-size", s.Size}, {"line-height", s.LineHeight}, {"font-weight", s.Weight},
		{"letter-spacing", s.LetterSpacing}, {"font-style", s.Style}, {"text-transform", s.Case},
	} {
		if p.value != "" {
			all = append(all, p)
		}
	}
	return all
}

// say reports whether a text style says something, in a mode or at rest.
func say(t manual.Token, part func(*manual.TextStyle) string) bool {
	says := part(t.Style) != ""
	for _, m := range t.Modes {
		says = says || part(m.Style) != ""
	}
	return says
}

func family(s *manual.TextStyle) string        { return s.Family }
func letterSpacing(s *manual.TextStyle) string { return s.LetterSpacing }
func textCase(s *manual.TextStyle) string      { return s.Case }

// styleVariables returns the custom properties of a text style: a font property, and what
// that does not say. Without a typeface each part has one of its own. A part that another
// mode says has its initial value. Style is that of the mode.
func styleVariables(t manual.Token, style *manual.TextStyle) (variables []property) {
	if !say(t, family) {
		for _, p := range properties(style) {
			variables = append(variables, property{t.Variable + "-" + p.name, p.value})
		}
		return variables
	}
	variables = append(variables, property{t.Variable, tokenize.FontShorthand(*style)})
	if say(t, letterSpacing) {
		variables = append(variables, property{t.Variable + "-letter-spacing", cmp.Or(style.LetterSpacing, "normal")})
	}
	if say(t, textCase) {
		variables = append(variables, property{t.Variable + "-text-transform", cmp.Or(style.Case, "none")})
	}
	return variables
}

// styleRule returns the declarations of the class of a text style.
func styleRule(t manual.Token) (declarations []property) {
	if !say(t, family) {
		for _, p := range properties(t.Style) {
			declarations = append(declarations, property{p.name, "var(" + t.Variable + "-" + p.name + ")"})
		}
		return declarations
	}
	declarations = append(declarations, property{"font", "var(" + t.Variable + ")"})
	if say(t, letterSpacing) {
		declarations = append(declarations, property{"letter-spacing", "var(" + t.Variable + "-letter-spacing)"})
	}
	if say(t, textCase) {
		declarations = append(declarations, property{"text-transform", "var(" + t.Variable + "-text-transform)"})
	}
	return declarations
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
