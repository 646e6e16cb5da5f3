package page

import (
	"slices"
	"strconv"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/db/manual"
)

// A verdict is the contrast of two colors, and its level as a key of the words and in
// words.
type verdict struct{ Ratio, Level, Words string }

func (b *builder) verdict(ink, background rgb.Color) verdict {
	ratio := ink.Contrast(background)
	return verdict{b.Ratio(ratio), rgb.Level(ratio), b.Translate(rgb.Level(ratio))}
}

// A matrix is a table of the contrast of colors on backgrounds.
type matrix struct {
	Backgrounds []ground
	Folded      bool       // the script makes the rows of the swatches when it is opened
	Class       look.Class // sets --on-1 and so on to the names of the backgrounds
	Rows        []contrastRow
}

// A namedColor is a row of a matrix.
type namedColor struct {
	Name  string
	color rgb.Color
	modes []manual.ModeValue
}

// in returns the color in a mode.
func (c namedColor) in(mode string) rgb.Color {
	for _, m := range c.modes {
		if m.Mode == mode {
			return rgb.Parse(m.Value)
		}
	}
	return c.color
}

// A ground is a column of a matrix: a color in a mode, that at rest if it has none.
type ground struct {
	Name  string
	Hex   string // shown beside the name, may be empty
	Mode  string // the title of the mode
	slug  string // of the mode
	color rgb.Color
}

// Fill returns the color as a hex, for the script.
func (g ground) Fill() string { return g.color.Hex() }

type contrastRow struct {
	Name  string
	Class look.Class // sets --v to the color
	Cells []contrastCell
}

// A contrastCell is empty for a color on itself.
type contrastCell struct {
	Class look.Class // sets --g to the background, and --v to the color in its mode
	verdict
}

// matrix returns the contrast of each ink on each other background, nil if there is
// none.
func (b *builder) matrix(inks []namedColor, backgrounds []ground) *matrix {
	m := &matrix{Backgrounds: backgrounds}
	m.Folded = len(inks) >= foldedFrom
	if m.Folded {
		return m
	}
	names := make([]string, len(backgrounds))
	for i, g := range backgrounds {
		names[i] = "--on-" + strconv.Itoa(i+1) + ":" + fonts.Quote(g.Name)
	}
	m.Class = b.sheet.Class(names...)
	for _, ink := range inks {
		row := contrastRow{ink.Name, b.sheet.Value(ink.color.Hex()), make([]contrastCell, len(backgrounds))}
		compared := false
		for i, g := range backgrounds {
			color, set := ink.in(g.slug), []string{"--g:" + g.color.Hex()}
			if color == g.color {
				continue
			}
			if color != ink.color {
				set = append(set, "--v:"+color.Hex())
			}
			row.Cells[i] = contrastCell{b.sheet.Class(set...), b.verdict(color, g.color)}
			compared = true
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

// maxGrounds is the most columns of a contrast table.
const maxGrounds = 6

// sectionMatrix compares the colors of a section with the grounds that it names, else with
// the backgrounds of the manual's themes, else with its lightest and darkest color, in each
// mode that changes one of them.
func (b *builder) sectionMatrix(inks []namedColor) *matrix {
	colors := b.Tokens.Groups[manual.ColorGroup].Tokens
	var grounds []ground
	seen := map[string]bool{} // columns: the channels of the ground and of all inks
	add := func(hex, mode string) {
		g := b.groundIn(rgb.Parse(hex).Over(rgb.White), mode)
		column := slices.Grow(g.color[:], len(g.color)*len(inks))
		moved := false
		for _, ink := range inks {
			in := ink.in(mode)
			moved = moved || in != ink.color
			column = append(column, in[:]...)
		}
		if !moved {
			g.Mode, g.slug = "", ""
		}
		key := string(column)
		if len(grounds) == maxGrounds || seen[key] {
			return
		}
		seen[key] = true
		if g.Mode != "" {
			g.Name += " · " + g.Mode
		}
		grounds = append(grounds, g)
	}
	named := b.sectionGrounds
	for _, theme := range b.Tokens.Themes {
		for _, t := range theme.Colors {
			if t.Name == "background" && len(named) == 0 {
				add(t.Value, theme.Slug)
			}
		}
	}
	if len(named) == 0 && len(grounds) == 0 && len(colors) > 0 {
		if b.extremes == nil {
			b.extremes = lightestAndDarkest(colors)
		}
		named = b.extremes
	}
	for _, mode := range slices.Concat([]manual.Mode{{}}, b.Tokens.Modes) {
		swatches := b.swatchesIn(mode.Slug)
		for _, name := range named {
			if hex, ok := swatches.Color(name); ok {
				add(hex, mode.Slug)
			}
		}
	}
	return b.matrix(inks, grounds)
}

// lightestAndDarkest returns the names of two of the colors, of which there is one at least.
func lightestAndDarkest(colors []manual.Token) []string {
	var lightest, darkest string
	most, least := -1.0, 22.0 // a contrast is 1 to 21
	for _, t := range colors {
		light := rgb.Parse(t.Value).Over(rgb.White).Contrast(rgb.Black)
		if light > most {
			lightest, most = t.Name, light
		}
		if light < least {
			darkest, least = t.Name, light
		}
	}
	return []string{lightest, darkest}
}

// groundIn returns a ground in a mode, with the name of the color of the manual that it is there.
func (b *builder) groundIn(color rgb.Color, mode string) ground {
	g := ground{Name: b.Translate("on", b.inWords(shownColor(color.Hex()))), slug: mode, color: color}
	for _, m := range b.Tokens.Modes {
		if m.Slug == mode {
			g.Mode = m.Title
		}
	}
	if title := b.colorTitle(color, mode); title != "" {
		g.Name, g.Hex = b.Translate("on", title), shownColor(color.Hex())
	}
	return g
}

// colorTitle returns the title of the first color of the manual that has a value in a mode, or "".
func (b *builder) colorTitle(color rgb.Color, mode string) string {
	for _, t := range b.Tokens.Groups[manual.ColorGroup].Tokens {
		if t.Title != "" && rgb.Parse(t.In(mode).Value) == color {
			return t.Title
		}
	}
	return ""
}

// themeMatrix compares the text roles of a theme with its background roles.
func (b *builder) themeMatrix(colors look.Roles) *matrix {
	var inks []namedColor
	var backgrounds []ground
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := colors[name]; ok {
			inks = append(inks, namedColor{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := colors[name]; ok {
			backgrounds = append(backgrounds, ground{Name: b.Translate("on", name), color: c.Over(rgb.White)})
		}
	}
	return b.matrix(inks, backgrounds)
}
