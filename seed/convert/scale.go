package convert

import (
	"math"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// findScale finds out whether there is a type scale: sizes called as those of one, of which
// none differs in modes.
func (b *builder) findScale() {
	keys := map[string]bool{}
	for _, t := range b.tokens {
		if t.First() == nil || t.First().Part {
			continue
		}
		r, d := b.valueIn(t, b.Modes[0])
		if r.Err != nil || meaning.SizeKey(d.Path) == "" {
			continue
		}
		if meaning.Of(d.Named(), r.Kind, r.Value).Place != meaning.FontSize {
			continue
		}
		if b.varies(t) {
			return
		}
		if _, err := meaning.Read(meaning.Kind{Place: meaning.FontSize}, r.Value); err == nil {
			keys[meaning.SizeKey(d.Path)] = true
		}
	}
	b.scaled = keys["md"] && len(keys) > 2
}

// varies reports whether a token has several values in the modes.
func (b *builder) varies(t *token) bool {
	first, _ := b.valueIn(t, b.Modes[0])
	return slices.ContainsFunc(b.Modes[1:], func(m *tokens.Mode) bool {
		r, _ := b.valueIn(t, m)
		return r.Err == nil && first.Err == nil && !r.Value.Equal(first.Value)
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
	sizes := content.NewObject()
	var computed []string
	for _, key := range tokenize.SizeKeys {
		size, ok := b.sizes[key]
		if !ok {
			computed = append(computed, key)
		} else if key != "md" {
			sizes.Add(key, content.NewString(size))
		}
	}
	scale := content.NewObject("base", md, "ratio", content.NewNumber(ratio))
	if len(sizes.Children) > 0 {
		scale.Add("sizes", sizes)
	}
	blk := b.block(b.scaleEntry)
	blk.lists[meaning.FontSize] = []*content.Value{scale}
	if len(computed) > 0 {
		b.report.note(
			"a type scale has twelve sizes; %s are computed by the ratio %s", strings.Join(computed, ", "), ratio,
		)
	}
}
