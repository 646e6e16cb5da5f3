package export

import (
	"strconv"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

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
		d, count := manual.NewTokenDocument(), 0
		for group, read := range map[int]func(string) (string, error){
			manual.RadiusGroup:      func(text string) (string, error) { return css.Length(text) },
			manual.DimensionGroup:   func(text string) (string, error) { return css.SignedLength(text) },
			manual.DurationGroup:    func(text string) (string, error) { return css.Duration(text) },
			manual.CubicBezierGroup: css.Easing,
			manual.ShadowGroup:      func(text string) (string, error) { return css.Shadow(text) },
			manual.FontSizeGroup: func(text string) (string, error) {
				sizes, err := tokenize.Sizes(content.NewObject("base", text, "ratio", "1.2"))
				return sizes[0], err
			},
			manual.FontFamilyGroup: func(text string) (string, error) {
				family, err := css.FontFamily(text)
				if names := css.SplitFamilies(family); err == nil && (len(names) != 1 || tokenize.Name(names[0], "") != tokenize.Name(text, "")) {
					t.Errorf("%q became %q", text, family)
				}
				return family, err
			},
			manual.ColorGroup: func(text string) (string, error) {
				value, ok := css.Hex(text)
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
			if err := css.CheckValue(value); err != nil {
				t.Error(err)
			}
			count++
			d.Groups[group].Tokens = []manual.Token{{Name: "x", Value: value}}
		}
		body, notes := Structured(&d), StructuredNotes(&d)
		if tokens := checkStructured(t, body); tokens+len(notes) != count {
			t.Errorf("%d tokens and %d notes of %d", tokens, len(notes), count)
		}
	})
}
