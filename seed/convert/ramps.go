package convert

import (
	"regexp"
	"slices"
	"strconv"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// rampStep matches the name of a color of a ramp: blue-60, Blue 60, blue60, blue-60-hover.
var rampStep = regexp.MustCompile(`^(.*?\pL)[- ]?(\d{1,3})((?:-\pL+)*)$`)

// leastRamp is the number of steps from which colors are a ramp.
const leastRamp = 4

// A ramp is colors that differ by their steps: blue-10 to blue-100.
type ramp struct {
	stem  string // without the step
	ends  bool   // its names go on after the step
	steps []*entry
	tints []string // of [manual.TintSteps], one for each step
	tens  bool     // its steps are those of tints divided by ten
}

// addRamps makes one color with tints of each ramp whose steps are those of tints, or a tenth
// of them. The color itself is the most colorful step, of gray ones the middle one.
func (b *builder) addRamps() {
	var renamed []ramp
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
		at := slices.IndexFunc(b.entries[color], func(e *entry) bool { return e == base || isStep(e) })
		rest := slices.DeleteFunc(b.entries[color], func(e *entry) bool { return e == base || isStep(e) })
		b.entries[color] = slices.Insert(rest, at, base)
		if r.tens {
			renamed = append(renamed, r)
		}
	}
	if len(renamed) > 0 {
		b.report.note("steps 10 to 100 are the tints 100 to 950 of their color, in %s (first: %s). designmanual convert keeps the names of the steps.", counted(len(renamed), "ramps"), renamed[0].stem)
	}
}

// ramps returns the ramps among the colors, each with at most one color a step.
func (b *builder) ramps() (all []ramp) {
	index := map[string]int{}
	for _, e := range b.entries[color] {
		m := rampStep.FindStringSubmatch(e.name)
		if m == nil || e.declaration.description != "" || e.declaration.deprecated != nil || len(e.tints) > 0 {
			continue
		}
		stem := m[1] + m[3]
		i, known := index[stem]
		if !known {
			i = len(all)
			index[stem], all = i, append(all, ramp{stem: stem, ends: m[3] != ""})
		}
		all[i].steps, all[i].tints = append(all[i].steps, e), append(all[i].tints, m[2])
	}
	return slices.DeleteFunc(all, func(r ramp) bool { return len(r.steps) < leastRamp })
}

// setTints sets the tints that the steps are, false if there are none for them.
func (r *ramp) setTints() bool {
	isTint := func(step string) bool { return slices.Contains(manual.TintSteps[:], step) }
	r.tens = slices.ContainsFunc(r.tints, func(step string) bool { return !isTint(step) })
	if r.ends && !r.tens { // its names stay
		return false
	}
	for i, step := range r.tints {
		if r.tens {
			n, _ := strconv.Atoi(step)
			step = strconv.Itoa(10 * min(n, 95)) // 100 is 950, the last
		}
		if !isTint(step) || slices.Contains(r.tints[:i], step) {
			return false
		}
		r.tints[i] = step
	}
	order := func(step string) int { return slices.Index(manual.TintSteps[:], step) }
	return slices.IsSortedFunc(r.tints, func(a, b string) int { return order(a) - order(b) })
}

// baseOf returns the color whose tints the ramp is: the one that is called as the ramp is, else
// a new one. It is nil if the steps are not those of tints, or a name is taken.
func (b *builder) baseOf(r *ramp) *entry {
	if !r.setTints() {
		return nil
	}
	strongest := r.steps[len(r.steps)/2]
	for _, e := range r.steps {
		if tokenize.Chroma(hexIn(e)) > tokenize.Chroma(hexIn(strongest))+16 {
			strongest = e
		}
	}
	token := *strongest.token
	base := &entry{token: &token, declaration: strongest.declaration, kind: strongest.kind, name: r.stem, value: strongest.value, modes: strongest.modes}
	key := keyIn(base, r.stem)
	if key == "" {
		return nil
	}
	token.as = b.groupOf(base.kind) + "." + key
	if token.entry = base; token.colorName != "" {
		token.colorName = base.name
	}
	for _, step := range r.tints {
		taken := b.named[token.as+"-"+step]
		if taken != nil && !slices.Contains(r.steps, taken) {
			return nil
		}
	}
	if known := b.named[token.as]; known != nil {
		if len(known.tints) > 0 || !slices.Contains(b.entries[color], known) {
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
