package convert

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A builder makes entries of the manual from tokens. It keeps the order of tokens in a
// group: if they come from blocks of several kinds or with several anchors, there are
// several blocks again.
type builder struct {
	*conversion
	entries       [len(places)][]*entry
	named         map[string]*entry // by group and name
	variables     map[string]string // the token that has a custom property
	scaled        bool              // there is a type scale: its size md and two more are known
	sizes         map[string]string // the sizes of the type scale
	scaleEntry    *entry            // the first of these
	themes        []*themeEntry     // in their order
	extraFamilies []string          // of text styles, which no typeface of the manual has
	blocks        [sectionCount][]*block
	current       map[string]*block // the block of the last token, by group of the token document
	anchored      map[string]*block // by anchor, if the tokens have one
}

// An entry is what becomes of a token in a list of a block.
type entry struct {
	token       *token
	declaration *declaration // that counts at rest
	kind        kind
	name        string
	value       *content.Value
	modes       map[*mode]*content.Value
	tints       []*entry
}

func newBuilder(c *conversion) *builder {
	return &builder{
		conversion: c, named: map[string]*entry{}, variables: map[string]string{}, sizes: map[string]string{},
		current: map[string]*block{}, anchored: map[string]*block{},
	}
}

// build makes the entries of all tokens and the themes, or sets the reasons why there are
// none, and puts them into blocks.
func (b *builder) build() error {
	for _, s := range b.inputs {
		s.findHues()
	}
	b.addUnits()
	b.findScale()
	groups, grouped := b.propertyGroups(), map[*token]bool{}
	for _, g := range groups {
		for _, t := range g.consumed() {
			grouped[t] = true
		}
	}
	for _, t := range b.tokens {
		if t.first() != nil && !t.first().part && !isBareRole(t.first()) && !grouped[t] {
			t.left = b.add(t)
		}
	}
	for _, g := range groups {
		b.addGroup(g)
	}
	b.addExtraFamilies()
	if b.First {
		b.addRamps()
	}
	if err := b.addThemes(); err != nil {
		return err
	}
	for p := range b.entries {
		for _, e := range b.entries[p] {
			b.put(e)
		}
	}
	b.addScale()
	b.putThemes()
	return nil
}

// add makes the entry of a token. The error is the reason why no block takes it.
func (b *builder) add(t *token) error {
	r, d := b.valueIn(t, b.modes[0])
	if r.err != nil {
		return r.err
	}
	k := kindOf(d, r.kind, r.value)
	if k.place == noPlace {
		return withoutPlace(d, r.kind, r.value)
	}
	value, err := b.readValue(t, k, r.value)
	if err != nil {
		return err
	}
	if k.place == theme {
		return b.addRole(t, d, r, value)
	}
	if k.place == fontSize && (!b.scaled || sizeKey(d.path) == "") {
		k.place = textLength
	}
	e := &entry{token: t, declaration: d, kind: k, value: value}
	b.readModes(e, r.kind)
	if k.place == fontFamily && len(e.modes) > 0 {
		e.kind = kind{more, "fontFamily", "Typeface"}
		e.value, _ = moreOf(e.kind, r.value)
		b.readModes(e, r.kind)
	}
	return b.take(e)
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
	if e.kind.place == fontSize {
		b.sizes[sizeKey(e.declaration.path)] = e.value.Text()
		if b.scaleEntry == nil {
			b.scaleEntry = e
		}
		return nil
	}
	if e.kind.place == color && b.addTint(e) {
		return nil
	}
	if _, isHex := css.Hex(e.name); e.kind.place == color && !isHex {
		e.token.colorName = e.name
	}
	b.entries[e.kind.place] = append(b.entries[e.kind.place], e)
	return nil
}

// joinTypeface returns the typeface that the font of a style in a first manual is again, nil if it is
// none: thirty names of one would be thirty specimens. It names one that is there for the first time
// after itself. A name of a use, such as body-font-family, stays.
func (b *builder) joinTypeface(e *entry) *entry {
	if !b.First || e.kind.place != fontFamily || !styleFont.MatchString(strings.Join(e.declaration.path, "-")) {
		return nil
	}
	hasValue := func(other *entry) bool { return equal(other.value, e.value) }
	if i := slices.IndexFunc(b.entries[fontFamily], hasValue); i >= 0 {
		return b.entries[fontFamily][i]
	}
	d := *e.declaration
	d.path = []string{"font-family", e.value.Scalars()[0]}
	e.declaration = &d
	return nil
}

// styleFont matches the name of the font of a text style: large-h1-font-family.
var styleFont = pattern.New(`(?i)[-_. ][^-_. ]+[-_. ]+font-?family$`)

// countOutside counts the colors outside sRGB.
func (b *builder) countOutside(e *entry) {
	if e.kind.place != color {
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

// readModes reads the values of an entry in the modes besides the one at rest.
func (b *builder) readModes(e *entry, typ string) {
	e.modes = map[*mode]*content.Value{}
	e.token.held[b.modes[0]] = true
	for _, m := range b.modes[1:] {
		r, _ := b.valueIn(e.token, m)
		if r.err != nil {
			e.token.lost[m] = r.err
			continue
		}
		value, err := b.readValue(e.token, e.kind, r.value)
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
	if e.kind.place != fontSize && e.kind.place != breakpoint {
		return
	}
	for m := range e.modes {
		e.token.held[m] = false
		e.token.lost[m] = newReason(otherMode, "its value in %s differs, and no style sheet can switch it", m.name)
	}
	e.modes = nil
}

// sameValue reports whether two values of a kind mean the same.
func sameValue(k kind, a, b *content.Value) bool {
	if equal(a, b) {
		return true
	}
	if k.place == color {
		hex := func(v *content.Value) string { return strings.ToLower(v.Scalar() + v.Get("hex").Scalar()) }
		return hex(a) == hex(b)
	}
	if isString(a) && isString(b) {
		x, err := css.SignedLength(a.Text())
		y, otherErr := css.SignedLength(b.Text())
		if err == nil && otherErr == nil {
			return x == y
		}
		x, err = css.Duration(a.Text())
		y, otherErr = css.Duration(b.Text())
		return err == nil && otherErr == nil && x == y
	}
	return false
}

// addGroup adds the token that a group of properties makes, which has the values of all of them.
func (b *builder) addGroup(g *propertyGroup) {
	parts := g.consumed()
	first := b.tokens[slices.IndexFunc(b.tokens, func(t *token) bool { return slices.Contains(parts, t) })]
	d := *b.countsIn(first, b.modes[0])
	if d.isSheet || d.path == nil {
		d.path = b.pathOfName(g.stem, &d)
	} else {
		d.path = strings.FieldsFunc(g.stem, func(r rune) bool { return r == '.' || r == '/' })
	}
	d.description, d.anchor, d.deprecated = "", "", nil
	whole := newToken(g.stem)
	whole.group, whole.declarations = g, []*declaration{&d}
	err := b.add(whole)
	for _, t := range parts {
		t.as, t.left, t.entry, t.held, t.lost = whole.as, err, whole.entry, whole.held, whole.lost
	}
}

// addExtraFamilies adds the typefaces of text styles that the manual has not.
func (b *builder) addExtraFamilies() {
	for _, families := range b.extraFamilies {
		known := func(e *entry) bool { return strings.Join(e.value.Scalars(), ",") == families }
		if slices.ContainsFunc(b.entries[fontFamily], known) {
			continue
		}
		names := strings.Split(families, ",")
		d := &declaration{input: &input{}, path: []string{"font-family", names[0]}}
		// one of that name is there
		_ = b.take(
			&entry{
				token: newToken(names[0]), declaration: d, kind: kind{place: fontFamily},
				value: content.NewStrings(names...),
			},
		)
	}
}

// addTint adds a color to the tints of the preceding one if its name is the name of that
// one and a later step. One with modes is a color of its own.
func (b *builder) addTint(e *entry) bool {
	colors := b.entries[color]
	if len(colors) == 0 || e.declaration.description != "" || e.value.Is('{') || len(e.modes) > 0 {
		return false
	}
	last := colors[len(colors)-1]
	rest, ok := strings.CutPrefix(e.name, last.name)
	step := strings.TrimLeft(rest, "- ")
	if !ok || step == rest || last.declaration.anchor != e.declaration.anchor ||
		!equal(last.declaration.deprecated, e.declaration.deprecated) {
		return false
	}
	after := -1
	if n := len(last.tints); n > 0 {
		after = slices.Index(manual.TintSteps[:], last.tints[n-1].name)
	}
	if slices.Index(manual.TintSteps[:], step) <= after {
		return false
	}
	e.name = step
	last.tints = append(last.tints, e)
	return true
}
