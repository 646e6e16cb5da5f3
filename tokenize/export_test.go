package tokenize

import (
	"testing"

	"designmanual/db/manual"
)

// exports are the exported files of a token document.
var exports = []struct {
	name   string
	render func(*manual.TokenDocument) []byte
	empty  string // of a document without tokens
}{
	{"tokens.css", RenderCSS, ":root {\n}\n"},
	{"tokens.scss", RenderSCSS, "\n$color: ();\n\n$dimension: ();\n\n$font-family: ();\n\n$font-size: ();\n\n$duration: ();\n\n" +
		"$cubic-bezier: ();\n\n$radius: ();\n\n$shadow: ();\n\n$theme: ();\n"},
	{"tailwind.css", RenderTailwind, "@theme {\n}\n"},
	{"tokens.js", RenderModule, emptyConstants("export const ", " = {\n};\n\n") +
		"export default { color, dimension, fontFamily, fontSize, duration, cubicBezier, radius, shadow, theme };\n"},
	{"tokens.d.ts", RenderTypes, emptyConstants("export declare const ", ": {\n};\n\n") + "declare const tokens: {\n  readonly color: typeof color;\n" +
		"  readonly dimension: typeof dimension;\n  readonly fontFamily: typeof fontFamily;\n  readonly fontSize: typeof fontSize;\n" +
		"  readonly duration: typeof duration;\n  readonly cubicBezier: typeof cubicBezier;\n  readonly radius: typeof radius;\n" +
		"  readonly shadow: typeof shadow;\n  readonly theme: typeof theme;\n};\n\nexport default tokens;\n"},
	{"palette.gpl", func(d *manual.TokenDocument) []byte { return RenderGIMP(d, "Acme\n brand manual") }, "GIMP Palette\nName: Acme brand manual\nColumns: 0\n#\n"},
	{"palette.ase", RenderAdobe, "ASEF\x00\x01\x00\x00\x00\x00\x00\x00"},
}

func emptyConstants(before, after string) (text string) {
	for _, g := range manual.Groups {
		text += before + g.Name + after
	}
	return text + before + manual.GroupThemes + after
}

func TestEmptyExports(t *testing.T) {
	d := manual.NewTokenDocument()
	for _, e := range exports {
		if got := string(e.render(&d)); got != e.empty {
			t.Errorf("%s without tokens is\n%q, want\n%q", e.name, got, e.empty)
		}
	}
}

// Font families and shadows keep their meaning in Sass.
func TestSassValues(t *testing.T) {
	for _, test := range []struct {
		kind        manual.TokenType
		value, want string
	}{
		{manual.FontFamilyToken, "'Source Sans 3', Arial", "'Source Sans 3', Arial"},
		{manual.FontFamilyToken, "Not Sans, serif", `#{"Not Sans, serif"}`},
		{manual.FontFamilyToken, "Black Ops One", `#{"Black Ops One"}`},
		{manual.FontFamilyToken, `'O\'R "x" #'`, `#{"'O\\'R \"x\" \#'"}`},
		{manual.ShadowToken, "0 1px 2px #000c", "0 1px 2px #000c"},
		{manual.ShadowToken, "#000 0 1px calc(1px + 2px)", `#{"\#000 0 1px calc(1px + 2px)"}`},
		{manual.CubicBezierToken, "cubic-bezier(0, 0, 1, 1)", "cubic-bezier(0, 0, 1, 1)"},
	} {
		if got := sassValue(test.kind, test.value); got != test.want {
			t.Errorf("%s became %s, want %s", test.value, got, test.want)
		}
	}
}
