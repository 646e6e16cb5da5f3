// Package seed takes seed files in and gives snapshots out. On the way:
//
//   - sources.go reads the files; parse.go and node.go make trees of them that
//     know where everything stands.
//   - check.go holds them against seed.schema.json, which schema.go reads, and
//     rules.go judges what no schema can say; active.go and svg.go look for what
//     a browser would run; problem.go gathers what is wrong.
//   - files.go looks at the files that seed files name, and stores them.
//   - plan.go and names.go hold the manuals against the store; parts.go,
//     retitled.go and anchors.go give parts their ids and anchors; publish.go
//     drops what is kept off the page.
//   - import.go carries an import out, make.go makes the snapshots, render.go their
//     documents, report.go says what was done; rerender.go renders stored manuals
//     anew; watch.go tells when files have changed.
//
// For its size a user gets every error and warning of all files in one run,
// each with line, column and path, links that outlive new titles, and pages
// into which nothing comes that a browser would run. Nothing of a file that is
// not on the published page leaves this package in a snapshot, and the store
// has all of an import, or none. The format is described in README.md.
package seed

import (
	"io/fs"
	"time"

	"designmanual/db/manual"
)

// A Source is a seed file: its name for messages, its bytes, and the folder
// that the files which it names are looked for in.
type Source struct {
	Name  string
	Data  []byte
	Files fs.FS // nil where there is no such folder
	Err   error // why there are no bytes; reported with the other problems
}

// Options say how files are imported. The zero Options are those of a plain
// import, but for the clock, which [Import] needs.
type Options struct {
	AllowActiveHTML   bool             // let scripts, event handlers and javascript: addresses pass
	Strict            bool             // let warnings refuse too
	AllowAnchorChange bool             // let an anchor change for an id already known
	Prune             bool             // remove manuals of the named brands that the files do not have
	Former            []string         // with Prune, brands that the files had before: their manuals go where no file names them now
	DryRun            bool             // everything up to the commit
	Now               func() time.Time `json:"-"` // the time of the import
}

// Check holds files against the format and against one another, with no
// store. It returns what an import into an empty store would do, or the
// [Problems] of all files, and then a report of the warnings alone.
func Check(sources []Source, o Options) (*Report, error) {
	o.DryRun = true
	p, err := newCheck(sources, manual.Site{}, o)
	if p == nil {
		return nil, err
	}
	if err != nil {
		return p.report(nil), err
	}
	return p.carryOut()
}

// Faults holds files against the format and against one another, with no
// store, and makes nothing of them. It returns the [Problems] that an import
// into an empty store of that base URL would find, or nil. The zero Site is
// the default one.
func Faults(sources []Source, site manual.Site, o Options) error {
	_, err := newCheck(sources, site, o)
	return err
}

// newCheck is newPlan for an empty store of that base URL.
func newCheck(sources []Source, site manual.Site, o Options) (*plan, error) {
	files, err := parseAll(sources, o)
	if err != nil {
		return nil, err
	}
	return newPlan(files, nil, site, o)
}

// parseAll parses and checks every file by itself, on all processors.
func parseAll(sources []Source, o Options) ([]*file, error) {
	files := make([]*file, len(sources))
	return files, parallel(len(sources), func(i int) error {
		files[i] = &file{Source: sources[i], order: i}
		parse(files[i])
		checkFile(files[i], o)
		return nil
	})
}
