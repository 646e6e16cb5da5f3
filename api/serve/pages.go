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
// With local, for dev, a list also has the addresses of JSON documents.
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
		List: func(i pages.ManualList) ([]byte, error) {
			list := page.ManualList{
				Site: i.Look.Site, Address: i.Address, Base: i.Look.Base, Answers: i.Look.Answers(), API: local,
				Here: i.Here,
			}
			if i.Brand != nil {
				list.Brand = i.Brand.Name
			}
			for _, m := range i.Listed {
				list.Entries = append(list.Entries, page.ListedManual{
					Brand: m.Brand.BrandSettings, Slug: m.Slug, Title: m.Title, Subdomain: m.Subdomain,
					Primary:   m.Primary,
					UpdatedAt: m.UpdatedAt, Card: render.Card(store.Index(), m),
				})
			}
			return page.RenderManualList(list), nil
		},
		AddBar:    page.AddBar,
		PageFiles: assets.All(),
		Icon:      assets.Find,
	}
}

// branding returns the look of an error or password page. It is that of the brand's
// primary manual if anyone may read it, otherwise of its first listed manual. Without
// a brand, the page links to the list of the site. Without a readable store it shows
// less.
func branding(store *db.DB, l pages.HostLook) page.Branding {
	b := page.Branding{Base: l.Base, Answers: l.Answers()}
	if l.Brand == nil {
		b.Address = l.Site.String() + "/"
		return b
	}
	b.Name = l.Brand.Name
	for m := range l.Brand.Manuals() { // the primary one first
		if now := time.Now(); pages.IsListed(m, now) || m.Primary && pages.IsForAnyone(m, now) {
			b.Address = m.Address(l.Site)
			b.Card = render.Card(store.Index(), m)
			break
		}
	}
	return b
}
