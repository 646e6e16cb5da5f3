package convert

import (
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/pattern"
)

// rampStep matches the name of a color of a ramp: blue-600, Blue 600, blue600.
var rampStep = pattern.New(`^(.*?\pL)[- ]?(\d{2,3})$`)

// leastRamp is the number of steps from which colors are a ramp.
const leastRamp = 4

// A ramp is colors that differ by their steps: blue-10 to blue-100.
type ramp struct {
	stem  string // without the step
	steps []*entry
	tints []string // of [manual.TintSteps], one for each step
}

// addRamps makes one color with tints of each ramp whose steps are those of tints, in any order. The color
// itself is the most colorful step, of gray ones the middle one. Ramps of other steps, such as
// 1 to 12, keep their names: they are a block of colors each.
func (b *builder) addRamps() {
	for _, r := range b.ramps() {
		base := b.baseOf(&r)
		if base == nil {
			continue
		}
		for _, e := range r.steps {
			delete(b.named, e.token.as)
		}
		for i, e := range r.steps {
			e.name = r.tints[i]
			e.token.as, e.token.colorName = base.token.as+"-"+e.name, ""
			b.named[e.token.as] = e
		}
		base.tints = append(base.tints, r.steps...)
		isStep := func(e *entry) bool { return slices.Contains(r.steps, e) }
		at := slices.IndexFunc(b.entries[meaning.Color], func(e *entry) bool { return e == base || isStep(e) })
		rest := slices.DeleteFunc(b.entries[meaning.Color], func(e *entry) bool { return e == base || isStep(e) })
		b.entries[meaning.Color] = slices.Insert(rest, at, base)
	}
}

// ramps returns the ramps among the colors, each with at most one color a step.
func (b *builder) ramps() []ramp {
	index := map[string]int{}
	var all []ramp
	for _, e := range b.entries[meaning.Color] {
		m := rampStep.FindStringSubmatch(e.name)
		if m == nil || e.declaration.Description != "" || e.declaration.Deprecated != nil || len(e.tints) > 0 {
			continue
		}
		stem := m[1]
		i, known := index[stem]
		if !known {
			i = len(all)
			index[stem], all = i, append(all, ramp{stem: stem})
		}
		all[i].steps, all[i].tints = append(all[i].steps, e), append(all[i].tints, m[2])
	}
	return slices.DeleteFunc(all, func(r ramp) bool { return len(r.steps) < leastRamp })
}

// hasTints reports whether the steps are those of tints, each once. It puts them in order, since many
// ramps go down, from 900 to 50.
func (r *ramp) hasTints() bool {
	at := map[string]*entry{}
	for i, step := range r.tints {
		at[step] = r.steps[i]
	}
	inOrder := slices.DeleteFunc(slices.Clone(manual.TintSteps[:]), func(step string) bool { return at[step] == nil })
	if len(inOrder) < len(r.tints) {
		return false
	}
	for i, step := range inOrder {
		r.tints[i], r.steps[i] = step, at[step]
	}
	return true
}

// baseOf returns the color whose tints the ramp is: the one that is called as the ramp is, else
// a new one. It is nil if the steps are not those of tints, or a name is taken.
func (b *builder) baseOf(r *ramp) *entry {
	if !r.hasTints() {
		return nil
	}
	strongest := r.steps[len(r.steps)/2]
	for _, e := range r.steps {
		if tokenize.Chroma(hexIn(e)) > tokenize.Chroma(hexIn(strongest))+16 {
			strongest = e
		}
	}
	token := *strongest.token
	base := &entry{
		token: &token, declaration: strongest.declaration, kind: strongest.kind, name: r.stem, value: strongest.value,
		modes: strongest.modes,
	}
	key := keyIn(base, r.stem)
	if key == "" {
		return nil
	}
	token.as = b.groupOf(base.kind) + "." + key
	token.entry = base
	if token.colorName != "" {
		token.colorName = base.name
	}
	for _, step := range r.tints {
		taken := b.named[token.as+"-"+step]
		if taken != nil && !slices.Contains(r.steps, taken) {
			return nil
		}
	}
	if known := b.named[token.as]; known != nil {
		if len(known.tints) > 0 || !slices.Contains(b.entries[meaning.Color], known) {
			return nil
		}
		return known
	}
	variable := variableOf(token.as)
	if b.variables[variable] != "" {
		return nil
	}
	b.named[token.as], b.variables[variable] = base, token.as
	return base
}
