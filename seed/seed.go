// Package seed imports seed files into the store. An import is told in import.go
// and build.go:
//
//   - Package source reads the files and turns them into trees that keep every
//     value's position; package check validates each file.
//   - Package plan compares them with the store: what conflicts, what changes,
//     which ids and anchors sections and blocks have.
//   - build.go makes the snapshots without what is hidden, internal or empty,
//     render.go their documents, report.go describes the result.
//   - rerender.go has all stored manuals built again, for a new base URL or program.
//
// A seed file that is the same as at its last import, together with all files that it
// refers to, is not read again, and its manuals stay as they are stored. All files are
// read if one that is not read has given a warning, has a draft, conflicts with another
// or depends on what another has changed. unchanged.go decides which is the case.
//
// Whether an asset is the same is told by its device, inode, size and the times of its
// last modification and change, and where the system lacks one of them by its hash. A
// file system that leaves these as they are when content changes defeats this.
//
// What a user gets for its size: one run reports every error and warning of
// all files with line, column and path; links keep working when titles change;
// nothing that a browser would run reaches a page. A snapshot contains only
// what is on the published page, and the store gets all of an import or none of
// it. README.md describes the format.
package seed

import (
	"slices"
	"time"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

// What callers of this package meet of package source.
type (
	Source   = source.Source
	Problem  = source.Problem
	Problems = source.Problems
	Severity = source.Severity
)

// ErrNoFiles is the error of a folder without seed files.
var ErrNoFiles = source.ErrNoFiles

const (
	Error        = source.Error
	Warning      = source.Warning
	MaxFileBytes = source.MaxFileBytes
)

// Options configure an import.
type Options struct {
	AllowActiveHTML   bool             // accept scripts, event handlers and javascript: addresses
	Strict            bool             // treat warnings as errors
	AllowAnchorChange bool             // accept a new anchor for a known id
	Prune             bool             // remove manuals of the named brands that the files lack
	Watched           []string         // with Prune: the files and folders that all sources are from; brands that these used to name lose their manuals
	DryRun            bool             // do everything but commit
	RefuseBreaking    bool             // refuse, with [ErrBreaking], what breaks what others use
	AcceptBreaking    bool             // import it although the server has RefuseBreaking
	Missing           bool             // report the ids and anchors that the files lack
	Now               func() time.Time `json:"-"` // returns the time of the import; time.Now if nil
	Changing          func() bool      `json:"-"` // reports, after all files have been read, whether they are being changed; may be nil
}

func (o Options) check() check.Options {
	return check.Options{AllowActiveHTML: o.AllowActiveHTML, Strict: o.Strict}
}

func (o Options) plan() plan.Options {
	return plan.Options{Strict: o.Strict, AllowAnchorChange: o.AllowAnchorChange, Prune: o.Prune, Watched: o.Watched}
}

// Check validates files without a store. It returns the report of an import
// into an empty store. When the files have errors it returns them as
// [Problems], with a report that has only the warnings.
func Check(sources []Source, o Options) (*Report, error) {
	o.DryRun = true
	p, err := planWithoutStore(sources, manual.Site{}, o)
	if p == nil {
		return nil, err
	}
	if err != nil {
		return newReport(p, o), err
	}
	return newImporter(p, o).apply()
}

// Validate validates files without a store and renders nothing. It returns the
// [Problems] that an import into an empty store with that base URL would
// find, or a [manual.NoHomeError], or nil. The zero Site is [manual.DefaultSite].
func Validate(sources []Source, site manual.Site, o Options) error {
	p, err := planWithoutStore(sources, site, o)
	if err != nil || len(p.Brands) == 0 {
		return err
	}
	return p.Site.CheckHome(slices.ContainsFunc(p.Brands, func(b *plan.Brand) bool { return p.Site.AtHome(b.Brand) }))
}

// planWithoutStore returns the plan of an import into an empty store.
func planWithoutStore(sources []Source, site manual.Site, o Options) (*plan.Plan, error) {
	r := reader{sources: sources, options: o, check: o.check(), files: make([]plan.File, len(sources))}
	if err := r.read(); err != nil {
		return nil, err
	}
	return plan.New(r.files, nil, site, o.plan())
}
