package export

import (
	"designmanual/db/manual"
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
	j := jsonText(`{"base":{`)
	for i, g := range d.Groups {
		if i != manual.DurationGroup && i != manual.CubicBezierGroup {
			j.key(g.Name)
			form(penpot).group(&j, g.Name, g.Type, asciiNames(g.Tokens))
		}
	}
	j.raw("}")
	order, themes := jsonText(`["base"`), jsonText("[")
	eachMode(d, func(set, title string, colors []manual.Token) {
		j.key(set).raw("{").key(manual.GroupThemes)
		form(penpot).group(&j, manual.GroupThemes, manual.ColorToken, colors)
		j.raw("}")
		order.raw(",").quote(set)
		if len(themes) > 1 {
			themes.raw(",")
		}
		themes.raw("{").key("name").quote(title).key("group").quote("").key("description").quote("")
		themes.key("selectedTokenSets").raw(`{"base":"enabled",`).quote(set).raw(`:"enabled"}}`)
	})
	j.key("$themes").raw(string(themes) + "]")
	return *j.key("$metadata").raw("{").key("tokenSetOrder").raw(string(order) + "]}}")
}

// penpot writes a token as Penpot reads it.
func penpot(j *jsonText, group string, kind manual.TokenType, t manual.Token) bool {
	j.key("$value")
	ok := true
	switch kind {
	case manual.FontFamilyToken:
		oneOrList(j, css.SplitFamilies(t.Value), j.text)
	case manual.ShadowToken:
		ok = oneOrList(j, css.Layers(t.Value), func(layer string) bool { return j.shadowLayer(layer, penpotColor, penpotLength) })
	case manual.DimensionToken:
		_, ok = structuredLength(t.Value)
		j.quote(t.Value)
	default:
		j.quote(t.Value)
	}
	if j.key("$type"); penpotTypes[group] != "" {
		j.quote(penpotTypes[group])
	} else {
		j.quote(string(kind))
	}
	if t.Description != "" {
		j.key("$description").quote(withoutBraces.Replace(t.Description))
	}
	return ok
}

func penpotColor(j *jsonText, c css.Color) {
	hex, _ := c.Hex()
	j.quote(hex)
}

func penpotLength(j *jsonText, q css.Quantity) { j.quote(q.String()) }
