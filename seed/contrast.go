package seed

import (
	"math"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// minContrast is the contrast ratio that WCAG 2.2, success criterion 1.4.3 (AA),
// requires of text.
const minContrast = 4.5

// Contrast returns the themes on published pages whose text has less contrast with
// their background or surface than WCAG AA requires. The error is the one that
// [Check] returns.
func Contrast(sources []Source, o Options) (Problems, error) {
	p, err := newPlanWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	var found collector
	for _, m := range p.manuals() {
		if m.Published {
			found.checkContrast(m.page)
		}
	}
	return found.refusing(false), nil
}

// checkContrast records the themes of a page whose text has too little contrast.
// Transparent colors are composed: text over surface, surface over background.
func (c *collector) checkContrast(page []*part) {
	swatches, themes := tokenize.Swatches{}, []*node{}
	for _, b := range publishedBlocks(page) {
		switch b.kind {
		case manual.Themes:
			themes = append(themes, b.content.get("themes").items()...)
		case manual.Colors:
			for _, color := range b.content.get("colors").items() {
				name := tokenize.Name(color.get("name").str(), "color")
				if hex, ok := tokenize.Hex(color.get("hex").str()); ok && swatches[name] == "" {
					swatches[name] = hex
				}
			}
		}
	}
	for _, theme := range themes {
		roles, grounds := theme.get("colors"), []string(nil)
		text, _ := swatches.Color(roles.get("text").str())
		for _, role := range []string{"background", "surface"} {
			ground, _ := swatches.Color(roles.get(role).str())
			if text == "" || ground == "" {
				continue
			}
			grounds = append([]string{ground}, grounds...)
			if ratio := tokenize.Contrast(text, grounds...); ratio < minContrast {
				c.errorAt(roles.get("text"), "expected a contrast of %v with %s in the theme %q, found %v", minContrast, role, theme.get("name").str(), math.Floor(ratio*100)/100)
			}
		}
	}
}
