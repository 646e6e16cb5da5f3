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
				page.Entry{Brand: b, Slug: m.Manual.Slug, Title: m.Title, Subdomain: m.Subdomain, Primary: m.Primary})
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

// look returns the card of a primary manual that was built, from which the brand's other
// manuals take what they do not say themselves: nothing unless anyone may read it, and
// always, because no page changes at a date by itself.
func look(tx *db.Tx, s *manual.Snapshot, stored *db.Manual) []byte {
	if !s.Published || !s.Manual.Visibility.Open() || !s.Manual.ExpiresAt.IsZero() {
		return nil
	}
	if d, made := s.Documents[manual.CardDocument]; made {
		return d.Identity
	}
	return storedLook(tx, stored)
}

// wear makes the other manuals of each brand look like its primary one, whose look was
// built, in the order of [plan.Plan.Manuals], or is stored.
func (p *importer) wear(looks [][]byte) {
	for _, b := range p.Brands {
		var now, before []byte
		if b.Stored != nil {
			before = storedLook(p.Tx, b.Stored.Primary)
		}
		for i, m := range b.Manuals {
			if m.Primary {
				now = looks[i]
			}
		}
		for _, e := range b.Kept {
			if e.ID == b.Primary {
				now = storedLook(p.Tx, e)
			}
		}
		looks = looks[len(b.Manuals):]
		s, old := p.siblings[b], page.Siblings{}
		s.Wear(now)
		old.Wear(before)
		p.siblings[b], p.same[b] = s, p.same[b] && s.SameLook(old)
	}
}

// storedLook returns the same of a stored manual, nothing if there is none.
func storedLook(tx *db.Tx, e *db.Manual) []byte {
	if e == nil || !e.Published || !e.Visibility.Open() || !e.ExpiresAt.IsZero() {
		return nil
	}
	card, _ := tx.Body(e, manual.CardDocument) // without a card, or with a damaged one, there is no look
	return card
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
