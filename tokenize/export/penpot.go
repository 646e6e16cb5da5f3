package export

import (
	"cmp"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// penpotTypes are the types of Penpot for groups whose own type it has no place for in
// a design.
var penpotTypes = map[string]string{"fontFamily": "fontFamilies", "fontSize": "fontSizes", "radius": "borderRadius"}

// Penpot returns the tokens as a file that Penpot imports: a set with all groups that
// it has a type for, a set for each theme, and the themes, of which one at a time is
// active. Penpot reads values of the drafts before 2025.10: colors and lengths are
// strings; names are in ASCII.
func Penpot(d *manual.TokenDocument) []byte {
	file := object("base", form(penpot).groups(ascii(d), manual.DurationGroup, manual.CubicBezierGroup))
	order, themes := []string{"base"}, content.NewList()
	eachMode(d, func(set, title string, colors []manual.Token) {
		group := form(penpot).group(manual.GroupThemes, manual.ColorToken, colors)
		file.Add(set, object(manual.GroupThemes, group))
		order = append(order, set)
		themes.Children = append(themes.Children, object("name", title, "group", "", "description", "",
			"selectedTokenSets", object("base", "enabled", set, "enabled")))
	})
	file.Add("$themes", themes)
	file.Add("$metadata", object("tokenSetOrder", content.NewStrings(order...)))
	return file.Append(nil)
}

// penpot returns a token as Penpot reads it.
func penpot(group string, kind manual.TokenType, t manual.Token) *content.Value {
	value := content.NewString(t.Value)
	switch kind {
	case manual.FontFamilyToken:
		value = oneOrList(css.SplitFamilies(t.Value), content.NewString)
	case manual.ShadowToken:
		color := func(c css.Color) *content.Value { hex, _ := c.Hex(); return content.NewString(hex) }
		length := func(q css.Quantity) *content.Value { return content.NewString(q.String()) }
		value = oneOrList(css.Layers(t.Value), func(layer string) *content.Value { return shadowLayer(layer, color, length) })
	case manual.DimensionToken:
		if _, ok := structuredLength(t.Value); !ok {
			value = nil
		}
	}
	if value == nil {
		return nil
	}
	return object("$value", value, "$type", cmp.Or(penpotTypes[group], string(kind)), "$description", plain(t.Description))
}
