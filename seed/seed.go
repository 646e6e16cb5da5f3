// Package seed imports seed files into the store.
//
//   - sources.go reads the files; parse.go and node.go turn them into trees
//     that keep every value's position.
//   - check.go validates them against seed.schema.json, which schema.go reads;
//     rules.go has the rules that a schema cannot express; active.go and svg.go
//     find what a browser would run; problem.go collects the problems.
//   - files.go checks and stores the files that seed files refer to.
//   - plan.go and conflicts.go compare the manuals with the store; parts.go,
//     partids.go and anchors.go give sections and blocks their ids and anchors;
//     publish.go drops what is hidden, internal or empty.
//   - import.go runs an import, build.go builds the snapshots, render.go their
//     documents, report.go describes the result; rerender.go renders stored
//     manuals again; watch.go reports changed files.
//
// What a user gets for its size: one run reports every error and warning of
// all files with line, column and path; links keep working when titles change;
// nothing that a browser would run reaches a page. A snapshot contains only
// what is on the published page, and the store gets all of an import or none of
// it. README.md describes the format.
package seed

import (
	"io/fs"
	"time"

	"designmanual/db/manual"
)

// A Source is a seed file.
type Source struct {
	Name  string // for messages
	Data  []byte
	Files fs.FS // the folder of the files that it refers to, or nil
	Err   error // why Data could not be read; reported with the other problems
}

// Options configure an import.
type Options struct {
	AllowActiveHTML   bool             // accept scripts, event handlers and javascript: addresses
	Strict            bool             // treat warnings as errors
	AllowAnchorChange bool             // accept a new anchor for a known id
	Prune             bool             // remove manuals of the named brands that the files lack
	Watched           []string         // with Prune: the files and folders that all sources are from; brands that these used to name lose their manuals
	DryRun            bool             // do everything but commit
	Now               func() time.Time `json:"-"` // returns the time of the import; time.Now if nil
	Changing          func() bool      `json:"-"` // reports, after all files have been read, whether they are being changed; may be nil
}

// Check validates files without a store. It returns the report of an import
// into an empty store. When the files have errors it returns them as [Problems],
// with a report that has only the warnings.
func Check(sources []Source, o Options) (*Report, error) {
	o.DryRun = true
	p, err := newPlanWithoutStore(sources, manual.Site{}, o)
	if p == nil {
		return nil, err
	}
	if err != nil {
		return p.report(nil), err
	}
	return p.apply()
}

// Validate validates files without a store and renders nothing. It returns the
// [Problems] that an import into an empty store with that base URL would find,
// or nil. The zero Site is [manual.DefaultSite].
func Validate(sources []Source, site manual.Site, o Options) error {
	_, err := newPlanWithoutStore(sources, site, o)
	return err
}

// newPlanWithoutStore returns the plan of an import into an empty store.
func newPlanWithoutStore(sources []Source, site manual.Site, o Options) (*plan, error) {
	files, err := parseAll(sources, o)
	if err != nil {
		return nil, err
	}
	return newPlan(files, nil, site, o)
}

// parseAll parses and checks the files one by one, in parallel.
func parseAll(sources []Source, o Options) ([]*file, error) {
	files := make([]*file, len(sources))
	return files, parallel(len(sources), func(i int) error {
		files[i] = &file{Source: sources[i], order: i}
		parse(files[i])
		checkFile(files[i], o)
		return nil
	})
}
