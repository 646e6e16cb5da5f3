package css

import "math"

// Conversions between sRGB and OKLab, with matrices that convert linear sRGB
// directly to cone responses and keep grays gray (Björn Ottosson, "A perceptual
// color space for image processing", 2020).
//
// The results have the same bits on every machine, since two servers that
// import the same files must serve the same bytes. Go may fuse x*y + z into one
// rounding, and the roots and powers of package math differ between processors.
// So this file uses only +, -, *, / and the square root, which are exact in
// IEEE 754, and converts products to float64 to prevent fusing.

// An okLab is a color as lightness, 0 to 1, and two opponent axes.
type okLab struct{ l, a, b float64 }

func (c okLab) chroma() float64 { return hypot(c.a, c.b) }

func (c okLab) distance(other okLab) float64 {
	return hypot(c.l-other.l, hypot(c.a-other.a, c.b-other.b))
}

// okLabOf8 converts an 8-bit sRGB color.
func okLabOf8(color [3]uint8) okLab {
	return okLabOf(vec{linearLight[color[0]], linearLight[color[1]], linearLight[color[2]]})
}

// okLabOf converts a color in linear sRGB.
func okLabOf(v vec) okLab {
	lms := vec{
		cbrt(dot(v, vec{0.4122214708, 0.5363325363, 0.0514459929})),
		cbrt(dot(v, vec{0.2119034982, 0.6806995451, 0.1073969566})),
		cbrt(dot(v, vec{0.0883024619, 0.2817188376, 0.6299787005})),
	}
	return okLab{
		l: dot(lms, vec{0.2104542553, 0.7936177850, -0.0040720468}),
		a: dot(lms, vec{1.9779984951, -2.4285922050, 0.4505937099}),
		b: dot(lms, vec{0.0259040371, 0.7827717662, -0.8086757660}),
	}
}

// linear returns the color in linear sRGB, with channels from 0 to 1 if it is
// inside sRGB.
func (c okLab) linear() [3]float64 {
	return ofCones.times(
		each(conesOfLab.times(vec{c.l, c.a, c.b}), func(root float64) float64 { return root * root * root }),
	)
}

// inside reports whether the color is inside sRGB.
func (c okLab) inside() bool {
	v := c.linear()
	return min(v[0], v[1], v[2]) >= 0 && max(v[0], v[1], v[2]) <= 1
}

// nearest8 returns the nearest 8-bit sRGB color, channel by channel, of a color
// inside sRGB.
func (c okLab) nearest8() [3]uint8 {
	var color [3]uint8
	for i, v := range c.linear() {
		color[i] = uint8(max(0, min(255, math.Round(encodeChannel(v)*255))))
	}
	return color
}

// linearLight is the linear light, 0 to 1, of each value of an 8-bit sRGB
// channel (IEC 61966-2-1).
var linearLight = makeLinearLight()

func makeLinearLight() [256]float64 {
	var light [256]float64
	for n := range light {
		v := float64(n) / 255
		if v <= 0.04045 {
			light[n] = v / 12.92
			continue
		}
		v = (v + 0.055) / 1.055
		square := v * v
		light[n] = square * fifthRoot(square) // to the power of 2.4
	}
	return light
}

// encode returns the sRGB channel, 0 to 1, for linear light from 0 to 1.
func encodeChannel(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	square := light * light
	root := cbrt(math.Sqrt(math.Sqrt(square * square * light))) // to the power of 5/12
	return float64(1.055*root) - 0.055
}

// dot returns the inner product of two vectors.
func dot(a, b [3]float64) float64 {
	return float64(float64(a[0]*b[0])+float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// hypot returns the length of a vector whose components have an order of
// magnitude of 1.
func hypot(a, b float64) float64 {
	return math.Sqrt(float64(a*a) + float64(b*b))
}

// cbrt returns the cube root of a number. A third of the bits of a float64
// approximates the root within six percent; each step of Halley's method triples
// the number of exact digits.
func cbrt(x float64) float64 {
	if x < 0 {
		return -cbrt(-x)
	}
	if x < 0x1p-1000 {
		return 0
	}
	const third = 715094163 << 32 // restores the exponent's bias after the division
	root := math.Float64frombits(math.Float64bits(x)/3 + third)
	for range 3 {
		cube := float64(float64(root*root) * root)
		root = float64(root*float64(cube+float64(2*x))) / float64(float64(2*cube)+x)
	}
	return root
}

// fifthRoot returns the fifth root of a number from 0.001 to 1, by Newton's
// method from above.
func fifthRoot(x float64) float64 {
	root := 1.0
	for range 16 {
		square := float64(root * root)
		root = float64(float64(4*root)+x/float64(square*square)) / 5
	}
	return root
}
