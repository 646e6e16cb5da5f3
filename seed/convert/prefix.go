package convert

import (
	"slices"
	"strings"
)

// A commonWord is the word before the first hyphen of a name, or the first group of a path.
type commonWord struct {
	word   string
	ofPath bool
}

// setPaths sets the paths of tokens that have none, such as custom properties, from their
// names without a prefix that all share, and takes such a first group from other paths.
func (c *conversion) setPaths() {
	first, all := c.sharedWord()
	shared := first.word != ""
	if shared && !first.ofPath {
		c.prefix = first.word + "-"
	}
	for d := range c.declarations() {
		if d.path == nil {
			d.path = c.pathOfName(d.name)
		} else if shared && first.ofPath && len(d.path) > 1 {
			d.path = d.path[1:]
		}
	}
	if shared && first.ofPath {
		c.report.note("names are without the group %s that all are in", first.word)
	} else if shared && all {
		c.report.note("names are without the prefix %s- that all share", first.word)
	} else if shared {
		c.report.note("names are without the prefix %s- that nearly all share", first.word)
	}
}

// pathOfName returns the path of a custom property or variable without the prefix of all.
func (c *conversion) pathOfName(name string) []string {
	name = strings.TrimLeft(name, "-$")
	if c.First { // the key of what holds without a breakpoint
		name = strings.TrimSuffix(name, ".null")
	}
	return pathOf(strings.TrimPrefix(kebab(name), c.prefix))
}

// sharedWord returns the word or group that the names of all values begin with, if it says nothing
// of them and what follows it does. In a first manual, which people read, that of nearly all custom
// properties and variables is enough, as govuk of govuk-brand-colour, unless names would begin with
// a number. The word is empty for none.
func (c *conversion) sharedWord() (usual commonWord, all bool) {
	total, named, spaced := 0, 0, false
	counts, numbered := map[commonWord]int{}, map[commonWord]int{}
	for d := range c.declarations() {
		if d.when == nil || d.part {
			continue
		}
		total++
		keys := d.path
		if keys == nil {
			named++
			keys = strings.SplitN(kebab(strings.TrimLeft(d.name, "-$")), "-", 2)
		}
		if len(keys) < 2 || d.anchor != "" {
			continue
		}
		w := commonWord{keys[0], d.path != nil}
		if counts[w]++; counts[w] > counts[usual] {
			usual = w
		}
		if keys[1] == "" || keys[1][0] >= '0' && keys[1][0] <= '9' {
			numbered[w]++
		}
		spaced = spaced || len(pathOf(kebab(strings.Join(keys[1:], "-")))) > 1
	}
	plain := strings.ToLower(kebab(usual.word))
	if slices.Contains(namespaces, plain) {
		return commonWord{}, false
	}
	all = total >= 4 && spaced && counts[usual] == total && types[typeKey(plain)].place == noPlace
	nearly := c.First && !usual.ofPath && named >= manyFrom && counts[usual]-numbered[usual] >= named*9/10
	if !all && !nearly {
		return commonWord{}, false
	}
	return usual, all
}
