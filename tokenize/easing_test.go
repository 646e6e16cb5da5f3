package tokenize

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

func TestEasing(t *testing.T) {
	points := func(texts ...string) manual.EasingValue {
		v := manual.EasingValue{Points: []manual.Literal{}}
		for _, text := range texts {
			v.Points = append(v.Points, number(text))
		}
		return v
	}
	css := func(text string) manual.EasingValue { return manual.EasingValue{CSS: text} }
	for _, test := range []struct {
		in          manual.EasingValue
		want, wrong string
	}{
		{in: points("0.2", "0", "0", "1"), want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: points("0.20", "-0.50", "1.0", "1.5e0"), want: "cubic-bezier(0.2, -0.5, 1, 1.5)"},
		{in: points("-0", "-0", "0", "0"), want: "cubic-bezier(0, 0, 0, 0)"},
		{in: css("cubic-bezier(.2,0,0,1)"), want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: css("  Cubic-Bezier( .2 , -1\n, 0.0, 2 ) "), want: "cubic-bezier(0.2, -1, 0, 2)"},
		{in: css("cubic-bezier(+0.2, +.5, 0, +1e0)"), want: "cubic-bezier(0.2, 0.5, 0, 1)"},
		{in: css("cubic-bezier(+-0.2, 0, 0, 1)"), wrong: `found +-0.2`},
		{in: css("cubic-bezier(++0.2, 0, 0, 1)"), wrong: `found ++0.2`},
		{in: css("linear"), want: "cubic-bezier(0, 0, 1, 1)"},
		{in: css("ease"), want: "cubic-bezier(0.25, 0.1, 0.25, 1)"},
		{in: css("ease-in"), want: "cubic-bezier(0.42, 0, 1, 1)"},
		{in: css("Ease-Out"), want: "cubic-bezier(0, 0, 0.58, 1)"},
		{in: css("ease-in-out"), want: "cubic-bezier(0.42, 0, 0.58, 1)"},
		{in: css("steps(4, end)"), wrong: `found "steps(4, end)"`},
		{in: css("step-start"), wrong: "expected an easing"},
		{in: css("linear(0, 0.5, 1)"), wrong: "expected an easing"},
		{in: css(""), wrong: "found an empty string"},
		{in: manual.EasingValue{}, wrong: "expected an easing"},
		{in: css("cubic-bezier(0.2, 0, 0)"), wrong: "expected the four numbers of an easing, found 3"},
		{in: css("cubic-bezier(0.2, 0, 0, 1, 1)"), wrong: "found 5"},
		{in: css("cubic-bezier(0.2, 0, , 1)"), wrong: "expected a number"},
		{in: css("cubic-bezier(0.2, 0, 0px, 1)"), wrong: "found 0px"},
		{in: css("cubic-bezier(1.2, 0, 0, 1)"), wrong: "x from 0 to 1, found 1.2"},
		{in: css("cubic-bezier(0, 0, -0.1, 1)"), wrong: "x from 0 to 1, found -0.1"},
		{in: points("0.2", "0", "1.01", "1"), wrong: "x from 0 to 1"},
		{in: points("10", "0", "1", "1"), wrong: "x from 0 to 1"},
		{in: points(), wrong: "found 0"},
		{in: points("0", "0", "1"), wrong: "found 3"},
		{in: manual.EasingValue{Points: []manual.Literal{quoted("0"), number("0"), number("0"), number("0")}}, wrong: "expected a number"},
		{in: manual.EasingValue{Points: make([]manual.Literal, 4)}, wrong: "expected a number in an easing, found nothing"},
	} {
		got, err := Easing(test.in)
		if test.wrong == "" && (err != nil || got != test.want) {
			t.Errorf("%+v: %q, %v, want %q", test.in, got, err, test.want)
		}
		if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%+v: %q, %v, want an error with %q", test.in, got, err, test.wrong)
		}
	}
}

func FuzzEasing(f *testing.F) {
	for _, seed := range []string{"ease", "Linear", "cubic-bezier(.2, 0, 0, 1e0)", "cubic-bezier( 1 ,-2,\t0 , 3 )", "steps(3)", "cubic-bezier(0,0,0,", "cubic-bezier(1e999, 0, 0, 0)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := Easing(manual.EasingValue{CSS: text})
		if err != nil {
			return
		}
		if again, err := Easing(manual.EasingValue{CSS: value}); err != nil || again != value {
			t.Fatalf("%q became %q and then %q, %v", text, value, again, err)
		}
		if err := CheckValue(value); err != nil {
			t.Fatal(err)
		}
		d := manual.NewTokenDocument()
		d.Groups[manual.CubicBezierGroup].Tokens = []manual.Token{{Name: "e", Value: value}}
		if body, notes := RenderStructured(&d); checkStructured(t, body) != 1 {
			t.Fatalf("%q is left out: %v", value, notes)
		}
	})
}
