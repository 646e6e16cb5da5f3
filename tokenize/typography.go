package tokenize

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
)

type typographyContent struct {
	Fonts []struct {
		Font
		remarks
	} `json:"fonts"`
	Scale *TypeScale `json:"scale"`
}

func (b *builder) fillTypography(c typographyContent) error {
	for i, font := range c.Fonts {
		b.at.Entry = i
		value, err := FontFamily(font.Font)
		if err != nil {
			return fmt.Errorf("font %d: %w", i+1, err)
		}
		b.add(manual.FontFamilyGroup, cmp.Or(font.Usage, font.Family), Name(font.Usage, "font"), value, font.remarks)
	}
	if c.Scale == nil {
		return nil
	}
	sizes, err := Sizes(*c.Scale)
	if err != nil {
		return fmt.Errorf("scale: %w", err)
	}
	if b.scaled {
		b.note(manual.NoteSecondScale, "", "A manual has one type scale, the first on the page; this further one makes no font sizes.")
		return nil
	}
	b.scaled = true
	for i, key := range SizeKeys {
		b.at.Entry = i
		b.add(manual.FontSizeGroup, key, key, sizes[i], remarks{})
	}
	return nil
}

// Ratio returns the ratio of a type scale in shortest decimal form: a number
// (or numeric string) from 0.01 to 100.
func Ratio(l Literal) (string, error) {
	ratio, err := ratioOf(l)
	return decimal(ratio), err
}

func ratioOf(l Literal) (float64, error) {
	q, ok := splitQuantity(l.Text)
	if !ok || q.unit != "" {
		return 0, fmt.Errorf("expected a ratio (a number as 1.25), %s", found(l))
	}
	if q.value < 0.01 || q.value > 100 {
		return 0, fmt.Errorf("expected a ratio from 0.01 to 100, %s", found(l))
	}
	return q.value, nil
}

// Sizes returns the font sizes of a type scale in the order of
// [SizeKeys]: the base as it is given at md (specification, section
// 2.5), and else the base times the ratio to the power of the distance from
// there, rounded to three decimals, in the unit of the base, px where it has
// none; a length given in sizes stands in place of the computed one. Errors
// name the member that is wrong.
func Sizes(scale TypeScale) (sizes [len(SizeKeys)]string, err error) {
	base, err := positiveLength(scale.Base)
	if err != nil {
		return sizes, fmt.Errorf("base: %w", err)
	}
	ratio, err := ratioOf(scale.Ratio)
	if err != nil {
		return sizes, fmt.Errorf("ratio: %w", err)
	}
	for key := range scale.Sizes {
		if !slices.Contains(SizeKeys[:], key) {
			return sizes, fmt.Errorf("sizes: expected a key as %s, found %q", strings.Join(SizeKeys[:], ", "), shorten(key))
		}
	}
	middle := slices.Index(SizeKeys[:], "md")
	above, below := base.value, base.value
	sizes[middle] = base.String()
	for i := 1; i < len(sizes); i++ {
		above, below = above*ratio, below/ratio
		if middle+i < len(sizes) {
			sizes[middle+i] = quantity{thousandths(above), base.unit}.String()
		}
		if middle-i >= 0 {
			sizes[middle-i] = quantity{thousandths(below), base.unit}.String()
		}
	}
	for i, key := range SizeKeys {
		if given := scale.Sizes[key]; !given.IsZero() {
			if sizes[i], err = Length(given); err != nil {
				return sizes, fmt.Errorf("sizes: %s: %w", key, err)
			}
		}
	}
	return sizes, nil
}

// thousandths rounds to three decimals, half up; what the arithmetic leaves a
// little under a half counts as one.
func thousandths(value float64) float64 {
	return math.Floor(float64(value*1000)+0.50000001) / 1000
}
