package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/pattern"
)

// The rules of a linter that [NewChanges] has made.
const (
	RemovedRule = "removed-token"
	RenamedRule = "renamed-token"
	ChangedRule = "changed-token"
)

// A change is what became of a token that code may use.
type change struct {
	rule     string
	words    []string     // what is to be said after the name of the token
	next     manual.Token // what to write for a deprecated or renamed token, or the token as it is now
	tailwind bool         // only code for Tailwind knows it by this name
}

// NewChanges returns a linter that finds what code uses of tokens and themes that are gone,
// have another name, or have another value, and nothing else. It fixes names. The difference
// is that between the sets.
func NewChanges(before, after *difference.Set, d *difference.Difference) *Linter {
	documentBefore, documentAfter := before.Document(), after.Document()
	l := New(&documentAfter)
	l.changes = map[string]change{}
	l.outdated = map[string]map[string]manual.Token{}
	l.onlyChanges, l.lostThemes = true, d.Modes.Removed
	for _, t := range d.Removed {
		if t.Mode == "" {
			l.affect(t.Group, t.Token, change{rule: RemovedRule, words: []string{"is removed"}})
		} else {
			words := "has no value of its own in the theme " + t.Mode + " any more, where it was " + short(t.Value)
			l.affect(t.Group, t.Token, changed(words))
		}
	}
	for _, r := range d.Renamed {
		l.affect(
			r.Group, r.From,
			change{rule: RenamedRule, words: []string{"is renamed"}, next: newToken(r.Group, r.To, r.Value)},
		)
	}
	for _, k := range d.Kinds {
		l.affect(
			k.Group, k.Token,
			changed(fmt.Sprintf("was the %s %s and is the %s %s", k.From, short(k.FromValue), k.To, short(k.ToValue))),
		)
	}
	for _, c := range d.Changed {
		l.affect(c.Group, c.Token, changed(changeWords(c)))
	}
	l.affectRoles(&documentBefore, &documentAfter)
	l.addTailwindNames()
	return l
}

func changed(words string) change { return change{rule: ChangedRule, words: []string{words}} }

// changeWords says how a value changes.
func changeWords(c difference.Change) string {
	words := "changes"
	if c.Looks != "" {
		words += " " + c.Looks
	}
	words += " from " + short(c.From) + " to " + short(c.To)
	if c.Mode != "" {
		words += " in the theme " + c.Mode
	}
	return words
}

// newToken returns the token at a path in a group.
func newToken(group, path, value string) manual.Token {
	name := strings.TrimPrefix(path, group+".")
	return manual.Token{Name: name, Value: value, Variable: tokenize.Property(group, name)}
}

// affect takes note of what became of a token. A token may change in several modes.
func (l *Linter) affect(group, path string, c change) {
	t := newToken(group, path, "")
	l.affectProperty(tokenize.GroupProperty(group), t, c)
}

// affectProperty takes note of what became of a token of a group, given by what its custom
// properties begin with.
func (l *Linter) affectProperty(group string, t manual.Token, c change) {
	if known, ok := l.changes[t.Variable]; ok {
		known.words = append(known.words, c.words...)
		l.changes[t.Variable] = known
		return
	}
	now, stays := l.variables[t.Variable]
	if stays && c.rule == ChangedRule {
		c.next = now
	}
	l.changes[t.Variable] = c
	if l.outdated[group] == nil {
		l.outdated[group] = map[string]manual.Token{}
	}
	l.outdated[group][t.Name] = t
}

// affectRoles takes note of what became of the roles of the theme that is on, which
// tokens.css has as --theme-text and tailwind.css as --color-text. A role is there as long as
// one of the themes has it.
func (l *Linter) affectRoles(before, after *manual.TokenDocument) {
	affected := map[string][]string{} // slugs of themes by role
	for _, theme := range before.Themes {
		for _, role := range theme.Colors {
			if _, ok := l.changes[role.Variable]; ok {
				affected[role.Name] = append(affected[role.Name], theme.Slug)
			}
		}
	}
	left := map[string]bool{}
	for _, theme := range after.Themes {
		for _, role := range theme.Colors {
			left[role.Name] = true
		}
	}
	for _, role := range slices.Sorted(maps.Keys(affected)) {
		c := l.changeOfRole(role, affected[role], left[role])
		l.affectProperty("--"+manual.GroupThemes, newToken(manual.GroupThemes, manual.GroupThemes+"."+role, ""), c)
		if hasColor(before, role) || hasColor(after, role) { // which tailwind.css calls otherwise
			continue
		}
		c.tailwind = true
		if c.rule == RenamedRule {
			c.next = newToken("color", "color."+c.next.Name, c.next.Value)
		}
		l.affectProperty("--color", newToken("color", "color."+role, ""), c)
	}
}

// changeOfRole returns what became of a role in some themes. Left says whether a theme has it
// still.
func (l *Linter) changeOfRole(role string, themes []string, left bool) change {
	c := change{rule: RemovedRule, words: []string{"is removed"}}
	next := map[string]manual.Token{}
	var words []string
	for _, slug := range themes {
		own := l.changes[tokenize.Property(manual.GroupThemes+"."+slug, role)]
		words = append(words, "in the theme "+slug+" "+strings.Join(own.words, " and "))
		next[own.next.Name] = own.next
	}
	if left {
		c.rule, c.words = ChangedRule, words
		return c
	}
	for name, t := range next {
		if len(next) == 1 && name != "" {
			c = change{
				rule: RenamedRule, words: []string{"is renamed"},
				next: newToken(manual.GroupThemes, manual.GroupThemes+"."+name, t.Value),
			}
		}
	}
	return c
}

func hasColor(d *manual.TokenDocument, name string) bool {
	return slices.ContainsFunc(d.Groups[manual.ColorGroup].Tokens, func(t manual.Token) bool { return t.Name == name })
}

// addTailwindNames adds the names that tailwind.css has for tokens, where no other token has
// them.
func (l *Linter) addTailwindNames() {
	for _, variable := range slices.Sorted(maps.Keys(l.changes)) {
		for _, g := range manual.Groups {
			name, ok := strings.CutPrefix(variable, g.Variable+"-")
			if !ok || g.Tailwind == g.Variable {
				continue
			}
			c := l.changes[variable]
			c.tailwind = true
			if c.rule == RenamedRule {
				c.next.Variable = g.Tailwind + strings.TrimPrefix(c.next.Variable, g.Variable)
			}
			alias := g.Tailwind + "-" + name
			_, taken := l.changes[alias]
			if _, known := l.variables[alias]; !taken && !known {
				l.changes[alias] = c
			}
		}
	}
}

// themeForm matches where code names a theme: the attribute data-theme in markup, selectors
// and scripts.
var themeForm = pattern.New(
	`(?:\bdata-theme["'\x60]?\s*[=,:]\s*\{?\s*|\bdataset\.theme\s*=\s*)["'\x60]?([\p{L}\p{M}\p{N}-]+)`,
)

// themes reports where the text names a theme that is gone.
func (c *checker) themes() {
	if len(c.lostThemes) == 0 {
		return
	}
	for _, m := range themeForm.FindAllStringSubmatchIndex(c.text, -1) {
		if slug := c.text[m[2]:m[3]]; slices.Contains(c.lostThemes, slug) {
			c.add(RemovedRule, m[2], m[3], manual.Token{}, "the theme "+slug+" is removed")
		}
	}
}
