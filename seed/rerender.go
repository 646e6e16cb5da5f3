package seed

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/tokenize"
)

// ErrSiteTaken is returned by [SetSite] for a base URL whose host is a custom
// domain of a brand, or has one under it.
var ErrSiteTaken = errors.New("the base URL's host is that of a custom domain")

// SetSite makes site the base URL of the store and renders everything with it,
// in one transaction; it completes the store as [Complete] does. Where there is
// nothing to do, nothing is written.
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	if d.Index().Site == site {
		return Complete(ctx, d)
	}
	version, err := version()
	if err != nil {
		return err
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		for b := range tx.Index().Brands() {
			for _, domain := range b.Domains {
				if domain == site.Host || strings.HasSuffix(domain, "."+site.Host) {
					return fmt.Errorf("%w: %s of brand %s", ErrSiteTaken, domain, b.Slug)
				}
			}
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		return rerenderAll(tx, site, version)
	})
}

// Complete renders all documents of the store anew, from the published models,
// where they are those of another version of the program: it may know kinds of
// document that the store lacks, or make other pages. No manual changes by
// that, and no updatedAt moves. A store that may only be read stays as it is.
func Complete(ctx context.Context, d *db.DB) error {
	version, err := version()
	if err != nil || d.Index().Rendering == version {
		return err
	}
	err = d.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Rendering == version {
			return nil // somebody else was quicker
		}
		return rerenderAll(tx, tx.Index().Site, version)
	})
	if errors.Is(err, db.ErrRefused) {
		return nil
	}
	return err
}

// rerenderAll renders every manual of the store with this version's renderers.
func rerenderAll(tx *db.Tx, site manual.Site, version string) error {
	if err := tx.SetRendering(version); err != nil {
		return err
	}
	var stale []*staleManual
	for b := range tx.Index().Brands() {
		siblings := page.NewSiblings(site, siblingsIn(b))
		for e := range b.Manuals() {
			stale = append(stale, &staleManual{e, b.Brand, e.Primary, siblings})
		}
	}
	return rerender(tx, site, stale)
}

// rerenderKept renders the manuals of a brand that the files do not have, where
// the brand's new settings or its other manuals make another address or page,
// and reports those whose address or brand's name is another.
func (p *plan) rerenderKept(b *brandPlan) (moved []ManualReport, err error) {
	var stale []*staleManual
	for _, e := range b.kept {
		primary := b.primary == e.ID
		address := p.site.Address(b.brand, e.Slug, e.Subdomain, primary)
		moves := address != addressOf(p.site, e) || primary != e.Primary || b.brand.Name != e.Brand.Name
		if moves {
			report := newReport(p.site, e, Changed)
			report.Address = address
			moved = append(moved, report)
		}
		if moves || !b.settled {
			stale = append(stale, &staleManual{e, b.brand, primary, b.siblings})
		}
	}
	if !p.options.DryRun {
		err = rerender(p.tx, p.site, stale)
	}
	return moved, err
}

// A staleManual is a stored manual whose documents are to be rendered anew.
type staleManual struct {
	*db.Entry
	brand    manual.Brand // with its new settings
	primary  bool
	siblings page.Siblings
}

// rerender renders stored manuals from their published models, and puts them.
func rerender(tx *db.Tx, site manual.Site, stale []*staleManual) error {
	return parallel(len(stale), func(i int) error {
		m := stale[i]
		s := &manual.Snapshot{
			Brand: m.brand.Slug, Subdomain: m.Subdomain, Primary: m.primary, Flagged: m.Flagged, Published: m.Published, Password: m.Password,
			Manual: manual.Manual{ID: m.ID, Slug: m.Slug, Visibility: m.Visibility, UpdatedAt: m.UpdatedAt.Time, ExpiresAt: m.ExpiresAt.Time},
		}
		if s.Published {
			model, err := tx.Model(m.Entry)
			if err != nil {
				return err
			}
			s.Manual = *model
			tokens, _, err := tokenize.Document(&s.Manual)
			if err != nil {
				return err
			}
			if _, err = render(s, m.brand, site, m.siblings, &tokens); err != nil {
				return err
			}
			compressAll(s)
		}
		_, err := tx.Put(s)
		return err
	})
}
