package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/tokens"
	"designmanual/seed/problem"
)

// reportAll adds an entry for each value, in the order of the files, and one for each value
// that a mode has without a declaration of its own where it is lost.
func (b *builder) reportAll() {
	for d := range b.Declarations() {
		if d.Part {
			continue
		}
		token, label, err := b.outcome(d)
		b.reportOne(d, token, label, err)
		b.reportModes(d, label)
	}
	if b.outside > 0 {
		b.report.note(
			"colors outside sRGB: %d; the hex of each is the closest color inside it, and what it was is kept beside "+
				"that as its source",
			b.outside,
		)
	}
	b.sayOnlyInModes()
}

// outcome returns what became of a declaration: the token that has its value, in which mode,
// or the reason why none has.
func (b *builder) outcome(d *tokens.Declaration) (token, label string, err error) {
	t := b.tokenOf[d.Token]
	if !d.IsRead() {
		return "", "", d.Left
	}
	if t.as == "" && t.left == nil {
		t.left = reason.New(reason.OtherMode, "neither a block nor a theme takes it")
	}
	counts := false
	for _, m := range b.Modes {
		if b.CountsIn(t.Token, m) != d {
			continue
		}
		if !counts && m != b.Modes[0] && len(t.Declarations) > 1 {
			label = m.Name
		}
		counts = true
		if t.left == nil && !t.held[m] {
			err = cmp.Or(err, t.lost[m], reason.New(reason.OtherMode, "its value in %s is not kept", m.Name))
		}
	}
	if !counts {
		return b.overriddenBy(d)
	}
	if t.left != nil {
		return "", label, t.left
	}
	if err != nil {
		return "", label, err
	}
	return t.as, label, nil
}

// overriddenBy returns what became of a declaration that counts in no mode: if the one that
// counts there has its value, it is declared again.
func (b *builder) overriddenBy(d *tokens.Declaration) (token, label string, err error) {
	if d.Left != nil {
		return "", "", d.Left
	}
	for _, m := range b.Modes {
		if !b.HoldsIn(d, m) {
			continue
		}
		if m != b.Modes[0] {
			label = m.Name
		}
		if t := b.tokenOf[d.Token]; t.left == nil && b.IsRepeated(d, m) {
			return t.as, label, nil
		}
		break
	}
	return "", label, reason.New(reason.Overridden, "another declaration overrides it")
}

// reportOne adds the entry for a value in a mode, which is empty for the one at rest.
func (b *builder) reportOne(d *tokens.Declaration, token, label string, err error) {
	e := Entry{Problem: d.InFile(), Token: token, Group: groupWord(token)}
	e.Path = d.Name
	if label != "" {
		e.Path += " (" + label + ")"
	}
	if token == "" {
		e.Severity = problem.Warning
		e.Reason = err.Error()
		e.Group = reason.Group(err)
	}
	b.report.Entries = append(b.report.Entries, e)
}

// reportModes adds entries for the values that a declaration at rest has in modes: of
// light-dark(), and those that are lost.
func (b *builder) reportModes(d *tokens.Declaration, label string) {
	t := b.tokenOf[d.Token]
	if !d.IsRead() || label != "" || b.CountsIn(t.Token, b.Modes[0]) != d || t.as == "" {
		return
	}
	for _, m := range b.Modes[1:] {
		if b.CountsIn(t.Token, m) != d {
			continue
		}
		if t.lost[m] != nil {
			b.reportOne(d, "", m.Name, t.lost[m])
		} else if b.HasOwnIn(d, m) {
			b.reportOne(d, t.as, m.Name, nil)
		}
	}
}

// sayOnlyInModes tells which names have no value at rest.
func (b *builder) sayOnlyInModes() {
	var first *token
	count := 0
	for _, t := range b.tokens {
		d := t.First()
		if d == nil || t.as == "" || strings.HasPrefix(t.as, "theme.") || d.Part {
			continue
		}
		holdsAtRest := func(d *tokens.Declaration) bool { return b.HoldsIn(d, b.Modes[0]) }
		if !slices.ContainsFunc(t.Declarations, holdsAtRest) {
			first = cmp.Or(first, t)
			count++
		}
	}
	if count > 0 {
		b.report.note(
			"%s without a value outside of modes (first: %s): that of the first mode counts everywhere",
			reason.Counted(count, "names"), first.Name,
		)
	}
}
