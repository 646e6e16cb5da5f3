package page

import (
	"cmp"
	"slices"

	"designmanual/db/manual"
)

// A matrix is a table of the contrast of colors on backgrounds.
type matrix struct {
	Backgrounds []namedColor
	Rows        []contrastRow
}

// A namedColor is a row or a column of a matrix.
type namedColor struct {
	Name  string
	Hex   string // shown beside the name, may be empty
	color rgba
}

type contrastRow struct {
	Name  string
	Class class // sets --v to the color
	Cells []contrastCell
}

// A contrastCell is empty for a color on itself.
type contrastCell struct {
	Class        class // sets --g to the background
	Ratio        string
	Level, Words string
}

// matrix returns the contrast of each ink on each other background, nil if there is
// none.
func (b *builder) matrix(inks, backgrounds []namedColor) *matrix {
	m := &matrix{Backgrounds: backgrounds}
	classes := make([]class, len(backgrounds))
	for i, g := range backgrounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
	}
	for _, ink := range inks {
		row := contrastRow{Name: ink.Name, Class: b.sheet.value(ink.color.hex()), Cells: make([]contrastCell, len(backgrounds))}
		for i, g := range backgrounds {
			if ink.color == g.color {
				continue
			}
			ratio := ink.color.contrast(g.color)
			row.Cells[i] = contrastCell{classes[i], b.ratio(ratio), level(ratio), b.translate(level(ratio))}
		}
		if slices.ContainsFunc(row.Cells, func(c contrastCell) bool { return c.Ratio != "" }) {
			m.Rows = append(m.Rows, row)
		}
	}
	if m.Rows == nil {
		return nil
	}
	return m
}

// foldedFrom is the number of colors from which the contrast table is folded.
const foldedFrom = 12

// sectionMatrix compares the colors of a section with the backgrounds of the manual's
// themes, else with its lightest and darkest color.
func (b *builder) sectionMatrix(inks []namedColor) *matrix {
	var grounds []namedColor
	add := func(c rgba) {
		if c = c.over(white); len(grounds) < 4 && !slices.ContainsFunc(grounds, func(g namedColor) bool { return g.color == c }) {
			grounds = append(grounds, b.ground(c))
		}
	}
	for _, theme := range b.page.Tokens.Themes {
		for _, t := range theme.Colors {
			if t.Name == "background" {
				add(parseHex(t.Value))
			}
		}
	}
	if len(grounds) == 0 {
		colors := b.page.Tokens.Groups[manual.ColorGroup].Tokens
		byLight := func(a, b manual.Token) int {
			return cmp.Compare(parseHex(a.Value).over(white).contrast(black), parseHex(b.Value).over(white).contrast(black))
		}
		if len(colors) > 0 {
			add(parseHex(slices.MaxFunc(colors, byLight).Value))
			add(parseHex(slices.MinFunc(colors, byLight).Value))
		}
	}
	return b.matrix(inks, grounds)
}

// ground names a background: by the color of the manual that it is, else by its hex.
func (b *builder) ground(c rgba) namedColor {
	for _, t := range b.page.Tokens.Groups[manual.ColorGroup].Tokens {
		if parseHex(t.Value) == c {
			return namedColor{b.translate("on", t.Title), c.hex(), c}
		}
	}
	return namedColor{Name: b.translate("on", c.hex()), color: c}
}

// themeMatrix compares the text roles of a theme with its background roles.
func (b *builder) themeMatrix(roles map[string]rgba) *matrix {
	var inks, backgrounds []namedColor
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := roles[name]; ok {
			inks = append(inks, namedColor{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := roles[name]; ok {
			backgrounds = append(backgrounds, namedColor{Name: b.translate("on", name), color: c.over(white)})
		}
	}
	return b.matrix(inks, backgrounds)
}
