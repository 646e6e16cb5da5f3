package tokenize

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// Ratio returns the ratio of a type scale in shortest decimal form: a number
// (or numeric string) from 0.01 to 100.
func Ratio(l manual.Literal) (string, error) {
	ratio, err := ratioOf(l)
	if err != nil {
		return "", err
	}
	return decimal(ratio), nil
}

func ratioOf(l manual.Literal) (float64, error) {
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
// [manual.SizeKeys]: the base as it is given at md (specification, section
// 2.5), and else the base times the ratio to the power of the distance from
// there, rounded to three decimals (half away from zero), in the unit of the
// base, px where it has none; a length given in sizes stands in place of the
// computed one. Errors name the member that is wrong.
func Sizes(scale manual.TypeScale) ([len(manual.SizeKeys)]string, error) {
	var sizes [len(manual.SizeKeys)]string
	base, err := length(scale.Base)
	if err == nil && base.value < 0 {
		_, err = Length(scale.Base)
	}
	if err != nil {
		return sizes, fmt.Errorf("base: %w", err)
	}
	ratio, err := ratioOf(scale.Ratio)
	if err != nil {
		return sizes, fmt.Errorf("ratio: %w", err)
	}
	for key := range scale.Sizes {
		if !slices.Contains(manual.SizeKeys[:], key) {
			return sizes, fmt.Errorf("sizes: expected a key as %s, found %q", strings.Join(manual.SizeKeys[:], ", "), shorten(key))
		}
	}
	computed := powers(base.value, ratio)
	for i, key := range manual.SizeKeys {
		if given := scale.Sizes[key]; !given.IsZero() {
			if sizes[i], err = Length(given); err != nil {
				return sizes, fmt.Errorf("sizes: %s: %w", key, err)
			}
			continue
		}
		sizes[i] = quantity{computed[i], base.unit}.String()
	}
	return sizes, nil
}

// powers returns base × ratio^n for each size, rounded to three decimals; at
// md, where n is 0, the base as it is.
func powers(base, ratio float64) (sizes [len(manual.SizeKeys)]float64) {
	middle := slices.Index(manual.SizeKeys[:], "md")
	sizes[middle] = base
	above, below := base, base
	for i := 1; i < len(sizes); i++ {
		above, below = above*ratio, below/ratio
		if middle+i < len(sizes) {
			sizes[middle+i] = thousandths(above)
		}
		if middle-i >= 0 {
			sizes[middle-i] = thousandths(below)
		}
	}
	return sizes
}

// thousandths rounds to three decimals, half up; what the arithmetic leaves a
// little under a half counts as one.
func thousandths(value float64) float64 {
	return math.Floor(float64(value*1000)+0.50000001) / 1000
}
