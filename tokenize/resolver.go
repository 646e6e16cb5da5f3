package tokenize

import "designmanual/db/manual"

// RenderResolver writes the resolver document (Design Tokens Resolver Module
// 2025.10) of a manual with two themes or more, and false where there are
// fewer, since a modifier needs two contexts. It stands on its own: a set
// "base" with every group but the themes, and a modifier "theme" with a
// context for each theme, the first being the default. In every context the
// roles of the theme have the same names, theme.background and so on, so
// that a build can write each theme under a selector of its own. Values
// without a structured form are left out, as [RenderStructured] notes them.
func RenderResolver(d *manual.TokenDocument) ([]byte, bool) {
	if len(d.Themes) < 2 {
		return nil, false
	}
	out := []byte(`{"version":"2025.10","sets":{"base":{"sources":[{`)
	out = appendStructuredGroups(out, d, func(string, manual.Token) {})
	out = append(out, `}]}},"modifiers":{"theme":{"contexts":{`...)
	for _, theme := range d.Themes {
		out = append(appendKey(out, theme.Slug), `[{"theme":{`...)
		out = appendStructured(out, manual.ColorToken, theme.Colors, func(manual.Token) {})
		out = append(out, "}}]"...)
	}
	out = append(out, `},"default":`...)
	out = appendString(out, d.Themes[0].Slug)
	return append(out, `}},"resolutionOrder":[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]}`...), true
}
