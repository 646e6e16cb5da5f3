package seed

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/db"
	"designmanual/db/manual"
)

// A textLink is a relative address in rich text.
type textLink struct {
	node *node
	to   string
}

// relativeLinks returns the relative href and src addresses in rich text, each
// once, without those that are only a fragment or query.
func relativeLinks(text string) (links []string) {
	if !strings.Contains(text, "<") || !strings.Contains(text, "=") {
		return nil
	}
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return links
		case html.StartTagToken, html.SelfClosingTagToken:
			for _, attr := range tokens.Token().Attr {
				to := strings.TrimSpace(attr.Val)
				relative := to != "" && to[0] != '#' && to[0] != '?' && !urlScheme.MatchString(to)
				if relative && (attr.Key == "href" || attr.Key == "src") && !slices.Contains(links, to) {
					links = append(links, to)
				}
			}
		}
	}
}

// checkLinks warns about relative addresses in rich text that lead to no page of
// the brand.
func (p *plan) checkLinks(f *file, b *brandPlan) {
	for _, l := range f.links {
		if !b.hasPage(l.to) {
			p.problems.warnAt(l.node, "expected an address with https: or the path of a page of brand %q, found %q, which leads nowhere on the page", b.slug, truncate(l.to))
		}
	}
}

// hasPage reports whether a relative address leads to a page of the brand.
func (b *brandPlan) hasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == manual.ExportPath || to == manual.FilesZipPath {
		return true
	}
	return slices.ContainsFunc(b.manuals, func(m *manualPlan) bool { return m.Manual.Slug == slug }) ||
		slices.ContainsFunc(b.kept, func(e *db.Entry) bool { return e.Slug == slug })
}
