package warn

import (
	"math"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// minContrast is the contrast ratio that WCAG 2.2, success criterion 1.4.3 (AA),
// requires of text.
const minContrast = 4.5

// LowContrast returns the themes whose text has too little contrast.
func LowContrast(sections []content.Section, swatches tokenize.Swatches) problem.Collector {
	var found problem.Collector
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Kind != manual.Themes {
				continue
			}
			for _, theme := range b.Content.Get("themes").List() {
				checkContrast(&found, swatches, theme)
			}
		}
	}
	return found
}

// checkContrast records a theme whose text has too little contrast. Transparent colors
// are composed: text over surface, surface over background.
func checkContrast(c *problem.Collector, swatches tokenize.Swatches, theme *content.Value) {
	roles := theme.Get("colors")
	text, _ := swatches.Color(roles.Get("text").Text())
	if text == "" {
		return
	}
	var grounds []string
	for _, role := range []string{"background", "surface"} {
		ground, _ := swatches.Color(roles.Get(role).Text())
		if ground == "" {
			continue
		}
		grounds = append([]string{ground}, grounds...)
		if ratio := css.Contrast(text, grounds...); ratio < minContrast {
			c.ErrorAt(roles.Get("text"), "expected a contrast of %v with %s in the theme %q, found %v",
				minContrast, role, theme.Get("name").Text(), math.Floor(ratio*100)/100)
		}
	}
}
