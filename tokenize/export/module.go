package export

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// Module returns the tokens as an ES module with an export for each group,
// so that a bundler leaves out the groups that are not used. The default export
// is the token document with each token replaced by its $value.
func Module(d *manual.TokenDocument) []byte {
	var j jsonText
	names := j.constants(d, "export const ", " = {\n", "", ",\n", func(indent string, t manual.Token) {
		j.raw(indent).quote(t.Name).raw(": ").quote(t.Value)
	})
	return *j.raw("export default { " + strings.Join(names, ", ") + " };\n")
}

// Types returns the TypeScript declarations of the module of
// [Module], with use, deprecation and place of each token in JSDoc.
func Types(d *manual.TokenDocument) []byte {
	var j jsonText
	names := j.constants(d, "export declare const ", ": {\n", "readonly ", ";\n", func(indent string, t manual.Token) {
		j.doc(indent, t)
		j.raw(indent + "readonly ").quote(t.Name).raw(": string")
	})
	j.raw("declare const tokens: {\n")
	for _, name := range names {
		j.raw("  readonly " + name + ": typeof " + name + ";\n")
	}
	return *j.raw("};\n\nexport default tokens;\n")
}

// constants writes a constant for each group and one for the themes, and returns
// their names: an object with a token a line, between its indentation and end.
// Before precedes the names of themes.
func (j *jsonText) constants(d *manual.TokenDocument, export, open, before, end string, token func(indent string, t manual.Token)) (names []string) {
	tokens := func(indent string, tokens []manual.Token) {
		for _, t := range tokens {
			token(indent, t)
			j.raw(end)
		}
	}
	for _, g := range d.Groups {
		j.raw(export + g.Name + open)
		tokens("  ", g.Tokens)
		j.raw("};\n\n")
		names = append(names, g.Name)
	}
	j.raw(export + manual.GroupThemes + open)
	for _, theme := range d.Themes {
		j.raw("  " + before).quote(theme.Slug).raw(": {\n")
		tokens("    ", theme.Colors)
		j.raw("  }" + end)
	}
	j.raw("};\n\n")
	return append(names, manual.GroupThemes)
}

// doc writes a JSDoc comment, if there is anything to say of the token.
func (j *jsonText) doc(indent string, t manual.Token) {
	var lines []string
	if t.Description != "" {
		lines = append(lines, t.Description)
	}
	if t.Deprecated.Set {
		lines = append(lines, strings.TrimSpace("@deprecated "+t.Deprecated.Reason))
	}
	if t.Anchor != "" {
		lines = append(lines, "@see #"+tokenize.CommentText(t.Anchor))
	}
	if lines != nil {
		j.raw(indent + "/** " + strings.Join(lines, "\n"+indent+" * ") + " */\n")
	}
}
