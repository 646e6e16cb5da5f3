package seed

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// SetSite changes the base URL of the store, or the brand at home there, and writes the
// manual documents anew, which have addresses, in one transaction. If the base URL is the same
// it does nothing.
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	if d.Index().Site == site {
		return nil
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		for b := range tx.Index().Brands() {
			if err := checkDomains(site, b.BrandSettings); err != nil {
				return err
			}
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		i := newImporter(tx, site, Options{})
		i.joinStored()
		return i.putStored(ctx)
	})
}

// errSiteTaken is wrapped by the error of [SetSite] if a custom domain of a brand is below the
// base URL's host, or is that host while another brand is at home there.
var errSiteTaken = errors.New("the base URL's host is that of a custom domain")

// checkDomains checks that a brand can have its domains beside a base URL.
func checkDomains(site manual.Site, b manual.BrandSettings) error {
	for _, domain := range b.Domains {
		if domain == site.Host && !site.AtHome(b) || strings.HasSuffix(domain, "."+site.Host) {
			return fmt.Errorf("%w: %s of brand %s", errSiteTaken, domain, b.Slug)
		}
	}
	return nil
}
