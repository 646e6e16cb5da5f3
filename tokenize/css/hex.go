package css

import (
	"encoding/hex"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/mazznoer/csscolorparser"
)

// Hex returns a hex color as a token has it, and reports whether text is one
// (CSS Color Module Level 4, section 5.2). Three and four digits are doubled to
// six and eight; the case stays as written.
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

// HexOf returns the hex color of three or four channels, in lower case.
func HexOf(channels ...uint8) string { return "#" + hex.EncodeToString(channels) }

// Channels returns red, green, blue and alpha of a color that [Hex] has
// returned.
func Channels(color string) (c [4]uint8) {
	c[3] = 255
	channels, _ := hex.DecodeString(strings.TrimPrefix(color, "#")) // checked by Hex
	copy(c[:], channels)
	return c
}

// rgbForm matches rgb() and rgba(), with commas or with spaces and a slash (CSS
// Color Module Level 4, section 5.1). The parser is less strict. Between commas
// the three are all numbers or all percentages.
var rgbForm = regexp.MustCompile(strings.ReplaceAll(`^rgba?\(\s*(?:`+
	`N\s*,\s*N\s*,\s*N\s*(?:,\s*N%?\s*)?|`+
	`N%\s*,\s*N%\s*,\s*N%\s*(?:,\s*N%?\s*)?|`+
	`N%?\s+N%?\s+N%?\s*(?:/\s*N%?\s*)?)\)$`, "N", `[+-]?(?:[0-9]*\.)?[0-9]+(?:e[+-]?[0-9]+)?`))

// ParseSRGB parses a CSS color that is written in sRGB: hex, rgb(), rgba(), a
// named color or transparent (CSS Color Module Level 4, sections 5.1, 5.2 and
// 6). Other notations are not accepted.
func ParseSRGB(text string) (Color, bool) {
	if color, ok := Hex(text); ok {
		text = color
	} else {
		if !IsASCII(text) { // ToLower would make a k of the Kelvin sign (CSS Syntax Module Level 3, section 4.2)
			return Color{}, false
		}
		text = strings.ToLower(collapseSpace(text))
		if !IsNamedColor(text) && text != "transparent" && !rgbForm.MatchString(text) {
			return Color{}, false
		}
	}
	color, err := csscolorparser.Parse(text)
	return Color{[3]float64{color.R, color.G, color.B}, color.A}, err == nil
}

// IsNamedColor reports whether CSS has a color of the name, in lower case.
func IsNamedColor(text string) bool {
	_, named := csscolorparser.NamedColors[text]
	return named
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

// over composes a color over an opaque color.
func over(upper [4]uint8, lower [3]float64) (composed [3]float64) {
	alpha := float64(upper[3]) / 255
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
	p, q := okLabOf([3]uint8(a[:3])), okLabOf([3]uint8(b[:3]))
	return hypot(p.l-q.l, hypot(p.a-q.a, p.b-q.b))
}

// IsASCII reports whether a text has no other characters.
func IsASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
