package tokenize

import (
	"math"
	"strconv"
	"strings"
)

// A rgbColor is a color in sRGB.
type rgbColor struct {
	channels [3]float64 // red, green and blue, each 0 to 255
	alpha    float64    // 0 to 1
}

// parseHexColor reads a color as [Hex] takes it.
func parseHexColor(text string) (rgbColor, bool) {
	hex, ok := Hex(text)
	if !ok {
		return rgbColor{}, false
	}
	c := Channels(hex)
	return rgbColor{[3]float64{float64(c[0]), float64(c[1]), float64(c[2])}, float64(c[3]) / 255}, true
}

// parseColor reads a CSS color that lies in sRGB as it is written: hex, rgb()
// and rgba(), a named color or transparent (CSS Color Module Level 4,
// sections 5.1, 5.2 and 6). Any other way to write a color is none here.
func parseColor(text string) (rgbColor, bool) {
	if color, ok := parseHexColor(text); ok {
		return color, true
	}
	if !ascii(text) {
		return rgbColor{}, false // the Kelvin sign is no k (CSS Syntax Module Level 3, section 4.2)
	}
	text = strings.ToLower(text)
	if text == "transparent" {
		return rgbColor{}, true
	}
	if hex, ok := colorNames[text]; ok {
		return rgbColor{[3]float64{float64(hex >> 16), float64(hex >> 8 & 0xff), float64(hex & 0xff)}, 1}, true
	}
	name, arguments, opened := strings.Cut(text, "(")
	arguments, closed := strings.CutSuffix(arguments, ")")
	if name != "rgb" && name != "rgba" || !opened || !closed {
		return rgbColor{}, false
	}
	return parseRGB(arguments)
}

// parseRGB reads the arguments of rgb(), with commas or with spaces and a
// slash. What is out of range is brought into it, as CSS has it. Between
// commas the three are all numbers or all percentages.
func parseRGB(arguments string) (rgbColor, bool) {
	var parts []string
	commas, percents := strings.Contains(arguments, ","), 0
	if commas {
		parts = strings.Split(arguments, ",")
	} else {
		colors, alpha, slash := strings.Cut(arguments, "/")
		parts = cssFields(colors)
		if len(parts) != 3 {
			return rgbColor{}, false
		}
		if slash {
			parts = append(parts, alpha)
		}
	}
	if len(parts) != 3 && len(parts) != 4 {
		return rgbColor{}, false
	}
	color := rgbColor{alpha: 1}
	for i, part := range parts {
		value, percent, ok := parseNumber(squeeze(part))
		switch {
		case !ok:
			return rgbColor{}, false
		case i < 3 && percent:
			color.channels[i] = min(value, 100) * 255 / 100
			percents++
		case i < 3:
			color.channels[i] = min(value, 255)
		case percent:
			color.alpha = min(value/100, 1)
		default:
			color.alpha = min(value, 1)
		}
	}
	return color, !commas || percents%3 == 0
}

// parseNumber reads a number or a percentage; one below zero is brought to
// zero.
func parseNumber(text string) (value float64, percent, ok bool) {
	q, ok := splitQuantity(withoutPlus(text))
	if !ok || q.unit != "" && q.unit != "%" {
		return 0, false, false
	}
	if !q.negative {
		value, _ = strconv.ParseFloat(q.number, 64) // plain wrote the number
	}
	return value, q.unit == "%", true
}

// appendColor writes a color value (Format Module 2025.10, section 8.1; Color
// Module 2025.10): components to five decimals, which is exact to less than
// a hundredth of an 8-bit step, alpha only below 1, hex of six digits.
func appendColor(out []byte, c rgbColor) []byte {
	out = append(out, `{"colorSpace":"srgb","components":[`...)
	for i, channel := range c.channels {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendShare(out, hundredThousandths(channel/255))
	}
	out = append(out, ']')
	if alpha := hundredThousandths(c.alpha); alpha < 1e5 {
		out = appendShare(append(out, `,"alpha":`...), alpha)
	}
	var rounded [3]uint8
	for i, channel := range c.channels {
		rounded[i] = uint8(math.Round(channel))
	}
	out = appendHex(append(out, `,"hex":"`...), rounded[:]...)
	return append(out, `"}`...)
}

func hundredThousandths(share float64) int { return int(math.Round(share * 1e5)) }

// appendShare writes a number from 0 to 1, given in hundred thousandths, in
// its shortest form.
func appendShare(out []byte, n int) []byte {
	out = append(out, '0'+byte(n/1e5))
	if n %= 1e5; n == 0 {
		return out
	}
	out = append(out, '.')
	for unit := 10000; n > 0; unit /= 10 {
		out = append(out, '0'+byte(n/unit))
		n %= unit
	}
	return out
}
