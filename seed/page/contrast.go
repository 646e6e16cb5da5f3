package page

import "slices"

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

type contrastCell struct {
	Class        class // sets --g to the background
	Ratio        string
	Level, Words string
}

// matrix returns the contrast of each ink on each background, nil if there are
// no inks or no backgrounds.
func (b *builder) matrix(inks, backgrounds []namedColor) *matrix {
	if len(inks) == 0 || len(backgrounds) == 0 {
		return nil
	}
	m := &matrix{Backgrounds: backgrounds}
	classes := make([]class, len(backgrounds))
	for i, g := range backgrounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
	}
	for _, ink := range inks {
		row := contrastRow{Name: ink.Name, Class: b.sheet.value(ink.color.hex())}
		for i, g := range backgrounds {
			ratio := ink.color.contrast(g.color)
			row.Cells = append(row.Cells, contrastCell{classes[i], b.ratio(ratio), level(ratio), b.translate(level(ratio))})
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// paletteMatrix compares the palette with the light and dark background of the
// brand's themes, if they have them, and with white and black.
func (b *builder) paletteMatrix(inks []namedColor) *matrix {
	var backgrounds []namedColor
	own := func(key string, is bool, paper rgba) {
		if is {
			backgrounds = append(backgrounds, namedColor{b.translate(key), paper.hex(), paper})
		}
	}
	own("brand-light", b.frame.brandLight, b.frame.light.paper)
	own("brand-dark", b.frame.brandDark, b.frame.dark.paper)
	plain := func(key string, c rgba) {
		if !slices.ContainsFunc(backgrounds, func(g namedColor) bool { return g.color == c }) {
			backgrounds = append(backgrounds, namedColor{Name: b.translate("on", b.translate(key)), color: c})
		}
	}
	plain("white", white)
	plain("black", black)
	return b.matrix(inks, backgrounds)
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
