package serve

import (
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// Pages returns the pages that package api serves besides those of the manuals.
// With local, for dev, the index also has the addresses of JSON documents, and no page
// links to a custom domain.
func Pages(store *db.DB, local bool) pages.Pages {
	return pages.Pages{
		Policy: page.SecurityPolicy,
		Error: func(status int, brand *db.Brand) []byte {
			return page.RenderError(status, branding(store, brand, local))
		},
		Password: func(f pages.Form) []byte {
			return page.RenderPassword(page.PasswordForm{Wrong: f.Wrong, Wait: f.Wait, Branding: branding(store, f.Brand, local)})
		},
		Index: func(site manual.Site, listed []*db.Entry) ([]byte, error) {
			index := page.Index{Site: site, API: local}
			for _, e := range listed {
				index.Entries = append(index.Entries, page.Entry{
					Brand: LocalBrand(e.Brand, local), Slug: e.Slug, Title: e.Title, Subdomain: e.Subdomain, Primary: e.Primary,
					UpdatedAt: e.UpdatedAt.Time(), Card: card(store, e),
				})
			}
			return page.RenderIndex(index), nil
		},
		Assets: page.Assets(),
		Icon:   page.FindAsset,
	}
}

// LocalBrand returns a copy of a brand, without its custom domains if local.
func LocalBrand(b *db.Brand, local bool) manual.Brand {
	brand := b.Brand
	if local {
		brand.Domains = nil
	}
	return brand
}

// card returns what other pages show of a manual. After an error, for example because
// the manual is being updated, they show less.
func card(store *db.DB, e *db.Entry) page.Card {
	body, err := store.Read(store.Index(), e, manual.CardDocument, false)
	if err != nil {
		return page.Card{}
	}
	c, _ := page.ParseCard(body) // empty after an error
	return c
}

// branding returns the look of an error or password page. It is that of the brand's
// primary manual if anyone may read it, otherwise of its first listed manual. Without
// a brand, the page links to the index of the site.
func branding(store *db.DB, brand *db.Brand, local bool) page.Branding {
	site := store.Index().Site
	if brand == nil {
		return page.Branding{Address: site.String() + "/"}
	}
	for e := range brand.Manuals() { // the primary one first
		if now := time.Now(); pages.IsListed(e, now) || e.Primary && pages.IsOpen(e, now) {
			address := site.Address(LocalBrand(brand, local), e.Slug, e.Subdomain, e.Primary)
			return page.Branding{Name: brand.Name, Address: address, Card: card(store, e)}
		}
	}
	return page.Branding{Name: brand.Name}
}
