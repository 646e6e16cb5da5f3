package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
)

// A token is a name with all that the files say of it.
type token struct {
	name         string
	declarations []*declaration
	counts       map[*mode]*declaration // the one that counts in a mode
	as           string                 // the token of the manual: color.blue
	colorName    string                 // the name of the color made from it
	entry        *entry                 // of the manual, nil for none
	left         error                  // the reason why the manual has none
	held         map[*mode]bool         // the modes whose value the manual has
	lost         map[*mode]error        // those whose value it has not
}

// A mode is a theme of the manual: a name, and the facts that hold in it.
type mode struct {
	name  string
	slug  string
	facts []string
	used  bool // a value differs in it
}

// An axis is a list of facts of which one holds at a time, the first at rest. An empty one
// is that none of the others holds.
type axis struct{ facts []string }

// addAxis adds facts of which one holds at a time to the axis that has one of them.
func (c *conversion) addAxis(facts []string) {
	for _, a := range c.axes {
		if !slices.ContainsFunc(facts, func(fact string) bool { return fact != "" && slices.Contains(a.facts, fact) }) {
			continue
		}
		for _, fact := range facts {
			if !slices.Contains(a.facts, fact) && (fact != "" || a.facts[0] != "") {
				a.add(fact)
			}
		}
		return
	}
	a := &axis{}
	for _, fact := range facts {
		a.add(fact)
	}
	c.axes = append(c.axes, a)
}

// add adds a fact; that none of the others holds is at rest.
func (a *axis) add(fact string) {
	if fact == "" && !slices.Contains(a.facts, "") {
		a.facts = append([]string{""}, a.facts...)
		return
	}
	if !slices.Contains(a.facts, fact) {
		a.facts = append(a.facts, fact)
	}
}

// collect finds out which files and rules are modes, and puts every declaration under its
// name.
func (c *conversion) collect() {
	for _, s := range c.inputs {
		if other := c.differing(s); other != nil {
			first := cmp.Or(other.mode, other.label)
			label := cmp.Or(s.mode, s.label)
			c.addAxis([]string{first, label})
			s.conditions = []string{label}
			if other.conditions == nil {
				other.mode = first
			}
		}
		for _, d := range s.declarations {
			if s.conditions != nil {
				d.when = conditionsWith(d.when, s.conditions)
			}
			c.addDeclaration(d)
		}
	}
	c.findModes()
}

// addDeclaration puts a declaration under its name.
func (c *conversion) addDeclaration(d *declaration) {
	t := c.byName[d.name]
	if other := c.byWords[wordsKey(d.name)]; t == nil && other != nil && !other.isFrom(d.input) {
		t = other
		c.byName[d.name] = t
	}
	if t == nil {
		t = &token{name: d.name, counts: map[*mode]*declaration{}, held: map[*mode]bool{}, lost: map[*mode]error{}}
		c.byName[d.name] = t
		c.tokens = append(c.tokens, t)
		if words := wordsKey(d.name); c.byWords[words] == nil {
			c.byWords[words] = t
		}
	}
	t.declarations, d.token = append(t.declarations, d), t
}

// isFrom reports whether an input has a declaration of the token.
func (t *token) isFrom(s *input) bool {
	return slices.ContainsFunc(t.declarations, func(d *declaration) bool { return d.input == s })
}

// wordsKey returns a name in the form that files of one brand share, which write it with
// points or with hyphens.
func wordsKey(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "$") {
		return name
	}
	return strings.NewReplacer(".", "-", "/", "-").Replace(name)
}

// differing returns an earlier input that gives another value to a name that both give one
// outside of modes, nil for none.
func (c *conversion) differing(s *input) *input {
	if s.label == "" || s.conditions != nil {
		return nil
	}
	for _, d := range s.declarations {
		if !d.isPlain() || s.last(d.name) != d {
			continue
		}
		t := cmp.Or(c.byName[d.name], c.byWords[wordsKey(d.name)])
		if t == nil {
			continue
		}
		for _, before := range slices.Backward(t.declarations) {
			if before.isPlain() && before.input != s && before.label != "" && !before.sameAs(d) {
				return before.input
			}
			if before.isPlain() {
				break
			}
		}
	}
	return nil
}

// last returns the last declaration of a name outside of modes.
func (s *input) last(name string) *declaration {
	if s.lasts == nil {
		s.lasts = map[string]*declaration{}
		for _, d := range s.declarations {
			if d.isPlain() {
				s.lasts[d.name] = d
			}
		}
	}
	return s.lasts[name]
}

// isPlain reports whether a declaration holds at all times.
func (d *declaration) isPlain() bool {
	return d.left == nil && slices.ContainsFunc(d.when, func(c sheet.Condition) bool { return len(c.With) == 0 && !c.Alone && len(c.Without) == 0 })
}

// sameAs reports whether two declarations have the same value in their files, with what
// changes it.
func (d *declaration) sameAs(other *declaration) bool {
	return equal(d.written, other.written) && equal(d.modify, other.modify) && equal(d.beside, other.beside)
}

// countsIn returns the declaration of a token that counts in a mode: of those that hold the
// one that the cascade or the order of the files decides. What no mode has at rest is what
// the first mode says.
func (c *conversion) countsIn(t *token, m *mode) *declaration {
	if d, ok := t.counts[m]; ok {
		return d
	}
	best, condition := (*declaration)(nil), sheet.Condition{}
	for _, d := range t.declarations {
		if d.left != nil && d.css == nil || d.when == nil {
			continue
		}
		for _, when := range d.when {
			if when.Holds(m.facts, m == c.modes[0]) && d.overrides(when, best, condition) {
				best, condition = d, when
			}
		}
	}
	if best == nil && m != c.modes[0] {
		best = c.countsIn(t, c.modes[0])
	}
	if best == nil {
		best = t.first()
	}
	t.counts[m] = best
	return best
}

// first returns the first declaration that is read, nil for none.
func (t *token) first() *declaration {
	for _, d := range t.declarations {
		if d.when != nil {
			return d
		}
	}
	return nil
}

// overrides reports whether a declaration that holds counts more than another one before it.
func (d *declaration) overrides(when sheet.Condition, other *declaration, otherWhen sheet.Condition) bool {
	if other == nil {
		return true
	}
	if d.unselected != other.unselected {
		return other.unselected
	}
	if d.css != nil && other.css != nil {
		return sheet.Compare(d.css, when, other.css, otherWhen) >= 0
	}
	return d.cascades || len(when.With) > 0
}

// findModes makes the modes of the facts under which declarations hold.
func (c *conversion) findModes() {
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
				if len(when.With) > 1 && !slices.ContainsFunc(several, func(facts []string) bool { return slices.Equal(facts, when.With) }) {
					several = append(several, when.With)
				}
			}
			if d.css != nil && strings.Contains(strings.ToLower(d.css.Value), "light-dark(") && !c.hasFact("dark") && !slices.Contains(singles, "dark") {
				singles = append(singles, "dark")
			}
		}
	}
	if len(singles) > 0 {
		c.addSelectors(singles)
	}
	c.makeModes(several)
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
		c.takeOwnRoles(rest)
	}
	if rest == "" && c.onlyInModes() {
		rest = facts[0]
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
				if d.isPlain() {
					page = d
				}
				if slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return slices.Equal(when.With, []string{fact}) }) {
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

// takeOwnRoles finds the roles of themes in a tailwind.css that the program made: the mode at
// rest repeats the values of the page, all of which are --color- and a role.
func (c *conversion) takeOwnRoles(rest string) {
	roles := 0
	for _, t := range c.tokens {
		inRest := slices.ContainsFunc(t.declarations, func(d *declaration) bool {
			return slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return slices.Equal(when.With, []string{rest}) })
		})
		if !inRest {
			continue
		}
		path := themePath(strings.TrimPrefix(t.name, "--color-"))
		if rest == "" || !strings.HasPrefix(t.name, "--color-") || path == nil || path[1] != "" {
			return
		}
		roles++
	}
	for _, t := range c.tokens { // also those of which the page has not all
		path := themePath(strings.TrimPrefix(t.name, "--color-"))
		if roles > 0 && strings.HasPrefix(t.name, "--color-") && path != nil && path[1] == "" {
			for _, d := range t.declarations {
				d.path = path
			}
		}
	}
}

// onlyInModes reports whether no name that has values in modes has one at all times.
func (c *conversion) onlyInModes() bool {
	for _, t := range c.tokens {
		inMode := slices.ContainsFunc(t.declarations, func(d *declaration) bool {
			return slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return len(when.With) > 0 })
		})
		if inMode && slices.ContainsFunc(t.declarations, (*declaration).isPlain) {
			return false
		}
	}
	return true
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
}

// nameRest names the mode at rest: as the first axis with colors does.
func (c *conversion) nameRest() {
	rest := c.modes[0]
	for _, fact := range rest.facts {
		if rest.name == "" || isColorMode(fact) && !isColorMode(rest.name) {
			rest.name = fact
		}
	}
	if rest.name != "" {
		return
	}
	rest.name = "Default"
	for _, m := range c.modes[1:] {
		if isColorMode(m.name) {
			rest.name = "light"
		}
	}
}

func isColorMode(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "dark") || strings.Contains(lower, "light") || lower == "night" || lower == "day"
}

// without returns facts that are not among others.
func without(facts, others []string) (rest []string) {
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
