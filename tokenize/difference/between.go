package difference

import (
	"math"
	"slices"
	"strings"

	"designmanual/tokenize/css"
)

// How different two colors look.
const (
	Barely  = "barely"
	Visibly = "visibly"
)

// noticeable is the least distance in OKLCH that one sees where two colors meet (CSS Color
// Module Level 4, section 13.2.2, "JND").
const noticeable = 0.02

// Between compares the tokens of an earlier and a later time. A token that only moved in its
// document, or whose color is only spelled otherwise, is no difference.
func Between(before, after Set) Difference {
	c := comparison{before: before, after: after, difference: Difference{
		Added: []Token{}, Removed: []Token{}, Renamed: []Rename{}, Changed: []Change{}, Kinds: []KindChange{},
		Deprecated: []Deprecation{}, Modes: ModeChanges{Added: []string{}, Removed: []string{}},
	}}
	c.compareModes()
	renames := c.findRenames()
	for i := range before.values {
		old := &before.values[i]
		if after.get(old.path) == nil && renames[old.path] == "" {
			c.difference.Removed = append(c.difference.Removed, tokenOf(old))
		}
	}
	renamed := map[string]bool{}
	for _, to := range renames {
		renamed[to] = true
	}
	for i := range after.values {
		now := &after.values[i]
		old := before.get(now.path)
		if old != nil {
			c.compareTokens(old, now)
		} else if !renamed[now.path] {
			c.difference.Added = append(c.difference.Added, tokenOf(now))
		}
	}
	for i := range before.values {
		old := &before.values[i]
		if to := renames[old.path]; to != "" {
			c.difference.Renamed = append(
				c.difference.Renamed,
				Rename{From: old.path, To: to, Group: old.group, Type: old.kind, Value: old.atRest},
			)
		}
	}
	return c.difference
}

// A comparison is a comparison of two sets while it goes on.
type comparison struct {
	before, after Set
	shared        []string // modes that both have, but for one that is at rest in both
	difference    Difference
}

func tokenOf(v *value) Token {
	return Token{Token: v.path, Group: v.group, Type: v.kind, Value: v.atRest, Modes: v.inModes}
}

// compareModes finds modes that are new or gone. Where one of the sets knows only of themes,
// only those count.
func (c *comparison) compareModes() {
	before, after := c.before.modes, c.after.modes
	if !c.before.complete || !c.after.complete {
		before, after = c.before.themes(), c.after.themes()
	}
	for _, mode := range before {
		if !slices.Contains(after, mode) {
			c.difference.Modes.Removed = append(c.difference.Modes.Removed, mode)
		}
	}
	for _, mode := range after {
		if !slices.Contains(before, mode) {
			c.difference.Modes.Added = append(c.difference.Modes.Added, mode)
		} else if c.before.complete && c.after.complete && !(c.before.isAtRest(mode) && c.after.isAtRest(mode)) {
			c.shared = append(c.shared, mode)
		}
	}
}

// compareTokens compares the values of a token that is in both sets.
func (c *comparison) compareTokens(old, now *value) {
	d := &c.difference
	c.compareDeprecations(old, now)
	if old.kind != now.kind {
		d.Kinds = append(d.Kinds, KindChange{
			Token: now.path, Group: now.group, From: old.kind, To: now.kind, FromValue: old.atRest, ToValue: now.atRest,
		})
		return
	}
	c.compareValues(now, "", old.atRest, now.atRest)
	if now.isRole() || len(old.inModes)+len(now.inModes) == 0 {
		return
	}
	for _, mode := range c.shared {
		before, _ := c.before.in(old, mode)
		after, ownAfter := c.after.in(now, mode)
		if c.loses(old, now, mode) {
			d.Removed = append(
				d.Removed, Token{Token: now.path, Group: now.group, Type: now.kind, Mode: mode, Value: before},
			)
		} else if ownAfter {
			c.compareValues(now, mode, before, after)
		}
	}
}

// loses reports whether a token had a value of its own in a mode and has none any more. The value
// at rest is not lost where another theme becomes the first and the entry's own value stays: what
// a mode does not say is the entry's own.
func (c *comparison) loses(old, now *value, mode string) bool {
	before, ownBefore := c.before.in(old, mode)
	after, ownAfter := c.after.in(now, mode)
	if !ownBefore || ownAfter {
		return false
	}
	return !c.before.isAtRest(mode) || !same(now.kind, before, after)
}

// compareValues takes note of a value that differs.
func (c *comparison) compareValues(now *value, mode, from, to string) {
	if same(now.kind, from, to) {
		return
	}
	change := Change{Token: now.path, Group: now.group, Type: now.kind, Mode: mode, From: from, To: to}
	if distance, ok := distanceOf(from, to); ok {
		change.Distance, change.Looks = &distance, Visibly
		if distance < noticeable {
			change.Looks = Barely
		}
	}
	c.difference.Changed = append(c.difference.Changed, change)
}

// distanceOf returns how different two colors look, as the larger of their distances on white
// and on black. It returns false for other values.
func distanceOf(from, to string) (float64, bool) {
	a, b := hexOf(from), hexOf(to)
	if a == "" || b == "" {
		return 0, false
	}
	distance := 0.0
	for _, ground := range []string{"#ffffff", "#000000"} {
		distance = max(distance, css.Distance(css.Over(a, ground), css.Over(b, ground)))
	}
	return math.Round(distance*1e4) / 1e4, true
}

// findRenames returns the paths of new tokens by those of tokens that are gone: of a group,
// those with the same values that no other token has which is gone or new there, but for a
// color and its own tint.
func (c *comparison) findRenames() map[string]string {
	type candidates struct{ gone, new []string }
	byValues := map[string]*candidates{}
	note := func(s *Set, v *value) *candidates {
		key := c.valuesOf(s, v)
		if byValues[key] == nil {
			byValues[key] = &candidates{}
		}
		return byValues[key]
	}
	for i := range c.before.values {
		if v := &c.before.values[i]; c.after.get(v.path) == nil {
			found := note(&c.before, v)
			found.gone = append(found.gone, v.path)
		}
	}
	for i := range c.after.values {
		if v := &c.after.values[i]; c.before.get(v.path) == nil {
			found := note(&c.after, v)
			found.new = append(found.new, v.path)
		}
	}
	renames := map[string]string{}
	for _, found := range byValues {
		if len(found.gone) == 1 && len(found.new) == 1 {
			renames[found.gone[0]] = found.new[0]
		} else {
			pairSteps(found.gone, found.new, renames)
		}
	}
	return renames
}

// pairSteps adds the renames among tokens of one value by their steps: a color has the value of
// one of its tints. Of a step, or without one, only one may be gone and one new.
func pairSteps(gone, new []string, renames map[string]string) {
	from, to := byStep(gone), byStep(new)
	for step, paths := range from {
		if len(paths) == 1 && len(to[step]) == 1 {
			renames[paths[0]] = to[step][0]
		}
	}
}

// byStep returns paths by the digits that their names end with after a hyphen.
func byStep(paths []string) map[string][]string {
	steps := map[string][]string{}
	for _, path := range paths {
		step := path[strings.LastIndex(path, "-")+1:]
		if strings.Trim(step, "0123456789") != "" || step == path {
			step = ""
		}
		steps[step] = append(steps[step], path)
	}
	return steps
}

// valuesOf returns the group and type of a token and its values at rest and in each mode
// that both sets have, as a text to compare.
func (c *comparison) valuesOf(s *Set, v *value) string {
	parts := []string{v.group, v.kind, spelling(v.kind, v.atRest)}
	for _, mode := range c.shared {
		text, _ := s.in(v, mode)
		parts = append(parts, spelling(v.kind, text))
	}
	return strings.Join(parts, "\x00")
}

func rounded(v float64) float64 { return math.Round(v*1e4) / 1e4 }
