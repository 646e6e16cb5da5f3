package seed

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/plan"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Tokens returns the tokens of a manual of files: of the one with a slug, or of the
// primary one. The error is the one that [Check] returns, or says that there is no such
// manual, or that it is not published.
func Tokens(sources []Source, slug string, o Options) (manual.TokenDocument, error) {
	p, err := planWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return manual.TokenDocument{}, err
	}
	var chosen []*plan.Manual
	var slugs []string
	for _, m := range p.Manuals() {
		own := m.Snapshot.Manual.Slug
		slugs = append(slugs, own)
		if slug == "" && m.Primary || slug != "" && slug == own {
			chosen = append(chosen, m)
		}
	}
	switch {
	case len(chosen) != 1:
		return manual.TokenDocument{}, fmt.Errorf("expected one manual, found %d; the files have the manuals %s", len(chosen), strings.Join(slugs, ", "))
	case !chosen[0].Published:
		return manual.TokenDocument{}, fmt.Errorf("the manual %s is not published", chosen[0].Snapshot.Manual.Slug)
	}
	_, made, err := readTokens(p, chosen[0])
	if err != nil {
		return manual.TokenDocument{}, err
	}
	return *made, nil
}

// readTokens reads the page of a published manual, and makes its tokens.
func readTokens(p *plan.Plan, m *plan.Manual) ([]*plan.Part, *manual.TokenDocument, error) {
	c, err := p.Read(m)
	if err != nil {
		return nil, nil, err
	}
	sections, _ := plan.PublishPage(c.Page)
	parsed, _, err := parsePage(&manual.Manual{Sections: sections})
	return c.Page, parsed.Tokens, err
}

// minContrast is the contrast ratio that WCAG 2.2, success criterion 1.4.3 (AA),
// requires of text.
const minContrast = 4.5

// Contrast returns the themes on published pages whose text has less contrast with
// their background or surface than WCAG AA requires. The error is the one that
// [Check] returns.
func Contrast(sources []Source, o Options) (Problems, error) {
	p, err := planWithoutStore(sources, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	var found source.Collector
	for _, m := range p.Manuals() {
		if !m.Published {
			continue
		}
		page, tokens, err := readTokens(p, m)
		if err != nil {
			return nil, err
		}
		for _, b := range plan.PublishedBlocks(page) {
			if b.Kind == manual.Themes {
				for _, theme := range b.Content.Get("themes").List() {
					checkContrast(&found, tokenize.SwatchesOf(tokens), theme)
				}
			}
		}
	}
	return found.Refusing(false), nil
}

// checkContrast records a theme whose text has too little contrast. Transparent colors
// are composed: text over surface, surface over background.
func checkContrast(c *source.Collector, swatches tokenize.Swatches, theme *content.Value) {
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

// warnNames warns of names of colors and logos that the published manual does not have:
// in its cover, in that of its brand if it is the primary manual in the same file, and
// in color pairs.
func (m *draft) warnNames() {
	swatches := tokenize.SwatchesOf(m.tokens)
	covers, logos := []*content.Value{m.Node.Get("cover")}, []string(nil)
	if m.Primary && m.In.Settings != nil && m.In.Settings.Tree.Order == m.Node.Tree.Order {
		covers = append(covers, m.In.Settings.Get("cover"))
	}
	for _, b := range plan.PublishedBlocks(m.Page) {
		if b.Kind == manual.Pairings {
			for _, entry := range b.Content.Get("pairings").List() {
				m.warnColor(swatches, entry.Get("foreground"))
				m.warnColor(swatches, entry.Get("background"))
			}
		}
		for _, entry := range b.Content.Get("logos").List() {
			logos = append(logos, strings.ToLower(entry.Get("name").Text()))
		}
	}
	for _, cover := range covers {
		m.warnColor(swatches, cover.Get("color"))
		for _, at := range cover.Get("colors").List() {
			m.warnColor(swatches, at)
		}
		if at := cover.Get("logo"); at.Text() != "" && m.Asset(at.Text()) == nil && !slices.Contains(logos, strings.ToLower(at.Text())) {
			m.Problems.WarnAt(at, "expected the name of a logo on the page or the path of a picture, found %q, which is neither", source.Truncate(at.Text()))
		}
	}
}

func (m *draft) warnColor(swatches tokenize.Swatches, at *content.Value) {
	if _, known := swatches.Color(at.Text()); at.Text() != "" && !known {
		m.Problems.WarnAt(at, "expected a hex color or the name of a color on the page, found %q, which is none", source.Truncate(at.Text()))
	}
}
