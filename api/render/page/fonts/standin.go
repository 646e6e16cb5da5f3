package fonts

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

const standInSuffix = " stand-in"

// A systemFont is a font that is installed almost everywhere, by its names on
// several systems, and the average width of its characters in ten-thousandths of an
// em, as package font counts them.
type systemFont struct {
	local string
	width int
}

// systemFonts are sans-serif, serif and monospaced, each regular and bold.
var systemFonts = [...][2]systemFont{{
	{`local("Arial"),local("ArialMT"),local("Liberation Sans"),` +
		`local("Arimo"),local("Helvetica")`, 4388},
	{`local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),` +
		`local("Arimo Bold"),local("Helvetica Bold")`, 4718},
}, {
	{`local("Times New Roman"),local("TimesNewRomanPSMT"),local("Liberation Serif"),` +
		`local("Tinos"),local("Times")`, 3961},
	{`local("Times New Roman Bold"),local("TimesNewRomanPS-BoldMT"),local("Liberation Serif Bold"),` +
		`local("Tinos Bold")`, 4198},
}, {
	{`local("Courier New"),local("CourierNewPSMT"),local("Liberation Mono"),` +
		`local("Cousine")`, 6000},
	{`local("Courier New Bold"),local("CourierNewPS-BoldMT"),local("Liberation Mono Bold"),` +
		`local("Cousine Bold")`, 6000},
}}

// standIn returns the system font that is most like a family with fallbacks.
func standIn(families string, bold bool) systemFont {
	like := systemFonts[0]
	if strings.HasSuffix(families, "monospace") {
		like = systemFonts[2]
	} else if strings.HasSuffix(families, "serif") && !strings.HasSuffix(families, "sans-serif") {
		like = systemFonts[1]
	}
	if bold {
		return like[1]
	}
	return like[0]
}

// standIns returns the @font-face rules of the stand-in for a file. A variable font is as
// wide as its weight, so that each weight that the page shows has a rule of its own.
func (t *Typeface) standIns(families string, f File) string {
	weights := []int{f.Min}
	for _, n := range append(t.Drawn(), t.Nearest(400), t.Nearest(600)) {
		if n > f.Min && n <= f.Max {
			weights = append(weights, n)
		}
	}
	slices.Sort(weights)
	source := func(weight int) string {
		like := standIn(families, weight >= 600)
		return ";src:" + like.local + like.adjust(f.font, weight)
	}
	weights = slices.CompactFunc(weights, func(a, b int) bool { return source(a) == source(b) })
	style := ""
	if f.Italic {
		style = ";font-style:italic"
	}
	var b strings.Builder
	for i, n := range weights {
		most := f.Max
		if i < len(weights)-1 {
			most = weights[i+1] - 1
		}
		name := Quote(css.SplitFamilies(families)[0] + standInSuffix)
		b.WriteString("@font-face{font-family:" + name + source(n) + weightDescriptor(n, most) + style + "}")
	}
	return b.String()
}

// adjust returns the descriptors that give the system font the space of a font in a weight (CSS
// Fonts Module Level 5, sections 4 and 6).
func (s systemFont) adjust(f manual.Font, weight int) string {
	percent := func(n int) string { return strconv.FormatFloat(float64(n)/100, 'f', -1, 64) + "%" }
	width := f.Width
	if varied := f.Widths[min(max(weight+50, 100)/100, len(f.Widths))-1]; varied > 0 {
		width = varied
	}
	size := width * 10_000 / s.width
	share := func(n int) string { return percent(n * 10_000 / size) }
	return ";size-adjust:" + percent(size) + ";ascent-override:" + share(f.Ascent) +
		";descent-override:" + share(f.Descent) + ";line-gap-override:" + share(f.LineGap)
}
