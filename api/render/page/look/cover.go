package look

import (
	"slices"

	"designmanual/api/render/page/rgb"
	"designmanual/db/manual"
)

// maxStrip is the most colors of a strip.
const maxStrip = 12

// NewCover returns the color of a manual's cover and its strip of other colors in hex: those
// that the manual and its brand name, else those of the brand's primary manual, else those of
// its themes and colors. The manual's page, its export, its icon, lists and the pages for errors
// share them.
func NewCover(summary manual.Summary, brand manual.Cover, primary Card) (color rgb.Color, strip []string) {
	named := summary.Cover.Over(brand)
	color, strip = rgb.NearBlack, summary.Families
	if summary.Main != "" {
		color = rgb.Parse(summary.Main).Over(rgb.White)
	}
	inherited, inherits := primary.Ground()
	if own, ok := coverColor(summary, named.Color); ok {
		color = own.Over(rgb.White)
	} else if inherits && (named.Color != "" || summary.Main == "" && len(summary.Themes) == 0) {
		color = inherited
	}
	var chosen []string
	for _, name := range named.Colors {
		if c, ok := coverColor(summary, name); ok {
			chosen = append(chosen, c.Hex())
		}
	}
	if len(summary.Cover.Colors) == 0 && len(primary.Strip) > 0 && (len(named.Colors) > 0 || len(summary.Families) == 0) {
		strip = primary.Strip
	} else if len(chosen) > 0 {
		strip = chosen[:min(len(chosen), maxStrip)]
	}
	// the color itself would be a gap in the strip
	return color, slices.DeleteFunc(slices.Clone(strip), func(hex string) bool { return rgb.Parse(hex) == color })
}

// coverColor returns what the name of a color in a cover means.
func coverColor(summary manual.Summary, name string) (rgb.Color, bool) {
	if name != "" && name == summary.Cover.Chosen {
		return rgb.Parse(name), true
	}
	for _, n := range summary.NamedColors {
		if n.Name == name {
			return rgb.Parse(n.Hex), true
		}
	}
	return rgb.Color{}, false
}

// InheritsLogo reports whether a cover has the logo of the primary manual, by the name of a logo
// that it or its brand says: what the brand says holds on a cover of another color too; a logo
// that the primary manual found by its ground holds on that ground.
func InheritsLogo(own manual.Cover, name string, primary Card, cover rgb.Color) bool {
	return own.Logo == "" && primary.Logo != "" && (name != "" || primary.Cover == cover.Hex())
}
