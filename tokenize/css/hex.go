package css

import (
	"encoding/hex"
	"math"
	"strings"
)

// Hex returns a hex color as a token has it, and reports whether text is one
// (CSS Color Module Level 4, section 5.2). Three and four digits are doubled to
// six and eight; the case stays as written.
func Hex(text string) (string, bool) {
	digits, ok := strings.CutPrefix(text, "#")
	if !ok {
		return "", false
	}
	for i := range len(digits) {
		if !isHexDigit(digits[i]) {
			return "", false
		}
	}
	switch len(digits) {
	case 3, 4:
		doubled := []byte("#")
		for _, digit := range []byte(digits) {
			doubled = append(doubled, digit, digit)
		}
		return string(doubled), true
	case 6, 8:
		return text, true
	}
	return "", false
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// HexOf returns the hex color of three or four channels, in lower case.
func HexOf(channels ...uint8) string { return "#" + hex.EncodeToString(channels) }

// Channels returns red, green, blue and alpha of a color that [Hex] has
// returned.
func Channels(color string) [4]uint8 {
	var c [4]uint8
	c[3] = 255
	channels, _ := hex.DecodeString(strings.TrimPrefix(color, "#")) // checked by Hex
	copy(c[:], channels)
	return c
}

// Contrast returns the contrast ratio of a color on the colors below it, upper
// ones first, 1 to 21 (WCAG 2.2, "contrast ratio"). Each color with alpha is
// composed over the next, the last over white. [Hex] must have returned the
// colors.
func Contrast(upper string, below ...string) float64 {
	ground := [3]float64{255, 255, 255}
	for i := len(below) - 1; i >= 0; i-- {
		ground = over(Channels(below[i]), ground)
	}
	a, b := luminance(over(Channels(upper), ground)), luminance(ground)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// Over returns a color composed over an opaque one. [Hex] must have returned both.
func Over(upper, lower string) string {
	ground := Channels(lower)
	var channels [3]uint8
	for i, v := range over(Channels(upper), [3]float64{float64(ground[0]), float64(ground[1]), float64(ground[2])}) {
		channels[i] = uint8(v + 0.5)
	}
	return HexOf(channels[:]...)
}

// over composes a color over an opaque color.
func over(upper [4]uint8, lower [3]float64) [3]float64 {
	alpha := float64(upper[3]) / 255
	var composed [3]float64
	for i := range composed {
		composed[i] = float64(float64(upper[i])*alpha) + float64(lower[i]*(1-alpha))
	}
	return composed
}

// luminance returns the relative luminance of an 8-bit sRGB color (WCAG 2.2).
func luminance(color [3]float64) float64 {
	var light [3]float64
	for i, v := range color {
		light[i] = linearLight[uint8(v+0.5)]
	}
	return dot(light, [3]float64{0.2126, 0.7152, 0.0722})
}

// Distance returns how different two colors look: their distance in OKLCH, 0
// for the same color. It ignores alpha. [Hex] must have returned the colors.
func Distance(first, second string) float64 {
	a, b := Channels(first), Channels(second)
	return okLabOf8([3]uint8(a[:3])).distance(okLabOf8([3]uint8(b[:3])))
}

// OKLab returns lightness, 0 to 1, and the two opponent axes of a color in OKLab, of which
// [Distance] is the distance. It ignores alpha. [Hex] must have returned the color.
func OKLab(color string) [3]float64 {
	c := Channels(color)
	lab := okLabOf8([3]uint8(c[:3]))
	return [3]float64{lab.l, lab.a, lab.b}
}

// slack is how far a channel may lie outside sRGB, so that a color whose
// numbers were rounded counts as inside.
const slack = 0.0005

// Hex returns the color as hex in lower case, with 8 bits a channel, and
// reports whether it lay outside sRGB: it is then mapped into it.
func (c Color) Hex() (hex string, outside bool) {
	rgb, isInside := c.RGB, inside(c.RGB)
	if !isInside {
		rgb = mapped(rgb)
	}
	channels := make([]uint8, 0, 4)
	for _, v := range rgb {
		channels = append(channels, uint8(math.Round(255*max(0, min(1, v)))))
	}
	if alpha := uint8(math.Round(255 * c.Alpha)); alpha < 255 {
		channels = append(channels, alpha)
	}
	return HexOf(channels...), !isInside
}

func inside(rgb vec) bool {
	return min(rgb[0], rgb[1], rgb[2]) >= -slack && max(rgb[0], rgb[1], rgb[2]) <= 1+slack
}

// The just noticeable difference in OKLab, and the precision of the chroma.
const (
	noticeable = 0.02
	precision  = 0.0001
	rounding   = 1e-6 // of a lightness
)

// mapped returns the closest color inside sRGB: it keeps lightness and hue in
// OKLCH and reduces chroma until clipping makes no noticeable difference (CSS
// Color Module Level 4, section 13.2.2).
func mapped(rgb vec) vec {
	origin := spaces["oklch"].ofSRGB(rgb)
	if origin[0] > 1-rounding || origin[0] < rounding { // white or black, in whose lightness are rounding errors
		white := math.Round(max(0, min(1, origin[0])))
		return vec{white, white, white}
	}
	least, most := 0.0, origin[1]
	result := clipped(rgb)
	for most-least > precision {
		origin[1] = (least + most) / 2
		candidate := spaces["oklch"].toSRGB(origin)
		result = clipped(candidate)
		if inside(candidate) || labOf(candidate).distance(labOf(result)) <= noticeable {
			least = origin[1]
		} else {
			most = origin[1]
		}
	}
	return result
}

func clipped(rgb vec) vec {
	return each(rgb, func(v float64) float64 { return max(0, min(1, v)) })
}
