package convert

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A builder puts tokens into the blocks of a manual. It keeps the order of
// tokens in a group: if they come from blocks of several kinds or with several
// anchors, there are several blocks again.
type builder struct {
	*conversion
	served   []*token                // those whose values are not of a further mode
	blocks   [len(sections)][]*block // by section
	current  map[string]*block       // the block of the last token, by group of the token document
	anchored map[string]*block       // by anchor, if the tokens have one
	named    map[string]any          // the values of the tokens, by group and name
	scaled   bool                    // there is a type scale: its size md and two more are known

	sizes map[string]string // the sizes of the type scale
	scale *block
}

// build puts each token into a block, or sets the reason why it is left out.
func (b *builder) build() error {
	var rest []*token
	scale := map[string]bool{}
	for _, s := range b.sources {
		for _, t := range s.tokens {
			if b.sets[""][setKey(t.name)] != t || t.left != nil {
				rest = append(rest, t)
				continue
			}
			r := b.value(t, "")
			t.val, t.alias, t.kind, t.left = r.val, r.alias, r.kind, r.err
			b.served = append(b.served, t)
			if t.left == nil && placeOf(t) == fontSize {
				scale[sizeKey(t)] = true
			}
		}
	}
	delete(scale, "")
	b.scaled = scale["md"] && len(scale) > 2
	for _, t := range b.served {
		if t.left == nil && !isBareRole(t) {
			t.left = b.add(t)
		}
	}
	b.addScale()
	if err := b.addThemes(); err != nil {
		return err
	}
	for _, t := range rest {
		b.compare(t)
	}
	for _, t := range rest {
		if last := b.sets[t.mode][setKey(t.name)]; t.as == "" && last != nil && last != t && last.sameAs(t) {
			t.as, t.left = last.as, last.left // it is declared again
		}
	}
	return nil
}

// compare keeps a further value for a name if it is the value that is served.
func (b *builder) compare(t *token) {
	served := b.lookup(t.name, "")
	if served == nil || t.as != "" || t.rule != "" && served.as == "" { // or a role of a theme
		return
	}
	r := b.value(t, t.mode)
	switch {
	case r.err == nil && served.left == nil && served.val != nil && sameValue(r.val, served.val):
		t.as, t.left = served.as, nil
	case t.left != nil:
	case r.err != nil:
		t.left = r.err
	case served.left != nil:
		t.left = served.left
	default:
		t.left = because(otherMode, "its value in %s differs from the one that is served as %s", t.mode, served.as)
		if t.val, t.kind = r.val, r.kind; t.ofSet && placeOf(t) != color && placeOf(t) != fontSize {
			t.path = append(slices.Clip(t.path), t.mode) // as the keys in the file
			t.left = b.add(t)
		}
	}
}

// sameValue reports whether two values without references mean the same.
func sameValue(a, b any) bool {
	if equal(a, b) {
		return true
	}
	x, err := hexOf(a)
	y, err2 := hexOf(b)
	return err == nil && err2 == nil && equal(x, y)
}

// add puts a token into a block. The error is the reason why no block takes it.
func (b *builder) add(t *token) error {
	p := placeOf(t)
	if p == noPlace {
		return homeless(t)
	}
	value, err := places[p].read(t.val)
	if err != nil {
		return err
	}
	if p == theme {
		return b.putRole(t, cmp.Or(t.path[1], "theme"), t.path[2], b.roleValue(value, t.alias))
	}
	if p == fontSize && (!b.scaled || sizeKey(t) == "") {
		p = textLength
	}
	name, known, err := b.name(t, p, value)
	if err != nil || known {
		return err
	}
	switch p {
	case color:
		b.addColor(t, name, value)
	case spacing, textLength, otherLength:
		b.addStep(t, p, name, value.(string))
	case fontSize:
		if b.scale == nil {
			b.scale = b.block(t, fontSize)
		}
		b.sizes[sizeKey(t)] = value.(string)
	case fontFamily:
		families := value.(list)
		font := object("family", families[0], "usage", name)
		if len(families) > 1 {
			font = append(font, object("fallbacks", families[1:])...)
		}
		b.put(t, p, font)
	default:
		b.put(t, p, object("name", name, "value", value))
	}
	return nil
}

// put appends an entry to the list of a place, with the description and
// deprecation of its token.
func (b *builder) put(t *token, p place, entry content.Object) {
	l := &b.block(t, p).lists[p]
	*l = append(*l, append(entry, t.remarks()...))
}

// remarks returns the description and the deprecation for a seed file, where
// they are rich text. A description that repeats the name is left out.
func (t *token) remarks() content.Object {
	deprecated := t.deprecated
	if text, ok := deprecated.(string); ok {
		deprecated = plainText.Replace(text)
	}
	repeats := t.anchor == "" && tokenize.Name(t.description, "") == tokenize.Name(strings.Join(t.path, " "), "")
	if t.description == "" || repeats {
		return object("deprecated", deprecated)
	}
	return object("description", plainText.Replace(t.description), "deprecated", deprecated)
}

var plainText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\x00", "")

// addColor adds a color, or a tint to the preceding color.
func (b *builder) addColor(t *token, name string, hex any) {
	outside, _ := hex.(content.Object) // of sRGB, with its source
	if outside != nil {
		b.outside++
	} else if b.addTint(t, name, hex) {
		return
	}
	if _, isHex := css.Hex(name); !isHex {
		t.colorName = name
	}
	if outside == nil {
		outside = object("hex", hex)
	}
	b.put(t, color, append(object("name", name), outside...))
}

// addTint adds a color to the tints of the preceding one if its name is the name of that
// one and a later step.
func (b *builder) addTint(t *token, name string, hex any) bool {
	colors := b.block(t, color).lists[color]
	last := len(colors) - 1
	if last < 0 || t.description != "" {
		return false
	}
	o := colors[last].(content.Object)
	rest, ok := strings.CutPrefix(name, o.Text("name"))
	step := strings.TrimLeft(rest, "- ")
	tints, _ := o.Get("tints").(content.Object)
	after := -1
	if tints != nil {
		after = slices.Index(css.TintSteps[:], tints[len(tints)-1].Key)
	}
	if !ok || step == rest || slices.Index(css.TintSteps[:], step) <= after || !equal(o.Get("deprecated"), t.remarks().Get("deprecated")) {
		return false
	}
	tints = append(tints, object(step, hex)...)
	colors[last] = slices.Concat(o[:2], object("tints", tints), o.Without("name", "hex", "tints"))
	return true
}

var stepNumber = regexp.MustCompile(`^([0-9]+)(?:[-._,]([0-9]+))?$`)

// stepOf returns the step of a spacing scale as a seed file has it: a number if
// the name is one, else the name.
func stepOf(name string) any {
	if m := stepNumber.FindStringSubmatch(name); m != nil {
		number, _ := css.ReadQuantity(m[1] + "." + m[2] + "0")
		return content.Number(number.String())
	}
	return name
}

// addStep adds a step of the spacing scale. A number that is its own value
// becomes a bare number.
func (b *builder) addStep(t *token, p place, name, value string) {
	value, _ = css.Length(value) // checked already
	step := stepOf(name)
	if value == content.Text(step)+"px" && t.remarks() == nil && p == spacing {
		l := &b.block(t, spacing).lists[spacing]
		*l = append(*l, step)
		return
	}
	b.put(t, p, object("step", step, "value", value))
}

// addScale adds the type scale with the sizes that were found.
func (b *builder) addScale() {
	if b.scale == nil {
		return
	}
	md := b.sizes["md"]
	ratio := "1.25"
	base, _ := css.ReadQuantity(md)
	above, _ := css.ReadQuantity(b.sizes["lg"])
	if share := above.Number / base.Number; above.Unit == base.Unit && base.Number > 0 && share >= 0.01 && share <= 100 {
		ratio = css.Decimal(math.Round(share*1000) / 1000)
	}
	var sizes content.Object
	var computed []string
	for _, key := range tokenize.SizeKeys {
		if size, ok := b.sizes[key]; !ok {
			computed = append(computed, key)
		} else if key != "md" {
			sizes = append(sizes, object(key, size)...)
		}
	}
	scale := object("base", md, "ratio", content.Number(ratio))
	if sizes != nil {
		scale = append(scale, object("sizes", sizes)...)
	}
	b.scale.lists[fontSize] = list{scale}
	if len(computed) > 0 {
		b.report.note("a type scale has twelve sizes; %s are computed by the ratio %s", strings.Join(computed, ", "), ratio)
	}
}
