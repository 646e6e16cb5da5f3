package tokens

import (
	"cmp"
	"slices"

	"designmanual/seed/convert/sheet"
)

// An axis is a list of facts of which one holds at a time, the first at rest. An empty one
// is that none of the others holds.
type axis struct{ facts []string }

// addAxis adds facts of which one holds at a time to the axis that has one of them. That none of the
// others holds is at rest.
func (c *Collection) addAxis(facts []string) {
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
		a.facts = append(a.facts, fact)
		if fact == "" {
			a.facts = append([]string{""}, a.facts[:len(a.facts)-1]...)
		}
	}
}

// findModes makes the modes of the facts under which declarations hold.
func (c *Collection) findModes() {
	c.dropCommonFacts()
	for _, t := range c.Tokens {
		t.findFacts()
	}
	var singles []string
	var several [][]string
	for _, t := range c.Tokens {
		for _, d := range t.Declarations {
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
			if hasLightAndDark(d.written.Text()) && !c.hasFact("dark") && !slices.Contains(singles, "dark") {
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
func (c *Collection) dropCommonFacts() {
	var common []string
	isFirst, several := true, false
	inModes, changed := 0, 0
	for _, t := range c.Tokens {
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
			changed += btoi(slices.ContainsFunc(t.Declarations, (*Declaration).isPlain))
		}
	}
	if !several || len(common) == 0 || 10*changed > inModes {
		return
	}
	for _, t := range c.Tokens {
		for _, d := range t.Declarations {
			d.when = slices.Clone(d.when)
			for i := range d.when {
				d.when[i].With = without(d.when[i].With, common)
			}
		}
	}
}

func (c *Collection) hasFact(fact string) bool {
	return slices.ContainsFunc(c.axes, func(a *axis) bool { return slices.Contains(a.facts, fact) })
}

// addSelectors adds the axis of the modes that selectors make. At rest is the one that a
// rule for the whole page names too, or that repeats its values, or, where no value holds
// at all times, the first one.
func (c *Collection) addSelectors(facts []string) {
	rest := ""
	for _, s := range c.inputs {
		if s.isSheet && s.conditions == nil && s.mode != "" && !c.changesPage(s.mode) {
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
func (c *Collection) repeated(facts []string) string {
	for _, fact := range facts {
		if same, other := c.comparedWithPage(fact); other == 0 && (same > 0 || fact == "light") {
			return fact
		}
	}
	return ""
}

// changesPage reports whether a mode gives a name another value than the whole page, also one in another file. A
// light one does not count: the page is called so anyway.
func (c *Collection) changesPage(mode string) bool {
	_, other := c.comparedWithPage(mode)
	return other > 0 && !sheet.IsLight(mode)
}

// comparedWithPage returns of how many names a mode has the value of the whole page, and of how many another one.
func (c *Collection) comparedWithPage(fact string) (same, other int) {
	for _, t := range c.Tokens {
		var page, own *Declaration
		for _, d := range t.Declarations {
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
	return same, other
}

// sayOneMode tells which rule a style sheet is read by that has values in one mode alone.
func (c *Collection) sayOneMode(facts []string) {
	isConditional := func(d *Declaration) bool { return d.css != nil && d.when != nil }
	for _, s := range c.inputs {
		if i := slices.IndexFunc(s.declarations, isConditional); i >= 0 && len(facts) == 1 {
			c.note(
				"%s has values in %s alone, which are read as those of the whole page", s.name,
				s.declarations[i].css.Selector,
			)
		}
	}
}

// onlyInModes reports whether names have values in modes and none of them one at all times.
func (c *Collection) onlyInModes() bool {
	found := false
	for _, t := range c.Tokens {
		inMode := slices.ContainsFunc(t.Declarations, func(d *Declaration) bool {
			return slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return len(when.With) > 0 })
		})
		if inMode && slices.ContainsFunc(t.Declarations, (*Declaration).isPlain) {
			return false
		}
		found = found || inMode
	}
	return found
}

// hasPlain reports whether a style sheet has values that hold at all times.
func (s *input) hasPlain() bool {
	return slices.ContainsFunc(s.declarations, func(d *Declaration) bool { return !d.Part && d.isPlain() })
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
