package tokens

import (
	"cmp"
	"slices"

	"designmanual/seed/convert/sheet"
)

// collect finds out which files and rules are modes, and puts every declaration under its
// name.
func (c *Collection) collect() {
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
func (c *Collection) areLooks(a, b *input) bool {
	if !c.options.First || !a.isSheet || !b.isSheet || !b.found {
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
func (c *Collection) divide(other, s *input) {
	first := cmp.Or(other.mode, other.label)
	label := cmp.Or(s.mode, s.label)
	if first == label {
		return
	}
	c.addAxis([]string{first, label})
	s.conditions = []string{label}
}

// differing returns an earlier input that gives another value to a name that both give one
// outside of modes, nil for none.
func (c *Collection) differing(s *input) *input {
	if s.label == "" || s.conditions != nil {
		return nil
	}
	for _, d := range s.declarations {
		if !d.isPlain() || s.plain()[d.Name] != d {
			continue
		}
		t := cmp.Or(c.byName[d.Name], c.byWords[wordsKey(d.Name)])
		if t == nil {
			continue
		}
		for _, before := range slices.Backward(t.Declarations) {
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
func (s *input) plain() map[string]*Declaration {
	if s.lasts == nil {
		s.lasts = map[string]*Declaration{}
		for _, d := range s.declarations {
			if d.isPlain() {
				s.lasts[d.Name] = d
			}
		}
	}
	return s.lasts
}

// isPlain reports whether a declaration holds at all times.
func (d *Declaration) isPlain() bool {
	return d.Left == nil &&
		slices.ContainsFunc(d.when, sheet.Condition.Always)
}

// sameAs reports whether two declarations have the same value in their files, with what
// changes it.
func (d *Declaration) sameAs(other *Declaration) bool {
	return d.written.Equal(other.written) && d.modify.Equal(other.modify) && d.beside.Equal(other.beside)
}
