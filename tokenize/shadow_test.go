package tokenize

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

func TestShadow(t *testing.T) {
	css := func(text string) manual.ShadowValue { return manual.ShadowValue{CSS: text} }
	layers := func(l ...manual.ShadowLayer) manual.ShadowValue { return manual.ShadowValue{Layers: l} }
	soft := manual.ShadowLayer{X: number("0"), Y: number("1"), Blur: quoted("2px"), Spread: number("0"), Color: "rgb(0 0 0 / 12%)"}
	for _, test := range []struct {
		about       string
		in          manual.ShadowValue
		want, wrong string
	}{
		{about: "as written", in: css("0 1px 2px RGBA(0,0,0,.12)"), want: "0 1px 2px RGBA(0,0,0,.12)"},
		{about: "white space", in: css("  0  1px\t2px #000,\n    0 0 1px red "), want: "0 1px 2px #000, 0 0 1px red"},
		{about: "none", in: css("none"), want: "none"},
		{about: "functions", in: css("0 0 calc(1px + 2px) var(--x, (a))"), want: "0 0 calc(1px + 2px) var(--x, (a))"},
		{about: "a layer", in: layers(soft), want: "0px 1px 2px 0px rgb(0 0 0 / 12%)"},
		{
			about: "two layers", want: "inset -1px 0px 0px -2px #000, 0px 1px 2px 0px rgb(0 0 0 / 12%)",
			in: layers(manual.ShadowLayer{X: number("-1"), Y: number("0"), Spread: quoted("-2px"), Color: " #000 ", Inset: true}, soft),
		},
		{about: "lengths not given", in: layers(manual.ShadowLayer{Color: "red"}), want: "0px 0px 0px 0px red"},
		{about: "nothing", in: manual.ShadowValue{}, wrong: "expected a CSS shadow or layers"},
		{about: "blank", in: css(" \n"), wrong: "expected a CSS shadow or layers"},
		{about: "no layers", in: manual.ShadowValue{Layers: []manual.ShadowLayer{}}, wrong: "expected a CSS shadow or layers"},
		{about: "no length", in: layers(soft, manual.ShadowLayer{X: quoted("auto"), Color: "red"}), wrong: "layer 2: x: expected a length"},
		{about: "negative blur", in: layers(manual.ShadowLayer{Blur: number("-1"), Color: "red"}), wrong: "blur: expected a length of zero or more"},
		{about: "no color", in: layers(manual.ShadowLayer{}), wrong: "color: expected one CSS color, found an empty string"},
		{about: "two colors", in: layers(manual.ShadowLayer{Color: "red blue"}), wrong: "color: expected one CSS color"},
		{about: "a color and a layer", in: layers(manual.ShadowLayer{Color: "red, 0 0 blue"}), wrong: "color: expected one CSS color"},
		{about: "an open color", in: layers(manual.ShadowLayer{Color: "rgb(0 0 0"}), wrong: "color: expected one CSS color"},
		{about: "an alias as a color", in: layers(manual.ShadowLayer{Color: "{color.black}"}), wrong: "braces"},
		{about: "an alias", in: css("{shadow.card}"), wrong: "braces"},
		{about: "a second declaration", in: css("0 1px red; color: red"), wrong: "semicolons"},
		{about: "a control character", in: css("0 1px\x00 red"), wrong: "control characters"},
		{about: "an open bracket", in: css("0 1px rgb(0 0 0"), wrong: "every bracket and quote closed"},
		{about: "a bracket too much", in: css("0 1px rgb(0 0 0))"), wrong: "every bracket and quote closed"},
		{about: "an open comment", in: css("0 1px red /* soft"), wrong: "every bracket and quote closed"},
		{about: "an open string", in: css("0 1px red 'a"), wrong: "every bracket and quote closed"},
	} {
		got, err := Shadow(test.in)
		if test.wrong == "" && (err != nil || got != test.want) {
			t.Errorf("%s: %q, %v, want %q", test.about, got, err, test.want)
		}
		if test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s: %q, %v, want an error with %q", test.about, got, err, test.wrong)
		}
	}
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

func FuzzShadow(f *testing.F) {
	for _, seed := range []string{
		"0 1px 2px rgb(0 0 0 / 12%)", "inset 0 0 2px 1px #0008, 0 1px red", "none", "0 1px /* x */ red", "{a}", "((", `"\`, "0 -1e3px +.5rem -2px Transparent",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := Shadow(manual.ShadowValue{CSS: text})
		if err != nil {
			return
		}
		if again, err := Shadow(manual.ShadowValue{CSS: value}); err != nil || again != value {
			t.Fatalf("%q became %q and then %q, %v", text, value, again, err)
		}
		d := manual.NewTokenDocument()
		d.Groups[manual.ShadowGroup].Tokens = []manual.Token{{Name: "s", Value: value}}
		body, notes := RenderStructured(&d)
		tokens := checkStructured(t, body)
		if tokens+len(notes) != 1 {
			t.Fatalf("%q: %d tokens and %d notes", value, tokens, len(notes))
		}
	})
}
