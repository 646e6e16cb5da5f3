package warn

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// OfUnknownNames warns of names of colors and logos that the published manual does not have: in its cover, in color
// pairs, in shares and grounds of colors, and the grounds of logos. It returns those in the cover of its brand in the
// same file. The sections are those that the page of the manual shows, swatches its colors; hasFile reports whether an
// address is that of a file of the manual.
func OfUnknownNames(
	problems *problem.Collector, m *content.Value, sections []content.Section, swatches tokenize.Swatches,
	hasFile func(address string) bool,
) problem.Collector {
	var logos []string
	for _, s := range sections {
		ofColor(problems, swatches, s.Content.Get("color"))
		for _, b := range s.Blocks {
			for _, logo := range b.Content.Get("logos").List() {
				logos = append(logos, strings.ToLower(logo.Get("name").Text()))
				ofGround(problems, swatches, logo.Get("background"))
			}
			for _, role := range rolesOf(b) {
				ofColor(problems, swatches, role)
			}
			if b.Kind == manual.Colors {
				for _, share := range b.Content.Get("proportions").Members() {
					ofColorName(problems, swatches, share, share.Name)
				}
				for _, ground := range b.Content.Get("grounds").List() {
					ofColor(problems, swatches, ground)
				}
			}
			if b.Kind == manual.Pairings {
				for _, pair := range b.Content.Get("pairings").List() {
					ofColor(problems, swatches, pair.Get("foreground"))
					ofColor(problems, swatches, pair.Get("background"))
				}
			}
		}
	}
	ofHiddenFonts(problems, assign.ApprovedVersion(m), sections)
	isLogo := func(name string) bool { return hasFile(name) || slices.Contains(logos, strings.ToLower(name)) }
	ofCover(problems, swatches, isLogo, m.Get("cover"))
	var ofBrand problem.Collector
	ofCover(&ofBrand, swatches, isLogo, m.Tree.Root.Get("brand").Get("cover"))
	return ofBrand
}

// ofHiddenFonts warns of text styles that name the usage of a typeface of this version that is not on
// the page: the word is then taken for the name of a family.
func ofHiddenFonts(problems *problem.Collector, version *content.Value, sections []content.Section) {
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
			problems.WarnAt(
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

// ofCover warns of names in a cover that the published manual does not have.
func ofCover(
	problems *problem.Collector, swatches tokenize.Swatches, isLogo func(name string) bool, cover *content.Value,
) {
	ofColor(problems, swatches, cover.Get("color"))
	for _, color := range cover.Get("colors").List() {
		ofColor(problems, swatches, color)
	}
	logo := cover.Get("logo")
	if logo.Text() == "" || isLogo(logo.Text()) {
		return
	}
	problems.WarnAt(
		logo, "expected the name of a logo on the page or the path of a picture, found %q, which is neither",
		content.Truncate(logo.Text()),
	)
}

// ofColor warns of a text that is neither a color nor the name of one on the page.
func ofColor(problems *problem.Collector, swatches tokenize.Swatches, node *content.Value) {
	ofColorName(problems, swatches, node, node.Text())
}

// ofColorName warns at a value of a name that is neither a color nor that of one on the page.
func ofColorName(problems *problem.Collector, swatches tokenize.Swatches, node *content.Value, name string) {
	if name == "" {
		return
	}
	if _, known := swatches.Color(name); !known {
		problems.WarnAt(
			node, "expected a hex color or the name of a color on the page, found %q, which is none",
			content.Truncate(name),
		)
	}
}

// ofGround warns of the ground of a logo that is no color of the page and none of CSS: the
// logo stands on a neutral one.
func ofGround(problems *problem.Collector, swatches tokenize.Swatches, node *content.Value) {
	if _, err := css.ShadowColor(node.Text()); err != nil {
		ofColor(problems, swatches, node)
	}
}
