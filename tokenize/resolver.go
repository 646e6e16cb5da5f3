package tokenize

import (
	"slices"

	"designmanual/db/manual"
)

// RenderResolver writes the resolver document (Design Tokens Resolver Module
// 2025.10) of a manual with two themes or more, and false where there are
// fewer, since a modifier needs two contexts. It stands on its own: a set
// "base" with every group but the themes, and a modifier "theme" with a
// context for each theme, the first being the default. In every context the
// roles of the theme have the same names, theme.background and so on, so
// that a build can write each theme under a selector of its own; base holds
// none of them, so that it can also write the themes alone.
//
// A role that only a later theme fills stands in the default context too,
// with the color of the first theme that fills it: tools list the tokens of
// the default context and refuse one that appears in another alone.
//
// Values without a structured form are left out, as [RenderStructured] notes
// them.
func RenderResolver(d *manual.TokenDocument) ([]byte, bool) {
	if len(d.Themes) < 2 {
		return nil, false
	}
	leave := func(string, manual.Token) {}
	out := append(make([]byte, 0, roomFor(d, structuredRoom)), `{"version":"2025.10","sets":{"base":{"sources":[{`...)
	out = appendGroups(out, d, leave)
	out = append(out, `}]}},"modifiers":{"theme":{"contexts":{`...)
	for i, theme := range d.Themes {
		colors := theme.Colors
		if i == 0 {
			colors = everyRole(d.Themes)
		}
		out = append(appendKey(out, theme.Slug), `[{"theme":{`...)
		out = appendTokens(out, manual.GroupThemes, manual.ColorToken, colors, leave)
		out = append(out, "}}]"...)
	}
	out = append(out, `},"default":`...)
	out = appendString(out, d.Themes[0].Slug)
	return append(out, `}},"resolutionOrder":[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]}`...), true
}

// everyRole returns the colors of the first theme, and after them those of
// the roles that only later ones fill.
func everyRole(themes []manual.Theme) []manual.Token {
	var colors []manual.Token
	for _, theme := range themes {
		colors = withRolesOf(colors, theme.Colors)
	}
	return colors
}

// withRolesOf returns colors and, after them, those of others whose role they
// lack.
func withRolesOf(colors, others []manual.Token) []manual.Token {
	colors = slices.Clip(colors)
	for _, other := range others {
		if !slices.ContainsFunc(colors, func(c manual.Token) bool { return c.Name == other.Name }) {
			colors = append(colors, other)
		}
	}
	return colors
}
