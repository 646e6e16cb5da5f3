package tokenize

import (
	"cmp"
	"slices"

	"designmanual/db/manual"
)

// A StyleProperty is a property of CSS and its value.
type StyleProperty struct{ Name, Value string }

// allProperties returns the parts of a text style as properties of CSS, empty where it says nothing.
func allProperties(s *manual.TextStyle) [7]StyleProperty {
	return [...]StyleProperty{
		{"font-family", s.Family}, {"font-size", s.Size}, {"line-height", s.LineHeight}, {"font-weight", s.Weight},
		{"letter-spacing", s.LetterSpacing}, {"font-style", s.Style}, {"text-transform", s.Case},
	}
}

// Properties returns what a text style says as properties of CSS.
func Properties(s *manual.TextStyle) []StyleProperty {
	var all []StyleProperty
	for _, p := range allProperties(s) {
		if p.Value != "" {
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

// ThemedProperties returns what a text style says in any mode as properties of CSS. One of
// which this mode says nothing has its initial value, so that it is not that of a mode
// around it.
func ThemedProperties(t manual.Token) []StyleProperty {
	var all []StyleProperty
	for i, p := range allProperties(t.Style) {
		said := p.Value != "" || slices.ContainsFunc(
			t.Modes, func(m manual.ModeValue) bool { return allProperties(m.Style)[i].Value != "" },
		)
		if said {
			all = append(all, StyleProperty{p.Name, cmp.Or(p.Value, initialValues[p.Name])})
		}
	}
	return all
}

// OwnProperties returns those of the themed properties of a text style that have custom properties of their own:
// what the font property does not say, and without a typeface all.
func OwnProperties(t manual.Token) []StyleProperty {
	return slices.DeleteFunc(ThemedProperties(t), func(p StyleProperty) bool {
		return t.Style.Family != "" && p.Name != "letter-spacing" && p.Name != "text-transform"
	})
}
