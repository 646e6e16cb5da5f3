package seed

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/seed/plan"
	"designmanual/seed/source"
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
	version, err := version()
	if err != nil {
		return err
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
		return rerenderAll(tx, site, version)
	})
}

// Complete renders all documents of the store again if another version of the
// program rendered them: this one may know more kinds of document or render pages
// differently. No updatedAt changes. A read-only store stays as it is.
func Complete(ctx context.Context, d *db.DB) error {
	version, err := version()
	if err != nil || d.Index().Rendering == version {
		return err
	}
	err = d.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Rendering == version {
			return nil // another process was faster
		}
		return rerenderAll(tx, tx.Index().Site, version)
	})
	if errors.Is(err, db.ErrRefused) {
		return nil
	}
	return err
}

// rerenderAll renders every manual of the store again.
func rerenderAll(tx *db.Tx, site manual.Site, version string) error {
	if err := tx.SetRendering(version); err != nil {
		return err
	}
	brands := slices.Collect(tx.Index().Brands())
	return source.Parallel(len(brands), func(i int) error {
		b := brands[i]
		return rerender(tx, site, b.Brand, primaryID(b), storedSiblings(site, tx.Index(), b), slices.Collect(b.Manuals()))
	})
}

// rerenderHome renders the manuals of the brand at home on the site again, if the files do
// not name it and now there are other brands to link to, or none any more.
func (p *importer) rerenderHome() error {
	home := p.Index.Home()
	if home == nil || p.options.DryRun || slices.ContainsFunc(p.Brands, func(b *plan.Brand) bool { return b.Slug == home.Slug }) {
		return nil
	}
	s := storedSiblings(p.Site, p.Index, home)
	before := s.Brands
	if s.Brands = p.others; s.Brands == before {
		return nil
	}
	return rerender(p.Tx, p.Site, home.Brand, primaryID(home), s, slices.Collect(home.Manuals()))
}

// rerenderKept renders stored manuals that the files do not have or that have not
// changed, if the brand's new settings or other manuals change their addresses or
// pages. It reports those with a new address or brand name.
func (p *importer) rerenderKept(b *plan.Brand) (moved []ManualReport, err error) {
	var stale []*db.Manual
	for _, e := range b.Kept {
		address := p.Site.Address(b.Brand, e.Slug, e.Subdomain, e.ID == b.Primary)
		moves := address != entryAddress(p.Site, e) || e.Primary != (e.ID == b.Primary) || b.Brand.Name != e.Brand.Name || !reflect.DeepEqual(b.Brand.Cover, e.Brand.Cover)
		if moves {
			report := storedReport(p.Site, e, Changed)
			report.Address = address
			moved = append(moved, report)
		}
		if moves || !p.same[b] {
			stale = append(stale, e)
		}
	}
	for _, m := range b.Manuals {
		if m.Unchanged && !p.same[b] {
			stale = append(stale, m.Entry)
		}
	}
	if !p.options.DryRun {
		err = rerender(p.Tx, p.Site, b.Brand, b.Primary, p.siblings[b], stale)
	}
	return moved, err
}

// rerender renders stored manuals of a brand from their published models, with the
// settings given, and stores them.
func rerender(tx *db.Tx, site manual.Site, b manual.Brand, primary string, siblings page.Siblings, stale []*db.Manual) error {
	one := func(e *db.Manual) error {
		s := &manual.Snapshot{
			Brand: b.Slug, Subdomain: e.Subdomain, Primary: e.ID == primary, Flagged: e.Flagged, Published: e.Published, Password: e.Password,
			Manual: manual.Manual{ID: e.ID, Slug: e.Slug, Visibility: e.Visibility, UpdatedAt: e.UpdatedAt, ExpiresAt: e.ExpiresAt},
		}
		if s.Published {
			model, err := tx.Model(e)
			if err != nil {
				return err
			}
			s.Manual = *model
			parsed, _, err := parsePage(&s.Manual)
			if err != nil {
				return err
			}
			render(s, parsed, b, site, siblings)
		}
		if _, ok := e.Document(manual.DraftDocument); ok { // only the seed file has what it is made of
			body, err := tx.Body(e, manual.DraftDocument)
			if err != nil {
				return err
			}
			s.DraftFiles = e.Drafts
			addDraft(s, body)
		}
		if s.Primary {
			siblings.Wear(look(tx, s, nil))
		}
		_, err := tx.Put(s)
		return err
	}
	others := slices.DeleteFunc(slices.Clone(stale), func(e *db.Manual) bool { return e.ID == primary })
	if len(others) < len(stale) { // the others look like the primary manual
		i := slices.IndexFunc(stale, func(e *db.Manual) bool { return e.ID == primary })
		if err := source.Recovered(func() error { return one(stale[i]) }); err != nil {
			return err
		}
	}
	return source.Parallel(len(others), func(i int) error { return one(others[i]) })
}
