package export

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// SCSS returns the tokens as Sass variables named as their custom
// properties, with comments as in [CSS], and a map for each group keyed by
// token name: $color, $font-family and so on. $theme is a map of maps. A text style is a map
// of properties. $modes has by mode, group and name the values that a mode changes.
func SCSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	d.All(func(_ []string, kind manual.TokenType, t manual.Token) {
		declare(&out, "$", sassName(t.Variable), sassToken(kind, t), comment(" // ", t, ""))
	})
	entries := func(indent string, tokens []manual.Token) {
		for _, t := range tokens {
			out.WriteString("\n" + indent + `"` + t.Name + `": $` + sassName(t.Variable) + ",")
		}
	}
	for _, g := range d.AllGroups() {
		fmt.Fprintf(&out, "\n$%s: (", sassName(g.Variable))
		entries("  ", g.Tokens)
		out.WriteString("\n);\n")
	}
	out.WriteString("\n$theme: (")
	for _, theme := range d.Themes {
		fmt.Fprintf(&out, "\n  \"%s\": (", theme.Slug)
		entries("    ", theme.Colors)
		out.WriteString("\n  ),")
	}
	out.WriteString("\n);\n\n$modes: (")
	eachChange(d, func(slug string, groups []manual.TokenGroup) {
		fmt.Fprintf(&out, "\n  \"%s\": (", slug)
		for _, g := range groups {
			fmt.Fprintf(&out, "\n    \"%s\": (", g.Variable[2:])
			for _, t := range g.Tokens {
				out.WriteString("\n      \"" + t.Name + "\": " + inMap(sassToken(cmp.Or(t.Type, g.Type), t)) + ",")
			}
			out.WriteString("\n    ),")
		}
		out.WriteString("\n  ),")
	})
	out.WriteString("\n);\n")
	return bytes.ReplaceAll(out.Bytes(), []byte("(\n);"), []byte("();"))
}

// sassName returns a custom property as the name of a variable of Sass, which begins with no digit:
// it is escaped (CSS Syntax Module Level 3, section 4.3.7).
func sassName(property string) string {
	name := property[2:]
	if name[0] >= '0' && name[0] <= '9' {
		return `\3` + name[:1] + " " + name[1:]
	}
	return name
}

// eachChange visits the modes that change tokens, with the groups of these and their values
// in the mode.
func eachChange(d *manual.TokenDocument, visit func(slug string, groups []manual.TokenGroup)) {
	for _, m := range modesOf(d) {
		var groups []manual.TokenGroup
		for _, g := range d.AllGroups() {
			g.Tokens = tokensWhere(g.Tokens, func(t manual.Token) bool {
				return slices.ContainsFunc(t.Modes, func(v manual.ModeValue) bool { return v.Mode == m.Slug })
			})
			if len(g.Tokens) > 0 {
				moveTo(g.Tokens, m.Slug)
				groups = append(groups, g)
			}
		}
		if groups != nil {
			visit(m.Slug, groups)
		}
	}
}

// sassToken returns the value of a token for Sass.
func sassToken(kind manual.TokenType, t manual.Token) string {
	if t.Style == nil {
		return sassValue(kind, t.Value)
	}
	var parts []string
	for _, p := range tokenize.Properties(t.Style) {
		value := p.Value
		if p.Name == "font-family" {
			value = inMap(sassValue(manual.FontFamilyToken, value))
		}
		parts = append(parts, `"`+p.Name+`": `+value)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// inMap returns a value of Sass as it stands in a map, where a comma ends it.
func inMap(value string) string {
	if len(css.Split(value, ',')) > 1 {
		return "(" + value + ")"
	}
	return value
}

// sassValue returns a value for Sass. Values that Sass could interpret (functions, escapes,
// words such as not and black) become text that Sass outputs unchanged, and so does a family in
// quotes, which #{…} takes off; a list of families stays a list.
func sassValue(kind manual.TokenType, value string) string {
	if kind == manual.FontFamilyToken {
		families := css.Split(value, ',')
		for i, family := range families {
			families[i] = sassText(strings.TrimSpace(family))
		}
		return strings.Join(families, ", ")
	}
	if kind == manual.ColorToken && strings.HasPrefix(value, "#") {
		return value
	}
	switch kind {
	case manual.ShadowToken, manual.GradientToken, manual.BorderToken, manual.TransitionToken, manual.ColorToken:
		return sassText(value)
	}
	return value
}

// sassText returns a value as text where Sass could interpret it.
func sassText(value string) string {
	words := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,", r) })
	if strings.ContainsAny(value, `()[]<>\"'$@&*/!+=|~^:?`) || slices.ContainsFunc(words, func(word string) bool {
		word = strings.ToLower(word)
		return slices.Contains([]string{"and", "or", "not", "null", "true", "false"}, word) || css.IsNamedColor(word)
	}) {
		return `#{"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `#`, `\#`).Replace(value) + `"}`
	}
	return value
}
