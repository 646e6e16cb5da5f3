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

// Modify changes a color by a share, as Tokens Studio does: how is lighten, darken or mix,
// with another color, in the color space lch, hsl, p3 or srgb, or alpha in any. It reports
// whether these are known.
func Modify(c Color, how, space string, share float64, other Color) (Color, bool) {
	if how == "alpha" {
		return Color{c.RGB, share}, true
	}
	name, ok := modifySpaces[space]
	if !ok || how != "lighten" && how != "darken" && how != "mix" {
		return c, false
	}
	s := spaces[name]
	from, to := s.ofSRGB(c.RGB), s.ofSRGB(other.RGB)
	hue, polar := map[string]int{"lch": 2, "hsl": 0}[space]
	if how != "mix" { // with white or black, of the same hue
		end := 0.0
		if how == "lighten" {
			end = 1
		}
		other.Alpha = c.Alpha
		switch space {
		case "lch":
			to = vec{100 * end, 0, from[2]}
		case "hsl":
			to = vec{from[0], from[1], 100 * end}
		default:
			to = vec{end, end, end}
		}
	} else if polar {
		from, to = shorterWay(from, to, hue)
	}
	// With premultiplied alpha (CSS Color Module Level 4, section 12).
	between := func(p, q float64) float64 { return p + (q-p)*share }
	alpha := between(c.Alpha, other.Alpha)
	for i := range from {
		if polar && i == hue || alpha == 0 {
			from[i] = between(from[i], to[i])
		} else {
			from[i] = between(from[i]*c.Alpha, to[i]*other.Alpha) / alpha
		}
	}
	return Color{s.toSRGB(from), alpha}, true
}

// shorterWay returns two colors whose hues are not farther apart than half a turn; the hue
// of a gray is that of the other color (CSS Color Module Level 4, section 12.4).
func shorterWay(p, q vec, hue int) (vec, vec) {
	const chroma, gray = 1, 0.02
	if p[chroma] < gray {
		p[hue] = q[hue]
	} else if q[chroma] < gray {
		q[hue] = p[hue]
	}
	q[hue] = p[hue] + math.Remainder(q[hue]-p[hue], 360)
	return p, q
}
