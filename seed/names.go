package seed

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/plan"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// warnNames warns of names of colors and logos that the published manual does not have:
// in its cover, in that of its brand if it is the primary manual in the same file, and
// in color pairs.
func (m *draft) warnNames() {
	swatches := tokenize.SwatchesOf(m.tokens)
	covers, logos := []*content.Node{m.Node.Get("cover")}, []string(nil)
	if m.Primary && m.In.Settings != nil && m.In.Settings.Tree == m.Node.Tree {
		covers = append(covers, m.In.Settings.Get("cover"))
	}
	for _, b := range plan.PublishedBlocks(m.Page) {
		if b.Kind == manual.Pairings {
			for _, entry := range b.Content.Get("pairings").Items() {
				m.warnColor(swatches, entry.Get("foreground"))
				m.warnColor(swatches, entry.Get("background"))
			}
		}
		for _, entry := range b.Content.Get("logos").Items() {
			logos = append(logos, strings.ToLower(entry.Get("name").Text()))
		}
	}
	for _, cover := range covers {
		m.warnColor(swatches, cover.Get("color"))
		for _, at := range cover.Get("colors").Items() {
			m.warnColor(swatches, at)
		}
		if at := cover.Get("logo"); at.Text() != "" && m.Asset(at.Text()) == nil && !slices.Contains(logos, strings.ToLower(at.Text())) {
			m.Problems.WarnAt(at, "expected the name of a logo on the page or the path of a picture, found %q, which is neither", source.Truncate(at.Text()))
		}
	}
}

func (m *draft) warnColor(swatches tokenize.Swatches, at *content.Node) {
	if _, known := swatches.Color(at.Text()); at.Text() != "" && !known {
		m.Problems.WarnAt(at, "expected a hex color or the name of a color on the page, found %q, which is none", source.Truncate(at.Text()))
	}
}
