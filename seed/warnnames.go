package seed

import (
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// minContrast is the contrast ratio that WCAG 2.2, success criterion 1.4.3 (AA),
// requires of text.
const minContrast = 4.5

// warnOfUnknownNames warns of names of colors and logos that the published manual does not have: in
// its cover, in color pairs, in shares and grounds of colors, and the grounds of logos. It returns those in the
// cover of its brand in the same file.
func (fm *fileManual) warnOfUnknownNames(
	m *content.Value, sections []content.Section, swatches tokenize.Swatches,
) problem.Collector {
	var logos []string
	for _, s := range sections {
		warnColor(&fm.problems, swatches, s.Content.Get("color"))
		for _, b := range s.Blocks {
			for _, logo := range b.Content.Get("logos").List() {
				logos = append(logos, strings.ToLower(logo.Get("name").Text()))
				warnGround(&fm.problems, swatches, logo.Get("background"))
			}
			for _, role := range rolesOf(b) {
				warnColor(&fm.problems, swatches, role)
			}
			if b.Kind == manual.Colors {
				for _, share := range b.Content.Get("proportions").Members() {
					warnColorName(&fm.problems, swatches, share, share.Name)
				}
				for _, ground := range b.Content.Get("grounds").List() {
					warnColor(&fm.problems, swatches, ground)
				}
			}
			if b.Kind == manual.Pairings {
				for _, pair := range b.Content.Get("pairings").List() {
					warnColor(&fm.problems, swatches, pair.Get("foreground"))
					warnColor(&fm.problems, swatches, pair.Get("background"))
				}
			}
		}
	}
	fm.warnOfHiddenFonts(assign.ApprovedVersion(m), sections)
	fm.checkCover(&fm.problems, swatches, logos, m.Get("cover"))
	var ofBrand problem.Collector
	fm.checkCover(&ofBrand, swatches, logos, m.Tree.Root.Get("brand").Get("cover"))
	return ofBrand
}

// warnOfHiddenFonts warns of text styles that name the usage of a typeface of this version that is not on
// the page: the word is then taken for the name of a family.
func (fm *fileManual) warnOfHiddenFonts(version *content.Value, sections []content.Section) {
	hidden := make(map[string]bool) // by the names of usages
	var styles []*content.Value
	for _, s := range version.Get("sections").List() {
		for _, part := range append([]*content.Value{s}, s.Get("blocks").List()...) {
			for _, font := range part.Get("content").Get("fonts").List() {
				hidden[tokenize.Name(font.Get("usage").Text(), "font")] = true
			}
		}
	}
	for _, s := range sections {
		for _, b := range s.Blocks {
			for _, font := range b.Content.Get("fonts").List() {
				delete(hidden, tokenize.Name(font.Get("usage").Text(), "font"))
			}
			for _, style := range b.Content.Get("styles").List() {
				styles = append(append(styles, style), style.Get("modes").Members()...)
			}
		}
	}
	for _, style := range styles {
		family := style.Get("family")
		if family.Text() != "" && hidden[tokenize.Name(family.Text(), "font")] {
			fm.problems.WarnAt(
				family,
				"the typeface %q is not on the page, so this is taken for the name of a family. Publish its block, or "+
					"name another typeface.",
				content.Truncate(family.Text()),
			)
		}
	}
}

// rolesOf returns the colors of the themes of a block.
func rolesOf(b content.Block) []*content.Value {
	if b.Kind != manual.Themes {
		return nil
	}
	var roles []*content.Value
	for _, theme := range b.Content.Get("themes").List() {
		roles = append(roles, theme.Get("colors").Members()...)
	}
	return roles
}

// checkCover warns of names in a cover that the published manual does not have.
func (fm *fileManual) checkCover(
	c *problem.Collector, swatches tokenize.Swatches, logos []string, cover *content.Value,
) {
	warnColor(c, swatches, cover.Get("color"))
	for _, color := range cover.Get("colors").List() {
		warnColor(c, swatches, color)
	}
	logo := cover.Get("logo")
	if logo.Text() == "" || fm.file.asset(logo.Text()) != nil || slices.Contains(logos, strings.ToLower(logo.Text())) {
		return
	}
	c.WarnAt(
		logo, "expected the name of a logo on the page or the path of a picture, found %q, which is neither",
		content.Truncate(logo.Text()),
	)
}

// warnColor warns of a text that is neither a color nor the name of one on the page.
func warnColor(c *problem.Collector, swatches tokenize.Swatches, node *content.Value) {
	warnColorName(c, swatches, node, node.Text())
}

// warnColorName warns at a value of a name that is neither a color nor that of one on the page.
func warnColorName(c *problem.Collector, swatches tokenize.Swatches, node *content.Value, name string) {
	if name == "" {
		return
	}
	if _, known := swatches.Color(name); !known {
		c.WarnAt(
			node, "expected a hex color or the name of a color on the page, found %q, which is none",
			content.Truncate(name),
		)
	}
}

// warnGround warns of the ground of a logo that is no color of the page and none of CSS: the
// logo stands on a neutral one.
func warnGround(c *problem.Collector, swatches tokenize.Swatches, node *content.Value) {
	if _, err := css.ShadowColor(node.Text()); err != nil {
		warnColor(c, swatches, node)
	}
}

// findLowContrast returns the themes whose text has too little contrast.
func findLowContrast(sections []content.Section, swatches tokenize.Swatches) problem.Collector {
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
