package seed

import (
	"strings"

	"designmanual/db/manual"
)

// warnOfDeadPageLinks warns of relative addresses in texts that lead to no page of their brand.
func (i *importer) warnOfDeadPageLinks() {
	for _, f := range i.files {
		b := i.bySlug[f.brand]
		for _, l := range f.links {
			if b != nil && !b.hasPage(l.To) {
				i.problems.Merge(&l.Dead)
			}
		}
	}
}

// hasPage reports whether a relative address leads to a page of the brand.
func (b *nextBrand) hasPage(to string) bool {
	if strings.HasPrefix(to, "//") {
		return false // another host
	}
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	slug, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "."), "/"), "/")
	if slug == "" || to == manual.ExportPath || to == manual.FilesZipPath {
		return true
	}
	for _, m := range b.allManuals() {
		if m.Slug == slug {
			return true
		}
	}
	return false
}
