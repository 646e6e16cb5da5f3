package seed

import (
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// siblings returns the public manuals that a brand has after an import, the primary
// one first, the others by slug. Every page of the brand links to them, so it changes
// when they do. A manual with an end date is left out, because no page changes at a
// date by itself.
func siblings(b manual.Brand, primary string, kept []*db.Entry, manuals []*manualPlan) (entries []page.Entry) {
	for _, e := range kept {
		if e.Published && e.Visibility == manual.Public && e.ExpiresAt.Time().IsZero() {
			entries = append(entries, page.Entry{Brand: b, Slug: e.Slug, Title: e.Title, Subdomain: e.Subdomain, Primary: primary == e.ID})
		}
	}
	for _, m := range manuals {
		if m.Published && m.Manual.Visibility == manual.Public && m.Manual.ExpiresAt.IsZero() {
			entries = append(entries, page.Entry{Brand: b, Slug: m.Manual.Slug, Title: m.served.get("title").str(), Subdomain: m.Subdomain, Primary: m.Primary})
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
	return entries
}

// storedSiblings returns the public manuals of a stored brand.
func storedSiblings(b *db.Brand) []page.Entry {
	if b == nil {
		return nil
	}
	return siblings(b.Brand, primaryID(b), slices.Collect(b.Manuals()), nil)
}

// primaryID returns the id of a stored brand's primary manual, or "".
func primaryID(b *db.Brand) string {
	if b.Primary == nil {
		return ""
	}
	return b.Primary.ID
}

// sameSibling reports whether two entries make the same link.
func sameSibling(a, b page.Entry) bool {
	return a.Slug == b.Slug && a.Title == b.Title && a.Subdomain == b.Subdomain && a.Primary == b.Primary
}
