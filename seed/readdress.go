package seed

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// ErrSiteTaken is returned by [SetSite] for a base URL whose host is a custom
// domain of a brand, or has one under it.
var ErrSiteTaken = errors.New("the base URL's host is that of a custom domain")

// SetSite makes site the base URL of the store and renders everything with it
// that has an address in it, in one transaction. Token documents have none
// and stay as they are. Where the store has that base URL already, nothing is
// written.
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	return d.Update(ctx, func(tx *db.Tx) error {
		index := tx.Index()
		if index.Site == site {
			return nil
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		var c compressors
		for b := range index.Brands() {
			for _, domain := range b.Domains {
				if domain == site.Host || strings.HasSuffix(domain, "."+site.Host) {
					return fmt.Errorf("%w: %s of brand %s", ErrSiteTaken, domain, b.Slug)
				}
			}
			for e := range b.Manuals() {
				if _, err := readdress(tx, &c, e, site, b.Brand, e.Primary); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// moveKept gives the manuals of a brand that the files do not have the
// addresses and the name that the brand's new settings make, and reports
// those that changed.
func (p *plan) moveKept(s state, b *brandPlan) ([]ManualReport, error) {
	var moved []ManualReport
	var c compressors
	for _, e := range b.kept {
		primary := b.primary == e.ID
		was := s.index.Site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
		now := s.site.Address(b.brand, e.Slug, e.Subdomain, primary)
		if was == now && primary == e.Primary && b.brand.Name == e.Brand.Name {
			continue
		}
		changed, err := readdress(s.tx, &c, e, s.site, b.brand, primary)
		if err != nil {
			return nil, err
		}
		if !changed {
			continue
		}
		moved = append(moved, ManualReport{
			Brand: b.slug, Slug: e.Slug, ID: e.ID, Address: now, Status: Changed, Published: e.Published,
			Tokens:  TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}},
			LeftOut: []manual.Note{}, Open: []manual.Note{},
		})
	}
	return moved, nil
}

// readdress renders a stored manual with another address; its token documents
// are put back as they are.
func readdress(tx *db.Tx, c *compressors, e *db.Entry, site manual.Site, b manual.Brand, primary bool) (changed bool, err error) {
	s := &manual.Snapshot{
		Brand: b.Slug, Subdomain: e.Subdomain, Primary: primary, Flagged: e.Flagged,
		Published: e.Published, Password: e.Password, Documents: make(map[manual.DocumentKind]manual.Document),
		Manual: manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt, ExpiresAt: e.ExpiresAt},
	}
	if e.Published {
		model, err := tx.Model(e)
		if err != nil {
			return false, err
		}
		s.Manual = *model
		for _, kind := range []manual.DocumentKind{manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument} {
			if _, ok := e.Document(kind); !ok {
				continue
			}
			body, err := tx.Body(e, kind)
			if err != nil {
				return false, err
			}
			s.Documents[kind] = document(body)
		}
		known, err := tx.Editorial(e)
		if err != nil {
			return false, err
		}
		if err := addressed(s, b, site, &known.Tokens); err != nil {
			return false, err
		}
	}
	sealed, err := db.Seal(s, nil, e, c.compress)
	if err != nil {
		return false, err
	}
	return tx.PutSealed(sealed)
}
