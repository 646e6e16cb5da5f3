package tokenize

// Contrast returns the contrast ratio of a color on the one right below it, 1
// to 21 (WCAG 2.2, "contrast ratio"). Colors are what [Hex] has returned, the
// upper ones first. Alpha is composed: each over the next, the last over white.
func Contrast(upper string, below ...string) float64 {
	ground := [3]float64{255, 255, 255}
	for i := len(below) - 1; i >= 0; i-- {
		ground = over(Channels(below[i]), ground)
	}
	one, other := luminance(over(Channels(upper), ground)), luminance(ground)
	return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

// over composes a color over an opaque one.
func over(upper [4]uint8, lower [3]float64) (composed [3]float64) {
	alpha := float64(upper[3]) / 255
	for i := range composed {
		composed[i] = float64(float64(upper[i])*alpha) + float64(lower[i]*(1-alpha))
	}
	return composed
}

// luminance is the relative luminance of an 8-bit sRGB color (WCAG 2.2).
func luminance(color [3]float64) float64 {
	var light [3]float64
	for i, v := range color {
		light[i] = Linear(uint8(v + 0.5))
	}
	return dot(light, [3]float64{0.2126, 0.7152, 0.0722})
}

// Distance returns how far two colors look apart: their distance in OKLCH, 0
// for the same color. Colors are what [Hex] has returned; alpha is not looked
// at.
func Distance(one, other string) float64 {
	a, b := Channels(one), Channels(other)
	p, q := okLabOf([3]uint8(a[:3])), okLabOf([3]uint8(b[:3]))
	return hypot(p.l-q.l, hypot(p.a-q.a, p.b-q.b))
}
