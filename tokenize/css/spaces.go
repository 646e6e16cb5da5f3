package css

import "math"

// A space is a color space or a notation of colors.
type space struct {
	channels [3]string         // the names of its channels in relative colors
	percent  [3]float64        // the value of 100%; 0 for a hue, which has none
	toSRGB   func(v vec) vec   // to sRGB, with channels from 0 to 1 inside it
	ofSRGB   func(rgb vec) vec // the inverse
}

// The matrices from the linear channels of a space to linear sRGB (CSS Color
// Module Level 4, section 18; those there are multiplied out).
var (
	ofXYZ = matrix{
		{3.240969942, -1.537383178, -0.4986107603},
		{-0.9692436363, 1.875967502, 0.04155505741},
		{0.0556300797, -0.2039769589, 1.056971514},
	}
	ofXYZD50 = matrix{
		{3.134135853, -1.617385998, -0.4906622179},
		{-0.9787954766, 1.916254377, 0.03344287339},
		{0.07195539256, -0.2289767598, 1.405386035},
	}
	ofP3 = matrix{
		{1.224940176, -0.2249401763, 0},
		{-0.04205695471, 1.042056955, 0},
		{-0.01963755459, -0.07863604555, 1.0982736},
	}
	ofA98 = matrix{
		{1.398355744, -0.398355744, 0},
		{0, 1, 0},
		{0, -0.04292898929, 1.042928989},
	}
	ofRec2020 = matrix{
		{1.660491002, -0.5876411388, -0.07284986332},
		{-0.1245504745, 1.132899897, -0.008349422604},
		{-0.01815076335, -0.100578898, 1.118729661},
	}
	ofProPhoto = matrix{
		{2.03438085, -0.7276357899, -0.3067450596},
		{-0.2288257316, 1.231742541, -0.002916809557},
		{-0.008558828784, -0.1532667021, 1.161825531},
	}
	ofCones = matrix{
		{4.0767416621, -3.3077115913, 0.2309699292},
		{-1.2684380046, 2.6097574011, -0.3413193965},
		{-0.0041960863, -0.7034186147, 1.7076147010},
	}
	conesOfLab = matrix{
		{1, 0.3963377774, 0.2158037573},
		{1, -0.1055613458, -0.0638541728},
		{1, -0.0894841775, -1.2914855480},
	}
	identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
)

var (
	rgbNames = [3]string{"r", "g", "b"}
	xyzNames = [3]string{"x", "y", "z"}
	labNames = [3]string{"l", "a", "b"}
	lchNames = [3]string{"l", "c", "h"}

	lab    = space{labNames, vec{100, 125, 125}, labToSRGB, srgbToLab}
	oklab  = space{labNames, vec{1, 0.4, 0.4}, oklabToSRGB, srgbToOKLab}
	spaces = map[string]space{
		"rgb": {rgbNames, vec{255, 255, 255},
			func(v vec) vec { return each(v, func(n float64) float64 { return max(0, min(255, n)) / 255 }) },
			func(v vec) vec { return each(v, func(n float64) float64 { return n * 255 }) }},
		"hsl":   {[3]string{"h", "s", "l"}, vec{0, 100, 100}, hslToSRGB, srgbToHSL},
		"hwb":   {[3]string{"h", "w", "b"}, vec{0, 100, 100}, hwbToSRGB, srgbToHWB},
		"lab":   lab,
		"lch":   polar(lab, vec{100, 150, 0}),
		"oklab": oklab,
		"oklch": polar(oklab, vec{1, 0.4, 0}),

		"color srgb":        {rgbNames, vec{1, 1, 1}, func(v vec) vec { return v }, func(v vec) vec { return v }},
		"color srgb-linear": linear(rgbNames, identity, light),
		"color display-p3":  linear(rgbNames, ofP3, srgb),
		"color a98-rgb":     linear(rgbNames, ofA98, curve{1, 0, 563.0 / 256, 0}),
		// ITU-R BT.2020, as browsers
		"color rec2020": linear(
			rgbNames, ofRec2020, curve{4.5, 0.09929682680944, 1 / 0.45, 0.018053968510807 * 4.5},
		),
		"color prophoto-rgb": linear(rgbNames, ofProPhoto, curve{16, 0, 1.8, 16.0 / 512}),
		"color xyz":          linear(xyzNames, ofXYZ, light),
		"color xyz-d65":      linear(xyzNames, ofXYZ, light),
		"color xyz-d50":      linear(xyzNames, ofXYZD50, light),
	}
)

// A curve is how a space encodes light in its channels: dark channels are its
// multiple, the others a power of it.
type curve struct{ slope, offset, exponent, dark float64 }

var (
	light = curve{1, 0, 1, 0} // as it is
	srgb  = curve{12.92, 0.055, 2.4, 0.04045}
)

func (c curve) decode(v float64) float64 {
	if math.Abs(v) <= c.dark {
		return v / c.slope
	}
	return math.Copysign(math.Pow((math.Abs(v)+c.offset)/(1+c.offset), c.exponent), v)
}

func (c curve) encode(v float64) float64 {
	if math.Abs(v)*c.slope <= c.dark {
		return v * c.slope
	}
	return math.Copysign((1+c.offset)*math.Pow(math.Abs(v), 1/c.exponent)-c.offset, v)
}

// linear returns a space by the matrix from its light to that of sRGB.
func linear(channels [3]string, toLinear matrix, c curve) space {
	inverse := toLinear.inverse()
	return space{channels, vec{1, 1, 1},
		func(v vec) vec { return each(toLinear.times(each(v, c.decode)), srgb.encode) },
		func(rgb vec) vec { return each(inverse.times(each(rgb, srgb.decode)), c.encode) }}
}

// polar returns a space with chroma and hue instead of two axes.
func polar(s space, percent vec) space {
	return space{lchNames, percent,
		func(v vec) vec {
			sin, cos := math.Sincos(v[2] * math.Pi / 180)
			return s.toSRGB(vec{v[0], max(0, v[1]) * cos, max(0, v[1]) * sin})
		},
		func(rgb vec) vec {
			v := s.ofSRGB(rgb)
			hue := math.Atan2(v[2], v[1]) * 180 / math.Pi
			return vec{v[0], math.Hypot(v[1], v[2]), math.Mod(hue+360, 360)}
		}}
}

// The white of lab() and lch() is D50 (CSS Color Module Level 4, section 9).
var d50 = vec{0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585}

const (
	labEpsilon = 216.0 / 24389
	labKappa   = 24389.0 / 27
)

func labToSRGB(v vec) vec {
	y := (max(0, min(100, v[0])) + 16) / 116
	xyz := each(vec{y + v[1]/500, y, y - v[2]/200}, func(f float64) float64 {
		if cube := f * f * f; cube > labEpsilon {
			return cube
		}
		return (116*f - 16) / labKappa
	})
	for i := range xyz {
		xyz[i] *= d50[i]
	}
	return each(ofXYZD50.times(xyz), srgb.encode)
}

func srgbToLab(rgb vec) vec {
	xyz := ofXYZD50.inverse().times(each(rgb, srgb.decode))
	for i := range xyz {
		xyz[i] /= d50[i]
	}
	f := each(xyz, func(v float64) float64 {
		if v > labEpsilon {
			return math.Cbrt(v)
		}
		return (labKappa*v + 16) / 116
	})
	return vec{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func oklabToSRGB(v vec) vec {
	v[0] = max(0, min(1, v[0]))
	return each(okLab{v[0], v[1], v[2]}.linear(), srgb.encode)
}

func srgbToOKLab(rgb vec) vec {
	c := labOf(rgb)
	return vec{c.l, c.a, c.b}
}

// labOf converts a color that may lie outside sRGB.
func labOf(rgb vec) okLab { return okLabOf(each(rgb, srgb.decode)) }

// hslToSRGB and hwbToSRGB are those of sections 7.1 and 8.1.
func hslToSRGB(v vec) vec {
	saturation, light := max(0, v[1])/100, v[2]/100
	channel := func(n float64) float64 {
		k := math.Mod(n+math.Mod(v[0], 360)/30+12, 12)
		return light - saturation*min(light, 1-light)*max(-1, min(k-3, 9-k, 1))
	}
	return vec{channel(0), channel(8), channel(4)}
}

func hwbToSRGB(v vec) vec {
	white, black := v[1]/100, v[2]/100
	if sum := white + black; sum >= 1 {
		gray := white / sum
		return vec{gray, gray, gray}
	}
	return each(hslToSRGB(vec{v[0], 100, 50}), func(n float64) float64 { return n*(1-white-black) + white })
}

func srgbToHSL(rgb vec) vec {
	r, g, b := rgb[0], rgb[1], rgb[2]
	least, most := min(r, g, b), max(r, g, b)
	light, chroma := (least+most)/2, most-least
	if chroma == 0 {
		return vec{0, 0, light * 100}
	}
	hue := (r-g)/chroma + 4
	switch most {
	case r:
		hue = math.Mod((g-b)/chroma+6, 6)
	case g:
		hue = (b-r)/chroma + 2
	}
	return vec{hue * 60, (most - light) / min(light, 1-light) * 100, light * 100}
}

func srgbToHWB(rgb vec) vec {
	return vec{srgbToHSL(rgb)[0], 100 * min(rgb[0], rgb[1], rgb[2]), 100 - 100*max(rgb[0], rgb[1], rgb[2])}
}
