package export

import (
	"bytes"
	"strings"

	"designmanual/db/manual"
)

// Module returns the tokens as an ES module with an export for each group,
// so that a bundler leaves out the groups that are not used. The default export
// is the token document with each token replaced by its $value.
func Module(d *manual.TokenDocument) []byte {
	var b bytes.Buffer
	names := constants(&b, d, "export const ", " = {\n", "", ",\n", func(indent string, t manual.Token) string {
		return indent + quote(t.Name) + ": " + quote(t.Value)
	})
	b.WriteString("export default { " + strings.Join(names, ", ") + " };\n")
	return b.Bytes()
}

// Types returns the TypeScript declarations of the module of
// [Module], with use, deprecation and place of each token in JSDoc.
func Types(d *manual.TokenDocument) []byte {
	var b bytes.Buffer
	names := constants(&b, d, "export declare const ", ": {\n", "readonly ", ";\n", func(indent string, t manual.Token) string {
		return doc(indent, t) + indent + "readonly " + quote(t.Name) + ": string"
	})
	b.WriteString("declare const tokens: {\n")
	for _, name := range names {
		b.WriteString("  readonly " + name + ": typeof " + name + ";\n")
	}
	b.WriteString("};\n\nexport default tokens;\n")
	return b.Bytes()
}

// constants writes a constant for each group and one for the themes, and returns
// their names: an object with a token a line, between its indentation and end.
// Before precedes the names of themes.
func constants(b *bytes.Buffer, d *manual.TokenDocument, export, open, before, end string, token func(indent string, t manual.Token) string) (names []string) {
	tokens := func(indent string, tokens []manual.Token) {
		for _, t := range tokens {
			b.WriteString(token(indent, t) + end)
		}
	}
	for _, g := range d.Groups {
		b.WriteString(export + g.Name + open)
		tokens("  ", g.Tokens)
		b.WriteString("};\n\n")
		names = append(names, g.Name)
	}
	b.WriteString(export + manual.GroupThemes + open)
	for _, theme := range d.Themes {
		b.WriteString("  " + before + quote(theme.Slug) + ": {\n")
		tokens("    ", theme.Colors)
		b.WriteString("  }" + end)
	}
	b.WriteString("};\n\n")
	return append(names, manual.GroupThemes)
}

// doc returns a JSDoc comment, if there is anything to say of the token.
func doc(indent string, t manual.Token) string {
	lines := remarks(t, "@deprecated ", "@see #")
	if lines == nil {
		return ""
	}
	return indent + "/** " + strings.Join(lines, "\n"+indent+" * ") + " */\n"
}
