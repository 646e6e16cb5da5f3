package tokenize

import (
	"slices"
	"strings"

	"designmanual/db/manual"
)

// RenderTailwind writes the tokens as a theme of Tailwind CSS 4, which makes
// its utility classes of it: --color-*, --spacing-*, --breakpoint-*, --font-*,
// --text-*, --ease-*, --radius-* and --shadow-*. The roles of the first theme
// are colors too, but where a color of the manual has that name. Tailwind has
// no durations.
func RenderTailwind(d *manual.TokenDocument) []byte {
	out := append(make([]byte, 0, roomFor(d, 24)), "@theme {\n"...)
	for i, g := range d.Groups {
		for _, t := range g.Tokens {
			if namespace, key := tailwindName(i, t.Name); namespace != "" {
				out = appendDeclaration(appendCSSName(out, "  --", namespace, key), t.Value)
			}
		}
	}
	if len(d.Themes) > 0 {
		for _, role := range d.Themes[0].Colors {
			if !slices.ContainsFunc(d.Groups[manual.ColorGroup].Tokens, func(t manual.Token) bool { return t.Name == role.Name }) {
				out = appendDeclaration(appendCSSName(out, "  --", "color", role.Name), role.Value)
			}
		}
	}
	return append(out, "}\n"...)
}

// tailwindName returns the namespace that Tailwind has for a token of the
// group, empty where there is none, and the name in it.
func tailwindName(group int, name string) (namespace, key string) {
	switch group {
	case manual.DimensionGroup:
		if key, ok := strings.CutPrefix(name, breakpointPrefix); ok {
			return "breakpoint", key
		}
		if name == "breakpoint" {
			return "breakpoint", name
		}
		return "spacing", name
	case manual.FontFamilyGroup:
		return "font", name
	case manual.FontSizeGroup:
		return "text", name
	case manual.CubicBezierGroup:
		return "ease", name
	case manual.ColorGroup, manual.RadiusGroup, manual.ShadowGroup:
		return manual.Groups[group].Name, name
	}
	return "", ""
}
