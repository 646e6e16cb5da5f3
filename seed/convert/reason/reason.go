// Package reason says why a value is left out of a manual: the group by which a summary counts, and a sentence.
package reason

import (
	"cmp"
	"fmt"
	"strings"
)

// A reason says why a value is left out; the summary counts by its group.
type reason struct{ group, text string }

func (r *reason) Error() string { return r.text }

// New returns the reason why a value of a group is left out.
func New(group, format string, args ...any) error {
	return &reason{group, fmt.Sprintf(format, args...)}
}

// Group returns the group of a reason; a value is malformed if reading it is an error.
func Group(err error) string {
	if why, ok := err.(*reason); ok {
		return why.group
	}
	return Malformed
}

// The groups of reasons that are given in several places.
const (
	NeedsMath   = "values that need math"
	Conditional = "values that hold only in some rules"
	Unknown     = "references to what is not there"
	Overridden  = "values that a later one overrides"
	OtherMode   = "values of other modes"
	NameTaken   = "values whose name is taken"
	Malformed   = "values that are not of their type"
	InExtension = "values in extensions"
	TwoModes    = "values for two modes of which one holds"
)

// NotComputed returns the reason why a value is left out that only a program with all values could compute.
func NotComputed(written string) error {
	return New(NeedsMath, "it needs to be computed: %.60q", written)
}

// singulars are the groups of values whose singular is not without the s at the end.
var singulars = map[string]string{
	"radii": "radius", "typefaces": "typeface", "roles of themes": "role of a theme", "opacities": "opacity",
	"z-indexes": "z-index",
	NeedsMath:   "value that needs math", Conditional: "value that holds only in some rules",
	Unknown:    "reference to what is not there",
	Overridden: "value that a later one overrides", InExtension: "value in an extension",
	TwoModes: "value for two modes of which one holds", OtherMode: "value of another mode",
	NameTaken: "value whose name is taken",
	Malformed: "value that is not of its type", "values of components": "value of a component",
	"values of other kinds":      "value of another kind",
	"text cases and decorations": "text case or decoration", "parts of colors": "part of a color",
	"transitions and animations": "transition or animation", "filters and masks": "filter or mask",
	"easings that are not cubic curves": "easing that is no cubic curve",
}

// Counted returns a number and the group that it counts.
func Counted(n int, group string) string {
	if n == 1 {
		group = cmp.Or(singulars[group], strings.TrimSuffix(group, "s"))
	}
	return fmt.Sprint(n, " ", group)
}
