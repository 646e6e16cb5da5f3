package tokenize

import (
	"fmt"
	"strings"
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
		look := SummaryOf(m, sections, &d)
		if len(look.Fonts) != 1 || len(look.Fonts[0].Files) != 1 || len(look.Fonts[0].Weights) != 1 {
			t.Errorf("%s: the fonts are %+v", family, look.Fonts)
		}
	}
}

// As many typefaces as a manual may have take a moment, not a minute.
func TestLookOfManyFonts(t *testing.T) {
	const most = 20_000
	var fonts strings.Builder
	for i := range most {
		fmt.Fprintf(&fonts, `,{"family":"Font %d","usage":"use %d","weights":[400]}`, i, i)
	}
	m := page("TYPOGRAPHY", `{"fonts":[`+fonts.String()[1:]+`]}`)
	sections := parse(t, m)
	d, _ := document(t, m)
	look := SummaryOf(m, sections, &d)
	if len(look.Fonts) != most || len(look.Fonts[most-1].Weights) != 1 {
		t.Errorf("%d fonts, want %d, each with its weight", len(look.Fonts), most)
	}
}

// The strip of a cover has one color of each hue, whatever the colors are called, and all of a
// manual of few colors.
func TestFamilies(t *testing.T) {
	for _, test := range []struct{ name, colors, want string }{
		{"ramps", "yellow-10 #fcf4d6, yellow-30 #f1c21b, yellow-hover #e3bc13, blue-60 #0f62fe, blue-10 #edf5ff, sky #82cfff, red #da1e28, black #000000, ink #161616, gray #8d8d8d, white #ffffff, teal #009d9a",
			"#f1c21b #0f62fe #da1e28 #000000 #8d8d8d #ffffff #009d9a"},
		{"names that say nothing", "a #008000, b #00a000, c #40c040, d #a0e0a0, e #d00000, f #0000d0, g #d000d0, h #d0d000", "#00a000 #d00000 #0000d0 #d000d0 #d0d000"},
		{"few colors", "navy #0f2a43, fjord #3a6ea5, snow #ffffff", "#0f2a43 #3a6ea5 #ffffff"},
		{"transparent", "navy #0f2a43, shade #0f2a4380", "#0f2a43"},
		{"none", "", ""},
	} {
		var tokens []manual.Token
		for _, color := range strings.Split(test.colors, ", ") {
			if name, value, ok := strings.Cut(color, " "); ok {
				tokens = append(tokens, manual.Token{Name: name, Value: value})
			}
		}
		if got := strings.Join(Families(tokens), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// The color of a brand is the one that is called so as a whole, of a ramp the strongest.
func TestBrandColor(t *testing.T) {
	for _, test := range []struct{ name, colors, want string }{
		{"a ramp", "brand-0 #300000, brand-7 #ec0016, brand-14 #ffffff", "#ec0016"},
		{"a ramp and its base", "brand-0 #300000, brand-7 #f40010, brand-origin-base #ec0016", "#ec0016"},
		{"brands of others", "instagram-brand #e1306c, brand-colors-facebook #3b5998, primary #d14500", "#d14500"},
		{"a part of a page", "button-primary #0000d0, primary-color #00a000", "#00a000"},
		{"shades of it", "palette-primary-light #9daaf1, text-interactive-hover #92cbff, palette-primary-main #546be7", "#546be7"},
		{"a state of it", "button-primary-danger #d51b1e, button-primary #007bc7", "#007bc7"},
		{"only shades", "primary-light #9daaf1, primary-dark #2e40a5", "#9daaf1"},
		{"a chart", "charts-primary #6acb75, link #0000d0", ""},
		{"none that is colored", "brand #222222, link #0000d0", ""},
	} {
		var tokens []manual.Token
		for _, color := range strings.Split(test.colors, ", ") {
			name, value, _ := strings.Cut(color, " ")
			tokens = append(tokens, manual.Token{Name: name, Value: value})
		}
		if got := BrandColor(tokens); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
