package page

import (
	"strconv"
	"strings"
)

// A sheet is the style element of one page: its frame, and a class for each
// value that the page shows, since a strict policy allows no style attribute.
// It ends no style element: whoever adds to it has checked the value (see
// cssValue and cssColor).
type sheet struct {
	rules strings.Builder
	known map[string]class
	last  int
}

// A class is the name of a class of a sheet; empty is none.
type class = string

// next names a class that the sheet does not have yet.
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

// value returns the class whose --v is a checked value; none for an empty one.
func (s *sheet) value(value string) class {
	if value == "" {
		return ""
	}
	return s.class("--v:" + value)
}

// theme returns a class for both a switch and what it shows: an element of
// the class after a checked switch of it is shown, and the whole page takes
// the palette while a box beside the switch is checked, by no script.
func (s *sheet) theme(whole palette, scheme string) class {
	c := s.next()
	name := "." + c
	s.rules.WriteString(name + ":checked~.stages>" + name + "{display:grid}" +
		"@media screen{:root:has(" + name + ":checked~.whole:checked){color-scheme:" + scheme + ";" + whole.css() + "}}")
	return c
}
