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

// hex returns the color as six or, with alpha, eight hex digits.
func (c rgba) hex() string {
	if c[3] == 255 {
		return tokenize.HexOf(c[:3]...)
	}
	return tokenize.HexOf(c[:]...)
}

// mix returns the color that lies the given share of the way to another. The
// conversions keep the products from being fused into the sum, which not every
// machine does.
func (c rgba) mix(other rgba, share float64) rgba {
	for i := range 3 {
		c[i] = uint8(math.Round(float64(float64(c[i])*(1-share)) + float64(float64(other[i])*share)))
	}
	return c
}

// over returns the opaque color that c makes on an opaque ground.
func (c rgba) over(ground rgba) rgba { return ground.mix(c, float64(c[3])/255) }

// contrast returns the contrast ratio of a color on an opaque ground, 1 to 21.
// On black it tells how light a color is.
func (c rgba) contrast(ground rgba) float64 { return tokenize.Contrast(c.hex(), ground.hex()) }

// ink returns the better of black and white for text on the color, which on
// any opaque color has a contrast of at least 4.5.
func (c rgba) ink() rgba {
	if ground := c.over(white); black.contrast(ground) < white.contrast(ground) {
		return white
	}
	return black
}

// level returns the level of WCAG 2.2 that text with this contrast meets
// (success criteria 1.4.3 and 1.4.6), a key of the words.
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
