package tokenize

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// variable returns the custom property of a token, such as --font-family-body:
// the name of its group in kebab case and the token's own name, which for a
// theme is its slug, a hyphen and the role. What no identifier of CSS may have,
// such as ª and µ, is an escape (CSS Syntax Module Level 3, sections 4.2 and
// 4.3.7). Page and exports have these names.
func variable(group, token string) string {
	var b strings.Builder
	b.Grow(len(groupVariable(group)) + 1 + len(token))
	b.WriteString(groupVariable(group))
	b.WriteByte('-')
	for _, r := range token {
		if isIdentifierRune(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\%x `, r) // the space ends the escape
		}
	}
	return b.String()
}

// groupVariable is what the custom properties of a group begin with: its name
// in kebab case, --font-family.
func groupVariable(group string) string {
	switch group {
	case "fontFamily":
		return "--font-family"
	case "fontSize":
		return "--font-size"
	case "cubicBezier":
		return "--cubic-bezier"
	}
	return "--" + group
}

// declare writes a declaration.
func declare(out *bytes.Buffer, before, name, value string) {
	for _, part := range [...]string{before, name, ": ", value, ";\n"} {
		out.WriteString(part)
	}
}

// RenderCSS writes the tokens as custom properties at :root. Besides,
// --theme-<role> is the color of the first theme at :root and that of each theme
// at [data-theme="<slug>"]; a role that a theme lacks is the first theme's.
func RenderCSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	roles := func(colors []manual.Token) {
		for _, color := range colors {
			declare(&out, "  --theme-", color.Name, color.Value)
		}
		out.WriteString("}\n")
	}
	out.WriteString(":root {\n")
	d.All(func(_ []string, _ manual.TokenType, t manual.Token) {
		declare(&out, "  ", t.Variable, t.Value)
	})
	var first []manual.Token
	if len(d.Themes) > 0 {
		first = d.Themes[0].Colors
	}
	roles(first)
	for _, theme := range d.Themes {
		fmt.Fprintf(&out, "\n[data-theme=\"%s\"] {\n", theme.Slug)
		roles(withRolesOf(theme.Colors, first))
	}
	return out.Bytes()
}

// RenderSCSS writes the tokens as variables of Sass by the names of their custom
// properties, and a map for each group that is keyed by token name: $color,
// $font-family and so on. $theme is a map of maps.
func RenderSCSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	d.All(func(_ []string, kind manual.TokenType, t manual.Token) {
		declare(&out, "$", t.Variable[2:], sassValue(kind, t.Value))
	})
	entries := func(indent string, tokens []manual.Token) {
		for _, t := range tokens {
			for _, part := range [...]string{"\n", indent, `"`, t.Name, `": $`, t.Variable[2:], ","} {
				out.WriteString(part)
			}
		}
	}
	for _, g := range d.Groups {
		fmt.Fprintf(&out, "\n$%s: (", groupVariable(g.Name)[2:])
		entries("  ", g.Tokens)
		out.WriteString("\n);\n")
	}
	out.WriteString("\n$theme: (")
	for _, theme := range d.Themes {
		fmt.Fprintf(&out, "\n  \"%s\": (", theme.Slug)
		entries("    ", theme.Colors)
		out.WriteString("\n  ),")
	}
	out.WriteString("\n);\n")
	return bytes.ReplaceAll(out.Bytes(), []byte("(\n);"), []byte("();"))
}

// sassValue returns a value as Sass reads it: as it stands where Sass takes
// it for nothing else, otherwise as text that Sass passes through. In font
// families and shadows a function may be one that Sass computes, a backslash
// an escape, and words such as not and black are more than words to it.
func sassValue(kind manual.TokenType, value string) string {
	if kind != manual.FontFamilyToken && kind != manual.ShadowToken {
		return value
	}
	words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,'", r) })
	if strings.ContainsAny(value, `()[]<>\"$@&*/!+=|~^:?`) || slices.ContainsFunc(words, isSassWord) {
		return `#{"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `#`, `\#`).Replace(value) + `"}`
	}
	return value
}

// isSassWord tells whether a word has a meaning of its own in Sass.
func isSassWord(word string) bool {
	word = strings.ToLower(word)
	return slices.Contains([]string{"and", "or", "not", "null", "true", "false"}, word) || isNamedColor(word)
}

// RenderTailwind writes the tokens as a theme of Tailwind CSS 4, which makes
// its utility classes of it: --color-*, --spacing-*, --breakpoint-*, --font-*,
// --text-*, --ease-*, --radius-* and --shadow-*. The roles of the first theme
// are colors too, but where a color of the manual has that name. Tailwind has
// no durations.
func RenderTailwind(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	out.WriteString("@theme {\n")
	namespaces := [...]string{
		manual.ColorGroup: "--color", manual.DimensionGroup: "--spacing", manual.FontFamilyGroup: "--font", manual.FontSizeGroup: "--text",
		manual.CubicBezierGroup: "--ease", manual.RadiusGroup: "--radius", manual.ShadowGroup: "--shadow",
	}
	for i, g := range d.Groups {
		if namespaces[i] == "" {
			continue
		}
		for _, t := range g.Tokens {
			namespace, name := namespaces[i], strings.TrimPrefix(t.Variable, groupVariable(g.Name))
			if i == manual.DimensionGroup && strings.HasPrefix(t.Name, "breakpoint") {
				namespace, name = "--breakpoint", strings.Replace(name, "-breakpoint-", "-", 1)
			}
			declare(&out, "  "+namespace, name, t.Value)
		}
	}
	if len(d.Themes) > 0 {
		for _, role := range d.Themes[0].Colors {
			if !slices.ContainsFunc(d.Groups[manual.ColorGroup].Tokens, func(t manual.Token) bool { return t.Name == role.Name }) {
				declare(&out, "  --color-", role.Name, role.Value)
			}
		}
	}
	out.WriteString("}\n")
	return out.Bytes()
}
