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
	depends      bool                   // on the mode: a declaration does not hold in each
	inIndex      bool                   // a file index has it
	counts       map[*mode]*declaration // the one that counts in a mode
	as           string                 // the token of the manual: color.blue
	colorName    string                 // the name of the color made from it
	entry        *entry                 // of the manual, nil for none
	left         error                  // the reason why the manual has none
	group        *propertyGroup         // whose values it has, nil for a token of the files
	held         map[*mode]bool         // the modes whose value the manual has
	lost         map[*mode]error        // those whose value it has not
}

func newToken(name string) *token {
	return &token{name: name, counts: map[*mode]*declaration{}, held: map[*mode]bool{}, lost: map[*mode]error{}}
}

// A mode is a theme of the manual: a name, and the facts that hold in it.
type mode struct {
	name  string
	slug  string
	facts []string
	used  bool // a value differs in it
}

// collect finds out which files and rules are modes, and puts every declaration under its
// name.
func (c *conversion) collect() {
	for _, s := range c.inputs {
		if other := c.differing(s); other != nil && c.areLooks(other, s) {
			c.divide(other, s)
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

// areLooks reports whether two inputs that differ have the same names, of which one with fewer has half
// in common: of style sheets in a folder those with three names or fewer in common are parts of one look,
// of which the later counts, unless they have no others or one is called light or dark.
func (c *conversion) areLooks(a, b *input) bool {
	if !c.First || !a.isSheet || !b.isSheet || !b.found {
		return true
	}
	common := 0
	for name := range a.plain() {
		if b.plain()[name] != nil {
			common++
		}
	}
	least, most := len(a.plain()), len(b.plain())
	if least > most {
		least, most = most, least
	}
	isSure := common > 3 || common == most || isColorMode(a.label) || isColorMode(b.label)
	return isSure && 2*common >= least
}

// divide makes a mode of each of two inputs that differ, unless both are for the same one, in
// which the later counts.
func (c *conversion) divide(other, s *input) {
	first := cmp.Or(other.mode, other.label)
	label := cmp.Or(s.mode, s.label)
	if first == label {
		return
	}
	c.addAxis([]string{first, label})
	s.conditions = []string{label}
}

// addDeclaration puts a declaration under its name.
func (c *conversion) addDeclaration(d *declaration) {
	t := c.byName[d.name]
	if other := c.byWords[wordsKey(d.name)]; t == nil && other != nil && !other.isFrom(d.input) {
		t = other
		c.byName[d.name] = t
	}
	if t == nil {
		t = newToken(d.name)
		c.byName[d.name] = t
		c.tokens = append(c.tokens, t)
		if words := wordsKey(d.name); c.byWords[words] == nil {
			c.byWords[words] = t
		}
		if last := d.name[strings.LastIndexByte(d.name, '.')+1:]; strings.HasPrefix(last, "--") &&
			c.byName[last] == nil {
			c.byName[last] = t // var() names it in a document
		}
	}
	t.declarations, d.token = append(t.declarations, d), t
}

// isOtherLook reports whether a declaration for the whole page is that of another look of a package, which
// has to be asked for: the file index beside it declares the name too.
func (t *token) isOtherLook(d *declaration, when sheet.Condition) bool {
	return t.inIndex && len(when.With) == 0 && d.found && !d.isIndex
}

// findFacts finds out whether a declaration of the token does not hold in each mode, and whether one is that
// of a file index.
func (t *token) findFacts() {
	t.inIndex = slices.ContainsFunc(t.declarations, func(d *declaration) bool { return d.isIndex && d.isPlain() })
	t.depends = slices.ContainsFunc(t.declarations, func(d *declaration) bool {
		return slices.ContainsFunc(d.when, func(c sheet.Condition) bool { return !c.Always() })
	})
}

// isFrom reports whether an input has a declaration of the token.
func (t *token) isFrom(s *input) bool {
	return slices.ContainsFunc(t.declarations, func(d *declaration) bool { return d.input == s })
}

// wordsKey returns a name in the form that files of one brand share, which write it with
// points, underscores or hyphens.
func wordsKey(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "$") {
		return name
	}
	return strings.NewReplacer(".", "-", "/", "-", "_", "-").Replace(name)
}

// differing returns an earlier input that gives another value to a name that both give one
// outside of modes, nil for none.
func (c *conversion) differing(s *input) *input {
	if s.label == "" || s.conditions != nil {
		return nil
	}
	for _, d := range s.declarations {
		if !d.isPlain() || s.plain()[d.name] != d {
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

// plain returns the last declaration of each name outside of modes.
func (s *input) plain() map[string]*declaration {
	if s.lasts == nil {
		s.lasts = map[string]*declaration{}
		for _, d := range s.declarations {
			if d.isPlain() {
				s.lasts[d.name] = d
			}
		}
	}
	return s.lasts
}

// isPlain reports whether a declaration holds at all times.
func (d *declaration) isPlain() bool {
	return d.left == nil &&
		slices.ContainsFunc(d.when, sheet.Condition.Always)
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
	if !t.depends {
		m = c.modes[0]
	}
	if d, ok := t.counts[m]; ok {
		return d
	}
	best, condition := (*declaration)(nil), sheet.Condition{}
	for _, d := range t.declarations {
		if d.left != nil && d.css == nil || d.when == nil {
			continue
		}
		for _, when := range d.when {
			if t.isOtherLook(d, when) {
				continue
			}
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
