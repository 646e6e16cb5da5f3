package page

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// A sheet is the style element of one manual: its tokens as custom
// properties, the frame in the manual's own colors and faces, and a class for
// each value that the page shows, since a strict policy allows no style
// attribute. Its text is checked value by value (see cssValue).
type sheet struct {
	declarations strings.Builder // of the root
	rules        []byte
	last         class

	// The properties of the tokens of each group that no block has taken yet,
	// empty for a token whose value is not plain. They are parts of the
	// declarations.
	properties [len(manual.Groups)][]string
}

// A class is a class of a sheet by its number; 0 is none.
type class int

// String returns the name of the class, nothing for none.
func (c class) String() string {
	if c == 0 {
		return ""
	}
	return string(c.append(nil))
}

func (c class) append(out []byte) []byte {
	return strconv.AppendInt(append(out, 'v'), int64(c), 10)
}

// newSheet declares every token whose value is plain.
func newSheet(d *manual.TokenDocument) *sheet {
	s := &sheet{}
	s.grow(d)
	for i := range d.Groups {
		g := &d.Groups[i]
		s.properties[i] = make([]string, len(g.Tokens))
		for j := range g.Tokens {
			s.properties[i][j] = s.declare(g.Type, g.Tokens[j].Value, g.Name, g.Tokens[j].Name)
		}
	}
	for i := range d.Themes {
		theme := &d.Themes[i]
		for j := range theme.Colors {
			s.declare(manual.ColorToken, theme.Colors[j].Value, manual.GroupThemes, theme.Slug, theme.Colors[j].Name)
		}
	}
	return s
}

// grow makes room for what most manuals need: a declaration and a class for
// each token, and some classes for values that are no tokens.
func (s *sheet) grow(d *manual.TokenDocument) {
	declarations, rules := 0, 2048
	d.All(func(path []string, _ manual.TokenType, token manual.Token) {
		name := len("-")
		for _, key := range path {
			name += len("-") + len(key)
		}
		declarations += name + len(token.Value) + len(":;") + len("rgb") // digits that are doubled
		rules += name + len(".v1000{--v:var();}")
	})
	s.declarations.Grow(declarations)
	s.rules = make([]byte, 0, rules)
}

// declare adds a token to the root and returns its property, or nothing for
// a value that is not plain.
func (s *sheet) declare(t manual.TokenType, value string, path ...string) string {
	value, ok := cssValue(t, value)
	if !ok {
		return ""
	}
	start := s.declarations.Len()
	writeProperty(&s.declarations, path...)
	name := s.declarations.String()[start:]
	s.declarations.WriteByte(':')
	s.declarations.WriteString(value)
	s.declarations.WriteByte(';')
	return name
}

// class returns a new class with these declarations, each a property name
// followed by its checked value.
func (s *sheet) class(declarations ...string) class {
	s.open()
	for i := 0; i+1 < len(declarations); i += 2 {
		s.rules = append(append(append(append(s.rules, declarations[i]...), ':'), declarations[i+1]...), ';')
	}
	s.rules = append(s.rules, '}')
	return s.last
}

// variable returns a new class whose --v is a property of the root; none for
// an empty property.
func (s *sheet) variable(property string) class {
	if property == "" {
		return 0
	}
	s.open()
	s.rules = append(append(append(s.rules, "--v:var("...), property...), ");}"...)
	return s.last
}

// open begins the rule of a new class.
func (s *sheet) open() {
	s.last++
	s.rules = append(s.last.append(append(s.rules, '.')), '{')
}

// append writes the whole sheet.
func (s *sheet) append(out []byte, f frame) []byte {
	out = append(append(append(out, ":root{"...), s.declarations.String()...), '}')
	return append(f.append(out), s.rules...)
}

// switchOn returns a class for both a switch and what it shows: an element of
// the class after a checked switch of it is shown, by no script.
func (s *sheet) switchOn() class {
	s.last++
	s.rules = append(s.last.append(append(s.rules, '.')), ":checked~.stages>."...)
	s.rules = append(s.last.append(s.rules), "{display:grid}"...)
	return s.last
}
