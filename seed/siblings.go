package seed

import (
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// The page of a manual names the brand's other public manuals. So all pages of
// a brand change when one of these comes, goes, or has another title or
// address. One with an end date is not among them: no page changes by itself
// when that comes, and all servers are to make the same pages.

// listedIn returns the public manuals of a brand of the store.
func listedIn(b *db.Brand) []page.Entry {
	if b == nil {
		return nil
	}
	primary := ""
	if b.Primary != nil {
		primary = b.Primary.ID
	}
	return inSiblingOrder(listedOf(slices.Collect(b.Manuals()), b.Brand, primary))
}

// listed returns the public manuals that a brand has after the import.
func (b *brandPlan) listed() []page.Entry {
	entries := listedOf(b.kept, b.brand, b.primary)
	for _, m := range b.manuals {
		if m.published && m.version().there() && m.visibility == manual.Public && m.expiresAt.IsZero() {
			entries = append(entries, page.Entry{
				Brand: b.brand, Slug: m.slug, Title: m.version().get("title").str(), Subdomain: m.subdomain, Primary: m.primary(),
			})
		}
	}
	return inSiblingOrder(entries)
}

// listedOf returns the public ones of a brand's stored manuals.
func listedOf(stored []*db.Entry, b manual.Brand, primary string) (entries []page.Entry) {
	for _, e := range stored {
		if e.Published && e.Visibility == manual.Public && e.ExpiresAt.IsZero() {
			entries = append(entries, page.Entry{Brand: b, Slug: e.Slug, Title: e.Title, Subdomain: e.Subdomain, Primary: primary == e.ID})
		}
	}
	return entries
}

// inSiblingOrder sorts the primary manual first, the others by slug.
func inSiblingOrder(entries []page.Entry) []page.Entry {
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

// others leaves out the manual itself.
func others(entries []page.Entry, slug string) []page.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e page.Entry) bool { return e.Slug == slug })
}

// sameSiblings tells whether two lists make the same links.
func sameSiblings(a, b []page.Entry) bool {
	return slices.EqualFunc(a, b, func(a, b page.Entry) bool {
		return a.Slug == b.Slug && a.Title == b.Title && a.Subdomain == b.Subdomain && a.Primary == b.Primary
	})
}
