package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
)

// An axis is a list of facts of which one holds at a time, the first at rest. An empty one
// is that none of the others holds.
type axis struct{ facts []string }

// addAxis adds facts of which one holds at a time to the axis that has one of them. That none of the
// others holds is at rest.
func (c *conversion) addAxis(facts []string) {
	i := slices.IndexFunc(c.axes, func(a *axis) bool {
		return slices.ContainsFunc(
			facts, func(fact string) bool { return fact != "" && slices.Contains(a.facts, fact) },
		)
	})
	if i < 0 {
		i, c.axes = len(c.axes), append(c.axes, &axis{})
	}
	a := c.axes[i]
	for _, fact := range facts {
		if slices.Contains(a.facts, fact) {
			continue
		}
		if a.facts = append(a.facts, fact); fact == "" {
			a.facts = append([]string{""}, a.facts[:len(a.facts)-1]...)
		}
	}
}

// findModes makes the modes of the facts under which declarations hold.
func (c *conversion) findModes() {
	c.dropCommonFacts()
	for _, t := range c.tokens {
		t.findFacts()
	}
	var singles []string
	var several [][]string
	for _, t := range c.tokens {
		for _, d := range t.declarations {
			for _, when := range d.when {
				for _, fact := range slices.Concat(when.With, when.Without) {
					if !c.hasFact(fact) && !slices.Contains(singles, fact) {
						singles = append(singles, fact)
					}
				}
				if len(when.With) > 1 &&
					!slices.ContainsFunc(several, func(facts []string) bool { return slices.Equal(facts, when.With) }) {
					several = append(several, when.With)
				}
			}
			if d.css != nil && strings.Contains(strings.ToLower(d.css.Value), "light-dark(") && !c.hasFact("dark") &&
				!slices.Contains(singles, "dark") {
				singles = append(singles, "dark")
			}
		}
	}
	if len(singles) > 0 {
		c.addSelectors(singles)
	}
	c.makeModes(several)
}

// dropCommonFacts takes the facts off conditions that all have, where some have more: the theme of
// `[data-theme=acme][data-mode=light]` and `[data-theme=acme][data-mode=dark]` is that of everything,
// unless it changes what the page has without it.
func (c *conversion) dropCommonFacts() {
	var common []string
	isFirst, several := true, false
	inModes, changed := 0, 0
	for _, t := range c.tokens {
		conditions := t.conditions()
		for _, when := range conditions {
			if isFirst {
				common, isFirst = slices.Clone(when.With), false
			}
			common = slices.DeleteFunc(common, func(f string) bool { return !slices.Contains(when.With, f) })
			several = several || len(when.With) > 1
		}
		if len(conditions) > 0 {
			inModes++
			changed += btoi(slices.ContainsFunc(t.declarations, (*declaration).isPlain))
		}
	}
	if !several || len(common) == 0 || 10*changed > inModes {
		return
	}
	for _, t := range c.tokens {
		for _, d := range t.declarations {
			d.when = slices.Clone(d.when)
			for i := range d.when {
				d.when[i].With = without(d.when[i].With, common)
			}
		}
	}
}

// conditions returns the conditions of a token that need facts.
func (t *token) conditions() []sheet.Condition {
	var all []sheet.Condition
	for _, d := range t.declarations {
		for _, when := range d.when {
			if len(when.With) > 0 && !d.part {
				all = append(all, when)
			}
		}
	}
	return all
}

func (c *conversion) hasFact(fact string) bool {
	return slices.ContainsFunc(c.axes, func(a *axis) bool { return slices.Contains(a.facts, fact) })
}

// addSelectors adds the axis of the modes that selectors make. At rest is the one that a
// rule for the whole page names too, or that repeats its values, or, where no value holds
// at all times, the first one.
func (c *conversion) addSelectors(facts []string) {
	rest := ""
	for _, s := range c.inputs {
		if s.isSheet && s.conditions == nil && s.mode != "" {
			rest = cmp.Or(rest, s.mode)
		}
	}
	if rest == "" {
		rest = c.repeated(facts)
	}
	if rest == "" && c.onlyInModes() && (len(facts) > 1 || !slices.ContainsFunc(c.inputs, (*input).hasPlain)) {
		rest = facts[0]
		c.sayOneMode(facts)
		if slices.Contains(facts, "light") {
			rest = "light"
		}
	}
	c.addAxis(append([]string{rest}, facts...))
}

// repeated returns the mode whose values are those of the whole page. Light may have values
// of its own besides.
func (c *conversion) repeated(facts []string) string {
	for _, fact := range facts {
		same, other := 0, 0
		for _, t := range c.tokens {
			var page, own *declaration
			for _, d := range t.declarations {
				if d.isPlain() && !t.isOtherLook(d, sheet.Condition{}) {
					page = d
				}
				holds := func(when sheet.Condition) bool { return slices.Equal(when.With, []string{fact}) }
				if slices.ContainsFunc(d.when, holds) {
					own = d
				}
			}
			if page == nil || own == nil || page == own {
				continue
			}
			if page.sameAs(own) {
				same++
			} else {
				other++
			}
		}
		if other == 0 && (same > 0 || fact == "light") {
			return fact
		}
	}
	return ""
}

// sayOneMode tells which rule a style sheet is read by that has values in one mode alone.
func (c *conversion) sayOneMode(facts []string) {
	for _, s := range c.inputs {
		if i := slices.IndexFunc(s.declarations, func(d *declaration) bool { return d.css != nil && d.when != nil }); i >= 0 &&
			len(facts) == 1 {
			c.report.note(
				"%s has values in %s alone, which are read as those of the whole page", s.name,
				s.declarations[i].css.Selector,
			)
		}
	}
}

// onlyInModes reports whether names have values in modes and none of them one at all times.
func (c *conversion) onlyInModes() bool {
	found := false
	for _, t := range c.tokens {
		inMode := slices.ContainsFunc(t.declarations, func(d *declaration) bool {
			return slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return len(when.With) > 0 })
		})
		if inMode && slices.ContainsFunc(t.declarations, (*declaration).isPlain) {
			return false
		}
		found = found || inMode
	}
	return found
}

// hasPlain reports whether a style sheet has values that hold at all times.
func (s *input) hasPlain() bool {
	return slices.ContainsFunc(s.declarations, func(d *declaration) bool { return !d.part && d.isPlain() })
}

// makeModes makes the mode at rest, one for each other fact of an axis, and those of
// several facts together.
func (c *conversion) makeModes(several [][]string) {
	var rest []string
	for _, a := range c.axes {
		if a.facts[0] != "" {
			rest = append(rest, a.facts[0])
		}
	}
	c.modes = []*mode{{facts: rest}}
	for _, a := range c.axes {
		for _, fact := range a.facts[1:] {
			c.modes = append(c.modes, &mode{name: fact, facts: append(without(rest, a.facts), fact)})
		}
	}
	for _, facts := range several {
		others := rest
		for _, a := range c.axes {
			if slices.ContainsFunc(facts, func(fact string) bool { return slices.Contains(a.facts, fact) }) {
				others = without(others, a.facts)
			}
		}
		all := slices.Concat(others, facts)
		same := func(m *mode) bool { return sameFacts(m.facts, all) }
		if !slices.ContainsFunc(c.modes, same) {
			c.modes = append(c.modes, &mode{name: strings.Join(facts, " "), facts: all})
		}
	}
	c.nameRest()
	if c.First {
		c.shortenNames()
	}
	c.dropRepeated()
}

// shortenNames takes the words off the names of modes that all begin or end with, as files have them:
// eui_theme_borealis_dark and eui_theme_borealis_light become dark and light, and variables beside
// variables-dark the mode at rest.
func (c *conversion) shortenNames() {
	rest := c.modes[0]
	if len(c.modes) < 2 || !slices.Contains(rest.facts, rest.name) {
		return
	}
	words := make([][]string, len(c.modes))
	for i, m := range c.modes {
		words[i] = splitWords(m.name)
	}
	first := sharedWords(words)
	for i := range words {
		words[i] = words[i][first:]
		slices.Reverse(words[i])
	}
	last := sharedWords(words)
	isEmpty := func(own []string) bool { return len(own) == last }
	if first+last == 0 || slices.ContainsFunc(words[1:], isEmpty) {
		return
	}
	for i, m := range c.modes {
		own := words[i][last:]
		slices.Reverse(own)
		m.name = strings.Join(own, "-")
	}
	if rest.name == "" && slices.ContainsFunc(c.modes, func(m *mode) bool { return isColorMode(m.name) }) {
		rest.name = "light"
	}
	rest.name = cmp.Or(rest.name, "Default")
}

// sharedWords returns how many words all begin with.
func sharedWords(names [][]string) int {
	var count int
	for count < len(names[0]) {
		for _, words := range names {
			if count >= len(words) || words[count] != names[0][count] {
				return count
			}
		}
		count++
	}
	return count
}

// dropRepeated drops modes in which every value is that of an earlier one, as a style sheet has
// them that names a theme in two ways. Those equal to the mode at rest are unused anyway.
func (c *conversion) dropRepeated() {
	kept := c.modes[:1]
	for _, m := range c.modes[1:] {
		if !slices.ContainsFunc(kept[1:], func(other *mode) bool { return c.areAlike(other, m) }) {
			kept = append(kept, m)
		}
	}
	c.modes = kept
}

func (c *conversion) areAlike(a, b *mode) bool {
	return !slices.ContainsFunc(c.tokens, func(t *token) bool {
		if !t.depends {
			return false
		}
		one, other := c.countsIn(t, a), c.countsIn(t, b)
		return one != other && (one == nil || other == nil || !one.sameAs(other))
	})
}

// nameRest names the mode at rest: as the first axis with light and dark does, else the first.
func (c *conversion) nameRest() {
	rest := c.modes[0]
	for _, a := range c.axes {
		name := a.facts[0]
		if name == "" && slices.ContainsFunc(a.facts, isColorMode) {
			name = "light"
		}
		if rest.name == "" || isColorMode(name) && !isColorMode(rest.name) {
			rest.name = name
		}
	}
	rest.name = cmp.Or(rest.name, c.theme, "Default")
}

func isColorMode(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "dark") || strings.Contains(lower, "light") || lower == "night" || lower == "day"
}

// without returns facts that are not among others.
func without(facts, others []string) []string {
	var rest []string
	for _, fact := range facts {
		if !slices.Contains(others, fact) {
			rest = append(rest, fact)
		}
	}
	return rest
}

func sameFacts(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
