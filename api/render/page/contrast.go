package page

import (
	"slices"
	"strconv"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A pairing is a foreground on a background. Class sets both; it is empty if one of them
// is no color of the manual. Modes are the modes in which one of them is another color.
type pairing struct {
	Foreground, Background, Use string
	Class                       class
	Contrast                    verdict
	Modes                       []pairingMode
	Extra                       *value
}

// Fails reports whether the pair is too weak for any text: its use stands below it too.
func (p pairing) Fails() bool { return p.Contrast.Level == "fails" }

type pairingMode struct {
	Mode  string // its title
	Class class
	verdict
}

func (b *builder) pairings() any {
	var pairings []pairing
	for it := range b.items("pairings") {
		p := pairing{Foreground: it.text("foreground"), Background: it.text("background"), Use: it.text("use"), Extra: it.Extra}
		if rest, ok := b.pairIn(b.swatches, p); ok {
			p.Class, p.Contrast = rest.Class, rest.verdict
			for _, mode := range b.Tokens.Modes {
				in, _ := b.pairIn(b.swatchesIn(mode.Slug), p)
				if in.Class != p.Class {
					in.Mode = mode.Title
					p.Modes = append(p.Modes, in)
				}
			}
		}
		pairings = append(pairings, p)
	}
	return pairings
}

// pairIn returns the contrast of a pair among the colors of a mode, and false if one of its two
// is no color.
func (b *builder) pairIn(swatches tokenize.Swatches, p pairing) (pairingMode, bool) {
	front, ok := colorOf(swatches, p.Foreground)
	ground, has := colorOf(swatches, p.Background)
	if !ok || !has {
		return pairingMode{}, false
	}
	ground = ground.over(white)
	return pairingMode{Class: b.sheet.class("--v:"+front.hex(), "--g:"+ground.hex()), verdict: b.verdict(front, ground)}, true
}

// A verdict is the contrast of two colors, and its level as a key of the words and in
// words.
type verdict struct{ Ratio, Level, Words string }

func (b *builder) verdict(ink, background rgba) verdict {
	ratio := ink.contrast(background)
	return verdict{b.Ratio(ratio), level(ratio), b.Translate(level(ratio))}
}

// A matrix is a table of the contrast of colors on backgrounds.
type matrix struct {
	Backgrounds []ground
	Folded      bool  // the script makes the rows of the swatches when it is opened
	Class       class // sets --on-1 and so on to the names of the backgrounds
	Rows        []contrastRow
}

// A namedColor is a row of a matrix.
type namedColor struct {
	Name  string
	color rgba
	modes []manual.ModeValue
}

// in returns the color in a mode.
func (c namedColor) in(mode string) rgba {
	for _, m := range c.modes {
		if m.Mode == mode {
			return parseHex(m.Value)
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
	color rgba
}

// Fill returns the color as a hex, for the script.
func (g ground) Fill() string { return g.color.hex() }

type contrastRow struct {
	Name  string
	Class class // sets --v to the color
	Cells []contrastCell
}

// A contrastCell is empty for a color on itself.
type contrastCell struct {
	Class class // sets --g to the background, and --v to the color in its mode
	verdict
}

// matrix returns the contrast of each ink on each other background, nil if there is
// none.
func (b *builder) matrix(inks []namedColor, backgrounds []ground) *matrix {
	m := &matrix{Backgrounds: backgrounds}
	if m.Folded = len(inks) >= foldedFrom; m.Folded {
		return m
	}
	names := make([]string, len(backgrounds))
	for i, g := range backgrounds {
		names[i] = "--on-" + strconv.Itoa(i+1) + ":" + cssFamily(g.Name)
	}
	m.Class = b.sheet.class(names...)
	for _, ink := range inks {
		row := contrastRow{ink.Name, b.sheet.value(ink.color.hex()), make([]contrastCell, len(backgrounds))}
		compared := false
		for i, g := range backgrounds {
			color, set := ink.in(g.slug), []string{"--g:" + g.color.hex()}
			if color == g.color {
				continue
			}
			if color != ink.color {
				set = append(set, "--v:"+color.hex())
			}
			row.Cells[i], compared = contrastCell{b.sheet.class(set...), b.verdict(color, g.color)}, true
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
		g := b.groundIn(parseHex(hex).over(white), mode)
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
		if seen[key] = true; g.Mode != "" {
			g.Name += " · " + g.Mode
		}
		grounds = append(grounds, g)
	}
	named := b.grounds
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
		light := parseHex(t.Value).over(white).contrast(black)
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
func (b *builder) groundIn(color rgba, mode string) ground {
	g := ground{Name: b.Translate("on", shownColor(color.hex())), slug: mode, color: color}
	for _, m := range b.Tokens.Modes {
		if m.Slug == mode {
			g.Mode = m.Title
		}
	}
	if title := b.colorTitle(color, mode); title != "" {
		g.Name, g.Hex = b.Translate("on", title), shownColor(color.hex())
	}
	return g
}

// colorTitle returns the title of the first color of the manual that has a value in a mode, or "".
func (b *builder) colorTitle(color rgba, mode string) string {
	for _, t := range b.Tokens.Groups[manual.ColorGroup].Tokens {
		if t.Title != "" && parseHex(t.In(mode).Value) == color {
			return t.Title
		}
	}
	return ""
}

// themeMatrix compares the text roles of a theme with its background roles.
func (b *builder) themeMatrix(colors roles) *matrix {
	var inks []namedColor
	var backgrounds []ground
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := colors[name]; ok {
			inks = append(inks, namedColor{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := colors[name]; ok {
			backgrounds = append(backgrounds, ground{Name: b.Translate("on", name), color: c.over(white)})
		}
	}
	return b.matrix(inks, backgrounds)
}
