package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// RenderModule writes the tokens as an ES module: its default export is the
// token document with each token's $value in place of the token.
func RenderModule(d *manual.TokenDocument) []byte {
	return []byte("export default {\n" + tree(d, "", ",", func(t manual.Token) string { return quote(t.Value) }) + "};\n")
}

// RenderTypes writes the TypeScript declarations of what [RenderModule]
// writes.
func RenderTypes(d *manual.TokenDocument) []byte {
	return []byte("declare const tokens: {\n" + tree(d, "readonly ", ";", func(manual.Token) string { return "string" }) + "};\n\nexport default tokens;\n")
}

// tree writes groups and themes as objects, a member a line: before stands
// before each member, after behind it.
func tree(d *manual.TokenDocument, before, after string, value func(manual.Token) string) string {
	var out strings.Builder
	group := func(indent, name string, tokens []manual.Token) {
		fmt.Fprintf(&out, "%s%s%s: {\n", indent, before, quote(name))
		for _, t := range tokens {
			fmt.Fprintf(&out, "%s  %s%s: %s%s\n", indent, before, quote(t.Name), value(t), after)
		}
		fmt.Fprintf(&out, "%s}%s\n", indent, after)
	}
	for _, g := range d.Groups {
		group("  ", g.Name, g.Tokens)
	}
	fmt.Fprintf(&out, "  %s%s: {\n", before, quote(manual.GroupThemes))
	for _, theme := range d.Themes {
		group("    ", theme.Slug, theme.Colors)
	}
	fmt.Fprintf(&out, "  }%s\n", after)
	return out.String()
}
