package tokenize

import "math"

// Linear returns the light of a channel of an 8-bit sRGB color as a share of
// the most, 0 to 1 (IEC 61966-2-1). It is the same to the last bit on every
// machine.
func Linear(channel uint8) float64 { return linearLight[channel] }

// linearLight is the light of each value that a channel may have.
var linearLight = makeLinearLight()

func makeLinearLight() (light [256]float64) {
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

// encode is the inverse of [Linear] for any share up to 1.
func encode(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	square := light * light
	root := cbrt(math.Sqrt(math.Sqrt(square * square * light))) // to the power of 5/12
	return float64(1.055*root) - 0.055
}
