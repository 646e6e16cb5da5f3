package tokenize

import (
	"fmt"
	"math"

	"github.com/lucasb-eyer/go-colorful"

	"designmanual/db/manual"
)

// Generate makes the eleven tints and shades of a hex color.
//
// It works in OKLCH, the polar form of Björn Ottosson's OKLab ("A perceptual
// color space for image processing", 2020, https://bottosson.github.io/posts/oklab/).
// The steps stand on a ladder of even lightness, 0.97 for 50 down to 0.22 for
// 950. At the step nearest to the color's own lightness stands the color as
// the manual has it; each other step has the color's hue and its chroma,
// reduced (as in CSS Color Module Level 4, section 13.2, but never clipped)
// until the color lies inside sRGB. Of the 8-bit colors around that point the
// nearest is taken whose hue is the color's own within two degrees, a gray
// where there is none. A color with next to no chroma has gray tints. The
// alpha of a color with four or eight digits is kept.
//
// The tints are lower-case hex but for the color itself. Anything that [Hex]
// does not take is an error.
func Generate(hex string) (manual.Tints, error) {
	value, ok := Hex(hex)
	if !ok {
		return manual.Tints{}, fmt.Errorf("expected a hex color, %s", found(manual.Literal{Text: hex, Quoted: true}))
	}
	return generate(value), nil
}

// The ladder of lightness, and the chroma under which a color is gray.
const (
	lightest = 0.97
	rung     = 0.075
	gray     = 0.002
)

// generate is [Generate] for what Hex has returned.
func generate(value string) manual.Tints {
	c := channels(value)
	own := colorful.Color{R: float64(c[0]) / 255, G: float64(c[1]) / 255, B: float64(c[2]) / 255}
	lightness, chroma, hue := own.OkLch()
	last := len(manual.TintSteps) - 1
	nearest := max(0, min(last, int(math.Round((lightest-lightness)/rung))))
	steps := make(map[string]string, len(manual.TintSteps))
	for i, step := range manual.TintSteps {
		if i == nearest {
			steps[step] = value
			continue
		}
		tint := tintAt(lightest-rung*float64(i), chroma, hue)
		steps[step] = fmt.Sprintf("#%02x%02x%02x", tint[0], tint[1], tint[2])
		if len(value) == len("#rrggbbaa") {
			steps[step] += fmt.Sprintf("%02x", c[3])
		}
	}
	return manual.Tints{Steps: steps}
}

// tintAt returns the 8-bit color for a lightness, a hue in degrees and at
// most a chroma.
func tintAt(lightness, chroma, hue float64) [3]uint8 {
	if chroma < gray {
		chroma = 0
	}
	low, high := 0.0, chroma
	if inside(lightness, chroma, hue) {
		low = chroma
	}
	for high-low > 1e-5 {
		if middle := (low + high) / 2; inside(lightness, middle, hue) {
			low = middle
		} else {
			high = middle
		}
	}
	return quantize(lightness, low, hue)
}

// inside tells whether a color lies inside sRGB.
func inside(lightness, chroma, hue float64) bool {
	r, g, b := colorful.XyzToLinearRgb(colorful.OkLchToXyz(lightness, chroma, hue))
	return min(r, g, b) >= 0 && max(r, g, b) <= 1
}

// quantize returns the 8-bit color nearest to a point inside sRGB among those
// whose hue is right, looking ever further around it.
func quantize(lightness, chroma, hue float64) [3]uint8 {
	const degrees, farthest = 1.5, 3
	target := colorful.OkLch(lightness, chroma, hue)
	l, a, b := colorful.OkLchToOkLab(lightness, chroma, hue)
	center := [3]int{round8(target.R), round8(target.G), round8(target.B)}
	if chroma < gray {
		return [3]uint8{uint8(center[1]), uint8(center[1]), uint8(center[1])}
	}
	for radius := 0; radius <= farthest; radius++ {
		best, least := [3]uint8{}, math.Inf(1)
		around(center, radius, func(r, g, b8 uint8) {
			l2, a2, b2 := colorful.Color{R: float64(r) / 255, G: float64(g) / 255, B: float64(b8) / 255}.OkLab()
			_, c2, h2 := colorful.OkLabToOkLch(l2, a2, b2)
			away := math.Abs(math.Remainder(h2-hue, 360))
			distance := (l2-l)*(l2-l) + (a2-a)*(a2-a) + (b2-b)*(b2-b)
			if c2 >= gray && away <= degrees && distance < least {
				best, least = [3]uint8{r, g, b8}, distance
			}
		})
		if least < math.Inf(1) {
			return best
		}
	}
	return quantize(lightness, 0, hue)
}

// around calls visit for the 8-bit colors at most radius away in each channel.
func around(center [3]int, radius int, visit func(r, g, b uint8)) {
	for r := max(0, center[0]-radius); r <= min(255, center[0]+radius); r++ {
		for g := max(0, center[1]-radius); g <= min(255, center[1]+radius); g++ {
			for b := max(0, center[2]-radius); b <= min(255, center[2]+radius); b++ {
				visit(uint8(r), uint8(g), uint8(b))
			}
		}
	}
}

func round8(v float64) int { return max(0, min(255, int(math.Round(v*255)))) }
