package seed

import (
	"cmp"
	"slices"

	"designmanual/api/render/page"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/plan"
)

// others are what the pages of a brand show of its other manuals and of other brands.
type others struct {
	page.Siblings
	same bool // as before the import
}

// findOthers finds what the pages of the brands show of others after the import, but for
// the look of their primary manuals.
func (p *importer) findOthers() {
	var before, after []*plan.Brand // of the store; only the pages of the brand at home need them
	if slices.ContainsFunc(p.brands, func(b *plan.Brand) bool { return p.Site.AtHome(b.Brand) }) {
		before, after = plan.Stored(p.Index), p.brands
		for _, b := range before {
			if !slices.ContainsFunc(p.brands, func(named *plan.Brand) bool { return named.Slug == b.Slug }) {
				after = append(slices.Clip(after), b)
			}
		}
	}
	for _, b := range p.brands {
		p.others[b] = &others{Siblings: siblings(p.Site, b, after)}
		if b.Stored != nil {
			p.others[b].same = p.others[b].Same(siblings(p.Site, plan.StoredBrand(b.Stored), before))
		}
	}
}

// siblings returns what the pages of a brand say of its public manuals, the primary one
// first, the others by slug, and of the other brands of the site. A manual with an end
// date is counted but not named, because no page changes at a date by itself.
func siblings(site manual.Site, b *plan.Brand, brands []*plan.Brand) page.Siblings {
	var entries []page.Entry
	public := 0
	for _, m := range b.All() {
		if !m.Published || m.Manual.Visibility != manual.Public {
			continue
		}
		if public++; m.Manual.ExpiresAt.IsZero() {
			entries = append(entries, page.Entry{Brand: b.Brand, Slug: m.Manual.Slug, Title: m.Title, Subdomain: m.Subdomain, Primary: m.Primary})
		}
	}
	key := func(e page.Entry) string {
		if e.Primary {
			return ""
		}
		return e.Slug
	}
	slices.SortFunc(entries, func(a, b page.Entry) int { return cmp.Compare(key(a), key(b)) })
	s := page.NewSiblings(site, b.Brand, entries, public)
	if site.AtHome(b.Brand) && slices.ContainsFunc(brands, func(other *plan.Brand) bool { return other.Slug != b.Slug && isListed(site, other) }) {
		s.Brands = site.String() + manual.BrandsPath
	}
	return s
}

// isListed reports whether the index of the site's brands names a brand.
func isListed(site manual.Site, b *plan.Brand) bool {
	return site.Reaches(b.Brand) && slices.ContainsFunc(b.All(), func(m *plan.Manual) bool {
		return m.Manual.Visibility == manual.Public && isOpen(m)
	})
}

// isOpen reports whether anyone may read a manual, and always.
func isOpen(m *plan.Manual) bool {
	return m.Published && m.Manual.Visibility.Open() && m.Manual.ExpiresAt.IsZero()
}

// wear makes the other manuals of a brand look like its primary one, which was built, as
// far as they say nothing themselves and anyone may read that one.
func (p *importer) wear(primary *plan.Manual) {
	o, old := p.others[primary.In], page.Siblings{}
	if stored := primary.In.Stored; stored != nil {
		old.Wear(p.storedLook(stored.Primary))
	}
	card := primary.Documents[manual.CardDocument].Identity
	if card == nil {
		card = p.storedLook(primary.Entry)
	}
	if !isOpen(primary) {
		card = nil
	}
	o.Wear(card)
	o.same = o.same && o.SameLook(old)
}

// storedLook returns the card of a stored manual if anyone may read it.
func (p *importer) storedLook(e *db.Manual) []byte {
	if e == nil || !e.Published || !e.Visibility.Open() || !e.ExpiresAt.IsZero() {
		return nil
	}
	card, _ := p.Tx.Body(e, manual.CardDocument) // without a card, or with a damaged one, there is no look
	return card
}
