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
	if err != nil || d.Index().Rendering() == version {
		return err
	}
	err = d.Update(ctx, func(tx *db.Tx) error {
		if tx.Index().Rendering() == version {
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
		siblings := listedIn(b)
		for e := range b.Manuals() {
			stale = append(stale, &staleManual{entry: e, site: site, brand: b.Brand, primary: e.Primary(), siblings: siblings})
		}
	}
	return rerender(tx, stale, true)
}

// rerenderKept renders the manuals of a brand that the files do not have, where
// the brand's new settings or its other manuals make another address or page,
// and reports those whose address or brand's name is another.
func (p *plan) rerenderKept(b *brandPlan) ([]ManualReport, error) {
	same := sameSiblings(b.siblings, listedIn(b.known))
	var stale []*staleManual
	for _, e := range b.kept {
		m := &staleManual{entry: e, site: p.site, brand: b.brand, primary: b.primary == e.ID(), siblings: b.siblings}
		was := p.index.Site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary())
		m.moved = was != m.address() || m.primary != e.Primary() || b.brand.Name != e.Brand.Name
		if m.moved || !same {
			stale = append(stale, m)
		}
	}
	if err := rerender(p.tx, stale, !p.options.DryRun); err != nil {
		return nil, err
	}
	var moved []ManualReport
	for _, m := range stale {
		if !m.moved {
			continue
		}
		moved = append(moved, ManualReport{
			Brand: b.slug, Slug: m.entry.Slug(), ID: m.entry.ID(), Address: m.address(), Status: Changed, Published: m.entry.Published(),
			Tokens:  TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}},
			LeftOut: []manual.Note{}, Open: []manual.Note{},
		})
	}
	return moved, nil
}

// A staleManual is a stored manual whose documents are to be rendered anew.
type staleManual struct {
	entry    db.Entry
	site     manual.Site
	brand    manual.Brand // with its new settings
	primary  bool
	siblings []page.Entry
	moved    bool // its address or its brand's name is another

	snapshot *manual.Snapshot
}

// address is the new address.
func (m *staleManual) address() string {
	return m.site.Address(m.brand, m.entry.Slug(), m.entry.Subdomain(), m.primary)
}

// rerender renders stored manuals from their published models, and puts them
// where they are to be kept.
func rerender(tx *db.Tx, stale []*staleManual, keep bool) error {
	var c compressors
	return inOrder(len(stale),
		func(i int) error { return stale[i].read(tx) },
		func(i int) error { return stale[i].render(&c, keep) },
		func(i int) (err error) {
			m := stale[i]
			if keep {
				_, err = tx.Put(m.snapshot)
			}
			m.snapshot = nil
			return err
		})
}

// read reads the manual from the store.
func (m *staleManual) read(tx *db.Tx) error {
	e := m.entry
	m.snapshot = &manual.Snapshot{
		Brand: m.brand.Slug, Subdomain: e.Subdomain(), Primary: m.primary, Flagged: e.Flagged(),
		Published: e.Published(), Password: e.Password(),
		Manual: manual.Manual{ID: e.ID(), Slug: e.Slug(), Visibility: e.Visibility(), UpdatedAt: e.UpdatedAt(), ExpiresAt: e.ExpiresAt()},
	}
	if !e.Published() {
		return nil
	}
	model, err := tx.Model(e)
	if err == nil {
		m.snapshot.Manual = *model
	}
	return err
}

// render renders all documents of the manual, and compresses those that are
// kept.
func (m *staleManual) render(c *compressors, keep bool) error {
	if m.entry.Published() {
		tokens, _, err := tokenize.Document(&m.snapshot.Manual)
		if err != nil {
			return err
		}
		m.snapshot.Documents, err = newRendering(m.snapshot, m.brand, m.site, m.siblings, &tokens).documents()
		if err != nil {
			return err
		}
	}
	if keep {
		c.compressNew(m.snapshot, m.entry)
	}
	return nil
}
