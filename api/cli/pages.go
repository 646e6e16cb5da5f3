package cli

import (
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// sitePages returns what the public interface shows to people. Where it is for
// local work, the index of the site has the addresses of the documents too,
// and leads to pages on this machine where a custom domain leads unreachableByLocalhost.
func sitePages(store *db.DB, local bool) pages.Pages {
	assets := make(map[string]pages.Asset)
	for path, a := range page.Assets() {
		assets[path] = pages.Asset{Type: a.Type, Body: a.Body}
	}
	return pages.Pages{
		Policy: page.SecurityPolicy,
		Error: func(status int, brand *db.Brand) []byte {
			return page.RenderError(status, branding(store, brand, local))
		},
		Password: func(f pages.Form) []byte {
			form := page.PasswordForm{Wrong: f.Wrong, Wait: f.Wait}
			if f.Brand != nil {
				form.Branding = branding(store, f.Brand, local)
			}
			return page.RenderPassword(form)
		},
		Index: func(site manual.Site, listed []*db.Entry) ([]byte, error) {
			index := page.Index{Site: site, API: local}
			for _, e := range listed {
				index.Entries = append(index.Entries, page.Entry{
					Brand: localBrand(e.Brand, local), Slug: e.Slug, Title: e.Title, Subdomain: e.Subdomain, Primary: e.Primary,
					UpdatedAt: e.UpdatedAt.Time(), Card: card(store, e),
				})
			}
			return page.RenderIndex(index), nil
		},
		Assets: assets,
		Icon: func(path string) (pages.Asset, bool) {
			a, ok := page.FindAsset(path)
			return pages.Asset{Type: a.Type, Body: a.Body}, ok
		},
	}
}

// localBrand returns a copy of a brand, without its custom domains if local.
func localBrand(b *db.Brand, local bool) manual.Brand {
	brand := b.Brand
	if local {
		brand.Domains = nil
	}
	return brand
}

// card returns what other pages show of a manual. One that cannot be read, as
// in the moment of an update, is left out: the page is right without it.
func card(store *db.DB, e *db.Entry) page.Card {
	body, err := store.Read(store.Index(), e, manual.CardDocument, false)
	if err != nil {
		return page.Card{}
	}
	c, err := page.ParseCard(body)
	if err != nil {
		return page.Card{}
	}
	return c
}

// branding returns what a page of no manual wears of a brand that anyone may
// know of: that of its primary manual, where anyone may read that, or of the
// first other one that is listed. Without a brand it leads to the index of the
// site.
func branding(store *db.DB, brand *db.Brand, local bool) page.Branding {
	site := store.Index().Site
	if brand == nil {
		return page.Branding{Address: site.String() + "/"}
	}
	for e := range brand.Manuals() { // the primary one first
		if now := time.Now(); pages.IsListed(e, now) || e.Primary && pages.IsOpen(e, now) {
			address := site.Address(localBrand(brand, local), e.Slug, e.Subdomain, e.Primary)
			return page.Branding{Name: brand.Name, Address: address, Card: card(store, e)}
		}
	}
	return page.Branding{Name: brand.Name}
}
