package tokens

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/tokenize"
)

// A Mode is a theme of the manual: a name, and the facts that hold in it.
type Mode struct {
	Name  string
	Slug  string
	facts []string
}

// makeModes makes the mode at rest, one for each other fact of an axis, and those of
// several facts together.
func (c *Collection) makeModes(several [][]string) {
	var rest []string
	for _, a := range c.axes {
		if a.facts[0] != "" {
			rest = append(rest, a.facts[0])
		}
	}
	c.Modes = []*Mode{{facts: rest}}
	for _, a := range c.axes {
		for _, fact := range a.facts[1:] {
			c.Modes = append(c.Modes, &Mode{Name: fact, facts: append(without(rest, a.facts), fact)})
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
		same := func(m *Mode) bool { return sameFacts(m.facts, all) }
		if !slices.ContainsFunc(c.Modes, same) {
			c.Modes = append(c.Modes, &Mode{Name: strings.Join(facts, " "), facts: all})
		}
	}
	c.nameRest()
	if c.options.First {
		c.shortenNames()
	}
	c.dropRepeated()
}

// shortenNames takes the words off the names of modes that all begin or end with, as files have them:
// eui_theme_borealis_dark and eui_theme_borealis_light become dark and light, and variables beside
// variables-dark the mode at rest.
func (c *Collection) shortenNames() {
	rest := c.Modes[0]
	if len(c.Modes) < 2 || !slices.Contains(rest.facts, rest.Name) {
		return
	}
	words := make([][]string, len(c.Modes))
	for i, m := range c.Modes {
		words[i] = splitWords(m.Name)
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
	for i, m := range c.Modes {
		own := words[i][last:]
		slices.Reverse(own)
		m.Name = strings.Join(own, "-")
	}
	if rest.Name == "" && slices.ContainsFunc(c.Modes, func(m *Mode) bool { return isColorMode(m.Name) }) {
		rest.Name = "light"
	}
	rest.Name = cmp.Or(rest.Name, "Default")
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
func (c *Collection) dropRepeated() {
	kept := c.Modes[:1]
	for _, m := range c.Modes[1:] {
		if !slices.ContainsFunc(kept[1:], func(other *Mode) bool { return c.areAlike(other, m) }) {
			kept = append(kept, m)
		}
	}
	c.Modes = kept
}

func (c *Collection) areAlike(a, b *Mode) bool {
	return !slices.ContainsFunc(c.Tokens, func(t *Token) bool {
		if !t.depends {
			return false
		}
		one, other := c.CountsIn(t, a), c.CountsIn(t, b)
		return one != other && (one == nil || other == nil || !one.sameAs(other))
	})
}

// nameRest names the mode at rest: as the first axis with light and dark does, else the first.
func (c *Collection) nameRest() {
	rest := c.Modes[0]
	for _, a := range c.axes {
		name := a.facts[0]
		if name == "" && slices.ContainsFunc(a.facts, isColorMode) {
			name = "light"
		}
		if rest.Name == "" || isColorMode(name) && !isColorMode(rest.Name) {
			rest.Name = name
		}
	}
	rest.Name = cmp.Or(rest.Name, c.Theme, "Default")
}

// setSlugs gives each mode its slug.
func (c *Collection) setSlugs() {
	taken := map[string]int{}
	for _, m := range c.Modes {
		m.Slug = tokenize.Unique(taken, cmp.Or(c.slugs[m.Name], tokenize.Name(m.Name, "theme")))
	}
}

func isColorMode(name string) bool {
	lower := strings.ToLower(name)
	return strings.Contains(lower, "dark") || strings.Contains(lower, "light") || lower == "night" || lower == "day"
}

func sameFacts(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
