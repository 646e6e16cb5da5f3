package css

import (
	"slices"
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

// scalar reads a value by its text.
func scalar(read func(string) (string, error)) func(*content.Value) (string, error) {
	return func(value *content.Value) (string, error) { return read(value.Scalar()) }
}

func TestLength(t *testing.T) {
	runParseTests(t, scalar(Length), []parseTest{
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
		{in: `null`, wrong: "expected a length (a number of px, or a string as \"1.5rem\"), found an empty string"},
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
		{in: `".12345678901234567890rem"`, want: "0.12345678901234567890rem"},
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
	runParseTests(t, scalar(SignedLength), []parseTest{
		{in: `-4`, want: "-4px"},
		{in: `"-.5rem"`, want: "-0.5rem"},
		{in: `"-0"`, want: "0px"},
		{in: `"--4px"`, wrong: "expected a length"},
	})
}

func TestDuration(t *testing.T) {
	runParseTests(t, scalar(Duration), []parseTest{
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
		{in: `"1.001s"`, want: "1001ms"},
		{in: `"1e-1s"`, want: "100ms"},
		{in: `"12345678901234567890ms"`, want: "12345678901234567890ms"},
		{in: `"0.1234567890123456789s"`, want: "123.4567890123456789ms"},
		{in: `".12345678901234567890s"`, want: "123.45678901234567890ms"},
		{in: `"12345678901234567890s"`, want: "12345678901234567890000ms"},
		{in: `null`, wrong: "expected a duration"},
		{in: `"fast"`, wrong: "expected a duration"},
		{in: `"2min"`, wrong: "expected a duration in ms or s"},
		{in: `"150px"`, wrong: "expected a duration in ms or s"},
		{in: `-1`, wrong: "expected a duration of zero or more"},
		{in: `"-1s"`, wrong: `expected a duration of zero or more, found "-1s"`},
		{in: `"1e39s"`, wrong: `expected a shorter duration, found "1e39s"`},
	})
}

func TestEasing(t *testing.T) {
	runParseTests(t, ReadEasing, []parseTest{
		{in: `[0.2,0,0,1]`, want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: `[0.20,-0.50,1.0,1.5e0]`, want: "cubic-bezier(0.2, -0.5, 1, 1.5)"},
		{in: `[-0,-0,0,0]`, want: "cubic-bezier(0, 0, 0, 0)"},
		{in: `"cubic-bezier(.2,0,0,1)"`, want: "cubic-bezier(0.2, 0, 0, 1)"},
		{in: `"  Cubic-Bezier( .2 , -1\n, 0.0, 2 ) "`, want: "cubic-bezier(0.2, -1, 0, 2)"},
		{in: `"cubic-bezier(+0.2, +.5, 0, +1e0)"`, want: "cubic-bezier(0.2, 0.5, 0, 1)"},
		{in: `"cubic-bezier(+-0.2, 0, 0, 1)"`, wrong: `found "+-0.2"`},
		{in: `"cubic-bezier(++0.2, 0, 0, 1)"`, wrong: `found "++0.2"`},
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
		{in: `"cubic-bezier(0.2, 0, 0px, 1)"`, wrong: `found "0px"`},
		{in: `"cubic-bezier(1.2, 0, 0, 1)"`, wrong: "x from 0 to 1, found 1.2"},
		{in: `"cubic-bezier(0, 0, -0.1, 1)"`, wrong: "x from 0 to 1, found -0.1"},
		{in: `[0.2,0,1.01,1]`, wrong: "x from 0 to 1"},
		{in: `[10,0,1,1]`, wrong: "x from 0 to 1"},
		{in: `[]`, wrong: "found 0"},
		{in: `[0,0,1]`, wrong: "found 3"},
		{in: `["0",0,0,0]`, wrong: "expected a number"},
		{in: `[null,null,null,null]`, wrong: "expected a number in an easing, found an empty string"},
	})
}

func TestFontFamily(t *testing.T) {
	read := func(value *content.Value) (string, error) {
		families := value.Scalars()
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
	runParseTests(t, ReadShadow, []parseTest{
		{in: `"0 1px 2px RGBA(0,0,0,.12)"`, want: "0 1px 2px RGBA(0,0,0,.12)"},
		{in: `"  0  1px\t2px #000,\n    0 0 1px red "`, want: "0 1px 2px #000, 0 0 1px red"},
		{in: `"none"`, want: "none"},
		{in: `"0 0 calc(1px + 2px) var(--x, (a))"`, want: "0 0 calc(1px + 2px) var(--x, (a))"},
		{in: `[{"x":0,"y":1,"blur":"2px","spread":0,"color":"rgb(0 0 0 / 12%)"}]`, want: "0px 1px 2px 0px rgb(0 0 0 / 12%)"},
		{
			in:   `[{"x":-1,"y":0,"spread":"-2px","color":" #000 ","inset":true},{"x":0,"y":1,"blur":"2px","spread":0,"color":"rgb(0 0 0 / 12%)"}]`,
			want: "inset -1px 0px 0px -2px #000, 0px 1px 2px 0px rgb(0 0 0 / 12%)",
		},
		{in: `{"color":"red"}`, want: "0px 0px 0px 0px red"},
		{in: `[{"x":null,"color":"red"}]`, want: "0px 0px 0px 0px red"},
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
	layers := content.NewList(slices.Repeat([]*content.Value{content.NewObject("color", "#000")}, 200_000)...)
	if css, err := ReadShadow(layers); err != nil || len(css) != 200_000*len("0px 0px 0px 0px #000, ")-2 {
		t.Errorf("a shadow of %d bytes: %v", len(css), err)
	}
}
