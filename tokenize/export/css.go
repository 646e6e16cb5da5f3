package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// declare writes a declaration, and a comment after it if there is one.
func declare(out *bytes.Buffer, before, name, value, comment string) {
	out.WriteString(before + name + ": " + value + ";" + comment + "\n")
}

// comment returns on one line what a style sheet says of a token. It is empty if there
// is nothing to say.
func comment(open string, t manual.Token, end string) string {
	remarks := remarks(t, "deprecated: ", "#")
	if remarks == nil {
		return ""
	}
	return open + strings.Join(remarks, " | ") + end
}

// remarks returns what comments say of a token: its use, its deprecation and its place in
// the manual, the latter two after what stands before them.
func remarks(t manual.Token, deprecated, place string) (remarks []string) {
	if t.Description != "" {
		remarks = append(remarks, t.Description)
	}
	switch {
	case t.Deprecated.Reason != "":
		remarks = append(remarks, deprecated+t.Deprecated.Reason)
	case t.Deprecated.Set:
		remarks = append(remarks, strings.TrimRight(deprecated, ": "))
	}
	if t.Anchor != "" {
		remarks = append(remarks, place+tokenize.CommentText(t.Anchor))
	}
	return remarks
}

// CSS returns the tokens as custom properties at :root, with their use,
// deprecation and place in comments. In addition, --theme-<role> is the color of
// the first theme at :root, and of each theme at [data-theme="<slug>"]; a theme
// that lacks a role has the first theme's color.
func CSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	out.WriteString(":root {\n")
	d.All(func(_ []string, _ manual.TokenType, t manual.Token) {
		declare(&out, "  ", t.Variable, t.Value, comment(" /* ", t, " */"))
	})
	if len(d.Themes) > 0 {
		declareRoles(&out, "  --theme-", d.Themes[0].Colors)
	}
	out.WriteString("}\n")
	declareThemes(&out, "  --theme-", d)
	return out.Bytes()
}

func declareRoles(out *bytes.Buffer, before string, colors []manual.Token) {
	for _, color := range colors {
		declare(out, before, color.Name, color.Value, "")
	}
}

// declareThemes writes a rule for each theme with all roles that it or the first
// theme has.
func declareThemes(out *bytes.Buffer, before string, d *manual.TokenDocument) {
	for _, theme := range d.Themes {
		fmt.Fprintf(out, "\n[data-theme=\"%s\"] {\n", theme.Slug)
		declareRoles(out, before, addMissingRoles(theme.Colors, d.Themes[0].Colors))
		out.WriteString("}\n")
	}
}

// SCSS returns the tokens as Sass variables named as their custom
// properties, with comments as in [CSS], and a map for each group keyed by
// token name: $color, $font-family and so on. $theme is a map of maps.
func SCSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	d.All(func(_ []string, kind manual.TokenType, t manual.Token) {
		declare(&out, "$", t.Variable[2:], sassValue(kind, t.Value), comment(" // ", t, ""))
	})
	entries := func(indent string, tokens []manual.Token) {
		for _, t := range tokens {
			out.WriteString("\n" + indent + `"` + t.Name + `": $` + t.Variable[2:] + ",")
		}
	}
	for i, g := range d.Groups {
		fmt.Fprintf(&out, "\n$%s: (", manual.Groups[i].Variable[2:])
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

// sassValue returns a value for Sass. Font families and shadows that Sass could
// interpret (functions, escapes, words such as not and black) become text that
// Sass outputs unchanged.
func sassValue(kind manual.TokenType, value string) string {
	if kind != manual.FontFamilyToken && kind != manual.ShadowToken {
		return value
	}
	words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,'", r) })
	if strings.ContainsAny(value, `()[]<>\"$@&*/!+=|~^:?`) || slices.ContainsFunc(words, func(word string) bool {
		word = strings.ToLower(word)
		return slices.Contains([]string{"and", "or", "not", "null", "true", "false"}, word) || css.IsNamedColor(word)
	}) {
		return `#{"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `#`, `\#`).Replace(value) + `"}`
	}
	return value
}

// Tailwind returns the tokens as a theme for Tailwind CSS 4: --color-*,
// --spacing-*, --breakpoint-*, --font-*, --text-*, --transition-duration-*,
// --ease-*, --radius-* and --shadow-*. The roles of the first theme are colors
// too, and each theme sets them at [data-theme="<slug>"], so that the class
// bg-surface follows the attribute. A color of the manual with the name of a role
// keeps the name.
func Tailwind(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	out.WriteString("@theme {\n")
	namespaces := [...]string{
		manual.ColorGroup: "--color", manual.DimensionGroup: "--spacing", manual.FontFamilyGroup: "--font", manual.FontSizeGroup: "--text",
		manual.DurationGroup: "--transition-duration", manual.CubicBezierGroup: "--ease", manual.RadiusGroup: "--radius", manual.ShadowGroup: "--shadow",
	}
	for i, g := range d.Groups {
		for _, t := range g.Tokens {
			namespace, name := namespaces[i], strings.TrimPrefix(t.Variable, manual.Groups[i].Variable)
			if i == manual.DimensionGroup && strings.HasPrefix(t.Name, "breakpoint") {
				namespace, name = "--breakpoint", strings.Replace(name, "-breakpoint-", "-", 1)
			}
			declare(&out, "  "+namespace, name, t.Value, "")
		}
	}
	themed := manual.TokenDocument{Themes: slices.Clone(d.Themes)}
	for i := range themed.Themes {
		themed.Themes[i].Colors = slices.DeleteFunc(slices.Clone(themed.Themes[i].Colors), func(role manual.Token) bool {
			return hasToken(d.Groups[manual.ColorGroup].Tokens, role.Name)
		})
	}
	if len(d.Themes) > 0 {
		declareRoles(&out, "  --color-", themed.Themes[0].Colors)
	}
	out.WriteString("}\n")
	declareThemes(&out, "  --color-", &themed)
	return out.Bytes()
}

func hasToken(tokens []manual.Token, name string) bool {
	_, ok := findToken(tokens, name)
	return ok
}
