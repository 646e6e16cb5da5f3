package serve

import (
	"time"

	"designmanual/api/pages"
	"designmanual/api/render"
	"designmanual/api/render/page"
	"designmanual/api/render/page/assets"
	"designmanual/db"
)

// Pages returns the pages that package api serves besides those of the manuals.
// With local, for dev, the index also has the addresses of JSON documents.
func Pages(store *db.DB, local bool) pages.Pages {
	return pages.Pages{
		Policy: page.SecurityPolicy,
		Error: func(status int, l pages.HostLook) []byte {
			return page.RenderError(status, branding(store, l))
		},
		Password: func(f pages.Form) []byte {
			return page.RenderPassword(
				page.PasswordForm{Wrong: f.Wrong, Wait: f.Wait, Plain: f.Plain, Branding: branding(store, f.Look)},
			)
		},
		Index: func(i pages.ManualList) ([]byte, error) {
			index := page.ManualList{
				Site: i.Look.Site, Address: i.Address, Base: i.Look.Base, Answers: i.Look.Answers(), API: local,
				Here: i.Here,
			}
			if i.Brand != nil {
				index.Brand = i.Brand.Name
			}
			for _, m := range i.Listed {
				index.Entries = append(index.Entries, page.ListedManual{
					Brand: m.Brand.BrandSettings, Slug: m.Slug, Title: m.Title, Subdomain: m.Subdomain,
					Primary:   m.Primary,
					UpdatedAt: m.UpdatedAt, Card: render.Card(store.Index(), m),
				})
			}
			return page.RenderManualList(index), nil
		},
		AddBar: page.AddBar,
		Assets: assets.All(),
		Icon:   assets.Find,
	}
}

// branding returns the look of an error or password page. It is that of the brand's
// primary manual if anyone may read it, otherwise of its first listed manual. Without
// a brand, the page links to the index of the site. Without a readable store it shows
// less.
func branding(store *db.DB, l pages.HostLook) page.Branding {
	b := page.Branding{Base: l.Base, Answers: l.Answers()}
	if l.Brand == nil {
		b.Address = l.Site.String() + "/"
		return b
	}
	b.Name = l.Brand.Name
	for m := range l.Brand.Manuals() { // the primary one first
		if now := time.Now(); pages.IsListed(m, now) || m.Primary && pages.IsOpen(m, now) {
			b.Address = m.Address(l.Site)
			b.Card = render.Card(store.Index(), m)
			break
		}
	}
	return b
}
