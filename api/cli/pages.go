package cli

import (
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// sitePages returns what the public interface shows to people. Where it is for
// local work, the index of the site has the addresses of the documents too,
// and leads to pages on this machine where a custom domain leads elsewhere.
func sitePages(local bool) *pages.Pages {
	assets := make(map[string]pages.Asset)
	for path, a := range page.Assets() {
		assets[path] = pages.Asset{Type: a.Type, Body: a.Body}
	}
	return &pages.Pages{
		Policy: page.SecurityPolicy,
		Error:  func(status int, _ *db.Brand) []byte { return page.RenderError(status, nil) },
		Password: func(f pages.Form) []byte {
			return page.RenderPassword(page.PasswordForm{Wrong: f.Wrong, Wait: f.Wait})
		},
		Index: func(site manual.Site, listed []db.Entry) ([]byte, error) {
			index := page.Index{Site: site, API: local}
			for _, e := range listed {
				brand := e.Brand.Brand
				if local {
					brand.Domains = nil
				}
				index.Entries = append(index.Entries, page.Entry{
					Brand: brand, Slug: e.Slug(), Title: e.Title(), Subdomain: e.Subdomain(), Primary: e.Primary(), UpdatedAt: e.UpdatedAt(),
				})
			}
			return page.RenderIndex(index)
		},
		Assets: assets,
		Icon: func(path string) (pages.Asset, bool) {
			a, ok := page.FindAsset(path)
			return pages.Asset{Type: a.Type, Body: a.Body}, ok
		},
	}
}
