package css

import (
	"math"
)

// slack is how far a channel may lie outside sRGB, so that a color whose
// numbers were rounded counts as inside.
const slack = 0.0005

// Hex returns the color as hex in lower case, with 8 bits a channel, and
// reports whether it lay outside sRGB: it is then mapped into it.
func (c Color) Hex() (hex string, outside bool) {
	rgb := c.RGB
	if outside = !inside(rgb); outside {
		rgb = mapped(rgb)
	}
	channels := make([]uint8, 0, 4)
	for _, v := range rgb {
		channels = append(channels, uint8(math.Round(255*max(0, min(1, v)))))
	}
	if alpha := uint8(math.Round(255 * c.Alpha)); alpha < 255 {
		channels = append(channels, alpha)
	}
	return HexOf(channels...), outside
}

func inside(rgb vec) bool {
	return min(rgb[0], rgb[1], rgb[2]) >= -slack && max(rgb[0], rgb[1], rgb[2]) <= 1+slack
}

// The just noticeable difference in OKLab, and the precision of the chroma.
const (
	noticeable = 0.02
	precision  = 0.0001
)

// mapped returns the closest color inside sRGB: it keeps lightness and hue in
// OKLCH and reduces chroma until clipping makes no noticeable difference (CSS
// Color Module Level 4, section 13.2.2).
func mapped(rgb vec) vec {
	origin := spaces["oklch"].ofSRGB(rgb)
	if origin[0] >= 1 || origin[0] <= 0 {
		return vec{origin[0], origin[0], origin[0]}
	}
	least, most := 0.0, origin[1]
	result := clipped(rgb)
	for most-least > precision {
		origin[1] = (least + most) / 2
		candidate := spaces["oklch"].toSRGB(origin)
		result = clipped(candidate)
		if inside(candidate) || difference(candidate, result) <= noticeable {
			least = origin[1]
		} else {
			most = origin[1]
		}
	}
	return result
}

func clipped(rgb vec) vec {
	return each(rgb, func(v float64) float64 { return max(0, min(1, v)) })
}

func difference(a, b vec) float64 {
	p, q := srgbToOKLab(a), srgbToOKLab(b)
	return math.Hypot(p[0]-q[0], math.Hypot(p[1]-q[1], p[2]-q[2]))
}
