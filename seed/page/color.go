package page

import (
	"math"

	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// An rgba is a color in 8-bit sRGB with its alpha.
type rgba [4]uint8

var (
	white = rgba{255, 255, 255, 255}
	black = rgba{0, 0, 0, 255}

	nearBlack = rgba{27, 27, 26, 255} // the ink of the neutral frame
)

// parseHex parses a hex color that css.Hex has returned.
func parseHex(hex string) rgba { return css.Channels(hex) }

// colorOf returns a hex color, or the color of a name.
func colorOf(s tokenize.Swatches, text string) (rgba, bool) {
	value, ok := s.Color(text)
	if !ok {
		return rgba{}, false
	}
	return parseHex(value), true
}

// hex returns the color as six or, with alpha, eight hex digits.
func (c rgba) hex() string {
	if c[3] == 255 {
		return css.HexOf(c[:3]...)
	}
	return css.HexOf(c[:]...)
}

// mix returns the color at the given share of the way to another. The
// conversions to float64 keep the compiler from fusing product and sum, which
// only some processors do.
func (c rgba) mix(other rgba, share float64) rgba {
	for i := range 3 {
		c[i] = uint8(math.Round(float64(float64(c[i])*(1-share)) + float64(float64(other[i])*share)))
	}
	return c
}

// distance returns how far a color is from another, 0 for the same.
func (c rgba) distance(other rgba) (sum int) {
	for i := range 3 {
		d := int(c[i]) - int(other[i])
		sum += d * d
	}
	return sum
}

// over returns the opaque color of c on an opaque background.
func (c rgba) over(background rgba) rgba { return background.mix(c, float64(c[3])/255) }

// contrast returns the contrast ratio of c on an opaque background, 1 to 21. On
// black it measures how light c is.
func (c rgba) contrast(background rgba) float64 { return css.Contrast(c.hex(), background.hex()) }

// ink returns black or white for text on the color, whichever has more
// contrast; it is at least 4.5.
func (c rgba) ink() rgba {
	if background := c.over(white); black.contrast(background) < white.contrast(background) {
		return white
	}
	return black
}

// legible returns a color for text on c: the text's own if it has contrast enough.
func (c rgba) legible(text rgba) rgba {
	if text.contrast(c) < 4.5 {
		return c.ink()
	}
	return text
}

// level returns the level of WCAG 2.2 for text with this contrast (success
// criteria 1.4.3 and 1.4.6), as a key of the words.
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
