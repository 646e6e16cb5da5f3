package css

import (
	"fmt"
	"math"
)

// Notation returns the color as CSS, without loss.
func Notation(c Color) string {
	return fmt.Sprintf("color(srgb %.9f %.9f %.9f / %.9f)", c.RGB[0], c.RGB[1], c.RGB[2], c.Alpha)
}

// modifySpaces are the color spaces in which Tokens Studio modifies colors.
var modifySpaces = map[string]string{"lch": "lch", "hsl": "hsl", "p3": "color display-p3", "srgb": "color srgb"}

// Modify lightens or darkens a color by a share, or mixes it with a share of
// another, in the color space lch, hsl, p3 or srgb, as Tokens Studio does. It
// reports whether the space is one of these.
func Modify(c Color, how, space string, share float64, other Color) (Color, bool) {
	name, ok := modifySpaces[space]
	if !ok {
		return c, false
	}
	s := spaces[name]
	v := s.ofSRGB(c.RGB)
	switch {
	case how == "mix":
		return mix(s, name, c, other, share), true
	case space == "lch" || space == "hsl":
		light := map[string]int{"lch": 0, "hsl": 2}[space]
		if v[light] *= 1 - share; how == "lighten" {
			v[light] += 100 * share
		}
		if space == "lch" {
			v[1] *= 1 - share
		}
	default:
		target := 0.0
		if how == "lighten" {
			target = 1
		}
		v = each(v, func(n float64) float64 { return max(0, min(1, n+(target-n)*share)) })
	}
	c.RGB = s.toSRGB(v)
	return c, true
}

// mix interpolates two colors, with premultiplied alpha and the shorter way
// between hues; the hue of a gray is that of the other color (CSS Color Module
// Level 4, section 12).
func mix(s space, name string, a, b Color, share float64) Color {
	p, q := s.ofSRGB(a.RGB), s.ofSRGB(b.RGB)
	hue, chroma := map[string]int{"lch": 2, "hsl": 0}[name], 1
	polar := name == "lch" || name == "hsl"
	if polar {
		const gray = 0.02
		switch {
		case p[chroma] < gray:
			p[hue] = q[hue]
		case q[chroma] < gray:
			q[hue] = p[hue]
		}
		q[hue] = p[hue] + math.Remainder(q[hue]-p[hue], 360)
	}
	alpha := a.Alpha + (b.Alpha-a.Alpha)*share
	var mixed vec
	for i := range mixed {
		x, y := p[i]*a.Alpha, q[i]*b.Alpha
		if polar && i == hue || alpha == 0 {
			mixed[i] = p[i] + (q[i]-p[i])*share
		} else {
			mixed[i] = (x + (y-x)*share) / alpha
		}
	}
	return Color{s.toSRGB(mixed), alpha}
}
