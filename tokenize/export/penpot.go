package export

import (
	"cmp"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// penpotTypes are the types of Penpot for groups whose own type it has no place for in
// a design.
var penpotTypes = map[string]string{"fontFamily": "fontFamilies", "fontSize": "fontSizes", "radius": "borderRadius"}

// Penpot returns the tokens as a file that Penpot imports: a set with all groups that
// it has a type for, a set for each mode with its roles and all tokens that any mode
// changes, and the themes, of which one at a time is active. Penpot reads values of the
// drafts before 2025.10: colors and lengths are strings; names are in ASCII. A token without a
// form in one of its modes is left out.
func Penpot(d *manual.TokenDocument) []byte {
	renamed := encoder(penpot).inAllModes(ascii(withoutVariables(d)))
	base := encoder(penpot).groups(renamed, manual.DurationGroup, manual.CubicBezierGroup)
	encoder(penpot).addFurther(base, renamed)
	file := object("base", base)
	order, themes := []string{"base"}, content.NewList()
	changes := changing(renamed)
	eachMode(d, func(set string, m mode) {
		file.Add(set, encoder(penpot).inMode(in(changes, m.Slug), m, manual.DurationGroup, manual.CubicBezierGroup))
		order = append(order, set)
		themes.Children = append(themes.Children, object("name", m.Title, "group", "", "description", "",
			"selectedTokenSets", object("base", "enabled", set, "enabled")))
	})
	file.Add("$themes", themes)
	file.Add("$metadata", object("tokenSetOrder", content.NewStrings(order...)))
	return file.Append(nil)
}

// penpot returns a token as Penpot reads it.
func penpot(group string, kind manual.TokenType, t manual.Token) *content.Value {
	value, as := content.NewString(t.Value), cmp.Or(penpotTypes[group], string(kind))
	switch kind {
	case manual.FontFamilyToken:
		value, as = structuredFamilies(t.Value), "fontFamilies"
	case manual.FontWeightToken:
		as = "fontWeights"
	case manual.ShadowToken:
		color := func(c css.Color) *content.Value { hex, _ := c.Hex(); return content.NewString(hex) }
		length := func(q css.Quantity) *content.Value { return content.NewString(q.String()) }
		value = oneOrList(
			css.Layers(t.Value), func(layer string) *content.Value { return shadowLayer(layer, color, length) },
		)
	case manual.DimensionToken:
		if _, ok := structuredLength(t.Value); !ok {
			value = nil
		}
	case manual.ColorToken:
		value = penpotColor(t.Value)
	case manual.TypographyToken:
		value = penpotStyle(t.Style)
	case manual.NumberToken:
	default:
		value = nil
	}
	if value == nil {
		return nil
	}
	return object("$value", value, "$type", as, "$description", plain(t.Description))
}

// penpotColor returns a color as hex.
func penpotColor(text string) *content.Value {
	if _, ok := css.Hex(text); ok {
		return content.NewString(text)
	}
	c, err := css.ParseColor(text)
	if err != nil {
		return nil
	}
	hex, _ := c.Hex()
	return content.NewString(hex)
}

// penpotStyle returns a text style with the parts that it has, nil if its size has a unit
// that Penpot has not.
func penpotStyle(s *manual.TextStyle) *content.Value {
	if _, ok := structuredLength(s.Size); !ok {
		return nil
	}
	o := object()
	add := func(name, value string) {
		if value != "" {
			o.Add(name, content.NewString(value))
		}
	}
	if s.Family != "" {
		o.Add("fontFamilies", content.NewStrings(css.SplitFamilies(s.Family)...))
	}
	add("fontSizes", s.Size)
	add("fontWeights", strings.TrimSpace(cmp.Or(s.Weight, usualWeight)+" "+s.Style))
	if size, ok := structuredLength(s.Size); ok {
		if height, ok := lineHeightNumber(s.LineHeight, size); ok {
			add("lineHeights", height)
		}
		if spacing, ok := spacingLength(s.LetterSpacing, size); ok {
			add("letterSpacing", spacing.String())
		}
	}
	add("textCase", s.Case)
	return o
}
