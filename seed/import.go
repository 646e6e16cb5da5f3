package seed

import (
	"context"
	"errors"
	"runtime"

	"designmanual/db"
	"designmanual/db/manual"
)

// Import publishes seed files: it checks them, makes the snapshots and puts
// them into the store in one transaction. It returns what it did, or would
// do in a dry run. The error is [Problems] where the files are at fault; the
// store is then as it was.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (*Report, error) {
	var report *Report
	err := d.Update(ctx, func(tx *db.Tx) error {
		s := state{index: tx.Index(), site: tx.Index().Site, tx: tx}
		if s.site == (manual.Site{}) {
			site, err := manual.ParseSite(manual.DefaultSite)
			if err != nil {
				return err
			}
			if err := tx.SetSite(site); err != nil {
				return err
			}
			s.site = site
		}
		var err error
		if report, err = run(sources, s, o); err != nil {
			return err
		}
		if o.DryRun {
			return db.ErrDiscard
		}
		if size(sources) >= muchSeed {
			runtime.GC()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// muchSeed is how many bytes of seed files make snapshots enough to collect
// garbage before they are committed: bbolt then takes as much memory again for
// its pages as it was given, and can have what making them has left.
const muchSeed = 8 << 20

func size(sources []Source) (bytes int) {
	for _, s := range sources {
		bytes += len(s.Data)
	}
	return bytes
}

// A making is one manual on its way into a snapshot.
type making struct {
	plan    *manualPlan
	before  *manual.Manual // as published, where the time of the last change follows from it
	address string
	site    manual.Site
	store   bool // it is to be put into one

	snapshot *manual.Snapshot
	sealed   *db.Sealed // where there is a store
	report   ManualReport
}

// carryOut makes the snapshots of a plan without faults and puts them into
// the transaction, where there is one.
func (p *plan) carryOut(s state) (*Report, error) {
	report := &Report{DryRun: p.options.DryRun, Brands: []string{}, Manuals: []ManualReport{}}
	for _, b := range p.brands {
		if b.named.there() {
			report.Brands = append(report.Brands, b.slug)
		}
	}
	removed, err := p.remove(s)
	if err != nil {
		return nil, err
	}
	err = p.makeAll(s, p.makings(s), func(m *making) error {
		if err := m.put(s); err != nil {
			return err
		}
		report.Manuals = append(report.Manuals, m.report)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, b := range p.brands {
		moved, err := p.moveKept(s, b)
		if err != nil {
			return nil, err
		}
		report.Manuals = append(report.Manuals, moved...)
	}
	report.Manuals = append(report.Manuals, removed...)
	return report, nil
}

// remove removes the pruned manuals, so that their names are free before
// others take them, and puts the settings of the brands.
func (p *plan) remove(s state) ([]ManualReport, error) {
	if s.tx == nil {
		return nil, nil
	}
	var removed []ManualReport
	for _, b := range p.brands {
		for _, e := range b.removed {
			before, err := s.editorial(e)
			if err != nil {
				return nil, err
			}
			removed = append(removed, removedReport(e, s.index.Site, before))
			if err := s.tx.Remove(b.slug, e.ID()); err != nil {
				return nil, err
			}
		}
		if b.settings.there() {
			if err := s.tx.PutBrand(b.brand); err != nil {
				return nil, err
			}
		}
	}
	return removed, nil
}

// makings returns what is to be made.
func (p *plan) makings(s state) []*making {
	var makings []*making
	for _, b := range p.brands {
		for _, mp := range b.manuals {
			makings = append(makings, &making{
				plan: mp, site: s.site, store: s.tx != nil,
				address: s.site.Address(b.brand, mp.slug, mp.subdomain, b.primary == mp.id),
			})
		}
	}
	return makings
}

// readBefore reads from the store what the making needs of it.
func (m *making) readBefore(s state) error {
	if m.plan.known == nil || s.tx == nil || !m.plan.updatedAt.IsZero() {
		return nil
	}
	before, err := s.tx.Model(m.plan.known)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	m.before = before
	return nil
}

// put puts what was made into the transaction, lets go of it and settles the
// status.
func (m *making) put(s state) error {
	if !m.store {
		return nil
	}
	changed, err := s.tx.PutSealed(m.sealed)
	if err != nil {
		return err
	}
	m.sealed = nil
	switch {
	case m.plan.known == nil:
	case changed:
		m.report.Status = Changed
	default:
		m.report.Status = Unchanged
	}
	return nil
}

func removedReport(e *db.Entry, site manual.Site, before db.Editorial) ManualReport {
	nothing := manual.NewTokenDocument()
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug(), ID: e.ID(), Status: Removed, Published: e.Published,
		Address: site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary),
		Tokens:  diffTokens(&before.Tokens, &nothing),
		LeftOut: []manual.Note{}, Open: []manual.Note{},
	}
}
