package page

import (
	"slices"
)

// A matrix shows how colors read on grounds.
type matrix struct {
	Grounds []ground
	Rows    []contrastRow
}

type ground struct {
	Name  string // a role, or a key of the words
	Class class  // whose --g is the color
	Hex   string
}

type contrastRow struct {
	Name  string
	Class class // whose --v is the color
	Cells []contrastCell
}

type contrastCell struct {
	Class class // of the ground
	Ratio string
	Level string // a key of the words
}

// A pairing is a color with its name.
type pairing struct {
	name  string
	color rgba
}

// matrix returns the contrast of each ink on each ground.
func (b *builder) matrix(inks, grounds []pairing) *matrix {
	if len(inks) == 0 || len(grounds) == 0 {
		return nil
	}
	m := &matrix{}
	for _, g := range grounds {
		m.Grounds = append(m.Grounds, ground{g.name, b.sheet.class("--g:" + g.color.hex()), g.color.hex()})
	}
	for _, ink := range inks {
		row := contrastRow{Name: ink.name, Class: b.sheet.value(ink.color.hex())}
		for i, g := range grounds {
			ratio := ink.color.contrast(g.color)
			row.Cells = append(row.Cells, contrastCell{m.Grounds[i].Class, b.ratio(ratio), level(ratio)})
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// paletteMatrix holds colors against the brand's own light and dark ground,
// where its themes have them, and against white and black.
func (b *builder) paletteMatrix(inks []pairing) *matrix {
	var grounds []pairing
	if b.frame.ownLight {
		grounds = append(grounds, pairing{"brand-light", b.frame.light.paper})
	}
	if b.frame.ownDark {
		grounds = append(grounds, pairing{"brand-dark", b.frame.dark.paper})
	}
	for _, plain := range []pairing{{"white", white}, {"black", black}} {
		if !slices.ContainsFunc(grounds, func(g pairing) bool { return g.color == plain.color }) {
			grounds = append(grounds, plain)
		}
	}
	return b.matrix(inks, grounds)
}

// themeMatrix holds the roles of a theme that are written against those that
// are written on.
func (b *builder) themeMatrix(roles map[string]rgba) *matrix {
	only := func(names ...string) (list []pairing) {
		for _, name := range names {
			if c, ok := roles[name]; ok {
				list = append(list, pairing{name, c})
			}
		}
		return list
	}
	grounds := only("background", "surface")
	for i := range grounds {
		grounds[i].color = grounds[i].color.over(white)
	}
	return b.matrix(only("text", "text-muted", "primary"), grounds)
}
