package plan

import (
	"math"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// minContrast is the contrast ratio that WCAG 2.2, success criterion 1.4.3 (AA),
// requires of text.
const minContrast = 4.5

// Contrast returns the themes on published pages whose text has less contrast with
// their background or surface than WCAG AA requires.
func (p *Plan) Contrast() source.Problems {
	var found source.Collector
	for _, m := range p.Manuals() {
		if m.Published {
			checkContrast(&found, m.Page)
		}
	}
	return found.Refusing(false)
}

// checkContrast records the themes of a page whose text has too little contrast.
// Transparent colors are composed: text over surface, surface over background.
func checkContrast(c *source.Collector, page []*Part) {
	swatches, themes := tokenize.Swatches{}, []*content.Node{}
	for _, b := range PublishedBlocks(page) {
		switch b.Kind {
		case manual.Themes:
			themes = append(themes, b.Content.Get("themes").Items()...)
		case manual.Colors:
			for _, color := range b.Content.Get("colors").Items() {
				name := tokenize.Name(color.Get("name").Text(), "color")
				if hex, ok := css.Hex(color.Get("hex").Text()); ok && swatches[name] == "" {
					swatches[name] = hex
				}
			}
		}
	}
	for _, theme := range themes {
		roles, grounds := theme.Get("colors"), []string(nil)
		text, _ := swatches.Color(roles.Get("text").Text())
		for _, role := range []string{"background", "surface"} {
			ground, _ := swatches.Color(roles.Get(role).Text())
			if text == "" || ground == "" {
				continue
			}
			grounds = append([]string{ground}, grounds...)
			if ratio := css.Contrast(text, grounds...); ratio < minContrast {
				c.ErrorAt(roles.Get("text"), "expected a contrast of %v with %s in the theme %q, found %v", minContrast, role, theme.Get("name").Text(), math.Floor(ratio*100)/100)
			}
		}
	}
}
