package tokenize

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// baseKey is the place of the base size among the keys of a type scale.
const baseKey = "md"

// Ratio returns the ratio of a type scale in shortest decimal form: a number
// (or numeric string) from 0.01 to 100.
func Ratio(l manual.Literal) (string, error) {
	q, ok := splitQuantity(l.Text)
	if !ok || q.unit != "" {
		return "", fmt.Errorf("expected a ratio (a number as 1.25), %s", found(l))
	}
	up, down := fractionOf(q.number)
	if q.negative || new(big.Int).Mul(up, hundred).Cmp(down) < 0 || up.Cmp(down.Mul(down, hundred)) > 0 {
		return "", fmt.Errorf("expected a ratio from 0.01 to 100, %s", found(l))
	}
	return q.number, nil
}

var hundred = big.NewInt(100)

// Sizes returns the font sizes of a type scale in the order of
// [manual.SizeKeys]: the base as it is given at md (specification, section
// 2.5), and else the base times the ratio to the power of the distance from
// there, rounded to three decimals (half away from zero), in the unit of the
// base, px where it has none; a length given in sizes stands in place of the
// computed one. Errors name the member that is wrong.
func Sizes(scale manual.TypeScale) ([len(manual.SizeKeys)]string, error) {
	var sizes [len(manual.SizeKeys)]string
	base, err := length(scale.Base)
	if err == nil && base.negative {
		_, err = Length(scale.Base)
	}
	if err != nil {
		return sizes, fmt.Errorf("base: %w", err)
	}
	ratio, err := Ratio(scale.Ratio)
	if err != nil {
		return sizes, fmt.Errorf("ratio: %w", err)
	}
	for key := range scale.Sizes {
		if !slices.Contains(manual.SizeKeys[:], key) {
			return sizes, fmt.Errorf("sizes: expected a key as %s, found %q", strings.Join(manual.SizeKeys[:], ", "), shorten(key))
		}
	}
	computed := powers(base.number, ratio)
	for i, key := range manual.SizeKeys {
		if given := scale.Sizes[key]; !given.IsZero() {
			if sizes[i], err = Length(given); err != nil {
				return sizes, fmt.Errorf("sizes: %s: %w", key, err)
			}
			continue
		}
		sizes[i] = computed[i] + base.unit
	}
	return sizes, nil
}

var twoThousand = big.NewInt(2 * 1000)

// powers returns base × ratio^n for two plain decimals, rounded to three
// decimals, half up; at md, where n is 0, the base as it is. It computes with
// whole numbers, so the third decimal is right whatever the digits.
func powers(base, ratio string) (sizes [len(manual.SizeKeys)]string) {
	up, down := fractionOf(ratio)
	middle := slices.Index(manual.SizeKeys[:], baseKey)
	numerator, denominator := fractionOf(base)
	var room [2]big.Int
	sizes[middle] = base
	for i := middle + 1; i < len(sizes); i++ {
		numerator.Mul(numerator, up)
		denominator.Mul(denominator, down)
		sizes[i] = thousandths(numerator, denominator, &room)
	}
	numerator, denominator = fractionOf(base)
	for i := middle - 1; i >= 0; i-- {
		numerator.Mul(numerator, down)
		denominator.Mul(denominator, up)
		sizes[i] = thousandths(numerator, denominator, &room)
	}
	return sizes
}

// thousandths writes a fraction rounded to three decimals, half up. It
// computes in room, which it may be given again.
func thousandths(numerator, denominator *big.Int, room *[2]big.Int) string {
	rounded, divisor := &room[0], &room[1]
	rounded.Mul(numerator, twoThousand)
	rounded.Add(rounded, denominator)
	text := rounded.Quo(rounded, divisor.Lsh(denominator, 1)).String()
	digits := strings.TrimRight(text, "0")
	if digits == "" {
		return "0"
	}
	return place(digits, len(text)-len(digits)-3)
}

// fractionOf returns a plain decimal as a fraction of whole numbers.
func fractionOf(number string) (numerator, denominator *big.Int) {
	whole, fraction, _ := strings.Cut(number, ".")
	numerator, _ = new(big.Int).SetString(whole+fraction, 10) // plain wrote the digits
	return numerator, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(fraction))), nil)
}
