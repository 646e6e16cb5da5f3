package tokenize

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"designmanual/db/manual"
)

func TestStep(t *testing.T) {
	bare := func(l manual.Literal) manual.SpacingStep { return manual.SpacingStep{Bare: true, Step: l, Value: l} }
	for _, test := range []struct {
		in                manual.SpacingStep
		key, value, wrong string
	}{
		{in: bare(number("2.5")), key: "2-5", value: "2.5px"},
		{in: bare(number("0")), key: "0", value: "0px"},
		{in: bare(number("2.50")), key: "2-5", value: "2.5px"},
		{in: bare(number("1e1")), key: "10", value: "10px"},
		{in: bare(quoted("2.5rem")), key: "2-5", value: "2.5rem"},
		{in: bare(quoted(".5REM")), key: "0-5", value: "0.5rem"},
		{in: bare(quoted("8")), key: "8", value: "8px"},
		{in: manual.SpacingStep{Step: number("2.5"), Value: number("10"), Unit: "px"}, key: "2-5", value: "10px"},
		{in: manual.SpacingStep{Step: quoted("2.5"), Value: number("10")}, key: "2-5", value: "10px"},
		{in: manual.SpacingStep{Step: number("4"), Value: quoted("1"), Unit: "Rem"}, key: "4", value: "1rem"},
		{in: manual.SpacingStep{Step: number("4"), Value: quoted("1rem")}, key: "4", value: "1rem"},
		{in: bare(quoted("auto")), wrong: `expected a number, found "auto"`},
		{in: bare(quoted("2deg")), wrong: "expected a length with a CSS unit"},
		{in: bare(number("-2")), wrong: "expected a number of zero or more, found -2"},
		{in: manual.SpacingStep{}, wrong: "step: expected a number, found nothing"},
		{in: manual.SpacingStep{Step: quoted("sm"), Value: number("4")}, wrong: `step: expected a number, found "sm"`},
		{in: manual.SpacingStep{Step: quoted("4px"), Value: number("4")}, wrong: `step: expected a number, found "4px"`},
		{in: manual.SpacingStep{Step: number("4"), Value: number("4")}, key: "4", value: "4px"},
		{in: manual.SpacingStep{Step: quoted("2rem"), Value: quoted("2rem")}, wrong: `step: expected a number, found "2rem"`},
		{in: manual.SpacingStep{Step: number("4")}, wrong: "value: expected a length"},
		{in: manual.SpacingStep{Step: number("4"), Unit: "px"}, wrong: "value: expected a number, since the unit stands beside it, found nothing"},
		{in: manual.SpacingStep{Step: number("4"), Value: quoted("1rem"), Unit: "rem"}, wrong: `value: expected a number, since the unit stands beside it, found "1rem"`},
		{in: manual.SpacingStep{Step: number("4"), Value: number("1"), Unit: "ms"}, wrong: `unit: expected a CSS unit as px, rem or %, found "ms"`},
		{in: manual.SpacingStep{Step: number("4"), Value: number("-1"), Unit: "px"}, wrong: "value: expected a length of zero or more"},
	} {
		key, value, err := Step(test.in)
		if test.wrong == "" && (err != nil || key != test.key || value != test.value) {
			t.Errorf("%+v: %q %q, %v, want %q %q", test.in, key, value, err, test.key, test.value)
		}
		if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%+v: %q %q, %v, want an error with %q", test.in, key, value, err, test.wrong)
		}
	}
}

func TestRatio(t *testing.T) {
	runLiterals(t, Ratio, []literalTest{
		{in: number("1.250"), want: "1.25"},
		{in: quoted("1.618"), want: "1.618"},
		{in: number("0.01"), want: "0.01"},
		{in: number("1e2"), want: "100"},
		{in: number("0"), wrong: "expected a ratio from 0.01 to 100, found 0"},
		{in: number("-1.2"), wrong: "expected a ratio from 0.01 to 100"},
		{in: number("0.009"), wrong: "expected a ratio from 0.01 to 100"},
		{in: number("101"), wrong: "expected a ratio from 0.01 to 100"},
		{in: quoted("1.2em"), wrong: "expected a ratio (a number as 1.25)"},
		{in: quoted("golden"), wrong: "expected a ratio (a number as 1.25)"},
		{in: manual.Literal{}, wrong: "found nothing"},
	})
}

func TestSizes(t *testing.T) {
	for _, test := range []struct {
		about string
		in    manual.TypeScale
		want  string // the sizes, a space between them
		wrong string
	}{
		{
			about: "px without a unit", in: manual.TypeScale{Base: number("16"), Ratio: number("1.25")},
			want: "6.554px 8.192px 10.24px 12.8px 16px 20px 25px 31.25px 39.063px 48.828px 61.035px 76.294px",
		},
		{
			about: "the unit of the base", in: manual.TypeScale{Base: quoted("1.0REM"), Ratio: number("1.2")},
			want: "0.482rem 0.579rem 0.694rem 0.833rem 1rem 1.2rem 1.44rem 1.728rem 2.074rem 2.488rem 2.986rem 3.583rem",
		},
		{
			about: "half away from zero", in: manual.TypeScale{Base: number("0.0005"), Ratio: number("1")},
			want: strings.TrimSpace(strings.Repeat("0.001px ", 4) + "0.0005px " + strings.Repeat("0.001px ", 7)),
		},
		{
			about: "the base as it is given", in: manual.TypeScale{Base: quoted("0.93750rem"), Ratio: number("1.2")},
			want: "0.452rem 0.543rem 0.651rem 0.781rem 0.9375rem 1.125rem 1.35rem 1.62rem 1.944rem 2.333rem 2.799rem 3.359rem",
		},
		{
			about: "sizes in place of the computed ones",
			in: manual.TypeScale{Base: number("10"), Ratio: number("2"), Sizes: map[string]manual.Literal{
				"md": quoted("1rem"), "6xl": number("99.12345"), "xs": {},
			}},
			want: "0.625px 1.25px 2.5px 5px 1rem 20px 40px 80px 160px 320px 640px 99.12345px",
		},
		{about: "zero", in: manual.TypeScale{Base: number("0"), Ratio: number("2")}, want: strings.TrimSpace(strings.Repeat("0px ", 12))},
		{
			about: "large", in: manual.TypeScale{Base: number("1" + strings.Repeat("0", 20)), Ratio: number("10")},
			want: "1" + strings.Repeat("0", 16) + "px",
		},
		{about: "no base", in: manual.TypeScale{Ratio: number("2")}, wrong: "base: expected a length"},
		{about: "a negative base", in: manual.TypeScale{Base: number("-1"), Ratio: number("2")}, wrong: "base: expected a length of zero or more"},
		{about: "no ratio", in: manual.TypeScale{Base: number("16")}, wrong: "ratio: expected a ratio"},
		{
			about: "an unknown size", wrong: `sizes: expected a key as 3xs, 2xs, xs, sm, md, lg, xl, 2xl, 3xl, 4xl, 5xl, 6xl, found "7xl"`,
			in: manual.TypeScale{Base: number("16"), Ratio: number("2"), Sizes: map[string]manual.Literal{"7xl": number("1")}},
		},
		{
			about: "a size that is no length", wrong: "sizes: lg: expected a length",
			in: manual.TypeScale{Base: number("16"), Ratio: number("2"), Sizes: map[string]manual.Literal{"lg": quoted("big")}},
		},
	} {
		sizes, err := Sizes(test.in)
		got := strings.Join(sizes[:], " ")
		if test.wrong == "" && (err != nil || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%s: %s, %v, want %s", test.about, got, err, test.want)
		}
		if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s: %v, want an error with %q", test.about, err, test.wrong)
		}
	}
}

// The sizes agree with floating point as far as that goes.
func TestSizesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.StringMatching(`[1-9][0-9]?(\.[0-9]{1,3})?`).Draw(t, "base")
		ratio := rapid.StringMatching(`1\.[0-9]{1,4}`).Draw(t, "ratio")
		sizes, err := Sizes(manual.TypeScale{Base: number(base), Ratio: number(ratio)})
		if err != nil {
			t.Fatal(err)
		}
		b, _ := strconv.ParseFloat(base, 64)
		r, _ := strconv.ParseFloat(ratio, 64)
		for i, size := range sizes {
			got, err := strconv.ParseFloat(strings.TrimSuffix(size, "px"), 64)
			if want := b * math.Pow(r, float64(i-4)); err != nil || math.Abs(got-want) > 0.0005+1e-9*want {
				t.Fatalf("%s × %s^%d = %s, want %v", base, ratio, i-4, size, want)
			}
		}
	})
}

func FuzzSizes(f *testing.F) {
	f.Add("16", "1.25", "1.5rem")
	f.Add("1e3em", "100", "-1")
	f.Add("0.001px", ".01", "")
	f.Add("1e999", "1e-999", "0x1p4")
	f.Fuzz(func(t *testing.T, base, ratio, size string) {
		scale := manual.TypeScale{Base: quoted(base), Ratio: quoted(ratio), Sizes: map[string]manual.Literal{"xl": quoted(size)}}
		sizes, err := Sizes(scale)
		if err != nil {
			return
		}
		for _, value := range sizes {
			if again, err := Length(quoted(value)); err != nil || again != value {
				t.Fatalf("%q, %q, %q: %q became %q, %v", base, ratio, size, value, again, err)
			}
		}
	})
}

func FuzzStep(f *testing.F) {
	f.Add("2.5", "10", "px")
	f.Add("2.5rem", "2.5rem", "")
	f.Add("-0", "1e9", "%")
	f.Fuzz(func(t *testing.T, step, value, unit string) {
		key, got, err := Step(manual.SpacingStep{Step: quoted(step), Value: quoted(value), Unit: unit})
		if err != nil {
			return
		}
		if strings.Trim(key, "0123456789-") != "" || strings.Count(key, "-") > 1 || strings.HasPrefix(key, "-") {
			t.Fatalf("%q: key %q", step, key)
		}
		if again, err := Length(quoted(got)); err != nil || again != got {
			t.Fatalf("%q %q became %q and then %q, %v", value, unit, got, again, err)
		}
	})
}
