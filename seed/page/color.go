package page

import (
	"math"

	"designmanual/tokenize"
)

// A rgba is a color in 8-bit sRGB with its alpha.
type rgba [4]uint8

var (
	white = rgba{255, 255, 255, 255}
	black = rgba{0, 0, 0, 255}

	nearBlack = rgba{27, 27, 26, 255} // the ink of the neutral frame
)

// parseHex reads a hex color as tokenize.Hex returns it and tokens have it.
func parseHex(hex string) rgba { return tokenize.Channels(hex) }

// over returns the opaque color that c makes on an opaque ground.
func (c rgba) over(ground rgba) rgba {
	alpha := int(c[3])
	for i := range 3 {
		parts := int(c[i])*alpha + int(ground[i])*(255-alpha)
		c[i] = uint8((2*parts + 255) / (2 * 255)) // to the nearest
	}
	c[3] = 255
	return c
}

// luminance is the relative luminance of WCAG 2.2, 0 to 1. The conversions
// keep the products from being fused into the sum, which not every machine
// does: a contrast decides on the bytes of a page.
func (c rgba) luminance() float64 {
	return float64(float64(0.2126*tokenize.Linear(c[0]))+float64(0.7152*tokenize.Linear(c[1]))) + float64(0.0722*tokenize.Linear(c[2]))
}

// contrast returns the contrast ratio of WCAG 2.2 (success criterion 1.4.3),
// 1 to 21, of a color on an opaque ground.
func (c rgba) contrast(ground rgba) float64 {
	a, b := c.over(ground).luminance(), ground.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// ink returns the better of black and white for text on the color, which on
// any opaque color has a contrast of at least 4.5.
func (c rgba) ink() rgba {
	ground := c.over(white)
	if black.contrast(ground) >= white.contrast(ground) {
		return black
	}
	return white
}

// mix returns the color that lies the given share of the way to another.
func (c rgba) mix(other rgba, share float64) rgba {
	for i := range 3 {
		c[i] = uint8(math.Round(float64(float64(c[i])*(1-share)) + float64(float64(other[i])*share)))
	}
	return c
}

// hex returns the color as six or, with alpha, eight hex digits.
func (c rgba) hex() string {
	if c[3] == 255 {
		return tokenize.HexOf(c[:3]...)
	}
	return tokenize.HexOf(c[:]...)
}

// level returns the level of WCAG 2.2 that text with
// this contrast meets (success criteria 1.4.3 and 1.4.6).
func level(ratio float64) string {
	switch {
	case ratio >= 7:
		return "AAA"
	case ratio >= 4.5:
		return "AA"
	case ratio >= 3:
		return "large-only"
	}
	return "fails"
}
