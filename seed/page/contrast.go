package page

import "slices"

// A matrix shows how colors read on grounds.
type matrix struct {
	Grounds []pairing
	Rows    []contrastRow
}

// A pairing is a color with its name, as an ink or as a ground.
type pairing struct {
	Name  string
	Hex   string // shown beside the name
	color rgba
}

type contrastRow struct {
	Name  string
	Class class // whose --v is the color
	Cells []contrastCell
}

type contrastCell struct {
	Class        class // whose --g is the ground
	Ratio        string
	Level, Words string
}

// matrix returns the contrast of each ink on each ground, nil for none.
func (b *builder) matrix(inks, grounds []pairing) *matrix {
	if len(inks) == 0 || len(grounds) == 0 {
		return nil
	}
	m := &matrix{Grounds: grounds}
	classes := make([]class, len(grounds))
	for i, g := range grounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
	}
	for _, ink := range inks {
		row := contrastRow{Name: ink.Name, Class: b.sheet.value(ink.color.hex())}
		for i, g := range grounds {
			ratio := ink.color.contrast(g.color)
			row.Cells = append(row.Cells, contrastCell{classes[i], b.ratio(ratio), level(ratio), b.say(level(ratio))})
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// paletteMatrix holds colors against the brand's own light and dark ground,
// where its themes have them, and against white and black.
func (b *builder) paletteMatrix(inks []pairing) *matrix {
	var grounds []pairing
	own := func(key string, is bool, paper rgba) {
		if is {
			grounds = append(grounds, pairing{b.say(key), paper.hex(), paper})
		}
	}
	own("brand-light", b.frame.ownLight, b.frame.light.paper)
	own("brand-dark", b.frame.ownDark, b.frame.dark.paper)
	plain := func(key string, c rgba) {
		if !slices.ContainsFunc(grounds, func(g pairing) bool { return g.color == c }) {
			grounds = append(grounds, pairing{Name: b.say("on", b.say(key)), color: c})
		}
	}
	plain("white", white)
	plain("black", black)
	return b.matrix(inks, grounds)
}

// themeMatrix holds the roles of a theme that are written against those that
// are written on.
func (b *builder) themeMatrix(roles map[string]rgba) *matrix {
	var inks, grounds []pairing
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := roles[name]; ok {
			inks = append(inks, pairing{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := roles[name]; ok {
			grounds = append(grounds, pairing{Name: b.say("on", name), color: c.over(white)})
		}
	}
	return b.matrix(inks, grounds)
}
