package tokenize

import (
	"strings"
	"testing"

	"designmanual/tokenize/content"
)

// A parseTest is a test of a function that parses a value, given as JSON; wrong
// is a part of the error's text.
type parseTest struct{ in, want, wrong string }

func runParseTests(t *testing.T, read func(*content.Value) (string, error), tests []parseTest) {
	t.Helper()
	for _, test := range tests {
		o, err := content.Parse([]byte(`{"value":` + test.in + `}`))
		value := o.Get("value")
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(value)
		if test.wrong == "" && (err != nil || got != test.want) {
			t.Errorf("%s: %q, %v, want %q", test.in, got, err, test.want)
		} else if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s: %q, %v, want an error with %q", test.in, got, err, test.wrong)
		}
	}
}

func TestStep(t *testing.T) {
	step := func(value *content.Value) (string, error) {
		key, length, err := Step(value)
		return key + " " + length, err
	}
	runParseTests(t, step, []parseTest{
		{in: `2.5`, want: "2-5 2.5px"},
		{in: `0`, want: "0 0px"},
		{in: `2.50`, want: "2-5 2.5px"},
		{in: `1e1`, want: "10 10px"},
		{in: `12345678901234567890`, want: "12345678901234567890 12345678901234567890px"},
		{in: `".1234567890123456789rem"`, want: "0-1234567890123456789 0.1234567890123456789rem"},
		{in: `{"step":"12345678901234567890","value":4}`, want: "12345678901234567890 4px"},
		{in: `"2.5rem"`, want: "2-5 2.5rem"},
		{in: `".5REM"`, want: "0-5 0.5rem"},
		{in: `"8"`, want: "8 8px"},
		{in: `{"step":2.5,"value":10,"unit":"px"}`, want: "2-5 10px"},
		{in: `{"step":"2.5","value":10}`, want: "2-5 10px"},
		{in: `{"step":4,"value":"1","unit":"Rem"}`, want: "4 1rem"},
		{in: `{"step":4,"value":"1rem"}`, want: "4 1rem"},
		{in: `"auto"`, wrong: `expected a number, found "auto"`},
		{in: `"2deg"`, wrong: "expected a length with a CSS unit"},
		{in: `-2`, wrong: "expected a number of zero or more, found -2"},
		{in: `{}`, wrong: "step: expected a number or a name, found an empty string"},
		{in: `{"step":"Extra Small","value":4}`, want: "extra-small 4px"},
		{in: `{"step":"2xl","value":"4rem"}`, want: "2xl 4rem"},
		{in: `{"step":"--","value":4}`, wrong: `step: expected a number or a name, found "--"`},
		{in: `{"step":"4px","value":4}`, wrong: `step: expected a number or a name, found "4px"`},
		{in: `{"step":4,"value":4}`, want: "4 4px"},
		{in: `{"step":"2rem","value":"2rem"}`, wrong: `step: expected a number or a name, found "2rem"`},
		{in: `{"step":4}`, wrong: "value: expected a length"},
		{in: `{"step":4,"unit":"px"}`, wrong: "value: expected a number, since the unit stands beside it, found an empty string"},
		{in: `{"step":4,"value":"1rem","unit":"rem"}`, wrong: `value: expected a number, since the unit stands beside it, found "1rem"`},
		{in: `{"step":4,"value":1,"unit":"ms"}`, wrong: `unit: expected a CSS unit as px, rem or %, found "ms"`},
		{in: `{"step":4,"value":-1,"unit":"px"}`, wrong: "value: expected a length of zero or more"},
	})
}

func TestRatio(t *testing.T) {
	ratio := func(value *content.Value) (string, error) { return Ratio(value.Scalar()) }
	runParseTests(t, ratio, []parseTest{
		{in: `1.250`, want: "1.25"},
		{in: `"1.618"`, want: "1.618"},
		{in: `0.01`, want: "0.01"},
		{in: `1e2`, want: "100"},
		{in: `0`, wrong: "expected a ratio from 0.01 to 100, found 0"},
		{in: `-1.2`, wrong: "expected a ratio from 0.01 to 100"},
		{in: `0.009`, wrong: "expected a ratio from 0.01 to 100"},
		{in: `101`, wrong: "expected a ratio from 0.01 to 100"},
		{in: `"1.2em"`, wrong: "expected a ratio (a number as 1.25)"},
		{in: `"golden"`, wrong: "expected a ratio (a number as 1.25)"},
		{in: `null`, wrong: "found an empty string"},
	})
}

func TestSizes(t *testing.T) {
	sizes := func(scale *content.Value) (string, error) {
		sizes, err := Sizes(scale)
		return strings.Join(sizes[:], " "), err
	}
	runParseTests(t, sizes, []parseTest{
		{
			in:   `{"base":16,"ratio":1.25}`,
			want: "6.554px 8.192px 10.24px 12.8px 16px 20px 25px 31.25px 39.063px 48.828px 61.035px 76.294px",
		},
		{
			in:   `{"base":"1.0REM","ratio":1.2}`,
			want: "0.482rem 0.579rem 0.694rem 0.833rem 1rem 1.2rem 1.44rem 1.728rem 2.074rem 2.488rem 2.986rem 3.583rem",
		},
		{
			in:   `{"base":0.0005,"ratio":1}`,
			want: strings.TrimSpace(strings.Repeat("0.001px ", 4) + "0.0005px " + strings.Repeat("0.001px ", 7)),
		},
		{
			in:   `{"base":"0.93750rem","ratio":1.2}`,
			want: "0.452rem 0.543rem 0.651rem 0.781rem 0.9375rem 1.125rem 1.35rem 1.62rem 1.944rem 2.333rem 2.799rem 3.359rem",
		},
		{
			in:   `{"base":10,"ratio":2,"sizes":{"md":"1rem","6xl":99.12345,"xs":null}}`,
			want: "0.625px 1.25px 2.5px 5px 1rem 20px 40px 80px 160px 320px 640px 99.12345px",
		},
		{in: `{"base":0,"ratio":2}`, want: strings.TrimSpace(strings.Repeat("0px ", 12))},
		{in: `{"ratio":2}`, wrong: "base: expected a length"},
		{in: `{"base":-1,"ratio":2}`, wrong: "base: expected a length of zero or more"},
		{in: `{"base":16}`, wrong: "ratio: expected a ratio"},
		{
			wrong: `sizes: expected a key as 3xs, 2xs, xs, sm, md, lg, xl, 2xl, 3xl, 4xl, 5xl, 6xl, found "7xl"`,
			in:    `{"base":16,"ratio":2,"sizes":{"7xl":1}}`,
		},
		{
			wrong: "sizes: lg: expected a length",
			in:    `{"base":16,"ratio":2,"sizes":{"lg":"big"}}`,
		},
	})
}
