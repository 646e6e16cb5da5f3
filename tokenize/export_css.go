package tokenize

import "designmanual/db/manual"

// RenderCSS writes the tokens as a style sheet of custom properties: every
// token at :root by its [CSSName]. Besides, --theme-<role> is the color of the
// first theme at :root and that of each theme at [data-theme="<slug>"]; a role
// that a theme lacks is the first theme's there, so that it never comes from
// an element around.
func RenderCSS(d *manual.TokenDocument) []byte {
	out := append(make([]byte, 0, roomFor(d, 24)), ":root {\n"...)
	d.All(func(path []string, _ manual.TokenType, t manual.Token) {
		out = appendDeclaration(appendCSSName(append(out, "  "...), "--", path[0], path[1:]...), t.Value)
	})
	if len(d.Themes) == 0 {
		return append(out, "}\n"...)
	}
	first := d.Themes[0].Colors
	out = appendRoles(out, first)
	out = append(out, "}\n"...)
	for _, theme := range d.Themes {
		out = append(out, "\n[data-theme=\""...)
		out = append(append(out, theme.Slug...), "\"] {\n"...)
		out = appendRoles(out, withRolesOf(theme.Colors, first))
		out = append(out, "}\n"...)
	}
	return out
}

func appendDeclaration(out []byte, value string) []byte {
	out = append(append(out, ": "...), value...)
	return append(out, ";\n"...)
}

// appendRoles writes the colors of a theme as --theme-<role>.
func appendRoles(out []byte, colors []manual.Token) []byte {
	for _, color := range colors {
		out = appendDeclaration(appendCSSName(append(out, "  "...), "--", manual.GroupThemes, color.Name), color.Value)
	}
	return out
}
