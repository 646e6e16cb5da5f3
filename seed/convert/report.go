package convert

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/seed/source"
)

// A Report says what became of each value, in the order of the files, and what
// else a person should know.
type Report struct {
	Notes   []string
	Entries []Entry
}

// An Entry is a value in a file. The problem has its place, its name in the
// file as path, and the reason if it is left out.
type Entry struct {
	source.Problem
	Token string // the token made from it, such as color.blue; empty if it is left out
	Group string // what it is, or why it is left out, in the plural
}

// String returns the entry as one line.
func (e Entry) String() string {
	if e.Token == "" {
		return e.Problem.String()
	}
	kept := e.Problem
	kept.Severity, kept.Reason = source.Error, "kept as "+e.Token
	return kept.String()
}

// Kept returns how many values the seed file has.
func (r *Report) Kept() (kept int) {
	for _, e := range r.Entries {
		if e.Token != "" {
			kept++
		}
	}
	return kept
}

// Summary returns how many values are kept and left out, by what they are and
// by the reason, with the first place for each reason.
func (r *Report) Summary() string {
	kept, left, first := map[string]int{}, map[string]int{}, map[string]Entry{}
	for _, e := range r.Entries {
		counts := kept
		if e.Token == "" {
			counts = left
		}
		if counts[e.Group]++; counts[e.Group] == 1 {
			first[e.Group] = e
		}
	}
	list := func(counts map[string]int, place func(group string) string) string {
		groups := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
		for i, group := range groups {
			groups[i] = counted(counts[group], group) + place(group)
		}
		return strings.Join(groups, ", ")
	}
	text := fmt.Sprintf("kept %d of %d", r.Kept(), len(r.Entries))
	if len(kept) > 0 {
		text += ": " + list(kept, func(string) string { return "" })
	}
	if n := len(r.Entries) - r.Kept(); n > 0 {
		text += fmt.Sprintf("; left out %d: ", n) + list(left, func(group string) string {
			return fmt.Sprintf(" (first: %s:%d)", first[group].File, first[group].Line)
		})
	}
	return text
}

// note adds a sentence for people.
func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// A reason says why a value is left out; the summary counts by its group.
type reason struct{ group, text string }

func (r *reason) Error() string { return r.text }

func because(group, format string, args ...any) error {
	return &reason{group, fmt.Sprintf(format, args...)}
}

// groupOf returns the group of a reason; a value is malformed if reading it is an error.
func groupOf(err error) string {
	if why, ok := err.(*reason); ok {
		return why.group
	}
	return malformed
}

// The groups of reasons that several files of this package use.
const (
	needsMath   = "values that need math"
	conditional = "values that hold only in some rules"
	unknown     = "references to what is not there"
	overridden  = "values that a later one overrides"
	otherMode   = "values of other modes"
	nameTaken   = "values whose name is taken"
	malformed   = "values that are not of their type"
	noToken     = "keywords"
)

// singulars are the groups of values whose singular is not without the s at the end.
var singulars = map[string]string{
	"radii": "radius", "roles of themes": "role of a theme", "opacities": "opacity", "z-indexes": "z-index",
	needsMath: "value that needs math", conditional: "value that holds only in some rules", unknown: "reference to what is not there",
	overridden: "value that a later one overrides", otherMode: "value of another mode", nameTaken: "value whose name is taken",
	malformed: "value that is not of its type", "values of components": "value of a component", "values of other kinds": "value of another kind",
	"transitions and animations": "transition or animation", "filters and masks": "filter or mask", "easings that are not cubic curves": "easing that is no cubic curve",
}

// counted returns a number and the group that it counts.
func counted(n int, group string) string {
	if n == 1 {
		group = cmp.Or(singulars[group], strings.TrimSuffix(group, "s"))
	}
	return fmt.Sprint(n, " ", group)
}
