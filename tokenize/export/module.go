package export

import (
	"bytes"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// Module returns the tokens as an ES module with an export for each group,
// so that a bundler leaves out the groups that are not used. A text style is an object of
// properties of CSS. The export modes has by mode, group and name the values that a mode
// changes. The default export has all groups and modes.
func Module(d *manual.TokenDocument) []byte {
	m := script{open: " = {\n", end: ",\n", value: func(t manual.Token) string {
		if t.Style == nil {
			return Quote(t.Value)
		}
		var parts []string
		for _, p := range tokenize.Properties(t.Style) {
			parts = append(parts, tokenize.Camel(p.Name)+": "+Quote(p.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}}
	names := m.write(d, "export const ")
	m.out.WriteString("export default { " + strings.Join(names, ", ") + " };\n")
	return m.out.Bytes()
}

// Types returns the TypeScript declarations of the module of
// [Module], with use, deprecation and place of each token in JSDoc.
func Types(d *manual.TokenDocument) []byte {
	m := script{open: ": {\n", before: "readonly ", end: ";\n", documented: true, value: func(t manual.Token) string {
		if t.Style == nil {
			return "string"
		}
		text := "{ "
		for _, p := range tokenize.Properties(t.Style) {
			text += "readonly " + tokenize.Camel(p.Name) + ": string; "
		}
		return text + "}"
	}}
	names := m.write(d, "export declare const ")
	m.out.WriteString("declare const tokens: {\n")
	for _, name := range names {
		m.out.WriteString("  readonly " + name + ": typeof " + name + ";\n")
	}
	m.out.WriteString("};\n\nexport default tokens;\n")
	return m.out.Bytes()
}

// A script is a module or its declarations under construction.
type script struct {
	out        bytes.Buffer
	open       string // after the name of a constant
	before     string // a key
	end        string // of a member
	documented bool
	value      func(manual.Token) string
}

// write writes a constant for each group, one for the themes and one for the modes, and
// returns their names.
func (s *script) write(d *manual.TokenDocument, export string) []string {
	var names []string
	constant := func(name string, inside func()) {
		s.out.WriteString(export + name + s.open)
		inside()
		s.out.WriteString("};\n\n")
		names = append(names, name)
	}
	group := func(g manual.TokenGroup) { constant(constantName(g.Name), func() { s.tokens("  ", g.Tokens) }) }
	for _, g := range d.Groups {
		group(g)
	}
	constant(manual.GroupThemes, func() {
		for _, theme := range d.Themes {
			s.object("  ", theme.Slug, func() { s.tokens("    ", theme.Colors) })
		}
	})
	for _, g := range d.Further {
		group(g)
	}
	constant("modes", func() {
		eachChange(d, func(slug string, groups []manual.TokenGroup) {
			s.object("  ", slug, func() {
				for _, g := range groups {
					s.object("    ", constantName(g.Name), func() { s.tokens("      ", g.Tokens) })
				}
			})
		})
	})
	return names
}

// object writes a member that is an object.
func (s *script) object(indent, key string, inside func()) {
	s.out.WriteString(indent + s.before + Quote(key) + ": {\n")
	inside()
	s.out.WriteString(indent + "}" + s.end)
}

// tokens writes a token a line.
func (s *script) tokens(indent string, tokens []manual.Token) {
	for _, t := range tokens {
		if s.documented {
			s.out.WriteString(doc(indent, t))
		}
		s.out.WriteString(indent + s.before + Quote(t.Name) + ": " + s.value(t) + s.end)
	}
}

// reserved are the words that no constant of a module may be called (ECMAScript, section
// 12.7.2), and the names of its other constants.
var reserved = strings.Fields(
	`arguments await break case catch class const continue debugger default delete do else enum eval export extends
	false finally for function if implements import in instanceof interface let modes new null package private protected
	public return static super switch this throw tokens true try typeof undefined var void while with yield`,
)

// constantName returns the name of the constant of a group, in camel case.
func constantName(group string) string {
	name := tokenize.Camel(group)
	if slices.Contains(reserved, name) || '0' <= name[0] && name[0] <= '9' {
		return "_" + name
	}
	return name
}

// doc returns a JSDoc comment, if there is anything to say of the token.
func doc(indent string, t manual.Token) string {
	lines := remarks(t, "@deprecated ", "@see #")
	if lines == nil {
		return ""
	}
	return indent + "/** " + strings.Join(lines, "\n"+indent+" * ") + " */\n"
}
