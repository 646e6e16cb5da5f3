package search

import (
	"math"

	"designmanual/tokenize/css"
)

// hue returns the usual name of a color's hue, "" for what is no color. Dark and dull
// orange is brown; light red is pink. The script of the page has the same in rank.js.
func hue(hex string) string {
	c, err := css.ParseColor(hex)
	if err != nil {
		return ""
	}
	red, green, blue := c.RGB[0], c.RGB[1], c.RGB[2]
	lightest, darkest := max(red, green, blue), min(red, green, blue)
	lightness, chroma := (lightest+darkest)/2, lightest-darkest
	if lightness > 0.98 || lightness > 0.92 && chroma < 0.08 {
		return "white"
	}
	if lightness < 0.07 {
		return "black"
	}
	if chroma < 0.08 {
		return "gray"
	}
	angle := angleOf(red, green, blue, lightest, chroma)
	if angle < 45 && angle >= 12 && lightness < 0.45 && chroma < 0.6 {
		return "brown"
	}
	if (angle < 12 || angle >= 345) && lightness > 0.75 {
		return "pink"
	}
	if angle >= 340 && lightness < 0.5 { // crimson
		return "red"
	}
	for _, h := range hues {
		if angle < h.Below {
			return h.Name
		}
	}
	return "red"
}

// hues are the hues by the angle at which the next one begins, in degrees.
var hues = [...]struct {
	Below float64 `json:"below"`
	Name  string  `json:"name"`
}{
	{12, "red"}, {45, "orange"}, {70, "yellow"}, {160, "green"}, {195, "turquoise"}, {255, "blue"}, {292, "purple"},
	{345, "pink"},
}

// angleOf returns the hue in degrees (CSS Color Module Level 4, section 7.1).
func angleOf(red, green, blue, lightest, chroma float64) float64 {
	var sixth float64
	switch lightest {
	case red:
		sixth = (green - blue) / chroma
	case green:
		sixth = (blue-red)/chroma + 2
	default:
		sixth = (red-green)/chroma + 4
	}
	return math.Mod(sixth*60+360, 360)
}
