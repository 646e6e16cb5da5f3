package page

import (
	"strconv"

	"designmanual/db/manual"
)

// A sheet is the style element of one manual: its tokens as custom
// properties, the frame in the manual's own colors and faces, and a class for
// each value that the page shows, since a strict policy allows no style
// attribute. Its text is checked value by value (see cssValue).
type sheet struct {
	properties []byte
	rules      []byte
	classes    int
	paths      map[string]bool // properties that are declared
}

// newSheet declares every token whose value is plain.
func newSheet(d *manual.TokenDocument) *sheet {
	s := &sheet{properties: make([]byte, 0, 8192), rules: make([]byte, 0, 8192), paths: make(map[string]bool, d.Len())}
	d.All(func(path []string, t manual.TokenType, token manual.Token) {
		if value, ok := cssValue(t, token.Value); ok {
			name := property(path...)
			s.paths[name] = true
			s.declare(name, value)
		}
	})
	return s
}

// declare adds a property to the root.
func (s *sheet) declare(name, value string) {
	s.properties = append(append(append(append(s.properties, name...), ':'), value...), ';')
}

// class returns the name of a new class with these declarations, each a
// property name followed by its checked value.
func (s *sheet) class(declarations ...string) string {
	s.classes++
	name := "v" + strconv.Itoa(s.classes)
	s.rules = append(append(append(s.rules, '.'), name...), '{')
	for i := 0; i+1 < len(declarations); i += 2 {
		s.rules = append(append(append(append(s.rules, declarations[i]...), ':'), declarations[i+1]...), ';')
	}
	s.rules = append(s.rules, '}')
	return name
}

// token returns a class whose --v is the token's custom property, and the
// property; both are empty for a token whose value is not plain.
func (s *sheet) token(path ...string) (class, name string) {
	name = property(path...)
	if !s.paths[name] {
		return "", ""
	}
	return s.class("--v", "var("+name+")"), name
}

// text returns the whole sheet.
func (s *sheet) text(f frame) string {
	out := make([]byte, 0, len(s.properties)+len(s.rules)+1024)
	out = append(append(append(out, ":root{"...), s.properties...), '}')
	out = f.append(out)
	return string(append(out, s.rules...))
}

// switchOn returns a class for both a switch and what it shows: an element of
// the class after a checked switch of it is shown, by no script.
func (s *sheet) switchOn() string {
	s.classes++
	name := "v" + strconv.Itoa(s.classes)
	s.rules = append(s.rules, "."+name+":checked~.stages>."+name+"{display:grid}"...)
	return name
}
