package tokenize

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// rgbForm is rgb() and rgba(), with commas or with spaces and a slash (CSS
// Color Module Level 4, section 5.1), which the parser does not hold as
// strictly. Between commas the three are all numbers or all percentages.
var rgbForm = regexp.MustCompile(strings.ReplaceAll(`^rgba?\(\s*(?:`+
	`N\s*,\s*N\s*,\s*N\s*(?:,\s*N%?\s*)?|`+
	`N%\s*,\s*N%\s*,\s*N%\s*(?:,\s*N%?\s*)?|`+
	`N%?\s+N%?\s+N%?\s*(?:/\s*N%?\s*)?)\)$`, "N", `[+-]?(?:[0-9]*\.)?[0-9]+(?:e[+-]?[0-9]+)?`))

// parseHexColor reads a color as [Hex] takes it.
func parseHexColor(text string) (csscolorparser.Color, bool) {
	hex, ok := Hex(text)
	if !ok {
		return csscolorparser.Color{}, false
	}
	color, err := csscolorparser.Parse(hex)
	return color, err == nil
}

// parseColor reads a CSS color that lies in sRGB as it is written: hex, rgb()
// and rgba(), a named color or transparent (CSS Color Module Level 4,
// sections 5.1, 5.2 and 6). Any other way to write a color is none here.
func parseColor(text string) (csscolorparser.Color, bool) {
	if color, ok := parseHexColor(text); ok {
		return color, true
	}
	if !ascii(text) {
		return csscolorparser.Color{}, false // the Kelvin sign is no k (CSS Syntax Module Level 3, section 4.2)
	}
	text = strings.ToLower(squeeze(text))
	if _, named := csscolorparser.NamedColors[text]; !named && text != "transparent" && !rgbForm.MatchString(text) {
		return csscolorparser.Color{}, false
	}
	color, err := csscolorparser.Parse(text)
	return color, err == nil
}

// appendColor writes a color value (Format Module 2025.10, section 8.1; Color
// Module 2025.10): components to five decimals, which is exact to less than
// a hundredth of an 8-bit step, alpha only below 1, hex of six digits.
func appendColor(out []byte, c csscolorparser.Color) []byte {
	out = append(out, `{"colorSpace":"srgb","components":[`...)
	var rounded [3]uint8
	for i, share := range [...]float64{c.R, c.G, c.B} {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendShare(out, share)
		rounded[i] = uint8(math.Round(share * 255))
	}
	out = append(out, ']')
	if math.Round(c.A*1e5) < 1e5 {
		out = appendShare(append(out, `,"alpha":`...), c.A)
	}
	out = appendHex(append(out, `,"hex":"`...), rounded[:]...)
	return append(out, `"}`...)
}

// appendShare writes a number from 0 to 1 to five decimals at most.
func appendShare(out []byte, share float64) []byte {
	return strconv.AppendFloat(out, math.Round(share*1e5)/1e5, 'f', -1, 64)
}
