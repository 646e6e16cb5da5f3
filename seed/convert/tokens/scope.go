package tokens

import (
	"slices"
	"strings"

	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/pattern"
)

// fewNames is the number of names from which modes show what the page is.
const fewNames = 3

// readScope reads the rules for a class that a page has at its root, as .radix-themes: those with the value at
// rest of most names that have one in modes alone.
func (c *Collection) readScope() {
	if !c.hasClassRule() {
		return
	}
	inModes, atRest := map[string]bool{}, map[string]bool{}
	for d := range c.Declarations() {
		if d.isPlain() {
			atRest[d.Name] = true
		} else if slices.ContainsFunc(d.when, func(when sheet.Condition) bool { return len(when.With) > 0 }) {
			inModes[d.Name] = true
		}
	}
	count, names := 0, map[string]map[string]bool{} // by class
	for name := range inModes {
		count += btoi(!atRest[name])
	}
	scope := ""
	for d := range c.Declarations() {
		if !inModes[d.Name] || atRest[d.Name] {
			continue
		}
		for _, class := range d.classes() {
			if names[class] == nil {
				names[class] = map[string]bool{}
			}
			names[class][d.Name] = true
			if len(names[class]) > len(names[scope]) {
				scope = class
			}
		}
	}
	if len(names[scope]) < fewNames || 2*len(names[scope]) <= count {
		return
	}
	for d := range c.Declarations() {
		if slices.Contains(d.classes(), scope) {
			d.Left, d.when = nil, []sheet.Condition{{}}
		}
	}
	c.note("the values in %s are read as those of the whole page: modes change them", scope)
}

// hasClassRule reports whether a style sheet has values that hold in a rule for a class alone.
func (c *Collection) hasClassRule() bool {
	rule := ""
	for d := range c.Declarations() {
		if d.css == nil || d.css.Rule == rule {
			continue
		}
		rule = d.css.Rule
		if len(d.classes()) > 0 {
			return true
		}
	}
	return false
}

var classRule = pattern.New(`^(?::where\()?(\.[\w-]+)\)?$`)

// classes returns the classes that are selectors of the rule in which alone a declaration holds.
func (d *Declaration) classes() (found []string) {
	if d.css == nil || d.css.Inner || !strings.Contains(d.css.Rule, ".") || strings.HasPrefix(d.css.Rule, "@") {
		return nil
	}
	for selector := range strings.SplitSeq(d.css.Rule, ",") {
		if m := classRule.FindStringSubmatch(strings.TrimSpace(selector)); m != nil {
			found = append(found, m[1])
		}
	}
	return found
}
