package sheet

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A Condition says when a declaration holds: in a mode with all of some facts, such as dark,
// and with none of others. Without facts it holds on the whole page.
type Condition struct {
	With, Without []string
	Alone         bool // only where no fact holds
	Specificity   [3]int

	scheme string // the color scheme of the reader that is among the facts
	auto   bool   // an attribute or a class says that the color scheme of the reader decides
	root   bool   // the selector has the page in it
	host   bool   // as :host, which is the page in no document
	within bool   // it depends on what is inside the page
}

// Holds reports whether the condition holds in a mode with some facts, which may be the one
// at rest.
func (c Condition) Holds(facts []string, atRest bool) bool {
	if c.Alone && !atRest && c.scheme == "" {
		return false
	}
	for _, fact := range c.With {
		if !slices.Contains(facts, fact) {
			return false
		}
	}
	for _, fact := range c.Without {
		if slices.Contains(facts, fact) {
			return false
		}
	}
	return true
}

// Always reports whether the condition holds in every mode.
func (c Condition) Always() bool { return len(c.With) == 0 && len(c.Without) == 0 && !c.Alone }

// inScheme returns the condition for readers with a color scheme. Where an attribute says
// that their color scheme decides, another one names the theme for it.
func (c Condition) inScheme(scheme string) Condition {
	if c.auto && len(c.With) > 0 {
		return c
	}
	c.With, c.scheme = withFact(c.With, scheme), scheme
	return c
}

// and returns the condition that two of nested rules make.
func (c Condition) and(inner Condition) Condition {
	for _, fact := range inner.With {
		c.With = withFact(c.With, fact)
	}
	c.Without = append(slices.Clip(c.Without), inner.Without...)
	c.Alone = c.Alone || inner.Alone
	c.auto = c.auto || inner.auto
	c.root = c.root || inner.root
	c.host = c.host || inner.host
	c.within = c.within || inner.within
	c.scheme = cmp.Or(c.scheme, inner.scheme)
	for i, n := range inner.Specificity {
		c.Specificity[i] += n
	}
	return c
}

// withFact returns facts with one more. A fact such as dark-dimmed has dark in it, which
// then counts no more.
func withFact(facts []string, fact string) []string {
	for _, other := range facts {
		if other == fact || isPartOf(fact, other) {
			return facts
		}
	}
	kept := slices.DeleteFunc(slices.Clone(facts), func(other string) bool { return isPartOf(other, fact) })
	return append(kept, fact)
}

func isPartOf(part, whole string) bool {
	rest, ok := strings.CutPrefix(whole, part)
	return ok && rest != "" && (rest[0] == '-' || rest[0] == '_')
}

// combine returns the conditions of rules inside others.
func combine(outer, inner []Condition) []Condition {
	var all []Condition
	for _, a := range outer {
		for _, b := range inner {
			all = append(all, a.and(b))
		}
	}
	return all
}

// withoutHost leaves :host out of a list that has a mode besides and no other selector for
// the whole page: `:host, .dark` is dark.
func withoutHost(conditions []Condition) []Condition {
	modes, pages := 0, 0
	for _, c := range conditions {
		if len(c.With) > 0 {
			modes++
			continue
		}
		if !c.host {
			pages++
		}
	}
	if modes == 0 || pages > 0 {
		return conditions
	}
	return slices.DeleteFunc(conditions, func(c Condition) bool { return c.host && len(c.With) == 0 })
}

// selectorForm matches the next part of a selector: an attribute, or a character and the
// name that follows it.
var selectorForm = pattern.New(`^(?:\[([^\]]*)\]|::?[\w\\\x{80}-\x{10FFFF}-]*|(?s:.)[\w\\\x{80}-\x{10FFFF}-]*)`)

// conditionsOf returns the conditions under which an element that a selector matches is the
// page or has a mode, none if the selector says more than that.
func (r *reader) conditionsOf(selector string) []Condition {
	all := []Condition{{}}
	for selector != "" {
		m := selectorForm.FindStringSubmatch(selector)
		name, arguments := m[0], m[1]
		selector = selector[len(m[0]):]
		if name[0] == ':' && strings.HasPrefix(selector, "(") {
			end := css.Closing(selector)
			if end < 0 {
				return nil
			}
			arguments, selector = selector[1:end-1], selector[end:]
		}
		part, known := r.part(name, arguments)
		if !known {
			return nil
		}
		all = combine(all, part)
	}
	return slices.DeleteFunc(all, func(c Condition) bool { return len(c.With) == 0 && (!c.root || c.within) })
}

// part returns the conditions that a part of a selector makes. It reports whether the part
// is known.
func (r *reader) part(name, arguments string) ([]Condition, bool) {
	class := [3]int{0, 1, 0}
	switch strings.ToLower(name) {
	case " ", "&", ">":
		return []Condition{{}}, true
	case "*":
		return []Condition{{root: true}}, true
	case "html":
		return []Condition{{root: true, Specificity: [3]int{0, 0, 1}}}, true
	case ":root":
		return []Condition{{root: true, Specificity: class}}, true
	case ":host":
		if arguments == "" || strings.HasPrefix(arguments, ":not(") {
			return []Condition{{root: true, host: true, Specificity: class}}, true
		}
		return r.alternatives(arguments)
	case ":is":
		return r.alternatives(arguments)
	case ":where":
		all, known := r.alternatives(arguments)
		for i := range all {
			all[i].Specificity = [3]int{}
		}
		return all, known
	case ":not":
		return []Condition{r.negated(arguments)}, true
	case ":has":
		return []Condition{{within: true, Specificity: class}}, true
	}
	if name[0] == '.' {
		fact, known := modeOfClass(Unescape(name[1:]), r.prefix())
		if known && isOfReader(fact) {
			return []Condition{{auto: true, root: true, Specificity: class}}, true
		}
		return []Condition{{With: []string{fact}, Specificity: class}}, known
	}
	if name[0] == '[' {
		c, known := modeOfAttribute(arguments)
		c.Specificity = class
		return []Condition{c}, known
	}
	return nil, false
}

// alternatives returns the conditions of a list of selectors that are arguments.
func (r *reader) alternatives(list string) (all []Condition, known bool) {
	for _, selector := range splitList(list) {
		all = append(all, r.conditionsOf(selector)...)
	}
	return all, len(all) > 0
}

// negated returns the condition that none of some selectors matches. What is no mode does
// not count.
func (r *reader) negated(list string) Condition {
	var c Condition
	for _, selector := range splitList(list) {
		if attribute, ok := strings.CutPrefix(selector, "["); ok && !strings.Contains(selector, "=") {
			_, known := modeOfAttribute(strings.TrimSuffix(attribute, "]"))
			c.Alone = c.Alone || known
			c.Specificity[1]++
			continue
		}
		for _, inner := range r.conditionsOf(selector) {
			c.Without = append(c.Without, inner.With...)
			for i, n := range inner.Specificity {
				c.Specificity[i] = max(c.Specificity[i], n)
			}
		}
	}
	return c
}

// Compare returns which of two ways in which declarations hold counts more (CSS Cascading
// and Inheritance Level 5, section 6.1), 0 if their order decides.
func Compare(a *Declaration, of Condition, b *Declaration, with Condition) int {
	if a.Important != b.Important {
		if a.Important {
			return 1
		}
		return -1
	}
	layers := slices.Compare(a.Layer.order(), b.Layer.order())
	if a.Important {
		layers = -layers
	}
	return cmp.Or(layers, slices.Compare(of.Specificity[:], with.Specificity[:]))
}
