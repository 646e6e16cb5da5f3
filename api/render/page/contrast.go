package page

import (
	"cmp"
	"slices"
	"strconv"

	"designmanual/db/manual"
)

// A pairing is a foreground on a background. Class sets both; it is empty if one of them
// is no color of the manual.
type pairing struct {
	Foreground, Background, Use string
	Class                       class
	Contrast                    verdict
	Extra                       *value
}

func (b *builder) pairings() any {
	var pairings []pairing
	for it := range b.items("pairings") {
		p := pairing{Foreground: it.text("foreground"), Background: it.text("background"), Use: it.text("use"), Extra: it.Extra}
		front, ok := colorOf(b.swatches, p.Foreground)
		if ground, has := colorOf(b.swatches, p.Background); ok && has {
			ground = ground.over(white)
			p.Class, p.Contrast = b.sheet.class("--v:"+front.hex(), "--g:"+ground.hex()), b.verdict(front, ground)
		}
		pairings = append(pairings, p)
	}
	return pairings
}

// A verdict is the contrast of two colors, and its level as a key of the words and in
// words.
type verdict struct{ Ratio, Level, Words string }

func (s locale) verdict(ink, background rgba) verdict {
	ratio := ink.contrast(background)
	return verdict{s.ratio(ratio), level(ratio), s.translate(level(ratio))}
}

// A matrix is a table of the contrast of colors on backgrounds.
type matrix struct {
	Backgrounds []namedColor
	Folded      bool  // the script makes the rows of the swatches when it is opened
	Class       class // sets --on-1 and so on to the names of the backgrounds
	Rows        []contrastRow
}

// A namedColor is a row or a column of a matrix.
type namedColor struct {
	Name  string
	Hex   string // shown beside the name, may be empty
	color rgba
}

// Ground returns the color as a hex, for the script.
func (c namedColor) Ground() string { return c.color.hex() }

type contrastRow struct {
	Name  string
	Class class // sets --v to the color
	Cells []contrastCell
}

// A contrastCell is empty for a color on itself.
type contrastCell struct {
	Class class // sets --g to the background
	verdict
}

// matrix returns the contrast of each ink on each other background, nil if there is
// none.
func (b *builder) matrix(inks, backgrounds []namedColor) *matrix {
	if len(inks) >= foldedFrom {
		return &matrix{Backgrounds: backgrounds, Folded: true}
	}
	m := &matrix{Backgrounds: backgrounds}
	classes, names := make([]class, len(backgrounds)), make([]string, len(backgrounds))
	for i, g := range backgrounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
		names[i] = "--on-" + strconv.Itoa(i+1) + ":" + cssFamily(g.Name)
	}
	m.Class = b.sheet.class(names...)
	for _, ink := range inks {
		row := contrastRow{ink.Name, b.sheet.value(ink.color.hex()), make([]contrastCell, len(backgrounds))}
		compared := false
		for i, g := range backgrounds {
			if ink.color != g.color {
				row.Cells[i], compared = contrastCell{classes[i], b.verdict(ink.color, g.color)}, true
			}
		}
		if compared {
			m.Rows = append(m.Rows, row)
		}
	}
	if m.Rows == nil {
		return nil
	}
	return m
}

// foldedFrom is the number of colors from which the contrast table is folded and made by
// the script, since nobody reads hundreds of ratios before they are asked for.
const foldedFrom = 12

// sectionMatrix compares the colors of a section with the grounds that it names, else with
// the backgrounds of the manual's themes, else with its lightest and darkest color.
func (b *builder) sectionMatrix(inks []namedColor) *matrix {
	var grounds []namedColor
	colors := b.Tokens.Groups[manual.ColorGroup].Tokens
	add := func(hex string) {
		c := parseHex(hex).over(white)
		if len(grounds) == 4 || slices.ContainsFunc(grounds, func(g namedColor) bool { return g.color == c }) {
			return
		}
		ground := namedColor{Name: b.translate("on", shownColor(c.hex())), color: c}
		if i := slices.IndexFunc(colors, func(t manual.Token) bool { return parseHex(t.Value) == c }); i >= 0 {
			ground = namedColor{b.translate("on", colors[i].Title), shownColor(c.hex()), c}
		}
		grounds = append(grounds, ground)
	}
	for _, hex := range b.grounds {
		add(hex)
	}
	for _, theme := range b.Tokens.Themes {
		for _, t := range theme.Colors {
			if t.Name == "background" && len(b.grounds) == 0 {
				add(t.Value)
			}
		}
	}
	if len(grounds) == 0 && len(colors) > 0 {
		light := func(t manual.Token) float64 { return parseHex(t.Value).over(white).contrast(black) }
		byLight := func(a, b manual.Token) int { return cmp.Compare(light(a), light(b)) }
		add(slices.MaxFunc(colors, byLight).Value)
		add(slices.MinFunc(colors, byLight).Value)
	}
	return b.matrix(inks, grounds)
}

// themeMatrix compares the text roles of a theme with its background roles.
func (b *builder) themeMatrix(colors roles) *matrix {
	var inks, backgrounds []namedColor
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := colors[name]; ok {
			inks = append(inks, namedColor{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := colors[name]; ok {
			backgrounds = append(backgrounds, namedColor{Name: b.translate("on", name), color: c.over(white)})
		}
	}
	return b.matrix(inks, backgrounds)
}
