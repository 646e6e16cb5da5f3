package page

import (
	"strconv"
	"strings"
)

// A sheet is the style element of one page. It has a class for each value that
// the page shows, since the policy allows no style attributes. The caller must
// have checked each value with cssValue or cssColor.
type sheet struct {
	rules strings.Builder
	known map[string]class
	last  int
}

// A class is the name of a class of a sheet, empty for none.
type class = string

// next returns a new class name.
func (s *sheet) next() class {
	s.last++
	return "v" + strconv.Itoa(s.last)
}

// class returns the class with these declarations, whose values are checked.
func (s *sheet) class(declarations ...string) class {
	text := strings.Join(declarations, ";")
	if c, ok := s.known[text]; ok {
		return c
	}
	if s.known == nil {
		s.known = map[string]class{}
	}
	c := s.next()
	s.known[text] = c
	s.rules.WriteString("." + c + "{" + text + "}")
	return c
}

// value returns the class that sets --v to a checked value, empty for an empty
// value.
func (s *sheet) value(value string) class {
	if value == "" {
		return ""
	}
	return s.class("--v:" + value)
}

// theme returns a new class for the radio button of a theme and for its
// preview. The preview is shown while the button is checked; the whole page
// takes the palette while the checkbox beside it is checked too. This needs no
// script.
func (s *sheet) theme(pagePalette palette, scheme string) class {
	c := s.next()
	name := "." + c
	s.rules.WriteString(name + ":checked~.stages>" + name + "{display:grid}" +
		"@media screen{:root:has(" + name + ":checked~.whole:checked){color-scheme:" + scheme + ";" + pagePalette.css() + "}}")
	return c
}
