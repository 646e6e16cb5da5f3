package seed

import (
	"context"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
)

// Import publishes seed files in one update of the store, and returns what it did. If the files have errors, it
// returns [Problems] and leaves the store as it was. With RefuseBreaking the error may wrap [ErrBreaking]; a
// dry run reports that instead. A dry run reads, checks, compares and reports, and puts nothing into the store.
// It therefore misses what db finds when it commits, such as a base URL without the brand at home that it needs.
func Import(ctx context.Context, d *db.DB, sources []Source, o Options) (*Report, error) {
	updateOrRead := d.Update
	if o.DryRun {
		updateOrRead = d.Read // works for a read-only store too
	}
	var (
		report *Report
		err    error
	)
	err = updateOrRead(ctx, func(tx *db.Tx) error {
		report, err = newImporter(tx, manual.Site{}, o).importFiles(ctx, sources)
		return err
	})
	if err != nil {
		return nil, err
	}
	return report, nil
}

// importFiles imports files, from checking them to the report. It collects in i.tx what it puts and removes. The
// update writes that when importFiles returns without an error; only SaveFile writes before: pieces of files. If
// the files have errors, importFiles returns them as [Problems], and a report that has only the warnings. Import drops
// that report; Check, in withoutstore.go, returns it.
func (i *importer) importFiles(ctx context.Context, sources []Source) (*Report, error) {
	i.files = make([]*sourceFile, len(sources))
	err := source.Parallel(len(sources), func(n int) error {
		f, err := i.prepareFile(sources[n], n) // parse, check, give ids and anchors, make model and tokens
		i.files[n] = f
		return err
	})
	if err != nil {
		return nil, err
	}
	if i.options.HasChanged != nil && i.options.HasChanged() {
		return nil, source.ErrChanged
	}
	i.refuseCopies()     // a file that is a copy of another one
	i.joinFiles()        // groups the manuals of the files by brand
	if !i.someUnusable { // what seems to be missing may be in an unusable file, and nothing is removed
		i.joinStored()    // adds the stored manuals that the files do not have: they stay or are removed
		i.freeKeptNames() // takes from manuals of followed files what the files now give to others
		i.chooseSite()    // the base URL, which only dev chooses; else it stays
	}
	i.findConflicts()
	for _, b := range i.brands {
		i.choosePrimary(b) // the manual that has the address of the brand
	}
	if problems := i.collectProblems(); problems != nil {
		return i.newReport(), problems
	}
	if err := i.putBrands(); err != nil { // and the base URL, and the removal of manuals
		return nil, err
	}
	manuals := i.fileManuals()
	err = source.Parallel(len(manuals), func(n int) error {
		return manuals[n].wrapErrors(func() error {
			return i.putManual(ctx, manuals[n]) // make manual.json, compare, put
		})
	})
	if err != nil {
		return nil, err
	}
	if problems := i.collectProblems(); problems != nil { // warnings of putManual, which fail a strict import
		return i.newReport(), problems
	}
	if err := i.putStored(ctx); err != nil { // stored manuals whose address or cover the import changes
		return nil, err
	}
	report := i.reportAll() // what the import breaks is known now, so a server may refuse it
	if report.Refused && !i.options.DryRun {
		return nil, report.breakingError()
	}
	return report, nil
}

// collectProblems moves the problems of all files and manuals to those of the import, and returns those that make
// it fail.
func (i *importer) collectProblems() Problems {
	for _, f := range i.files {
		i.problems.Take(&f.problems)
	}
	for _, fm := range i.fileManuals() {
		i.problems.Take(&fm.problems)
	}
	return i.problems.Errors(i.options.Strict)
}
