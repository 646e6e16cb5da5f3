package page

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
)

type namedContent struct {
	manual.NamedContent
	Further further `json:",embed"`
}

// measures are values with a name, shown one beside or under the other.
type measures struct {
	Items   []measure
	Further *value
}

// measure is a named value and the class that shows it.
type measure struct {
	Class   class
	Token   token
	Name    string
	Value   string // for the eye
	Exact   string
	Further *value
}

// measured returns a measure with the next token of a group, if the block
// made one.
func (b *builder) measured(group int, name, value string, rest further) (m measure, err error) {
	m = measure{Name: name, Value: b.rounded(value), Exact: value, Token: b.take(group)}
	m.Class = m.Token.Class
	m.Further, err = b.further(rest)
	return m, err
}

// pixels returns a length in CSS pixels for comparison: absolute units as CSS
// has them, em and rem at 16 px; others, which the page cannot know, as they
// stand.
func pixels(length string) float64 {
	unit := strings.TrimLeft(length, "+-0123456789.")
	n, err := strconv.ParseFloat(length[:len(length)-len(unit)], 64)
	if err != nil {
		return 0
	}
	switch unit {
	case "em", "rem", "pc":
		return n * 16
	case "in":
		return n * 96
	case "cm":
		return n * 96 / 2.54
	case "mm":
		return n * 96 / 25.4
	case "q":
		return n * 96 / 101.6
	case "pt":
		return n * 96 / 72
	}
	return n
}
