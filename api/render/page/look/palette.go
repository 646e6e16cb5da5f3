package look

import (
	"math"

	"designmanual/api/render/page/rgb"
	"designmanual/db/manual"
)

// A Palette is a set of colors for the page. All pairs that carry text have the
// contrast of WCAG 2.2, success criterion 1.4.3.
type Palette struct {
	Paper, Surface, Ink, Muted, Line, Accent rgb.Color
}

// themePalettes returns a light and a dark palette: of the first themes that are light and dark
// enough for a page, else neutral ones.
func themePalettes(themes []map[string]string) (light, dark Palette) {
	light = neutral(rgb.Color{253, 253, 252, 255}, rgb.Color{27, 27, 26, 255})
	dark = neutral(rgb.Color{20, 20, 20, 255}, rgb.Color{236, 236, 234, 255})
	var ownLight, ownDark bool
	for _, theme := range themes {
		p, ok := themePalette(theme)
		if !ok {
			continue
		}
		contrast := p.Paper.Contrast(rgb.Black)
		if contrast >= 13 && !ownLight {
			light, ownLight = p, true
		} else if contrast <= 4 && !ownDark {
			dark, ownDark = p, true
		}
	}
	return light, dark
}

// themePalette makes a palette from the roles of a theme, false if text on its background
// has too little contrast. Roles that are missing or have too little contrast
// are mixed from paper and ink; the accent is taken as it is.
func themePalette(theme map[string]string) (Palette, bool) {
	roles := Roles{}
	for name, hex := range theme {
		if c := rgb.Parse(hex); c[3] == 255 {
			roles[name] = c
		}
	}
	paper, hasPaper := roles["background"]
	ink, hasInk := roles["text"]
	if !hasPaper || !hasInk || ink.Contrast(paper) < 7 {
		return Palette{}, false
	}
	p := Palette{
		Paper: paper, Ink: ink, Surface: paper.Mix(ink, 0.035), Muted: ink,
		Line: roles.Pick(paper.Mix(ink, 0.2), "border"), Accent: roles["primary"],
	}
	if surface, ok := roles["surface"]; ok && ink.Contrast(surface) >= 7 {
		p.Surface = surface
	}
	for _, muted := range []rgb.Color{roles["text-muted"], ink.Mix(paper, 0.3)} {
		if p.isReadable(muted) {
			p.Muted = muted
			break
		}
	}
	return p, true
}

// neutral makes a palette from paper and ink, without an accent.
func neutral(paper, ink rgb.Color) Palette {
	return Palette{
		Paper: paper, Ink: ink, Surface: paper.Mix(ink, 0.035), Muted: ink.Mix(paper, 0.34), Line: paper.Mix(ink, 0.16),
	}
}

// accentOn returns the color of the manual that is saturated, readable as a link in the
// palette and the closest to a wanted color, or the ink.
func accentOn(p Palette, wanted rgb.Color, colors []manual.Token) rgb.Color {
	accent, closest := p.Ink, math.MaxInt
	for _, t := range colors {
		c := rgb.Parse(t.Value)
		if rgb.Chroma(t.Value) < 48 || !p.isReadable(c) {
			continue
		}
		if d := c.Distance(wanted); d < closest {
			accent, closest = c, d
		}
	}
	return accent
}

// isReadable reports whether text in the color is readable on the paper and on
// the surface.
func (p Palette) isReadable(c rgb.Color) bool {
	return c[3] == 255 && c.Contrast(p.Paper) >= 4.5 && c.Contrast(p.Surface) >= 4.5
}

// css returns the palette as declarations.
func (p Palette) css() string {
	return "--paper:" + p.Paper.Hex() + ";--surface:" + p.Surface.Hex() + ";--ink:" + p.Ink.Hex() +
		";--muted:" + p.Muted.Hex() + ";--line:" + p.Line.Hex() + ";--accent:" + p.Accent.Hex()
}

// Roles are the colors of the roles of a theme.
type Roles map[string]rgb.Color

// Pick returns the color of the first role that has one, or the fallback.
func (r Roles) Pick(fallback rgb.Color, names ...string) rgb.Color {
	for _, name := range names {
		if c, ok := r[name]; ok {
			return c
		}
	}
	return fallback
}
