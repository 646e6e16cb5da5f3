package seed

import (
	"math"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// ContrastAA is the contrast ratio that text must have by WCAG 2.2, success
// criterion 1.4.3.
const ContrastAA = 4.5

// Contrast returns the themes on published pages whose text has less contrast
// than that with their background or their surface, each with its place. The
// error is what [Check] returns for files that an import refuses.
func Contrast(sources []Source, o Options, least float64) (Problems, error) {
	o.DryRun = true
	p, err := newCheck(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	var found faults
	for _, m := range p.manuals() {
		if m.Published {
			found.contrasts(m.page, least)
		}
	}
	return found.refused(false), nil
}

// contrasts records the themes of a page whose text has too little contrast. A
// color with alpha lies over the role below: text over surface, surface over
// background.
func (f *faults) contrasts(page []*part, least float64) {
	swatches, themes := tokenize.Swatches{}, []place{}
	eachPublished(page, func(content place, kind manual.Kind) {
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
				f.at(roles.get("text"), "expected a contrast of %v with %s in the theme %q, found %v", least, role, theme.get("name").str(), math.Floor(ratio*100)/100)
			}
		}
	}
}
