package tokenize

import (
	"testing"

	"designmanual/db/manual"
)

// The look has the files of a typeface however its family is written.
func TestLookFonts(t *testing.T) {
	for _, family := range []string{`Gill Sans`, `'Gill Sans'`, ` Gill  Sans `, `\"Gill Sans\"`, `1st Sans`} {
		m := page("TYPOGRAPHY", `{"fonts":[{"family":"`+family+`","weights":[400],"fallbacks":["serif"],"files":[{"url":"gill.woff2","weight":"400"}]}]}`)
		m.Files = []manual.File{{Ref: "gill.woff2", Name: "gill.woff2"}}
		sections := parse(t, m)
		d, _ := document(t, m)
		look := Look(m, sections, &d)
		if len(look.Fonts) != 1 || len(look.Fonts[0].Files) != 1 || len(look.Fonts[0].Weights) != 1 {
			t.Errorf("%s: the fonts are %+v", family, look.Fonts)
		}
	}
}
