package tokenize

import "designmanual/db/manual"

// RenderModule writes the tokens as an ES module: its default export is the
// token document with each token's $value in place of the token.
func RenderModule(d *manual.TokenDocument) []byte {
	out := append(make([]byte, 0, roomFor(d, 12)), "export default {\n"...)
	out = appendTree(out, d, "", ",", func(out []byte, t manual.Token) []byte { return appendString(out, t.Value) })
	return append(out, "};\n"...)
}

// RenderTypes writes the TypeScript declarations of what [RenderModule]
// writes.
func RenderTypes(d *manual.TokenDocument) []byte {
	out := append(make([]byte, 0, roomFor(d, 30)), "declare const tokens: {\n"...)
	out = appendTree(out, d, "readonly ", ";", func(out []byte, _ manual.Token) []byte { return append(out, "string"...) })
	return append(out, "};\n\nexport default tokens;\n"...)
}

// appendTree writes groups and themes as objects, a member a line: before
// stands before each member, after behind it.
func appendTree(out []byte, d *manual.TokenDocument, before, after string, value func([]byte, manual.Token) []byte) []byte {
	indent := "  "
	member := func(name string) {
		out = appendString(append(append(out, indent...), before...), name)
		out = append(out, ": "...)
	}
	object := func(name string, inside func()) {
		member(name)
		out = append(out, "{\n"...)
		indent += "  "
		inside()
		indent = indent[2:]
		out = append(append(append(append(out, indent...), '}'), after...), '\n')
	}
	tokens := func(tokens []manual.Token) {
		for _, t := range tokens {
			member(t.Name)
			out = append(append(value(out, t), after...), '\n')
		}
	}
	for _, g := range d.Groups {
		object(g.Name, func() { tokens(g.Tokens) })
	}
	object(manual.GroupThemes, func() {
		for _, theme := range d.Themes {
			object(theme.Slug, func() { tokens(theme.Colors) })
		}
	})
	return out
}
