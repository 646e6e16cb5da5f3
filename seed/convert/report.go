package convert

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/seed/problem"
	"designmanual/tokenize"
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
	problem.Problem
	Token string // the token made from it, such as color.blue; empty if it is left out
	Group string // what it is, or why it is left out, in the plural
}

// String returns the entry as one line.
func (e Entry) String() string {
	if e.Token == "" {
		return e.Problem.String()
	}
	kept := e.Problem
	kept.Severity, kept.Reason = problem.Error, "kept as "+e.Token
	return kept.String()
}

// Kept returns how many values the seed file has.
func (r *Report) Kept() int {
	var kept int
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
		groups := slices.SortedFunc(
			maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) },
		)
		for i, group := range groups {
			groups[i] = reason.Counted(counts[group], group) + place(group)
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

// whatHelps returns why most values are left out and what helps, as the end of a sentence. The command for a first
// manual has no options for it.
func (r *Report) whatHelps(first bool) string {
	counts := map[string]int{}
	for _, e := range r.Entries {
		counts[e.Group]++
	}
	most := ""
	for _, group := range slices.Sorted(maps.Keys(counts)) {
		if counts[group] > counts[most] {
			most = group
		}
	}
	if most == reason.Unknown {
		return ": most refer to names that none of the files has. Name the files that have them too."
	}
	if most == reason.NeedsMath {
		return ": most need to be computed. Name the style sheet that a build makes of the file."
	}
	if most == reason.Conditional && first {
		return ": most hold only in some rules. Name a style sheet with a rule for the whole page."
	}
	if most == reason.Conditional {
		return ": most hold only in some rules. Name one with --selector, or the style sheet that a build makes of the " +
			"file."
	}
	if first {
		return ""
	}
	return ". --verbose says why of each."
}

// note adds a sentence for people.
func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// groupWord returns what a token is, in the plural.
func groupWord(token string) string {
	group, name, _ := strings.Cut(token, ".")
	if strings.HasPrefix(name, tokenize.BreakpointPrefix) && group == "dimension" {
		return "breakpoints"
	}
	if word, ok := groupWords[group]; ok {
		return word
	}
	return "other tokens"
}

var groupWords = map[string]string{
	"": "", "color": "colors", "fontFamily": "typefaces", "fontSize": "font sizes", "dimension": "lengths",
	"duration":    "durations",
	"cubicBezier": "easings", "radius": "radii", "shadow": "shadows", "theme": "roles of themes", "text": "text styles",
	"gradient":   "gradients",
	"fontWeight": "font weights", "font-weight": "font weights", "line-height": "line heights",
	"letter-spacing": "letter spacings", "opacity": "opacities",
	"z-index": "z-indexes", "aspect-ratio": "aspect ratios", "border": "borders", "transition": "transitions",
	"number": "numbers", "length": "lengths",
}
