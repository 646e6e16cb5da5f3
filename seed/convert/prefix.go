package convert

import (
	"slices"
	"strings"
)

// A sharedPrefix is the first word or group of all names, as far as they are known.
type sharedPrefix struct {
	word   string
	ofPath bool // it is a group
	count  int
	spaced bool // a name without it has a namespace
	lost   bool
}

// setPaths sets the paths of tokens that have none, such as custom properties, from their
// names without a prefix that all share, and takes such a first group from other paths.
func (c *conversion) setPaths() {
	var shared sharedPrefix
	for _, s := range c.inputs {
		for _, d := range s.declarations {
			if d.when != nil && !d.part {
				shared.add(d)
			}
		}
	}
	found := !shared.lost && shared.count >= 4 && shared.spaced
	if word := c.usualPrefix(); !found && word != "" {
		shared, found = sharedPrefix{word: word}, true
	}
	if found && !shared.ofPath {
		c.prefix = shared.word + "-"
	}
	for _, s := range c.inputs {
		for _, d := range s.declarations {
			if d.path == nil {
				d.path = c.pathOfName(d.name)
			} else if found && shared.ofPath && len(d.path) > 1 {
				d.path = d.path[1:]
			}
		}
	}
	if found && shared.ofPath {
		c.report.note("names are without the group %s that all are in", shared.word)
	} else if found && shared.count > 0 {
		c.report.note("names are without the prefix %s- that all share", shared.word)
	} else if found {
		c.report.note("names are without the prefix %s- that nearly all share", shared.word)
	}
}

// pathOfName returns the path of a custom property or variable without the prefix of all.
func (c *conversion) pathOfName(name string) []string {
	name = strings.TrimLeft(name, "-$")
	if c.First { // the key of what holds without a breakpoint
		name = strings.TrimSuffix(name, ".null")
	}
	return pathOf(kebab(strings.TrimPrefix(name, c.prefix)))
}

// usualPrefix returns the word that nearly all names of custom properties and variables begin
// with in a first manual, which people read: govuk of govuk-brand-colour. It is empty for none,
// and where names would begin with a number.
func (c *conversion) usualPrefix() string {
	count, usual, total := map[string]int{}, "", 0
	for _, s := range c.inputs {
		for _, d := range s.declarations {
			if !c.First || d.when == nil || d.part || d.path != nil {
				continue
			}
			total++
			word, rest, _ := strings.Cut(strings.TrimLeft(d.name, "-$"), "-")
			if rest == "" || rest[0] >= '0' && rest[0] <= '9' {
				continue
			}
			if count[word]++; count[word] > count[usual] {
				usual = word
			}
		}
	}
	if total < manyFrom || count[usual] < total*9/10 || slices.Contains(namespaces, usual) {
		return ""
	}
	return usual
}

// add looks at the name of one more declaration.
func (p *sharedPrefix) add(d *declaration) {
	keys := d.path
	if keys == nil {
		keys = strings.SplitN(strings.TrimLeft(d.name, "-$"), "-", 2)
	}
	if p.count++; p.count == 1 {
		p.word, p.ofPath = keys[0], d.path != nil
	}
	first := strings.ToLower(kebab(keys[0]))
	if len(keys) < 2 || keys[0] != p.word || p.ofPath != (d.path != nil) || slices.Contains(namespaces, first) || typesOf[typeKey(first)] != noPlace || d.anchor != "" {
		p.lost = true
		return
	}
	p.spaced = p.spaced || len(pathOf(kebab(strings.Join(keys[1:], "-")))) > 1
}
