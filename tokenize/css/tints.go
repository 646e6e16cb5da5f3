package css

import "math"

// Tints returns the eleven tints and shades of a color that [Hex] has
// returned, the lightest first. In OKLCH the steps have evenly spaced lightness, from 0.97
// to 0.22. The step nearest to the color's own lightness is the
// color itself. Every other step has the color's hue and alpha. Its chroma falls toward both
// ends, as in the scales of Tailwind and Radix, and is reduced until the color is inside sRGB
// (CSS Color Module Level 4, section 13.2, but never clipped). It is the nearest 8-bit color
// whose hue differs by less than two degrees or not visibly, or a gray if there is none.
func Tints(value string) [11]string {
	c := Channels(value)
	own := okLabOf8([3]uint8(c[:3]))
	var tints [11]string
	last := len(tints) - 1
	nearest := max(0, min(last, int(math.Round((lightest-own.l)/stepSize))))
	for i := range tints {
		if i == nearest {
			tints[i] = value
			continue
		}
		tint := tintAt(lightest-float64(stepSize*float64(i)), own)
		copy(c[:], tint[:])
		tints[i] = HexOf(c[:len(value)/2]...) // with alpha if the color has it
	}
	return tints
}

const (
	lightest  = 0.97
	stepSize  = 0.075  // lightness from one step to the next
	offStep   = 0.015  // the greatest error of lightness
	gray      = 0.002  // below this chroma a color is gray
	lowChroma = 0.02   // below this chroma a color is nearly gray
	sameHue   = 0.0314 // tangent of the greatest error of hue, 1.8 degrees
	unseen    = 0.0015 // a distance across the hue that nobody sees

	// How much of the chroma is lost at either end.
	lostLight = 0.94
	lostDark  = 0.63
)

// chromaShare returns the share of a color's chroma at another lightness. Toward white it
// falls with the distance, toward black first slowly: so do the scales of Tailwind.
func chromaShare(lightness, own float64) float64 {
	const darkest = lightest - 10*stepSize
	if lightness > own {
		return 1 - float64(lostLight*min(1, (lightness-own)/max(lightest-own, stepSize)))
	}
	t := min(1, (own-lightness)/max(own-darkest, stepSize))
	return 1 - float64(lostDark*float64(t*math.Sqrt(t)))
}

// tintAt returns the 8-bit color with the given lightness, the hue of another
// color, and the share of its chroma that belongs there.
func tintAt(lightness float64, own okLab) [3]uint8 {
	kept := chromaShare(lightness, own.l)
	own = okLab{own.l, float64(kept * own.a), float64(kept * own.b)}
	at := func(share float64) okLab {
		return okLab{lightness, float64(share * own.a), float64(share * own.b)}
	}
	low, high := 0.0, 1.0 // share of the chroma
	if own.chroma() < gray {
		return grayAt(lightness)
	}
	if at(1).inside() {
		return quantize(at(1), own.chroma())
	}
	for range 12 { // precise to a fraction of an 8-bit step
		if middle := (low + high) / 2; at(middle).inside() {
			low = middle
		} else {
			high = middle
		}
	}
	return quantize(at(low), own.chroma())
}

// grayAt returns the gray with the given lightness.
func grayAt(lightness float64) [3]uint8 {
	g := okLab{l: lightness}.nearest8()[1]
	return [3]uint8{g, g, g}
}

// quantize returns the 8-bit color nearest to target that passes isSubstitute,
// searching outwards. For a color of low chroma it searches less far, since a
// gray next to it looks almost the same.
func quantize(target okLab, maxChroma float64) [3]uint8 {
	farthest := 8
	if maxChroma < lowChroma {
		farthest = 2
	}
	center := target.nearest8()
	for radius := 0; radius <= farthest && target.chroma() >= gray; radius++ {
		best, least := center, math.Inf(1)
		for n := range (2*radius + 1) * (2*radius + 1) * (2*radius + 1) {
			color, ok := neighbor(center, radius, n)
			if !ok {
				continue
			}
			c := okLabOf8(color)
			if distance := c.distance(target); distance < least && isSubstitute(c, target, maxChroma) {
				best, least = color, distance
			}
		}
		if least < math.Inf(1) {
			return best
		}
	}
	return grayAt(target.l)
}

// isSubstitute reports whether a color may replace the target: it has the same
// hue, nearly the same lightness, and at most little more than the given
// chroma.
func isSubstitute(c, target okLab, maxChroma float64) bool {
	// Sine and cosine of the angle between the hues, times both chromas.
	sine := float64(c.b*target.a) - float64(c.a*target.b)
	cosine := float64(c.a*target.a) + float64(c.b*target.b)
	chroma := c.chroma()
	across := max(float64(sameHue*cosine), float64(unseen*target.chroma()))
	return cosine > 0 && math.Abs(sine) <= across &&
		chroma >= gray && chroma <= maxChroma+2*gray && math.Abs(c.l-target.l) <= offStep
}

// neighbor returns the n-th 8-bit color in the cube around another. It returns
// false if the color does not exist or is inside the cube, not on its surface.
func neighbor(center [3]uint8, radius, n int) ([3]uint8, bool) {
	var (
		color [3]uint8
		ok    bool
	)
	for i := 2; i >= 0; i-- {
		away := n%(2*radius+1) - radius
		n /= 2*radius + 1
		channel := int(center[i]) + away
		if channel < 0 || channel > 255 {
			return color, false
		}
		color[i], ok = uint8(channel), ok || max(away, -away) == radius
	}
	return color, ok
}
