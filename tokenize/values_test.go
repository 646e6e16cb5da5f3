package tokenize

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A parseTest is a test of a function that parses a value, given as JSON; wrong
// is a part of the error's text.
type parseTest struct{ in, want, wrong string }

func runParseTests(t *testing.T, read func(any) (string, error), tests []parseTest) {
	t.Helper()
	for _, test := range tests {
		value, err := content.Read(jsontext.NewDecoder(strings.NewReader(test.in)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(value)
		switch {
		case test.wrong == "" && (err != nil || got != test.want):
			t.Errorf("%s: %q, %v, want %q", test.in, got, err, test.want)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s: %q, %v, want an error with %q", test.in, got, err, test.wrong)
		}
	}
}

func TestLength(t *testing.T) {
	runParseTests(t, Length, []parseTest{
		{in: `16`, want: "16px"},
		{in: `0`, want: "0px"},
		{in: `-0`, want: "0px"},
		{in: `2.50`, want: "2.5px"},
		{in: `1e3`, want: "1000px"},
		{in: `"16"`, want: "16px"},
		{in: `"0"`, want: "0px"},
		{in: `".5rem"`, want: "0.5rem"},
		{in: `"1.50em"`, want: "1.5em"},
		{in: `"1e1em"`, want: "10em"},
		{in: `"16PX"`, want: "16px"},
		{in: `"2Rem"`, want: "2rem"},
		{in: `"4Q"`, want: "4q"},
		{in: `"50%"`, want: "50%"},
		{in: `"100dvh"`, want: "100dvh"},
		{in: `"10cqmin"`, want: "10cqmin"},
		{in: `null`, wrong: "expected a length (a number of px, or a string as \"1.5rem\"), found nothing"},
		{in: `""`, wrong: "found an empty string"},
		{in: `"auto"`, wrong: `found "auto"`},
		{in: `"+5px"`, wrong: `found "+5px"`},
		{in: `"calc(1px + 2px)"`, wrong: "expected a length"},
		{in: `-4`, wrong: "expected a length of zero or more, found -4"},
		{in: `"-4px"`, wrong: "expected a length of zero or more"},
		{in: `"5.px"`, wrong: "CSS unit"},
		{in: `"16 px"`, wrong: "CSS unit"},
		{in: `"10deg"`, wrong: "CSS unit"},
		{in: `"150ms"`, wrong: "CSS unit"},
		{in: `"1fr"`, wrong: "CSS unit"},
		{in: `"16px;"`, wrong: "CSS unit"},
		{in: `1e999999999`, wrong: "expected a length"},
		{in: `"` + strings.Repeat("x", 200) + `"`, wrong: "xxx…"},
		{in: `0.30000000000000004`, want: "0.30000000000000004px"},
		{in: `1E+3`, want: "1000px"},
		{in: `"25e-1px"`, want: "2.5px"},
		{in: `1e39`, want: "1" + strings.Repeat("0", 39) + "px"},
		{in: `1e40`, wrong: "expected a length"},
		{in: `1e-99`, wrong: "expected a length"},
		{in: `"1e"`, wrong: "CSS unit"},
		{in: `"0x10"`, wrong: "CSS unit"},
		{in: `"NaN"`, wrong: "expected a length"},
		{in: `"."`, wrong: "expected a length"},
	})
	runParseTests(t, SignedLength, []parseTest{
		{in: `-4`, want: "-4px"},
		{in: `"-.5rem"`, want: "-0.5rem"},
		{in: `"-0"`, want: "0px"},
		{in: `"--4px"`, wrong: "expected a length"},
	})
}

func TestDuration(t *testing.T) {
	runParseTests(t, Duration, []parseTest{
		{in: `150`, want: "150ms"},
		{in: `0`, want: "0ms"},
		{in: `150.0`, want: "150ms"},
		{in: `"150"`, want: "150ms"},
		{in: `"150ms"`, want: "150ms"},
		{in: `"150MS"`, want: "150ms"},
		{in: `"0.15s"`, want: "150ms"},
		{in: `".2S"`, want: "200ms"},
		{in: `"1.0005s"`, want: "1000.5ms"},
		{in: `"0.29s"`, want: "290ms"},
		{in: `"1e-1s"`, want: "100ms"},
		{in: `null`, wrong: "expected a duration"},
		{in: `"fast"`, wrong: "expected a duration"},
		{in: `"2min"`, wrong: "expected a duration in ms or s"},
		{in: `"150px"`, wrong: "expected a duration in ms or s"},
		{in: `-1`, wrong: "expected a duration of zero or more"},
		{in: `"1e39s"`, wrong: "expected a shorter duration"},
	})
}

func TestEasing(t *testing.T) {
	runParseTests(t, Easing, []parseTest{
		{in: `[0.2,0,0,1]`, want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: `[0.20,-0.50,1.0,1.5e0]`, want: "cubic-bezier(0.2, -0.5, 1, 1.5)"},
		{in: `[-0,-0,0,0]`, want: "cubic-bezier(0, 0, 0, 0)"},
		{in: `"cubic-bezier(.2,0,0,1)"`, want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: `"  Cubic-Bezier( .2 , -1\n, 0.0, 2 ) "`, want: "cubic-bezier(0.2, -1, 0, 2)"},
		{in: `"cubic-bezier(+0.2, +.5, 0, +1e0)"`, want: "cubic-bezier(0.2, 0.5, 0, 1)"},
		{in: `"cubic-bezier(+-0.2, 0, 0, 1)"`, wrong: `found +-0.2`},
		{in: `"cubic-bezier(++0.2, 0, 0, 1)"`, wrong: `found ++0.2`},
		{in: `"linear"`, want: "cubic-bezier(0, 0, 1, 1)"},
		{in: `"ease"`, want: "cubic-bezier(0.25, 0.1, 0.25, 1)"},
		{in: `"ease-in"`, want: "cubic-bezier(0.42, 0, 1, 1)"},
		{in: `"Ease-Out"`, want: "cubic-bezier(0, 0, 0.58, 1)"},
		{in: `"ease-in-out"`, want: "cubic-bezier(0.42, 0, 0.58, 1)"},
		{in: `"steps(4, end)"`, wrong: `found "steps(4, end)"`},
		{in: `"step-start"`, wrong: "expected an easing"},
		{in: `"linear(0, 0.5, 1)"`, wrong: "expected an easing"},
		{in: `""`, wrong: "found an empty string"},
		{in: `null`, wrong: "expected an easing"},
		{in: `"cubic-bezier(0.2, 0, 0)"`, wrong: "expected the four numbers of an easing, found 3"},
		{in: `"cubic-bezier(0.2, 0, 0, 1, 1)"`, wrong: "found 5"},
		{in: `"cubic-bezier(0.2, 0, , 1)"`, wrong: "expected a number"},
		{in: `"cubic-bezier(0.2, 0, 0px, 1)"`, wrong: "found 0px"},
		{in: `"cubic-bezier(1.2, 0, 0, 1)"`, wrong: "x from 0 to 1, found 1.2"},
		{in: `"cubic-bezier(0, 0, -0.1, 1)"`, wrong: "x from 0 to 1, found -0.1"},
		{in: `[0.2,0,1.01,1]`, wrong: "x from 0 to 1"},
		{in: `[10,0,1,1]`, wrong: "x from 0 to 1"},
		{in: `[]`, wrong: "found 0"},
		{in: `[0,0,1]`, wrong: "found 3"},
		{in: `["0",0,0,0]`, wrong: "expected a number"},
		{in: `[null,null,null,null]`, wrong: "expected a number in an easing, found nothing"},
	})
}

func TestFontFamily(t *testing.T) {
	read := func(value any) (string, error) {
		families := content.Object{{Key: "all", Value: value}}.Texts("all")
		return FontFamily(families[0], families[1:]...)
	}
	runParseTests(t, read, []parseTest{
		{in: `["Inter"]`, want: "Inter"},
		{in: `["Helvetica Neue","Arial","sans-serif"]`, want: "Helvetica Neue, Arial, sans-serif"},
		{in: `["Source Sans 3","system-ui"]`, want: "'Source Sans 3', system-ui"},
		{in: `["-apple-system","BlinkMacSystemFont"]`, want: "-apple-system, BlinkMacSystemFont"},
		{in: `["  Acme   Sans "]`, want: "Acme Sans"},
		{in: `["Noto Sans 日本語"]`, want: "Noto Sans 日本語"},
		{in: `["Blå_Font-2"]`, want: "Blå_Font-2"},
		{in: `["--brand"]`, want: "--brand"},
		{in: `["3270"]`, want: "'3270'"},
		{in: `["-3D"]`, want: "'-3D'"},
		{in: `["-"]`, want: "'-'"},
		{in: `["AT&T Aleck"]`, want: "'AT&T Aleck'"},
		{in: `["Font, Two"]`, want: "'Font, Two'"},
		{in: `["O'Reilly"]`, want: `'O\'Reilly'`},
		{in: `["Back\\Slash"]`, want: `'Back\\Slash'`},
		{in: `["Say \"x\""]`, want: `'Say "x"'`},
		{in: `["inherit"]`, want: "'inherit'"},
		{in: `["Initial Sans"]`, want: "'Initial Sans'"}, // contains a reserved word
		{in: `["Non Breaking"]`, want: "'Non\u00a0Breaking'"},
		{in: `["'Source Sans 3'"]`, want: "'Source Sans 3'"},
		{in: `["\"Inter\""]`, want: "Inter"},
		{in: `["'A' and 'B'"]`, want: `'\'A\' and \'B\''`},
		{in: `["Inter",""," ","''","\" \"","serif"]`, want: "Inter, serif"},
		{in: `[""]`, wrong: "expected the name of a typeface, found an empty string"},
		{in: `[" "]`, wrong: "expected the name of a typeface"},
		{in: `["''"]`, wrong: "expected the name of a typeface"},
		{in: `["{font.body}"]`, wrong: "braces"},
		{in: `["Inter; color: red"]`, wrong: "semicolons"},
		{in: `["In\u0000ter"]`, wrong: "control characters"},
		{in: `["Inter","Arial","a;b"]`, wrong: "fallback 2: expected a value without"},
	})
}

func TestShadow(t *testing.T) {
	runParseTests(t, Shadow, []parseTest{
		{in: `"0 1px 2px RGBA(0,0,0,.12)"`, want: "0 1px 2px RGBA(0,0,0,.12)"},
		{in: `"  0  1px\t2px #000,\n    0 0 1px red "`, want: "0 1px 2px #000, 0 0 1px red"},
		{in: `"none"`, want: "none"},
		{in: `"0 0 calc(1px + 2px) var(--x, (a))"`, want: "0 0 calc(1px + 2px) var(--x, (a))"},
		{in: `[{"x":0,"y":1,"blur":"2px","spread":0,"color":"rgb(0 0 0 / 12%)"}]`, want: "0px 1px 2px 0px rgb(0 0 0 / 12%)"},
		{
			in:   `[{"x":-1,"y":0,"spread":"-2px","color":" #000 ","inset":true},{"x":0,"y":1,"blur":"2px","spread":0,"color":"rgb(0 0 0 / 12%)"}]`,
			want: "inset -1px 0px 0px -2px #000, 0px 1px 2px 0px rgb(0 0 0 / 12%)",
		},
		{in: `[{"color":"red"}]`, want: "0px 0px 0px 0px red"},
		{in: `null`, wrong: "expected a CSS shadow or layers"},
		{in: `" \n"`, wrong: "expected a CSS shadow or layers"},
		{in: `[]`, wrong: "expected a CSS shadow or layers"},
		{in: `[{"x":0,"y":1,"blur":"2px","spread":0,"color":"rgb(0 0 0 / 12%)"},{"x":"auto","color":"red"}]`, wrong: "layer 2: x: expected a length"},
		{in: `[{"x":"50%","color":"red"}]`, wrong: "x: expected a length that is no percentage"},
		{in: `[{"blur":"5%","color":"red"}]`, wrong: "blur: expected a length that is no percentage"},
		{in: `[{"blur":-1,"color":"red"}]`, wrong: "blur: expected a length of zero or more"},
		{in: `[{}]`, wrong: "color: expected one CSS color, found an empty string"},
		{in: `[{"color":"red blue"}]`, wrong: "color: expected one CSS color"},
		{in: `[{"color":"red, 0 0 blue"}]`, wrong: "color: expected one CSS color"},
		{in: `[{"color":"rgb(0 0 0"}]`, wrong: "color: expected one CSS color"},
		{in: `[{"color":"{color.black}"}]`, wrong: "braces"},
		{in: `"{shadow.card}"`, wrong: "braces"},
		{in: `"0 1px red; color: red"`, wrong: "semicolons"},
		{in: `"0 1px\u0000 red"`, wrong: "control characters"},
		{in: `"0 0 calc(1px + 2px) hsl(210deg 50% 40% / .5)"`, want: "0 0 calc(1px + 2px) hsl(210deg 50% 40% / .5)"},
		{in: `"INSET 0 +1PX CanvasText, red 0 -1em 2px"`, want: "INSET 0 +1PX CanvasText, red 0 -1em 2px"},
		{in: `"var(--shadow), 0 1px var(--blur) var(--größe)"`, want: "var(--shadow), 0 1px var(--blur) var(--größe)"},
	})
	for _, text := range []string{
		"0 1px rgb(0 0 0", "0 1px rgb(0 0 0))", "0 1px )(red", "0 1px red /* soft", "0 1px red /* soft */", "0 1px red 'a", "0 1px url(a)b", // brackets and quotes
		"0 0 1px -", "0 0 1px `", "0 0 1px %", "0 0 1px rgb(`)", "0 0 1px @media", "0 0 1px $x", "0 0 1px banana", "0 0 1px #12345", "0 0 1px \\72 ed", "/", // no terms of a shadow
		"1px red", "0 1 red", "0 1% red", "0 1px -1px red", "0 1px 2px 3px 4px red", "0 red 1px", "0 1px red blue", "inset 0 1px inset", "in\u017fet 0 1px",
		"0 1px red,", ", 0 1px", "none, 0 1px red", "inherit", "0 1px calc(1px) calc(1px) calc(1px)", "0 1px var(--x) -",
	} {
		if got, err := Shadow(text); err == nil || !strings.Contains(err.Error(), "expected a CSS shadow as") {
			t.Errorf("Shadow(%q) = %q, %v", text, got, err)
		}
	}
}

// A shadow takes time in proportion to its layers.
func TestManyLayers(t *testing.T) {
	layers := slices.Repeat(content.List{content.Object{{Key: "color", Value: "#000"}}}, 200_000)
	if css, err := Shadow(layers); err != nil || len(css) != 200_000*len("0px 0px 0px 0px #000, ")-2 {
		t.Errorf("a shadow of %d bytes: %v", len(css), err)
	}
}

func TestStep(t *testing.T) {
	step := func(value any) (string, error) {
		key, length, err := Step(value)
		return key + " " + length, err
	}
	runParseTests(t, step, []parseTest{
		{in: `2.5`, want: "2-5 2.5px"},
		{in: `0`, want: "0 0px"},
		{in: `2.50`, want: "2-5 2.5px"},
		{in: `1e1`, want: "10 10px"},
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
		{in: `{}`, wrong: "step: expected a number or a name, found nothing"},
		{in: `{"step":"Extra Small","value":4}`, want: "extra-small 4px"},
		{in: `{"step":"2xl","value":"4rem"}`, want: "2xl 4rem"},
		{in: `{"step":"--","value":4}`, wrong: `step: expected a number or a name, found "--"`},
		{in: `{"step":"4px","value":4}`, wrong: `step: expected a number or a name, found "4px"`},
		{in: `{"step":4,"value":4}`, want: "4 4px"},
		{in: `{"step":"2rem","value":"2rem"}`, wrong: `step: expected a number or a name, found "2rem"`},
		{in: `{"step":4}`, wrong: "value: expected a length"},
		{in: `{"step":4,"unit":"px"}`, wrong: "value: expected a number, since the unit stands beside it, found nothing"},
		{in: `{"step":4,"value":"1rem","unit":"rem"}`, wrong: `value: expected a number, since the unit stands beside it, found "1rem"`},
		{in: `{"step":4,"value":1,"unit":"ms"}`, wrong: `unit: expected a CSS unit as px, rem or %, found "ms"`},
		{in: `{"step":4,"value":-1,"unit":"px"}`, wrong: "value: expected a length of zero or more"},
	})
}

func TestRatio(t *testing.T) {
	runParseTests(t, Ratio, []parseTest{
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
		{in: `null`, wrong: "found nothing"},
	})
}

func TestSizes(t *testing.T) {
	sizes := func(scale any) (string, error) {
		sizes, err := Sizes(scale.(content.Object))
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

// The result for any text parses to itself, and contains nothing that ends a
// declaration.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"16", "1.50rem", ".5%", "-0px", "1e3em", "1e999px", "٣px", "#fff", "#0B5FFF80", "#12345", "ease", "cubic-bezier( 1 ,-2,\t0 , 3 )",
		"cubic-bezier(1e999, 0, 0, 0)", "0 1px 2px rgb(0 0 0 / 12%)", "inset 0 0 2px 1px #0008, 0 1px red", "0 1px /* x */ red", "{a}", "((", `"\`,
		"0 -1e3px +.5rem -2px Transparent", "Helvetica Neue", "O'Reilly", `"'`, "a\u00a0b", "ΟΔΟΣ.Α", "❤\ufe0f", "\xff", "0x1p4", " ",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\ufffd") // seed files are valid UTF-8
		checkName(t, Name(text, "fallback"))
		d, count := manual.NewTokenDocument(), 0
		for group, read := range map[int]func(string) (string, error){
			manual.RadiusGroup:      func(text string) (string, error) { return Length(text) },
			manual.DimensionGroup:   func(text string) (string, error) { return SignedLength(text) },
			manual.DurationGroup:    func(text string) (string, error) { return Duration(text) },
			manual.CubicBezierGroup: func(text string) (string, error) { return Easing(text) },
			manual.ShadowGroup:      func(text string) (string, error) { return Shadow(text) },
			manual.FontSizeGroup: func(text string) (string, error) {
				sizes, err := Sizes(content.Object{{Key: "base", Value: text}, {Key: "ratio", Value: content.Number("1.2")}})
				return sizes[0], err
			},
			manual.FontFamilyGroup: func(text string) (string, error) {
				family, err := FontFamily(text)
				if name := collapseSpace(unquote(collapseSpace(text))); err == nil && !slices.Equal(SplitFamilies(family), []string{name}) {
					t.Errorf("%q became %q", text, family)
				}
				return family, err
			},
			manual.ColorGroup: func(text string) (string, error) {
				value, ok := Hex(text)
				if !ok {
					return "", strconv.ErrSyntax
				}
				return value, nil
			},
		} {
			value, err := read(text)
			if err != nil {
				continue
			}
			if again, err := read(value); group != manual.FontSizeGroup && group != manual.FontFamilyGroup && (err != nil || again != value) {
				t.Errorf("group %d: %q became %q and then %q, %v", group, text, value, again, err)
			}
			if err := CheckValue(value); err != nil {
				t.Error(err)
			}
			count++
			d.Groups[group].Tokens = []manual.Token{{Name: "x", Value: value}}
		}
		body, notes := RenderStructured(&d)
		if tokens := checkStructured(t, body); tokens+len(notes) != count {
			t.Errorf("%d tokens and %d notes of %d", tokens, len(notes), count)
		}
	})
}
