package seed

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/plan"
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
	sections, _ := plan.PublishPage(chosen[0].Page)
	parsed, _, err := parsePage(&manual.Manual{Sections: sections})
	if err != nil {
		return manual.TokenDocument{}, err
	}
	return *parsed.Tokens, nil
}
