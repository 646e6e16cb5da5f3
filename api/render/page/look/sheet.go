package look

import (
	"strconv"
	"strings"
)

// A Sheet is the style element of one page. It has a class for each value that
// the page shows, since the policy allows no style attributes. The caller must
// have checked each value with [Value] or [Color].
type Sheet struct {
	Rules strings.Builder
	known map[string]Class
	last  int
}

// A Class is the name of a class of a sheet, empty for none.
type Class = string

// next returns a new class name.
func (s *Sheet) next() Class {
	s.last++
	return "v" + strconv.Itoa(s.last)
}

// Class returns the class with these declarations, whose values are checked.
func (s *Sheet) Class(declarations ...string) Class {
	text := strings.Join(declarations, ";")
	if c, ok := s.known[text]; ok {
		return c
	}
	if s.known == nil {
		s.known = map[string]Class{}
	}
	c := s.next()
	s.known[text] = c
	s.Rules.WriteString("." + c + "{" + text + "}")
	return c
}

// Value returns the class that sets --v to a checked value, empty for an empty
// value.
func (s *Sheet) Value(value string) Class {
	if value == "" {
		return ""
	}
	return s.Class("--v:" + value)
}

// Theme returns a new class for the radio button of a theme and for its
// preview. The preview is shown while the button is checked; the whole page
// takes the palette while the checkbox beside it is checked too, which needs no script,
// or while the reader has chosen the theme by its number.
func (s *Sheet) Theme(pagePalette Palette, scheme string, number int) Class {
	c := s.next()
	name := "." + c
	s.Rules.WriteString(name + ":checked~.stages>" + name + "{display:grid}" +
		"@media screen{:root:has(" + name + ":checked~.whole:checked),:root[data-theme=t" + strconv.Itoa(number) +
		"]{color-scheme:" + scheme + ";" + pagePalette.css() + "}}")
	return c
}
