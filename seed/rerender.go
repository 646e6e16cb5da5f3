package seed

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/plan"
)

// ErrSiteTaken is returned by [SetSite] if a custom domain of a brand is below the
// base URL's host, or is that host while another brand is at home there.
var ErrSiteTaken = errors.New("the base URL's host is that of a custom domain")

// SetSite changes the base URL of the store, or the brand at home there, and renders
// everything again, in one transaction. If the base URL is the same it does what [Complete] does.
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	if d.Index().Site == site {
		return Complete(ctx, d)
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		for b := range tx.Index().Brands() {
			for _, domain := range b.Domains {
				if domain == site.Host && !site.AtHome(b.Brand) || strings.HasSuffix(domain, "."+site.Host) {
					return fmt.Errorf("%w: %s of brand %s", ErrSiteTaken, domain, b.Slug)
				}
			}
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		return rerenderAll(tx, site)
	})
}

// Complete renders all documents of the store again if another program rendered them:
// this one may know more kinds of document or render pages differently. No updatedAt
// changes. A read-only store stays as it is.
func Complete(ctx context.Context, d *db.DB) error {
	if d.Index().Rendering == program() {
		return nil
	}
	err := d.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Rendering == program() {
			return nil // another process was faster
		}
		return rerenderAll(tx, tx.Index().Site)
	})
	if errors.Is(err, db.ErrRefused) {
		return nil
	}
	return err
}

// rerenderAll renders every manual of the store again.
func rerenderAll(tx *db.Tx, site manual.Site) error {
	if err := tx.SetRendering(program()); err != nil {
		return err
	}
	p := newImporter(&plan.Plan{Tx: tx, Index: tx.Index(), Site: site}, Options{})
	p.brands, p.all = plan.Stored(tx.Index()), true
	_, err := p.buildAll()
	return err
}

// program identifies this program in the store, whose documents it has rendered. It is
// empty if the program cannot be read.
func program() string {
	sum, err := programSum()
	if err != nil {
		return ""
	}
	return hex.EncodeToString(sum[:8])
}
