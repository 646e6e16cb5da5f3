package tokenize

import "designmanual/db/manual"

// RenderModule returns the tokens as an ES module. Its default export is the
// token document with each token replaced by its $value.
func RenderModule(d *manual.TokenDocument) []byte {
	j := jsonText("export default {\n")
	j.lines(d, "", ",\n", func(t manual.Token) { j.quote(t.Value) })
	return *j.raw("};\n")
}

// RenderTypes returns the TypeScript declarations of the module of
// [RenderModule].
func RenderTypes(d *manual.TokenDocument) []byte {
	j := jsonText("declare const tokens: {\n")
	j.lines(d, "readonly ", ";\n", func(manual.Token) { j.raw("string") })
	return *j.raw("};\n\nexport default tokens;\n")
}

// lines writes groups and themes as objects, one member a line, each between
// before and end.
func (j *jsonText) lines(d *manual.TokenDocument, before, end string, value func(manual.Token)) {
	member := func(indent, name string) *jsonText { return j.raw(indent).raw(before).quote(name).raw(": ") }
	group := func(indent, name string, tokens []manual.Token) {
		member(indent, name).raw("{\n")
		for _, t := range tokens {
			member(indent+"  ", t.Name)
			value(t)
			j.raw(end)
		}
		j.raw(indent + "}" + end)
	}
	for _, g := range d.Groups {
		group("  ", g.Name, g.Tokens)
	}
	member("  ", manual.GroupThemes).raw("{\n")
	for _, theme := range d.Themes {
		group("    ", theme.Slug, theme.Colors)
	}
	j.raw("  }" + end)
}
