package seed

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/seed/plan"
)

// siblings returns what the pages of a brand say of its public manuals after an
// import, the primary one first, the others by slug. A manual with an end date is
// counted but not named, because no page changes at a date by itself.
func siblings(site manual.Site, b manual.Brand, primary string, kept []*db.Manual, manuals []*plan.Manual) page.Siblings {
	var entries []page.Entry
	public := 0
	add := func(visibility manual.Visibility, end time.Time, e page.Entry) {
		if visibility != manual.Public {
			return
		}
		if public++; end.IsZero() {
			entries = append(entries, e)
		}
	}
	for _, e := range kept {
		if e.Published {
			add(e.Visibility, e.ExpiresAt, page.Entry{Brand: b, Slug: e.Slug, Title: e.Title, Subdomain: e.Subdomain, Primary: primary == e.ID})
		}
	}
	for _, m := range manuals {
		if m.Published {
			add(m.Manual.Visibility, m.Manual.ExpiresAt,
				page.Entry{Brand: b, Slug: m.Manual.Slug, Title: cmp.Or(m.Manual.Title, m.Served.Get("title").Text()), Subdomain: m.Subdomain, Primary: m.Primary})
		}
	}
	slices.SortFunc(entries, func(a, b page.Entry) int {
		if a.Primary != b.Primary {
			if a.Primary {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Slug, b.Slug)
	})
	return page.NewSiblings(site, b, entries, public)
}

// storedSiblings returns the siblings of a stored brand.
func storedSiblings(site manual.Site, ix *db.Index, b *db.Brand) page.Siblings {
	if b == nil {
		return page.Siblings{}
	}
	s := siblings(site, b.Brand, primaryID(b), slices.Collect(b.Manuals()), nil)
	s.Brands = brandsAddress(site, b.Brand, ix, nil)
	return s
}

// primaryID returns the id of a stored brand's primary manual, or "".
func primaryID(b *db.Brand) string {
	if b.Primary == nil {
		return ""
	}
	return b.Primary.ID
}

// brandsAddress returns the address of the index of the site's other brands, for the
// pages of the brand that is at home there, or "" without a public manual of another.
// A manual with an end date does not count, because no page changes at a date by itself.
func brandsAddress(site manual.Site, b manual.Brand, ix *db.Index, planned []*plan.Brand) string {
	if !site.AtHome(b) {
		return ""
	}
	others := false
	known := map[string]bool{b.Slug: true}
	for _, p := range planned {
		if known[p.Slug] {
			continue
		}
		if known[p.Slug] = true; !site.Reaches(p.Brand) {
			continue
		}
		for _, m := range p.Manuals {
			others = others || m.Published && m.Manual.Visibility == manual.Public && m.Manual.ExpiresAt.IsZero()
		}
		others = others || slices.ContainsFunc(p.Kept, isListed)
	}
	for other := range ix.Brands() {
		if !known[other.Slug] && site.Reaches(other.Brand) {
			others = others || slices.ContainsFunc(slices.Collect(other.Manuals()), isListed)
		}
	}
	if !others {
		return ""
	}
	return site.String() + manual.BrandsPath
}

func isListed(e *db.Manual) bool {
	return e.Published && e.Visibility == manual.Public && e.ExpiresAt.IsZero()
}
