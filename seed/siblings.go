package seed

import (
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
				page.Entry{Brand: b, Slug: m.Manual.Slug, Title: m.Served.Get("title").Text(), Subdomain: m.Subdomain, Primary: m.Primary})
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
func storedSiblings(site manual.Site, b *db.Brand) page.Siblings {
	if b == nil {
		return page.Siblings{}
	}
	return siblings(site, b.Brand, primaryID(b), slices.Collect(b.Manuals()), nil)
}

// primaryID returns the id of a stored brand's primary manual, or "".
func primaryID(b *db.Brand) string {
	if b.Primary == nil {
		return ""
	}
	return b.Primary.ID
}
