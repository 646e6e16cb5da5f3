package seed

import (
	"context"
	"fmt"
	"slices"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

// Import publishes seed files: it checks them, builds the snapshots and puts them,
// with the files that they refer to, into the store in one transaction. It
// returns what it did, or what it would do in a dry run. If the files have
// errors it returns [source.Problems], if they are being changed [source.ErrChanging], and
// leaves the store as it was.
func Import(ctx context.Context, d *db.DB, sources []source.Source, o Options) (*Report, error) {
	if !o.DryRun && d.Index().Site != (manual.Site{}) { // a store without a base URL is new and has nothing to complete
		if err := Complete(ctx, d); err != nil {
			return nil, err
		}
	}
	run := d.Update
	if o.DryRun {
		run = d.View // works for a read-only store too
	}
	var report *Report
	err := run(ctx, func(tx *db.Tx) error {
		r := newReader(sources, tx, o)
		p, err := r.plan()
		if err == nil {
			i := newImporter(p, o)
			if report, err = i.apply(); err == nil && !o.DryRun {
				err = r.remember(i.Plan, report)
			}
		}
		if err == nil && o.RefuseBreaking && !o.AcceptBreaking {
			err = report.breaking()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// An importer carries a plan out.
type importer struct {
	*plan.Plan
	options Options
	now     time.Time     // of the import
	brands  []*plan.Brand // of the plan, and the one at home on the site, whose pages link to the index of brands
	others  map[*plan.Brand]*others
	all     bool // all stored manuals are rendered again
}

func newImporter(p *plan.Plan, o Options) *importer {
	i := &importer{Plan: p, options: o, now: time.Now(), brands: p.Brands, others: make(map[*plan.Brand]*others)}
	if o.Now != nil {
		i.now = o.Now()
	}
	home := p.Index.Home()
	if home != nil && !slices.ContainsFunc(p.Brands, func(b *plan.Brand) bool { return b.Slug == home.Slug }) {
		i.brands = append(slices.Clip(i.brands), plan.StoredBrand(home))
	}
	return i
}

// apply builds the snapshots and puts them into the transaction, if there is
// one.
func (p *importer) apply() (*Report, error) {
	removed, err := p.prepareStore()
	if err != nil {
		return nil, err
	}
	made, err := p.buildAll()
	if err != nil {
		return nil, err
	}
	report, ofFiles := newReport(p.Plan, p.options), len(p.Manuals())
	for i, m := range made {
		if i < ofFiles || m.Status != Unchanged {
			report.Manuals = append(report.Manuals, m)
		}
	}
	report.Manuals = append(report.Manuals, removed...)
	for _, b := range p.Brands {
		report.Access = append(report.Access, accessChanges(b)...)
	}
	if p.options.Missing {
		report.Missing, err = p.Missing()
	}
	return report, err
}

// newReport returns the report of a plan without its manuals.
func newReport(p *plan.Plan, o Options) *Report {
	report := &Report{DryRun: o.DryRun, Brands: []string{}, Manuals: []ManualReport{}, Warnings: p.Problems.Warnings()}
	for _, b := range p.Brands {
		if !b.Former {
			report.Brands = append(report.Brands, b.Slug)
		}
	}
	return report
}

// prepareStore removes the pruned manuals first, because others may take their
// names, and stores the base URL and the settings of the brands. A former brand
// keeps its settings but loses its domains and declared tokens.
func (p *importer) prepareStore() ([]ManualReport, error) {
	if p.Tx == nil {
		return nil, nil
	}
	if p.Index.Site != p.Site && !p.options.DryRun { // a new store
		if err := p.Tx.SetSite(p.Site); err != nil {
			return nil, err
		}
		if err := p.Tx.SetRendering(program()); err != nil {
			return nil, err
		}
	}
	var removed []ManualReport
	nothing := manual.NewTokenDocument()
	for _, b := range p.Brands {
		for _, e := range b.Removed {
			before, err := p.Tx.Editorial(e)
			if err != nil {
				return nil, err
			}
			removed = append(removed, storedReport(p.Site, e, Removed))
			removed[len(removed)-1].Tokens = diffTokens(&before.Tokens, &nothing)
			if p.options.DryRun {
				continue
			}
			if err := p.Tx.Remove(b.Slug, e.ID); err != nil {
				return nil, err
			}
		}
		if (b.Settings != nil || b.Former || b.Brand.WatchedFile != b.Stored.WatchedFile) && !p.options.DryRun {
			if err := p.Tx.PutBrand(b.Brand); err != nil {
				return nil, err
			}
		}
	}
	return removed, nil
}

// putFiles puts the files of a manual and of its draft that the store lacks into the transaction.
func putFiles(tx *db.Tx, m *plan.Manual) error {
	for _, file := range slices.Concat(m.Snapshot.Manual.Files, m.Snapshot.DraftFiles) {
		if tx.HasFile(file.Sum) {
			continue
		}
		a := m.Asset(file.Ref)
		f, _, err := source.OpenAsset(a.In, a.Path)
		if err == nil {
			err = tx.PutFile(a.Sum, a.Size, f)
			f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.Path, err)
		}
	}
	return nil
}
