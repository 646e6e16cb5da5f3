package seed

import (
	"math"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// ContrastAA is the contrast ratio that WCAG 2.2, success criterion 1.4.3,
// requires of text.
const ContrastAA = 4.5

// Contrast returns the themes on published pages whose text has a contrast ratio
// below least with their background or surface. The error is the one that [Check]
// returns.
func Contrast(sources []Source, o Options, least float64) (Problems, error) {
	o.DryRun = true
	p, err := newPlanWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	var found collector
	for _, m := range p.manuals() {
		if m.Published {
			found.checkContrast(m.page, least)
		}
	}
	return found.refusing(false), nil
}

// checkContrast records the themes of a page whose text has too little contrast.
// Transparent colors are composed: text over surface, surface over background.
func (f *collector) checkContrast(page []*part, least float64) {
	swatches, themes := tokenize.Swatches{}, []*node{}
	eachPublishedBlock(page, func(content *node, kind manual.Kind) {
		switch kind {
		case manual.Themes:
			for _, theme := range content.get("themes").items() {
				themes = append(themes, theme)
			}
		case manual.Colors:
			for _, color := range content.get("colors").items() {
				name := tokenize.Name(color.get("name").str(), "color")
				if hex, ok := tokenize.Hex(color.get("hex").str()); ok && swatches[name] == "" {
					swatches[name] = hex
				}
			}
		}
	})
	for _, theme := range themes {
		roles, grounds := theme.get("colors"), []string(nil)
		text, _ := swatches.Color(roles.get("text").str())
		for _, role := range []string{"background", "surface"} {
			ground, _ := swatches.Color(roles.get(role).str())
			if text == "" || ground == "" {
				continue
			}
			grounds = append([]string{ground}, grounds...)
			if ratio := tokenize.Contrast(text, grounds...); ratio < least {
				f.errorAt(roles.get("text"), "expected a contrast of %v with %s in the theme %q, found %v", least, role, theme.get("name").str(), math.Floor(ratio*100)/100)
			}
		}
	}
}
