package tokenize

import "math"

// Conversions between sRGB and OKLab, by the matrices that go from linear
// sRGB to cone responses at once (Björn Ottosson, "A perceptual color space
// for image processing", 2020). They keep grays gray to the seventh decimal;
// ways over XYZ with another white point turn the hue of dull colors by
// degrees.

// An okLab is a color by its lightness, 0 to 1, and two opponent axes.
type okLab struct{ l, a, b float64 }

func (c okLab) chroma() float64 { return math.Hypot(c.a, c.b) }

// okLabOf converts an 8-bit sRGB color.
func okLabOf(color [3]uint8) okLab {
	var v [3]float64
	for i, n := range color {
		v[i] = float64(n) / 255
		if v[i] <= 0.04045 {
			v[i] /= 12.92
		} else {
			v[i] = math.Pow((v[i]+0.055)/1.055, 2.4)
		}
	}
	l := math.Cbrt(0.4122214708*v[0] + 0.5363325363*v[1] + 0.0514459929*v[2])
	m := math.Cbrt(0.2119034982*v[0] + 0.6806995451*v[1] + 0.1073969566*v[2])
	s := math.Cbrt(0.0883024619*v[0] + 0.2817188376*v[1] + 0.6299787005*v[2])
	return okLab{
		l: 0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		a: 1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		b: 0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// linear returns the color in linear sRGB: 0 to 1 in each channel where the
// color lies inside sRGB, and beyond where it does not.
func (c okLab) linear() [3]float64 {
	l := c.l + 0.3963377774*c.a + 0.2158037573*c.b
	m := c.l - 0.1055613458*c.a - 0.0638541728*c.b
	s := c.l - 0.0894841775*c.a - 1.2914855480*c.b
	l, m, s = l*l*l, m*m*m, s*s*s
	return [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
}

// inside tells whether the color lies inside sRGB.
func (c okLab) inside() bool {
	v := c.linear()
	return min(v[0], v[1], v[2]) >= 0 && max(v[0], v[1], v[2]) <= 1
}

// nearest8 returns the 8-bit sRGB color nearest to one inside sRGB, channel
// by channel.
func (c okLab) nearest8() (color [3]uint8) {
	for i, v := range c.linear() {
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		color[i] = uint8(max(0, min(255, math.Round(v*255))))
	}
	return color
}
