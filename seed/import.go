package seed

import (
	"context"

	"designmanual/db"
	"designmanual/db/manual"
)

// Import publishes seed files: it checks them, stores the files that they
// name, makes the snapshots and puts them into the store in one transaction.
// It returns what it did, or would do in a dry run. The error is [Problems]
// where the files are at fault; the store is then as it was.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (*Report, error) {
	if !o.DryRun && d.Index().Site != (manual.Site{}) { // else there is nothing yet
		if err := Complete(ctx, d); err != nil {
			return nil, err
		}
	}
	files, err := parseAll(sources, o)
	if err != nil {
		return nil, err
	}
	batch := d.NewFileBatch() // which keeps the files until the manuals are there
	defer batch.Close()
	if err := storeFiles(ctx, d, files, batch, o); err != nil {
		return nil, err
	}
	run := d.Update
	if o.DryRun {
		run = d.View // also of a store that can only be read
	}
	var report *Report
	err = run(ctx, func(tx *db.Tx) error {
		p, err := newPlan(files, tx, manual.Site{}, o)
		if err == nil {
			report, err = p.carryOut()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// carryOut makes the manuals and puts them into the transaction, if there is
// one.
func (p *plan) carryOut() (*Report, error) {
	removed, err := p.prepare()
	if err != nil {
		return nil, err
	}
	made, err := p.makeAll()
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

// report returns what is to tell of the brands and of what was made.
func (p *plan) report(made []ManualReport) *Report {
	report := &Report{DryRun: p.options.DryRun, Brands: []string{}, Manuals: append([]ManualReport{}, made...), Warnings: p.faults.warnings()}
	for _, b := range p.brands {
		if b.named.there() {
			report.Brands = append(report.Brands, b.slug)
		}
	}
	return report
}

// prepare removes the pruned manuals, so that their names are free before
// others take them, and puts the base URL and the settings of the brands, those
// of brands that are no longer named without their domains.
func (p *plan) prepare() ([]ManualReport, error) {
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
		if (b.settings.there() || b.former) && !p.options.DryRun {
			if err := p.tx.PutBrand(b.brand); err != nil {
				return nil, err
			}
		}
	}
	return removed, nil
}
