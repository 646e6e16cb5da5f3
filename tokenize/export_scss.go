package tokenize

import (
	"bytes"
	"slices"
	"strings"

	"github.com/mazznoer/csscolorparser"

	"designmanual/db/manual"
)

// RenderSCSS writes the tokens as variables of Sass by their [CSSName], $ in
// place of the hyphens before it, and a map for each group that is keyed by
// token name: $color, $font-family and so on. $theme is a map of maps.
func RenderSCSS(d *manual.TokenDocument) []byte {
	out := make([]byte, 0, 2*roomFor(d, 40))
	d.All(func(path []string, kind manual.TokenType, t manual.Token) {
		out = appendDeclaration(appendCSSName(out, "$", path[0], path[1:]...), sassValue(kind, t.Value))
	})
	for _, g := range d.Groups {
		out = append(appendKebab(append(out, "\n$"...), g.Name), ": ("...)
		for _, t := range g.Tokens {
			out = appendEntry(out, "\n  ", t.Name)
			out = append(appendCSSName(out, "$", g.Name, t.Name), ',')
		}
		out = append(out, "\n);\n"...)
	}
	out = append(out, "\n$theme: ("...)
	for _, theme := range d.Themes {
		out = append(appendEntry(out, "\n  ", theme.Slug), '(')
		for _, t := range theme.Colors {
			out = appendEntry(out, "\n    ", t.Name)
			out = append(appendCSSName(out, "$", manual.GroupThemes, theme.Slug, t.Name), ',')
		}
		out = append(out, "\n  ),"...)
	}
	return bytes.ReplaceAll(append(out, "\n);\n"...), []byte("(\n);"), []byte("();"))
}

func appendEntry(out []byte, before, key string) []byte {
	return append(append(append(append(out, before...), '"'), key...), `": `...)
}

// sassValue returns a value as Sass reads it: as it stands where Sass takes
// it for nothing else, otherwise as text that Sass passes through. In font
// families and shadows a function may be one that Sass computes, a backslash
// an escape, and words such as not and black are more than words to it.
func sassValue(kind manual.TokenType, value string) string {
	switch kind {
	case manual.FontFamilyToken, manual.ShadowToken:
		if strings.ContainsAny(value, `()[]<>\"$@&*/!+=|~^:?`) || slices.ContainsFunc(strings.FieldsFunc(value, isSeparator), isSassWord) {
			return `#{"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `#`, `\#`).Replace(value) + `"}`
		}
	}
	return value
}

func isSeparator(r rune) bool { return r == ' ' || r == ',' || r == '\'' }

// isSassWord tells whether a word has a meaning of its own in Sass.
func isSassWord(word string) bool {
	switch word = strings.ToLower(word); word {
	case "and", "or", "not", "null", "true", "false":
		return true
	}
	_, color := csscolorparser.NamedColors[word]
	return color
}
