package convert

import (
	"math"
	"slices"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// findScale finds out whether there is a type scale: sizes called as those of one, of which
// none differs in modes.
func (b *builder) findScale() {
	keys := map[string]bool{}
	for _, t := range b.tokens {
		if t.first() == nil || t.first().part {
			continue
		}
		r, d := b.valueIn(t, b.modes[0])
		if r.err != nil || sizeKey(d.path) == "" || kindOf(d, r.kind, r.value).place != fontSize {
			continue
		}
		if b.varies(t) {
			return
		}
		if _, err := measured(r.value, css.Length); err == nil {
			keys[sizeKey(d.path)] = true
		}
	}
	b.scaled = keys["md"] && len(keys) > 2
}

// varies reports whether a token has several values in the modes.
func (b *builder) varies(t *token) bool {
	first, _ := b.valueIn(t, b.modes[0])
	return slices.ContainsFunc(b.modes[1:], func(m *mode) bool {
		r, _ := b.valueIn(t, m)
		return r.err == nil && first.err == nil && !equal(r.value, first.value)
	})
}

// addScale adds the type scale with the sizes that were found.
func (b *builder) addScale() {
	if b.scaleEntry == nil {
		return
	}
	md := b.sizes["md"]
	ratio := "1.25"
	base, _ := css.ReadQuantity(md)
	above, _ := css.ReadQuantity(b.sizes["lg"])
	if share := above.Number / base.Number; above.Unit == base.Unit && base.Number > 0 && share >= 0.01 &&
		share <= 100 {
		ratio = css.Decimal(math.Round(share*1000) / 1000)
	}
	sizes := object()
	var computed []string
	for _, key := range tokenize.SizeKeys {
		size, ok := b.sizes[key]
		if !ok {
			computed = append(computed, key)
		} else if key != "md" {
			sizes.Add(key, textValue(size))
		}
	}
	scale := object("base", md, "ratio", content.NewNumber(ratio))
	if len(sizes.Children) > 0 {
		scale.Add("sizes", sizes)
	}
	blk := b.block(b.scaleEntry)
	blk.lists[fontSize] = []*content.Value{scale}
	if len(computed) > 0 {
		b.report.note("a type scale has twelve sizes; %s are computed by the ratio %s", strings.Join(computed, ", "), ratio)
	}
}

var stepNumber = pattern.New(`^([0-9]+)(?:[-._,]([0-9]+))?$`)

// stepOf returns the step of a spacing scale as a seed file has it: a number if
// the name is one, else the name.
func stepOf(name string) *content.Value {
	if m := stepNumber.FindStringSubmatch(name); m != nil {
		number, _ := css.ReadQuantity(m[1] + "." + m[2] + "0")
		return content.NewNumber(number.String())
	}
	return textValue(name)
}
