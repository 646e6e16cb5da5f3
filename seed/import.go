package seed

import (
	"context"
	"errors"

	"designmanual/db"
	"designmanual/db/manual"
)

// ErrChanging is the error of an import whose files are being changed: what it has
// read may be a mixture of two states.
var ErrChanging = errors.New("the files are being changed")

// Import publishes seed files: it checks them, stores the files that they refer
// to, builds the snapshots and puts them into the store in one transaction. It
// returns what it did, or what it would do in a dry run. If the files have
// errors it returns [Problems], if they are being changed [ErrChanging], and
// leaves the store as it was.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (*Report, error) {
	if !o.DryRun && d.Index().Site != (manual.Site{}) { // a store without a base URL is new and has nothing to complete
		if err := Complete(ctx, d); err != nil {
			return nil, err
		}
	}
	files, err := parseAll(sources, o)
	if err != nil {
		return nil, err
	}
	if o.Changing != nil && o.Changing() {
		return nil, ErrChanging
	}
	batch := d.NewFileBatch() // keeps the files until manuals refer to them
	defer batch.Close()
	if err := storeFiles(ctx, d, files, batch, o); err != nil {
		return nil, err
	}
	run := d.Update
	if o.DryRun {
		run = d.View // works for a read-only store too
	}
	var report *Report
	err = run(ctx, func(tx *db.Tx) error {
		p, err := newPlan(files, tx, manual.Site{}, o)
		if err == nil {
			report, err = p.apply()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// apply builds the snapshots and puts them into the transaction, if there is
// one.
func (p *plan) apply() (*Report, error) {
	removed, err := p.prepareStore()
	if err != nil {
		return nil, err
	}
	made, err := p.buildAll()
	if err != nil {
		return nil, err
	}
	report := p.report(made)
	if p.tx == nil {
		return report, nil
	}
	for _, b := range p.brands {
		moved, err := p.rerenderKept(b)
		if err != nil {
			return nil, err
		}
		report.Manuals = append(report.Manuals, moved...)
		report.Access = append(report.Access, b.accessChanges()...)
	}
	report.Manuals = append(report.Manuals, removed...)
	return report, nil
}

// report returns the report of a plan and the manuals that were built.
func (p *plan) report(made []ManualReport) *Report {
	report := &Report{DryRun: p.options.DryRun, Brands: []string{}, Manuals: append([]ManualReport{}, made...), Warnings: p.problems.warnings()}
	for _, b := range p.brands {
		if b.namedAt != nil {
			report.Brands = append(report.Brands, b.slug)
		}
	}
	return report
}

// prepareStore removes the pruned manuals first, because others may take their
// names, and stores the base URL and the settings of the brands. A former brand
// keeps its settings but loses its domains and declared tokens.
func (p *plan) prepareStore() ([]ManualReport, error) {
	if p.tx == nil {
		return nil, nil
	}
	if p.index.Site != p.site && !p.options.DryRun { // a new store
		if err := p.tx.SetSite(p.site); err != nil {
			return nil, err
		}
		version, err := version()
		if err != nil {
			return nil, err
		}
		if err := p.tx.SetRendering(version); err != nil {
			return nil, err
		}
	}
	var removed []ManualReport
	nothing := manual.NewTokenDocument()
	for _, b := range p.brands {
		for _, e := range b.removed {
			before, err := p.tx.Editorial(e)
			if err != nil {
				return nil, err
			}
			removed = append(removed, newReport(p.site, e, Removed))
			removed[len(removed)-1].Tokens = diffTokens(&before.Tokens, &nothing)
			if p.options.DryRun {
				continue
			}
			if err := p.tx.Remove(b.slug, e.ID); err != nil {
				return nil, err
			}
		}
		if (b.settings != nil || b.former || b.brand.WatchedFile != b.stored.WatchedFile) && !p.options.DryRun {
			if err := p.tx.PutBrand(b.brand); err != nil {
				return nil, err
			}
		}
	}
	return removed, nil
}
