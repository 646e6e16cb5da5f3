package convert

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
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

// newReason returns the reason why a value of a group is left out.
func newReason(group, format string, args ...any) error {
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
	inExtension = "values in extensions"
	twoModes    = "values for two modes of which one holds"
)

// singulars are the groups of values whose singular is not without the s at the end.
var singulars = map[string]string{
	"radii": "radius", "typefaces": "typeface", "roles of themes": "role of a theme", "opacities": "opacity",
	"z-indexes": "z-index",
	needsMath:   "value that needs math", conditional: "value that holds only in some rules",
	unknown:    "reference to what is not there",
	overridden: "value that a later one overrides", inExtension: "value in an extension",
	twoModes: "value for two modes of which one holds", otherMode: "value of another mode",
	nameTaken: "value whose name is taken",
	malformed: "value that is not of its type", "values of components": "value of a component",
	"values of other kinds":      "value of another kind",
	"text cases and decorations": "text case or decoration", "parts of colors": "part of a color",
	"transitions and animations": "transition or animation", "filters and masks": "filter or mask",
	"easings that are not cubic curves": "easing that is no cubic curve",
}

// counted returns a number and the group that it counts.
func counted(n int, group string) string {
	if n == 1 {
		group = cmp.Or(singulars[group], strings.TrimSuffix(group, "s"))
	}
	return fmt.Sprint(n, " ", group)
}

// reportAll adds an entry for each value, in the order of the files, and one for each value
// that a mode has without a declaration of its own where it is lost.
func (b *builder) reportAll() {
	for d := range b.declarations() {
		if d.part {
			continue
		}
		token, label, err := b.outcome(d)
		b.reportOne(d, token, label, err)
		b.reportModes(d, label)
	}
	if b.outside > 0 {
		b.report.note(
			"colors outside sRGB: %d; the hex of each is the closest color inside it, and what it was is kept beside "+
				"that as its source",
			b.outside,
		)
	}
	b.sayOnlyInModes()
}

// reportOne adds the entry for a value in a mode, which is empty for the one at rest.
func (b *builder) reportOne(d *declaration, token, label string, err error) {
	e := Entry{Problem: d.place(d.at), Token: token, Group: groupWord(token)}
	e.Path = d.name
	if label != "" {
		e.Path += " (" + label + ")"
	}
	if token == "" {
		e.Severity, e.Reason, e.Group = source.Warning, err.Error(), groupOf(err)
	}
	b.report.Entries = append(b.report.Entries, e)
}

// outcome returns what became of a declaration: the token that has its value, in which mode,
// or the reason why none has.
func (b *builder) outcome(d *declaration) (token, label string, err error) {
	t := d.token
	if d.when == nil {
		return "", "", d.left
	}
	if t.as == "" && t.left == nil {
		t.left = newReason(otherMode, "neither a block nor a theme takes it")
	}
	counts := false
	for _, m := range b.modes {
		if b.countsIn(t, m) != d {
			continue
		}
		if !counts && m != b.modes[0] && len(t.declarations) > 1 {
			label = m.name
		}
		counts = true
		if t.left == nil && !t.held[m] {
			err = cmp.Or(err, t.lost[m], newReason(otherMode, "its value in %s is not kept", m.name))
		}
	}
	if !counts {
		return b.overriddenBy(d)
	}
	if t.left != nil {
		return "", label, t.left
	}
	if err != nil {
		return "", label, err
	}
	return t.as, label, nil
}

// overriddenBy returns what became of a declaration that counts in no mode: if the one that
// counts there has its value, it is declared again.
func (b *builder) overriddenBy(d *declaration) (token, label string, err error) {
	if d.left != nil {
		return "", "", d.left
	}
	for _, m := range b.modes {
		holds := slices.ContainsFunc(
			d.when, func(when sheet.Condition) bool { return when.Holds(m.facts, m == b.modes[0]) },
		)
		if !holds {
			continue
		}
		if m != b.modes[0] {
			label = m.name
		}
		own, other := b.evaluate(d, m), b.evaluate(b.countsIn(d.token, m), m)
		if own.err == nil && other.err == nil && equal(own.value, other.value) && d.token.left == nil {
			return d.token.as, label, nil
		}
		break
	}
	return "", label, newReason(overridden, "another declaration overrides it")
}

// reportModes adds entries for the values that a declaration at rest has in modes: of
// light-dark(), and those that are lost.
func (b *builder) reportModes(d *declaration, label string) {
	t := d.token
	if d.when == nil || label != "" || b.countsIn(t, b.modes[0]) != d || t.as == "" {
		return
	}
	for _, m := range b.modes[1:] {
		if b.countsIn(t, m) != d {
			continue
		}
		if t.lost[m] != nil {
			b.reportOne(d, "", m.name, t.lost[m])
		} else if d.isSheet && b.isDark(m) && len(m.facts) == 1 && lightAndDark.MatchString(d.written.Text()) {
			b.reportOne(d, t.as, m.name, nil)
		}
	}
}

// sayOnlyInModes tells which names have no value at rest.
func (b *builder) sayOnlyInModes() {
	var first *token
	count := 0
	for _, t := range b.tokens {
		d := t.first()
		if d == nil || t.as == "" || strings.HasPrefix(t.as, "theme.") || d.part {
			continue
		}
		atRest := slices.ContainsFunc(t.declarations, func(d *declaration) bool {
			return slices.ContainsFunc(
				d.when, func(when sheet.Condition) bool { return when.Holds(b.modes[0].facts, true) },
			)
		})
		if !atRest {
			first = cmp.Or(first, t)
			count++
		}
	}
	if count > 0 {
		b.report.note(
			"%s without a value outside of modes (first: %s): that of the first mode counts everywhere",
			counted(count, "names"), first.name,
		)
	}
}
