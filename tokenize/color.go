package tokenize

import (
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// Hex returns a hex color as it is served, and whether text is one (CSS Color
// Module Level 4, section 5.2). Three and four digits are doubled to six and
// eight; the case stays as written.
func Hex(text string) (string, bool) {
	digits, ok := strings.CutPrefix(text, "#")
	if !ok || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return "", false
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

// HexOf returns the hex color of its channels, three or four, each 0 to 255, in
// lower case.
func HexOf(channels ...uint8) string { return "#" + hex.EncodeToString(channels) }

// Channels returns red, green, blue and alpha, each 0 to 255, of a color that
// [Hex] has returned.
func Channels(color string) (c [4]uint8) {
	c[3] = 255
	channels, _ := hex.DecodeString(strings.TrimPrefix(color, "#")) // Hex has looked at it
	copy(c[:], channels)
	return c
}

// rgbForm is rgb() and rgba(), with commas or with spaces and a slash (CSS
// Color Module Level 4, section 5.1), which the parser does not hold as
// strictly. Between commas the three are all numbers or all percentages.
var rgbForm = regexp.MustCompile(strings.ReplaceAll(`^rgba?\(\s*(?:`+
	`N\s*,\s*N\s*,\s*N\s*(?:,\s*N%?\s*)?|`+
	`N%\s*,\s*N%\s*,\s*N%\s*(?:,\s*N%?\s*)?|`+
	`N%?\s+N%?\s+N%?\s*(?:/\s*N%?\s*)?)\)$`, "N", `[+-]?(?:[0-9]*\.)?[0-9]+(?:e[+-]?[0-9]+)?`))

// parseColor reads a CSS color that lies in sRGB as it is written: hex, rgb()
// and rgba(), a named color or transparent (CSS Color Module Level 4,
// sections 5.1, 5.2 and 6). Any other way to write a color is none here.
func parseColor(text string) (csscolorparser.Color, bool) {
	if color, ok := Hex(text); ok {
		text = color
	} else {
		if !isASCII(text) { // the Kelvin sign is no k (CSS Syntax Module Level 3, section 4.2)
			return csscolorparser.Color{}, false
		}
		text = strings.ToLower(squeeze(text))
		if !isNamedColor(text) && text != "transparent" && !rgbForm.MatchString(text) {
			return csscolorparser.Color{}, false
		}
	}
	color, err := csscolorparser.Parse(text)
	return color, err == nil
}

func isNamedColor(text string) bool {
	_, named := csscolorparser.NamedColors[text]
	return named
}

// Contrast returns the contrast ratio of a color on the one right below it, 1
// to 21 (WCAG 2.2, "contrast ratio"). Colors are what [Hex] has returned, the
// upper ones first. Alpha is composed: each over the next, the last over white.
func Contrast(upper string, below ...string) float64 {
	ground := [3]float64{255, 255, 255}
	for i := len(below) - 1; i >= 0; i-- {
		ground = over(Channels(below[i]), ground)
	}
	one, other := luminance(over(Channels(upper), ground)), luminance(ground)
	return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

// over composes a color over an opaque one.
func over(upper [4]uint8, lower [3]float64) (composed [3]float64) {
	alpha := float64(upper[3]) / 255
	for i := range composed {
		composed[i] = float64(float64(upper[i])*alpha) + float64(lower[i]*(1-alpha))
	}
	return composed
}

// luminance is the relative luminance of an 8-bit sRGB color (WCAG 2.2).
func luminance(color [3]float64) float64 {
	var light [3]float64
	for i, v := range color {
		light[i] = Linear(uint8(v + 0.5))
	}
	return dot(light, [3]float64{0.2126, 0.7152, 0.0722})
}

// Distance returns how far two colors look apart: their distance in OKLCH, 0
// for the same color. Colors are what [Hex] has returned; alpha is not looked
// at.
func Distance(one, other string) float64 {
	a, b := Channels(one), Channels(other)
	p, q := okLabOf([3]uint8(a[:3])), okLabOf([3]uint8(b[:3]))
	return hypot(p.l-q.l, hypot(p.a-q.a, p.b-q.b))
}
