package seed

import (
	"context"
	"errors"

	"designmanual/db"
	"designmanual/db/manual"
)

// Import publishes seed files: it checks them, makes the snapshots and puts
// them into the store in one transaction. It returns what it did, or would
// do in a dry run. The error is [Problems] where the files are at fault; the
// store is then as it was.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (*Report, error) {
	var p *plan
	var makings []*making
	var report *Report
	prepare := func(stage *db.Stage) (err error) {
		s := state{index: stage.Index(), stage: stage}
		if s.site, err = orDefault(s.index.Site); err != nil {
			return err
		}
		if p, err = newImport(sources, s, o); err != nil {
			return err
		}
		makings, err = p.makeAll()
		return err
	}
	change := func(tx *db.Tx) (err error) {
		if report, err = p.carryOut(tx, makings); err != nil {
			return err
		}
		if o.DryRun {
			return db.ErrDiscard
		}
		return nil
	}
	if err := d.UpdateStaged(ctx, prepare, change); err != nil {
		return nil, err
	}
	return report, nil
}

// A making is one manual on its way into a snapshot.
type making struct {
	plan    *manualPlan
	before  *manual.Manual // as the store has it published, if it does
	address string
	site    manual.Site
	kept    bool // it is to be put into a store

	snapshot *manual.Snapshot
	sealed   *db.Sealed // where there is a store
	faults   faults     // what only shows when it is made
	report   ManualReport
	stale    bool // what is served changes, and updatedAt does not
}

// carryOut puts what was made into the transaction.
func (p *plan) carryOut(tx *db.Tx, makings []*making) (*Report, error) {
	if p.index.Site != p.site {
		if err := tx.SetSite(p.site); err != nil {
			return nil, err
		}
	}
	removed, err := p.remove(tx)
	if err != nil {
		return nil, err
	}
	for _, m := range makings {
		if err := m.put(tx); err != nil {
			return nil, err
		}
	}
	report := p.report(makings)
	for _, b := range p.brands {
		moved, err := p.moveKept(tx, b)
		if err != nil {
			return nil, err
		}
		report.Manuals = append(report.Manuals, moved...)
	}
	report.Manuals = append(report.Manuals, removed...)
	return report, nil
}

// report returns what is to tell of the brands and of what was made.
func (p *plan) report(makings []*making) *Report {
	report := &Report{DryRun: p.options.DryRun, Brands: []string{}, Manuals: []ManualReport{}, Warnings: p.faults.warnings()}
	for _, b := range p.brands {
		if b.named.there() {
			report.Brands = append(report.Brands, b.slug)
		}
	}
	for _, m := range makings {
		report.Manuals = append(report.Manuals, m.report)
	}
	return report
}

// remove removes the pruned manuals, so that their names are free before
// others take them, and puts the settings of the brands, those of brands that
// are no longer named without their domains.
func (p *plan) remove(tx *db.Tx) ([]ManualReport, error) {
	var removed []ManualReport
	for _, b := range p.brands {
		for _, e := range b.removed {
			before, err := tx.Editorial(e)
			if err != nil {
				return nil, err
			}
			removed = append(removed, removedReport(e, p.index.Site, before))
			if err := tx.Remove(b.slug, e.ID()); err != nil {
				return nil, err
			}
		}
		if b.settings.there() || b.former {
			if err := tx.PutBrand(b.brand); err != nil {
				return nil, err
			}
		}
	}
	return removed, nil
}

// makings returns what is to be made.
func (p *plan) makings() []*making {
	var makings []*making
	for _, b := range p.brands {
		for _, mp := range b.manuals {
			makings = append(makings, &making{
				plan: mp, site: p.site, kept: p.stage != nil,
				address: p.site.Address(b.brand, mp.slug, mp.subdomain, b.primary == mp.id),
			})
		}
	}
	return makings
}

// readBefore reads from the store what the making needs of it.
func (m *making) readBefore(s state) error {
	if m.plan.known.IsZero() {
		return nil
	}
	return s.view(func(tx *db.Tx) (err error) {
		if m.before, err = tx.Model(m.plan.known); errors.Is(err, db.ErrNotFound) {
			return nil
		}
		return err
	})
}

// put puts what was made into the transaction, and settles the status.
func (m *making) put(tx *db.Tx) error {
	if m.sealed == nil {
		return nil
	}
	changed, err := tx.PutSealed(m.sealed)
	if err != nil {
		return err
	}
	switch {
	case m.plan.known.IsZero():
	case changed:
		m.report.Status = Changed
	default:
		m.report.Status = Unchanged
	}
	return nil
}

func removedReport(e db.Entry, site manual.Site, before db.Editorial) ManualReport {
	nothing := manual.NewTokenDocument()
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug(), ID: e.ID(), Status: Removed, Published: e.Published(),
		Address: site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary()),
		Tokens:  diffTokens(&before.Tokens, &nothing),
		LeftOut: []manual.Note{}, Open: []manual.Note{},
	}
}
