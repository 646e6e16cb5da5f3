package convert

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// An entry is what becomes of a token in a list of a block.
type entry struct {
	token       *token
	declaration *tokens.Declaration // that counts at rest
	kind        meaning.Kind
	name        string
	value       *content.Value
	modes       map[*tokens.Mode]*content.Value
	tints       []*entry
}

// add makes the entry of a token. The error is the reason why no block takes it.
func (b *builder) add(t *token) error {
	r, d := b.valueIn(t, b.Modes[0])
	if r.Err != nil {
		return r.Err
	}
	k := meaning.Of(d.Named(), r.Kind, r.Value)
	if k.Place == meaning.None {
		return meaning.WithoutPlace(d.Named(), r.Kind, r.Value)
	}
	value, err := b.readValue(t, k, r.Value)
	if err != nil {
		return err
	}
	if k.Place == meaning.Theme {
		return b.addRole(t, d, r, value)
	}
	if k.Place == meaning.FontSize && (!b.scaled || meaning.SizeKey(d.Path) == "") {
		k.Place = meaning.TextLength
	}
	e := &entry{token: t, declaration: d, kind: k, value: value}
	b.readModes(e, r.Kind)
	if k.Place == meaning.FontFamily && len(e.modes) > 0 {
		e.kind = meaning.Kind{Place: meaning.Further, Type: "fontFamily", Title: "Typeface"}
		e.value, _ = meaning.Read(e.kind, r.Value)
		b.readModes(e, r.Kind)
	}
	return b.take(e)
}

// readValue returns the value of a token for a seed file.
func (b *builder) readValue(t *token, k meaning.Kind, value *content.Value) (*content.Value, error) {
	if k.Place == meaning.TextStyle {
		return b.styleOf(value, t.group.scaleStep())
	}
	return meaning.Read(k, value)
}

// readModes reads the values of an entry in the modes besides the one at rest.
func (b *builder) readModes(e *entry, typ string) {
	e.modes = map[*tokens.Mode]*content.Value{}
	e.token.held[b.Modes[0]] = true
	for _, m := range b.Modes[1:] {
		r, _ := b.valueIn(e.token, m)
		if r.Err != nil {
			e.token.lost[m] = r.Err
			continue
		}
		value, err := b.readValue(e.token, e.kind, r.Value)
		if err != nil {
			e.token.lost[m] = err
			continue
		}
		delete(e.token.lost, m)
		e.token.held[m] = true
		if !sameValue(e.kind, value, e.value) {
			e.modes[m] = value
		}
	}
	if e.kind.Place != meaning.FontSize && e.kind.Place != meaning.Breakpoint {
		return
	}
	for m := range e.modes {
		e.token.held[m] = false
		e.token.lost[m] = reason.New(
			reason.OtherMode, "its value in %s differs, and no style sheet can switch it", m.Name,
		)
	}
	e.modes = nil
}

// sameValue reports whether two values of a kind mean the same.
func sameValue(k meaning.Kind, a, b *content.Value) bool {
	if a.Equal(b) {
		return true
	}
	if k.Place == meaning.Color {
		hex := func(v *content.Value) string { return strings.ToLower(v.Scalar() + v.Get("hex").Scalar()) }
		return hex(a) == hex(b)
	}
	if !a.IsText() || !b.IsText() {
		return false
	}
	return sameQuantity(a.Text(), b.Text(), css.SignedLength) || sameQuantity(a.Text(), b.Text(), css.Duration)
}

// sameQuantity reports whether two texts are the same length or duration, by a function that reads one.
func sameQuantity[T comparable](a, b string, read func(string) (T, error)) bool {
	x, err := read(a)
	if err != nil {
		return false
	}
	y, err := read(b)
	if err != nil {
		return false
	}
	return x == y
}

// take gives an entry its name and a place in its list, unless another one of that name and
// value is there.
func (b *builder) take(e *entry) error {
	if same := b.joinTypeface(e); same != nil {
		e.token.as, e.token.entry = same.token.as, same
		return nil
	}
	before, err := b.name(e)
	if err != nil {
		e.token.as = ""
		return err
	}
	e.token.entry = e
	if before != nil {
		return nil
	}
	b.countOutside(e)
	if e.kind.Place == meaning.FontSize {
		b.sizes[meaning.SizeKey(e.declaration.Path)] = e.value.Text()
		if b.scaleEntry == nil {
			b.scaleEntry = e
		}
		return nil
	}
	if e.kind.Place == meaning.Color && b.addTint(e) {
		return nil
	}
	if _, isHex := css.Hex(e.name); e.kind.Place == meaning.Color && !isHex {
		e.token.colorName = e.name
	}
	b.entries[e.kind.Place] = append(b.entries[e.kind.Place], e)
	return nil
}

// joinTypeface returns the typeface that the font of a style in a first manual is again, nil if it is
// none: thirty names of one would be thirty specimens. It names one that is there for the first time
// after itself. A name of a use, such as body-font-family, stays.
func (b *builder) joinTypeface(e *entry) *entry {
	if !b.First || e.kind.Place != meaning.FontFamily || !styleFont.MatchString(strings.Join(e.declaration.Path, "-")) {
		return nil
	}
	hasValue := func(other *entry) bool { return other.value.Equal(e.value) }
	if i := slices.IndexFunc(b.entries[meaning.FontFamily], hasValue); i >= 0 {
		return b.entries[meaning.FontFamily][i]
	}
	d := *e.declaration
	d.Path = []string{"font-family", e.value.Scalars()[0]}
	e.declaration = &d
	return nil
}

// styleFont matches the name of the font of a text style: large-h1-font-family.
var styleFont = pattern.New(`(?i)[-_. ][^-_. ]+[-_. ]+font-?family$`)

// countOutside counts the colors outside sRGB.
func (b *builder) countOutside(e *entry) {
	if e.kind.Place != meaning.Color {
		return
	}
	if e.value.Is('{') {
		b.outside++
	}
	for m, value := range e.modes {
		if value.Is('{') {
			b.outside++
			e.modes[m] = value.Get("hex")
		}
	}
}

// addTint adds a color to the tints of the preceding one, in their order, if its name is the name of that
// one and another step. One with modes is a color of its own.
func (b *builder) addTint(e *entry) bool {
	colors := b.entries[meaning.Color]
	if len(colors) == 0 || e.declaration.Description != "" || e.value.Is('{') || len(e.modes) > 0 {
		return false
	}
	last := colors[len(colors)-1]
	rest, ok := strings.CutPrefix(e.name, last.name)
	step := strings.TrimLeft(rest, "- ")
	if !ok || step == rest || last.declaration.Anchor != e.declaration.Anchor ||
		!last.declaration.Deprecated.Equal(e.declaration.Deprecated) {
		return false
	}
	rank := func(step string) int { return slices.Index(manual.TintSteps[:], step) }
	at, isTaken := slices.BinarySearchFunc(
		last.tints, rank(step), func(tint *entry, r int) int { return rank(tint.name) - r },
	)
	if rank(step) < 0 || isTaken {
		return false
	}
	e.name = step
	last.tints = slices.Insert(last.tints, at, e)
	return true
}
