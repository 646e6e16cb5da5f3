package seed

import (
	"context"
	"slices"

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
	parsed := parseAll(sources, o)
	batch := d.NewFileBatch() // which keeps the files until the manuals are there
	defer batch.Close()
	if err := parsed.store(ctx, d, batch, o); err != nil {
		return nil, err
	}
	run := d.Update
	if o.DryRun {
		run = d.View // also of a store that can only be read
	}
	var report *Report
	err := run(ctx, func(tx *db.Tx) error {
		p, err := newImport(parsed, tx, o)
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
	makings, err := p.makeAll()
	if err != nil {
		return nil, err
	}
	report := p.report(makings)
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
	for _, b := range p.brands {
		for _, e := range b.removed {
			before, err := p.tx.Editorial(e)
			if err != nil {
				return nil, err
			}
			removed = append(removed, removedReport(e, p.index.Site, before))
			if p.options.DryRun {
				continue
			}
			if err := p.tx.Remove(b.slug, e.ID()); err != nil {
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

func removedReport(e db.Entry, site manual.Site, before db.Editorial) ManualReport {
	nothing := manual.NewTokenDocument()
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug(), ID: e.ID(), Status: Removed, Published: e.Published(),
		Address: site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary()),
		Tokens:  diffTokens(&before.Tokens, &nothing),
		LeftOut: []manual.Note{}, Open: []manual.Note{},
	}
}

// differs tells whether a snapshot is another than what the store has, which e
// is of, but for its pages: these also change with the brand's other manuals.
func differs(s *manual.Snapshot, e db.Entry) bool {
	if headDiffers(s, e) {
		return true
	}
	for _, d := range manual.Documents {
		if d.Kind == manual.PageDocument || d.Kind == manual.ExportDocument || d.Kind == manual.CardDocument {
			continue
		}
		made, is := s.Documents[d.Kind]
		had, was := e.Document(d.Kind)
		if is != was || is && manual.Fingerprint(made.Identity) != had.ETag() {
			return true
		}
	}
	return false
}

// headDiffers tells whether anything of a snapshot but its title, its content
// and its documents is another than in the store.
func headDiffers(s *manual.Snapshot, e db.Entry) bool {
	m := &s.Manual
	return e.Brand.Slug != s.Brand || e.Slug() != m.Slug || e.Subdomain() != s.Subdomain || e.Primary() != s.Primary || e.Flagged() != s.Flagged ||
		e.Published() != s.Published || e.Password() != s.Password || e.Visibility() != m.Visibility ||
		!e.UpdatedAt().Equal(m.UpdatedAt) || !e.ExpiresAt().Equal(m.ExpiresAt) || !slices.Equal(e.Files(), m.Files)
}
