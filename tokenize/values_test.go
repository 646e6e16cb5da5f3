package tokenize

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"designmanual/db/manual"
)

func number(text string) Literal { return Literal{Text: text} }
func quoted(text string) Literal { return Literal{Text: text, Quoted: true} }

// A reading is a row for a function that reads a value; wrong is a part of
// the error's text.
type reading[T any] struct {
	in          T
	want, wrong string
}

func runReadings[T any](t *testing.T, read func(T) (string, error), tests []reading[T]) {
	t.Helper()
	for _, test := range tests {
		got, err := read(test.in)
		switch {
		case test.wrong == "" && (err != nil || got != test.want):
			t.Errorf("%+v: %q, %v, want %q", test.in, got, err, test.want)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%+v: %q, %v, want an error with %q", test.in, got, err, test.wrong)
		}
	}
}

func TestLength(t *testing.T) {
	runReadings(t, Length, []reading[Literal]{
		{in: number("16"), want: "16px"},
		{in: number("0"), want: "0px"},
		{in: number("-0"), want: "0px"},
		{in: number("2.50"), want: "2.5px"},
		{in: number("1e3"), want: "1000px"},
		{in: quoted("16"), want: "16px"},
		{in: quoted("0"), want: "0px"},
		{in: quoted(".5rem"), want: "0.5rem"},
		{in: quoted("1.50em"), want: "1.5em"},
		{in: quoted("1e1em"), want: "10em"},
		{in: quoted("16PX"), want: "16px"},
		{in: quoted("2Rem"), want: "2rem"},
		{in: quoted("4Q"), want: "4q"},
		{in: quoted("50%"), want: "50%"},
		{in: quoted("100dvh"), want: "100dvh"},
		{in: quoted("10cqmin"), want: "10cqmin"},
		{in: Literal{}, wrong: "expected a length (a number of px, or a string as \"1.5rem\"), found nothing"},
		{in: quoted(""), wrong: "found an empty string"},
		{in: quoted("auto"), wrong: `found "auto"`},
		{in: quoted("+5px"), wrong: `found "+5px"`},
		{in: quoted("calc(1px + 2px)"), wrong: "expected a length"},
		{in: number("-4"), wrong: "expected a length of zero or more, found -4"},
		{in: quoted("-4px"), wrong: "expected a length of zero or more"},
		{in: quoted("5.px"), wrong: "CSS unit"},
		{in: quoted("16 px"), wrong: "CSS unit"},
		{in: quoted("10deg"), wrong: "CSS unit"},
		{in: quoted("150ms"), wrong: "CSS unit"},
		{in: quoted("1fr"), wrong: "CSS unit"},
		{in: quoted("16px;"), wrong: "CSS unit"},
		{in: number("1e999999999"), wrong: "expected a length"},
		{in: quoted(strings.Repeat("x", 200)), wrong: "xxx…"},
		{in: number("007"), want: "7px"},
		{in: number("0.30000000000000004"), want: "0.30000000000000004px"},
		{in: number("1E+3"), want: "1000px"},
		{in: quoted("25e-1px"), want: "2.5px"},
		{in: number("1e39"), want: "1" + strings.Repeat("0", 39) + "px"},
		{in: number("1e40"), wrong: "expected a length"},
		{in: number("1e-99"), wrong: "expected a length"},
		{in: quoted("1e"), wrong: "CSS unit"},
		{in: quoted("0x10"), wrong: "CSS unit"},
		{in: quoted("NaN"), wrong: "expected a length"},
		{in: quoted("."), wrong: "expected a length"},
	})
	runReadings(t, SignedLength, []reading[Literal]{
		{in: number("-4"), want: "-4px"},
		{in: quoted("-.5rem"), want: "-0.5rem"},
		{in: quoted("-0"), want: "0px"},
		{in: quoted("--4px"), wrong: "expected a length"},
	})
}

func TestDuration(t *testing.T) {
	runReadings(t, Duration, []reading[Literal]{
		{in: number("150"), want: "150ms"},
		{in: number("0"), want: "0ms"},
		{in: number("150.0"), want: "150ms"},
		{in: quoted("150"), want: "150ms"},
		{in: quoted("150ms"), want: "150ms"},
		{in: quoted("150MS"), want: "150ms"},
		{in: quoted("0.15s"), want: "150ms"},
		{in: quoted(".2S"), want: "200ms"},
		{in: quoted("1.0005s"), want: "1000.5ms"},
		{in: quoted("0.29s"), want: "290ms"},
		{in: quoted("1e-1s"), want: "100ms"},
		{in: Literal{}, wrong: "expected a duration"},
		{in: quoted("fast"), wrong: "expected a duration"},
		{in: quoted("2min"), wrong: "expected a duration in ms or s"},
		{in: quoted("150px"), wrong: "expected a duration in ms or s"},
		{in: number("-1"), wrong: "expected a duration of zero or more"},
		{in: quoted("1e39s"), wrong: "expected a shorter duration"},
	})
}

func TestEasing(t *testing.T) {
	points := func(texts ...string) EasingValue {
		v := EasingValue{Points: []Literal{}}
		for _, text := range texts {
			v.Points = append(v.Points, number(text))
		}
		return v
	}
	css := func(text string) EasingValue { return EasingValue{CSS: text} }
	runReadings(t, Easing, []reading[EasingValue]{
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
		{in: EasingValue{}, wrong: "expected an easing"},
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
		{in: EasingValue{Points: []Literal{quoted("0"), number("0"), number("0"), number("0")}}, wrong: "expected a number"},
		{in: EasingValue{Points: make([]Literal, 4)}, wrong: "expected a number in an easing, found nothing"},
	})
}

func TestFontFamily(t *testing.T) {
	of := func(family string, fallbacks ...string) Font {
		return Font{Family: family, Fallbacks: fallbacks}
	}
	runReadings(t, FontFamily, []reading[Font]{
		{in: of("Inter"), want: "Inter"},
		{in: of("Helvetica Neue", "Arial", "sans-serif"), want: "Helvetica Neue, Arial, sans-serif"},
		{in: of("Source Sans 3", "system-ui"), want: "'Source Sans 3', system-ui"},
		{in: of("-apple-system", "BlinkMacSystemFont"), want: "-apple-system, BlinkMacSystemFont"},
		{in: of("  Acme   Sans "), want: "Acme Sans"},
		{in: of("Noto Sans 日本語"), want: "Noto Sans 日本語"},
		{in: of("Blå_Font-2"), want: "Blå_Font-2"},
		{in: of("--brand"), want: "--brand"},
		{in: of("3270"), want: "'3270'"},
		{in: of("-3D"), want: "'-3D'"},
		{in: of("-"), want: "'-'"},
		{in: of("AT&T Aleck"), want: "'AT&T Aleck'"},
		{in: of("Font, Two"), want: "'Font, Two'"},
		{in: of("O'Reilly"), want: `'O\'Reilly'`},
		{in: of(`Back\Slash`), want: `'Back\\Slash'`},
		{in: of(`Say "x"`), want: `'Say "x"'`},
		{in: of("inherit"), want: "'inherit'"},
		{in: of("Initial Sans"), want: "'Initial Sans'"}, // each word is an identifier that CSS keeps for itself
		{in: of("Non\u00a0Breaking"), want: "'Non\u00a0Breaking'"},
		{in: of("'Source Sans 3'"), want: "'Source Sans 3'"},
		{in: of(`"Inter"`), want: "Inter"},
		{in: of("'A' and 'B'"), want: `'\'A\' and \'B\''`},
		{in: of("Inter", "", " ", "''", "\" \"", "serif"), want: "Inter, serif"},
		{in: of(""), wrong: "expected the name of a typeface, found an empty string"},
		{in: of(" "), wrong: "expected the name of a typeface"},
		{in: of("''"), wrong: "expected the name of a typeface"},
		{in: of("{font.body}"), wrong: "braces"},
		{in: of("Inter; color: red"), wrong: "semicolons"},
		{in: of("In\x00ter"), wrong: "control characters"},
		{in: of("Inter", "Arial", "a;b"), wrong: "fallback 2: expected a value without"},
	})
}

func TestShadow(t *testing.T) {
	css := func(text string) ShadowValue { return ShadowValue{CSS: text} }
	layers := func(l ...ShadowLayer) ShadowValue { return ShadowValue{Layers: l} }
	soft := ShadowLayer{X: number("0"), Y: number("1"), Blur: quoted("2px"), Spread: number("0"), Color: "rgb(0 0 0 / 12%)"}
	runReadings(t, Shadow, []reading[ShadowValue]{
		{in: css("0 1px 2px RGBA(0,0,0,.12)"), want: "0 1px 2px RGBA(0,0,0,.12)"},
		{in: css("  0  1px\t2px #000,\n    0 0 1px red "), want: "0 1px 2px #000, 0 0 1px red"},
		{in: css("none"), want: "none"},
		{in: css("0 0 calc(1px + 2px) var(--x, (a))"), want: "0 0 calc(1px + 2px) var(--x, (a))"},
		{in: layers(soft), want: "0px 1px 2px 0px rgb(0 0 0 / 12%)"},
		{
			in:   layers(ShadowLayer{X: number("-1"), Y: number("0"), Spread: quoted("-2px"), Color: " #000 ", Inset: true}, soft),
			want: "inset -1px 0px 0px -2px #000, 0px 1px 2px 0px rgb(0 0 0 / 12%)",
		},
		{in: layers(ShadowLayer{Color: "red"}), want: "0px 0px 0px 0px red"},
		{in: ShadowValue{}, wrong: "expected a CSS shadow or layers"},
		{in: css(" \n"), wrong: "expected a CSS shadow or layers"},
		{in: ShadowValue{Layers: []ShadowLayer{}}, wrong: "expected a CSS shadow or layers"},
		{in: layers(soft, ShadowLayer{X: quoted("auto"), Color: "red"}), wrong: "layer 2: x: expected a length"},
		{in: layers(ShadowLayer{Blur: number("-1"), Color: "red"}), wrong: "blur: expected a length of zero or more"},
		{in: layers(ShadowLayer{}), wrong: "color: expected one CSS color, found an empty string"},
		{in: layers(ShadowLayer{Color: "red blue"}), wrong: "color: expected one CSS color"},
		{in: layers(ShadowLayer{Color: "red, 0 0 blue"}), wrong: "color: expected one CSS color"},
		{in: layers(ShadowLayer{Color: "rgb(0 0 0"}), wrong: "color: expected one CSS color"},
		{in: layers(ShadowLayer{Color: "{color.black}"}), wrong: "braces"},
		{in: css("{shadow.card}"), wrong: "braces"},
		{in: css("0 1px red; color: red"), wrong: "semicolons"},
		{in: css("0 1px\x00 red"), wrong: "control characters"},
		{in: css("0 1px rgb(0 0 0"), wrong: "every bracket and quote closed"},
		{in: css("0 1px rgb(0 0 0))"), wrong: "every bracket and quote closed"},
		{in: css("0 1px red /* soft"), wrong: "every bracket and quote closed"},
		{in: css("0 1px red 'a"), wrong: "every bracket and quote closed"},
	})
}

func TestBalanced(t *testing.T) {
	for text, want := range map[string]bool{
		"url(a/b.png)": true, "URL( 'a)b' )": true, "url(a)": true, "image(a(b))": true,
		"url(/*)[ */)": false, `url(a"b) c "d)`: false, "url(a'b)'": false, "url(a(b))": false, `url(a\)b)`: false, "url(a": false, "url(": false, "url()": true, `\75 rl(a"b) c "d)`: false, `\(f(a)`: true,
		"": true, "a": true, "(a[b](c))": true, `"a)" ')'`: true, `"a\")"`: true, "/* ( */": true, `\(`: true, "/": true,
		"(": false, ")": false, "(]": false, "[)": false, `"a`: false, `"a\"`: false, "/*": false, "/*/": false, `a\`: false,
	} {
		if got := balanced(text); got != want {
			t.Errorf("balanced(%q) = %v", text, got)
		}
	}
}

func TestStep(t *testing.T) {
	bare := func(l Literal) SpacingStep { return SpacingStep{Bare: true, Step: l, Value: l} }
	step := func(s SpacingStep) (string, error) {
		key, value, err := Step(s)
		return key + " " + value, err
	}
	runReadings(t, step, []reading[SpacingStep]{
		{in: bare(number("2.5")), want: "2-5 2.5px"},
		{in: bare(number("0")), want: "0 0px"},
		{in: bare(number("2.50")), want: "2-5 2.5px"},
		{in: bare(number("1e1")), want: "10 10px"},
		{in: bare(quoted("2.5rem")), want: "2-5 2.5rem"},
		{in: bare(quoted(".5REM")), want: "0-5 0.5rem"},
		{in: bare(quoted("8")), want: "8 8px"},
		{in: SpacingStep{Step: number("2.5"), Value: number("10"), Unit: "px"}, want: "2-5 10px"},
		{in: SpacingStep{Step: quoted("2.5"), Value: number("10")}, want: "2-5 10px"},
		{in: SpacingStep{Step: number("4"), Value: quoted("1"), Unit: "Rem"}, want: "4 1rem"},
		{in: SpacingStep{Step: number("4"), Value: quoted("1rem")}, want: "4 1rem"},
		{in: bare(quoted("auto")), wrong: `expected a number, found "auto"`},
		{in: bare(quoted("2deg")), wrong: "expected a length with a CSS unit"},
		{in: bare(number("-2")), wrong: "expected a number of zero or more, found -2"},
		{in: SpacingStep{}, wrong: "step: expected a number, found nothing"},
		{in: SpacingStep{Step: quoted("sm"), Value: number("4")}, wrong: `step: expected a number, found "sm"`},
		{in: SpacingStep{Step: quoted("4px"), Value: number("4")}, wrong: `step: expected a number, found "4px"`},
		{in: SpacingStep{Step: number("4"), Value: number("4")}, want: "4 4px"},
		{in: SpacingStep{Step: quoted("2rem"), Value: quoted("2rem")}, wrong: `step: expected a number, found "2rem"`},
		{in: SpacingStep{Step: number("4")}, wrong: "value: expected a length"},
		{in: SpacingStep{Step: number("4"), Unit: "px"}, wrong: "value: expected a number, since the unit stands beside it, found nothing"},
		{in: SpacingStep{Step: number("4"), Value: quoted("1rem"), Unit: "rem"}, wrong: `value: expected a number, since the unit stands beside it, found "1rem"`},
		{in: SpacingStep{Step: number("4"), Value: number("1"), Unit: "ms"}, wrong: `unit: expected a CSS unit as px, rem or %, found "ms"`},
		{in: SpacingStep{Step: number("4"), Value: number("-1"), Unit: "px"}, wrong: "value: expected a length of zero or more"},
	})
}

func TestRatio(t *testing.T) {
	runReadings(t, Ratio, []reading[Literal]{
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
		{in: Literal{}, wrong: "found nothing"},
	})
}

func TestSizes(t *testing.T) {
	sizes := func(scale TypeScale) (string, error) {
		sizes, err := Sizes(scale)
		return strings.Join(sizes[:], " "), err
	}
	runReadings(t, sizes, []reading[TypeScale]{
		{
			in:   TypeScale{Base: number("16"), Ratio: number("1.25")},
			want: "6.554px 8.192px 10.24px 12.8px 16px 20px 25px 31.25px 39.063px 48.828px 61.035px 76.294px",
		},
		{
			in:   TypeScale{Base: quoted("1.0REM"), Ratio: number("1.2")},
			want: "0.482rem 0.579rem 0.694rem 0.833rem 1rem 1.2rem 1.44rem 1.728rem 2.074rem 2.488rem 2.986rem 3.583rem",
		},
		{
			in:   TypeScale{Base: number("0.0005"), Ratio: number("1")},
			want: strings.TrimSpace(strings.Repeat("0.001px ", 4) + "0.0005px " + strings.Repeat("0.001px ", 7)),
		},
		{
			in:   TypeScale{Base: quoted("0.93750rem"), Ratio: number("1.2")},
			want: "0.452rem 0.543rem 0.651rem 0.781rem 0.9375rem 1.125rem 1.35rem 1.62rem 1.944rem 2.333rem 2.799rem 3.359rem",
		},
		{
			in: TypeScale{Base: number("10"), Ratio: number("2"), Sizes: map[string]Literal{
				"md": quoted("1rem"), "6xl": number("99.12345"), "xs": {},
			}},
			want: "0.625px 1.25px 2.5px 5px 1rem 20px 40px 80px 160px 320px 640px 99.12345px",
		},
		{in: TypeScale{Base: number("0"), Ratio: number("2")}, want: strings.TrimSpace(strings.Repeat("0px ", 12))},
		{in: TypeScale{Ratio: number("2")}, wrong: "base: expected a length"},
		{in: TypeScale{Base: number("-1"), Ratio: number("2")}, wrong: "base: expected a length of zero or more"},
		{in: TypeScale{Base: number("16")}, wrong: "ratio: expected a ratio"},
		{
			wrong: `sizes: expected a key as 3xs, 2xs, xs, sm, md, lg, xl, 2xl, 3xl, 4xl, 5xl, 6xl, found "7xl"`,
			in:    TypeScale{Base: number("16"), Ratio: number("2"), Sizes: map[string]Literal{"7xl": number("1")}},
		},
		{
			wrong: "sizes: lg: expected a length",
			in:    TypeScale{Base: number("16"), Ratio: number("2"), Sizes: map[string]Literal{"lg": quoted("big")}},
		},
	})
}

// What is read of any text is written so that it is read as the same again,
// and has nothing in it that ends a declaration.
func FuzzValues(f *testing.F) {
	for _, seed := range []string{
		"16", "1.50rem", ".5%", "-0px", "1e3em", "1e999px", "٣px", "#fff", "#0B5FFF80", "#12345", "ease", "cubic-bezier( 1 ,-2,\t0 , 3 )",
		"cubic-bezier(1e999, 0, 0, 0)", "0 1px 2px rgb(0 0 0 / 12%)", "inset 0 0 2px 1px #0008, 0 1px red", "0 1px /* x */ red", "{a}", "((", `"\`,
		"0 -1e3px +.5rem -2px Transparent", "Helvetica Neue", "O'Reilly", `"'`, "a\u00a0b", "ΟΔΟΣ.Α", "❤\ufe0f", "\xff", "0x1p4",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\ufffd") // as seed files are
		checkName(t, Name(text, "fallback"))
		d, count := manual.NewTokenDocument(), 0
		for group, read := range map[int]func(string) (string, error){
			manual.RadiusGroup:      func(text string) (string, error) { return Length(quoted(text)) },
			manual.DimensionGroup:   func(text string) (string, error) { return SignedLength(quoted(text)) },
			manual.DurationGroup:    func(text string) (string, error) { return Duration(quoted(text)) },
			manual.CubicBezierGroup: func(text string) (string, error) { return Easing(EasingValue{CSS: text}) },
			manual.ShadowGroup:      func(text string) (string, error) { return Shadow(ShadowValue{CSS: text}) },
			manual.FontSizeGroup: func(text string) (string, error) {
				sizes, err := Sizes(TypeScale{Base: quoted(text), Ratio: number("1.2")})
				return sizes[0], err
			},
			manual.FontFamilyGroup: func(text string) (string, error) {
				family, err := Family(text)
				if name := squeeze(unquote(squeeze(text))); err == nil && !slices.Equal(SplitFamilies(family), []string{name}) {
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
