// Package rgb has the colors of pages. In goes a color in hex; out come mixes, contrasts, and what can be read on it.
package rgb

import (
	"math"

	"designmanual/tokenize/css"
)

// A Color is a color in 8-bit sRGB with its alpha.
type Color [4]uint8

// The lightest and the darkest color.
var (
	White = Color{255, 255, 255, 255}
	Black = Color{0, 0, 0, 255}

	NearBlack = Color{27, 27, 26, 255} // the ink of a page without colors of its own
)

// Parse parses a hex color that css.Hex has returned.
func Parse(hex string) Color { return css.Channels(hex) }

// Hex returns the color as six or, with alpha, eight hex digits.
func (c Color) Hex() string {
	if c[3] == 255 {
		return css.HexOf(c[:3]...)
	}
	return css.HexOf(c[:]...)
}

// Mix returns the color at the given share of the way to another. The
// conversions to float64 keep the compiler from fusing product and sum, which
// only some processors do.
func (c Color) Mix(other Color, share float64) Color {
	for i := range 3 {
		c[i] = uint8(math.Round(float64(float64(c[i])*(1-share)) + float64(float64(other[i])*share)))
	}
	return c
}

// Distance returns how far a color is from another, 0 for the same.
func (c Color) Distance(other Color) int {
	var sum int
	for i := range 3 {
		d := int(c[i]) - int(other[i])
		sum += d * d
	}
	return sum
}

// Over returns the opaque color of c on an opaque background.
func (c Color) Over(background Color) Color { return background.Mix(c, float64(c[3])/255) }

// Contrast returns the contrast ratio of c on an opaque background, 1 to 21. On
// black it measures how light c is.
func (c Color) Contrast(background Color) float64 { return css.Contrast(c.Hex(), background.Hex()) }

// Ink returns black or white for text on the color, whichever has more
// contrast; it is at least 4.5.
func (c Color) Ink() Color {
	if background := c.Over(White); Black.Contrast(background) < White.Contrast(background) {
		return White
	}
	return Black
}

// Legible returns a color for text on c: the text's own if it has contrast enough.
func (c Color) Legible(text Color) Color {
	if text.Contrast(c) < 4.5 {
		return c.Ink()
	}
	return text
}

// Level returns the level of WCAG 2.2 for text with this contrast (success
// criteria 1.4.3 and 1.4.6), as a key of the words.
func Level(ratio float64) string {
	if ratio >= 7 {
		return "AAA"
	}
	if ratio >= 4.5 {
		return "AA"
	}
	if ratio >= 3 {
		return "large-only"
	}
	return "fails"
}

// Chroma returns how colorful a color is, from 0 to 255.
func Chroma(hex string) int {
	c := Parse(hex)
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}
