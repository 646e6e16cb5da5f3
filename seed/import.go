package seed

import (
	"context"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
)

// Import publishes seed files in one transaction, or in a dry run does everything but commit.
// It returns what it did. If the files have errors it returns [source.Problems], and leaves the
// store as it was. With RefuseBreaking the error may wrap [ErrBreaking]; a dry run reports
// that instead.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (report *Report, err error) {
	run := d.Update
	if o.DryRun {
		run = d.Inspect // works for a read-only store too
	}
	err = run(ctx, func(tx *db.Tx) error {
		i, err := newImporter(tx, manual.Site{}, o)
		if err != nil {
			return err
		}
		if report, err = i.run(ctx, sources); err != nil {
			return err
		}
		if report.Refused && !o.DryRun {
			return report.breaking()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// run imports the files and returns the report. If the files have errors it returns them as
// [source.Problems], with a report of the warnings.
func (i *importer) run(ctx context.Context, sources []Source) (*Report, error) {
	if err := i.readAll(sources); err != nil {
		return nil, err
	}
	i.joinBrands()
	i.findConflicts()
	if problems := i.collectProblems(); problems != nil {
		return i.reportWarnings(), problems
	}
	if err := i.writeBrands(); err != nil {
		return nil, err
	}
	if err := i.writeEntries(ctx); err != nil {
		return nil, err
	}
	if problems := i.collectProblems(); problems != nil { // those that need an address or a brand
		return i.reportWarnings(), problems
	}
	if err := i.writeOthers(ctx); err != nil {
		return nil, err
	}
	return i.reportAll(), nil
}

// collectProblems collects the problems of all files and manuals, and returns those that refuse the
// import.
func (i *importer) collectProblems() source.Problems {
	for _, f := range i.files {
		i.problems.Take(&f.problems)
	}
	for _, e := range i.entries() {
		i.problems.Take(&e.problems)
	}
	return i.problems.Refusing(i.options.Strict)
}

// SetSite changes the base URL of the store, or the brand at home there, and writes the
// manual documents anew, which have addresses, in one transaction. If the base URL is the same
// it does nothing. The error wraps [ErrSiteTaken].
func SetSite(ctx context.Context, d *db.DB, site manual.Site) error {
	if d.Index().Site == site {
		return nil
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		for b := range tx.Index().Brands() {
			if err := checkDomains(site, b.Brand); err != nil {
				return err
			}
		}
		if err := tx.SetSite(site); err != nil {
			return err
		}
		i, err := newImporter(tx, site, Options{})
		if err != nil {
			return err
		}
		i.site = site
		return i.writeOthers(ctx)
	})
}
