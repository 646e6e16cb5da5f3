package tokens

import (
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
)

// conditions returns the conditions of a token that need facts.
func (t *Token) conditions() []sheet.Condition {
	var all []sheet.Condition
	for _, d := range t.Declarations {
		for _, when := range d.when {
			if len(when.With) > 0 && !d.Part {
				all = append(all, when)
			}
		}
	}
	return all
}

// A Token is a name with all that the files say of it.
type Token struct {
	Name         string
	Declarations []*Declaration
	depends      bool                   // on the mode: a declaration does not hold in each
	inIndex      bool                   // a file index has it
	counts       map[*Mode]*Declaration // the one that counts in a mode
}

// First returns the first declaration that is read, nil for none.
func (t *Token) First() *Declaration {
	for _, d := range t.Declarations {
		if d.IsRead() {
			return d
		}
	}
	return nil
}

// isFrom reports whether an input has a declaration of the token.
func (t *Token) isFrom(s *input) bool {
	return slices.ContainsFunc(t.Declarations, func(d *Declaration) bool { return d.input == s })
}

// findFacts finds out whether a declaration of the token does not hold in each mode, and whether one is that
// of a file index.
func (t *Token) findFacts() {
	t.inIndex = slices.ContainsFunc(t.Declarations, func(d *Declaration) bool { return d.isIndex && d.isPlain() })
	t.depends = slices.ContainsFunc(t.Declarations, func(d *Declaration) bool {
		return slices.ContainsFunc(d.when, func(c sheet.Condition) bool { return !c.Always() })
	})
}

// isOtherLook reports whether a declaration for the whole page is that of another look of a package, which
// has to be asked for: the file index beside it declares the name too.
func (t *Token) isOtherLook(d *Declaration, when sheet.Condition) bool {
	return t.inIndex && len(when.With) == 0 && d.found && !d.isIndex
}

// addDeclaration puts a declaration under its name.
func (c *Collection) addDeclaration(d *Declaration) {
	t := c.byName[d.Name]
	if other := c.byWords[wordsKey(d.Name)]; t == nil && other != nil && !other.isFrom(d.input) {
		t = other
		c.byName[d.Name] = t
	}
	if t == nil {
		t = &Token{Name: d.Name, counts: map[*Mode]*Declaration{}}
		c.byName[d.Name] = t
		c.Tokens = append(c.Tokens, t)
		if words := wordsKey(d.Name); c.byWords[words] == nil {
			c.byWords[words] = t
		}
		if last := d.Name[strings.LastIndexByte(d.Name, '.')+1:]; strings.HasPrefix(last, "--") &&
			c.byName[last] == nil {
			c.byName[last] = t // var() names it in a document
		}
	}
	t.Declarations, d.Token = append(t.Declarations, d), t
}

// wordsKey returns a name in the form that files of one brand share, which write it with
// points, underscores or hyphens.
func wordsKey(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "$") {
		return name
	}
	return strings.NewReplacer(".", "-", "/", "-", "_", "-").Replace(name)
}

// CountsIn returns the declaration of a token that counts in a mode: of those that hold the
// one that the cascade or the order of the files decides. What no mode has at rest is what
// the first mode says.
func (c *Collection) CountsIn(t *Token, m *Mode) *Declaration {
	if !t.depends {
		m = c.Modes[0]
	}
	if d, ok := t.counts[m]; ok {
		return d
	}
	best, condition := (*Declaration)(nil), sheet.Condition{}
	for _, d := range t.Declarations {
		if d.Left != nil && d.css == nil || d.when == nil {
			continue
		}
		for _, when := range d.when {
			if t.isOtherLook(d, when) {
				continue
			}
			if when.Holds(m.facts, m == c.Modes[0]) && d.overrides(when, best, condition) {
				best, condition = d, when
			}
		}
	}
	if best == nil && m != c.Modes[0] {
		best = c.CountsIn(t, c.Modes[0])
	}
	if best == nil {
		best = t.First()
	}
	t.counts[m] = best
	return best
}

// HoldsIn reports whether a declaration holds in a mode, where another one may count.
func (c *Collection) HoldsIn(d *Declaration, m *Mode) bool {
	holds := func(when sheet.Condition) bool { return when.Holds(m.facts, m == c.Modes[0]) }
	return slices.ContainsFunc(d.when, holds)
}

// overrides reports whether a declaration that holds counts more than another one before it.
func (d *Declaration) overrides(when sheet.Condition, other *Declaration, otherWhen sheet.Condition) bool {
	if other == nil {
		return true
	}
	if d.unselected != other.unselected {
		return other.unselected
	}
	inMode, otherInMode := len(when.With) > 0, len(otherWhen.With) > 0
	if d.found && other.found && d.input != other.input && inMode != otherInMode {
		return inMode // nobody has said in which order a page loads the files of a folder
	}
	if d.css != nil && other.css != nil {
		return sheet.Compare(d.css, when, other.css, otherWhen) >= 0
	}
	return d.cascades || len(when.With) > 0
}
