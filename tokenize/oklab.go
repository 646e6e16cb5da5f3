package tokenize

import "math"

// Conversions between sRGB and OKLab, by the matrices that go from linear
// sRGB to cone responses at once (Björn Ottosson, "A perceptual color space
// for image processing", 2020). They keep grays gray to the seventh decimal;
// ways over XYZ with another white point turn the hue of nearly gray colors by
// degrees.

// An okLab is a color by its lightness, 0 to 1, and two opponent axes.
type okLab struct{ l, a, b float64 }

func (c okLab) chroma() float64 { return hypot(c.a, c.b) }

// okLabOf converts an 8-bit sRGB color.
func okLabOf(color [3]uint8) okLab {
	v := [3]float64{Linear(color[0]), Linear(color[1]), Linear(color[2])}
	lms := [3]float64{
		cbrt(dot(v, [3]float64{0.4122214708, 0.5363325363, 0.0514459929})),
		cbrt(dot(v, [3]float64{0.2119034982, 0.6806995451, 0.1073969566})),
		cbrt(dot(v, [3]float64{0.0883024619, 0.2817188376, 0.6299787005})),
	}
	return okLab{
		l: dot(lms, [3]float64{0.2104542553, 0.7936177850, -0.0040720468}),
		a: dot(lms, [3]float64{1.9779984951, -2.4285922050, 0.4505937099}),
		b: dot(lms, [3]float64{0.0259040371, 0.7827717662, -0.8086757660}),
	}
}

// linear returns the color in linear sRGB: 0 to 1 in each channel where the
// color lies inside sRGB, and beyond where it does not.
func (c okLab) linear() [3]float64 {
	v := [3]float64{c.l, c.a, c.b}
	lms := [3]float64{
		dot(v, [3]float64{1, 0.3963377774, 0.2158037573}),
		dot(v, [3]float64{1, -0.1055613458, -0.0638541728}),
		dot(v, [3]float64{1, -0.0894841775, -1.2914855480}),
	}
	for i, root := range lms {
		lms[i] = root * root * root
	}
	return [3]float64{
		dot(lms, [3]float64{4.0767416621, -3.3077115913, 0.2309699292}),
		dot(lms, [3]float64{-1.2684380046, 2.6097574011, -0.3413193965}),
		dot(lms, [3]float64{-0.0041960863, -0.7034186147, 1.7076147010}),
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
		color[i] = uint8(max(0, min(255, math.Round(encode(v)*255))))
	}
	return color
}
