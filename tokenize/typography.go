package tokenize

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

func (b *builder) fillTypography(c *content.Value) error {
	for i, font := range c.Get("fonts").List() {
		b.moveTo("fonts", i)
		family, usage := font.Get("family").Scalar(), font.Get("usage").Scalar()
		value, err := css.FontFamily(family, font.Get("fallbacks").Scalars()...)
		if err != nil {
			return fmt.Errorf("font %d: %w", i+1, err)
		}
		b.add(manual.FontFamilyGroup, b.token(cmp.Or(usage, family), Name(usage, "font"), value, font))
	}
	scale := c.Get("scale")
	if !scale.Is('{') {
		return nil
	}
	sizes, err := Sizes(scale)
	if err != nil {
		return fmt.Errorf("scale: %w", err)
	}
	if len(b.doc.Groups[manual.FontSizeGroup].Tokens) > 0 {
		b.note(
			manual.NoteSecondScale, "",
			"A manual has one type scale, the first on the page; this further one makes no font sizes.",
		)
		return nil
	}
	for i, key := range SizeKeys {
		b.moveTo("scale", i)
		b.add(manual.FontSizeGroup, b.token(key, key, sizes[i], nil))
	}
	return nil
}

// Ratio returns the ratio of a type scale, a number or numeric string from 0.01
// to 100, in shortest decimal form.
func Ratio(value string) (string, error) {
	q, ok := css.SplitQuantity(value)
	if !ok || q.Unit != "" {
		return "", fmt.Errorf("expected a ratio (a number as 1.25), %s", css.Found(value))
	}
	if q.Number < 0.01 || q.Number > 100 {
		return "", fmt.Errorf("expected a ratio from 0.01 to 100, %s", css.Found(value))
	}
	return q.String(), nil
}

// SizeKeys are the steps of a type scale, smallest first; "md" is the base.
var SizeKeys = manual.SizeKeys

// Sizes returns the font sizes of a type scale in the order of [SizeKeys]
// (specification, section 2.5). "md" is the base as given. Each other size is
// the base times a power of the ratio, rounded to three decimals, in the unit
// of the base, px without one. Lengths in the member sizes override computed
// ones. Errors name the wrong member.
func Sizes(scale *content.Value) ([len(SizeKeys)]string, error) {
	base, err := css.ParseLength(scale.Get("base").Scalar())
	var sizes [len(SizeKeys)]string
	if err != nil {
		return sizes, fmt.Errorf("base: %w", err)
	}
	if _, err := Ratio(scale.Get("ratio").Scalar()); err != nil {
		return sizes, fmt.Errorf("ratio: %w", err)
	}
	ratio, _ := css.SplitQuantity(scale.Get("ratio").Scalar())
	middle := slices.Index(SizeKeys[:], "md")
	above, below := base.Number, base.Number
	sizes[middle] = base.String()
	for i := 1; i < len(sizes); i++ {
		above, below = above*ratio.Number, below/ratio.Number
		if middle+i < len(sizes) {
			sizes[middle+i] = css.Quantity{Number: thousandths(above), Unit: base.Unit}.String()
		}
		if middle-i >= 0 {
			sizes[middle-i] = css.Quantity{Number: thousandths(below), Unit: base.Unit}.String()
		}
	}
	for _, m := range scale.Get("sizes").Members() {
		i := slices.Index(SizeKeys[:], m.Name)
		if i < 0 {
			return sizes, fmt.Errorf(
				"sizes: expected a key as %s, found %q", strings.Join(SizeKeys[:], ", "), content.Truncate(m.Name),
			)
		}
		if m.Is('n') {
			continue
		}
		if sizes[i], err = css.Length(m.Scalar()); err != nil {
			return sizes, fmt.Errorf("sizes: %s: %w", m.Name, err)
		}
	}
	return sizes, nil
}

// thousandths rounds to three decimals, half up. It counts a value that is
// slightly below a half because of rounding errors as a half.
func thousandths(value float64) float64 {
	return math.Floor(float64(value*1000)+0.50000001) / 1000
}
