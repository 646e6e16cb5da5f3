package plan

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

// checkLinks warns about relative addresses in rich text that lead to no page of
// the brand.
func (p *Plan) checkLinks(f *check.File, b *Brand) {
	for _, l := range f.Links {
		if !b.HasPage(l.To) {
			p.Problems.Add(source.Warning, l.Node.Tree, l.Node.At(l.To), int(l.Node.Start), "expected an address with https: or the path of a page of brand %q, found %q, which leads nowhere on the page", b.Slug, source.Truncate(l.To))
		}
	}
}

// HasPage reports whether a relative address leads to a page of the brand.
func (b *Brand) HasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == manual.ExportPath || to == manual.FilesZipPath {
		return true
	}
	named := func(m *Manual) bool { return m.Manual.Slug == slug }
	return slices.ContainsFunc(b.Manuals, named) || slices.ContainsFunc(b.Kept, named)
}
