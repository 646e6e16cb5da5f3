// Package seed takes seed files in and gives snapshots out: it reads and
// checks the files (file.go, node.go, parse.go, shape.go, format.go, kinds.go,
// check.go, active.go), holds them against what the store has (plan.go,
// names.go), drops what is kept off the page and settles ids and anchors
// (parts.go, anchors.go, publish.go), renders both documents in both encodings
// (render.go), stages what is made (make.go) and puts it into the store in one
// transaction (import.go). It also tells when watched files have changed
// (watch.go, follow.go).
//
// Use [Check] to hold files against the format with no store, [Import] to
// publish them, and [SetSite] when the base URL changes. Everything that an
// answer needs is made here, once; nothing of a file that is not on the
// published page leaves this package in a snapshot. It must never write a
// part of an import: the store has all of it, or none.
//
// # The seed format
//
// A seed file is one brand and its manuals as they stand in the editor, drafts
// and hidden parts included: UTF-8 JSON, one object a file, strict. The
// JSON Schema of the format describes every key; the rules that no schema
// can say stand at the functions that hold them.
package seed

import (
	"io/fs"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A Source is a seed file: its name for messages, its bytes, and the folder
// that the files which it names are looked for in.
type Source struct {
	Name  string
	Data  []byte
	Files fs.FS `json:"-"` // nil where there is no such folder
	Err   error `json:"-"` // why there are no bytes; reported with the other problems
}

// Options say how files are imported. The zero Options are those of a plain
// import, but for the clock, which [Import] needs.
type Options struct {
	AllowActiveHTML   bool                  // let scripts, event handlers and javascript: addresses pass
	Strict            bool                  // let warnings refuse too
	AllowAnchorChange bool                  // let an anchor change for an id already known
	Prune             bool                  // remove manuals of the named brands that the files do not have
	Former            []string              // with Prune, brands that the files had before: their manuals go where no file names them now
	DryRun            bool                  // everything up to the commit
	Now               func() time.Time      // the time of the import
	Progress          func(done, total int) // told as manuals are made; nil for nobody
}

// Check holds files against the format and against one another, with no
// store. It returns what an import into an empty store would do, or the
// [Problems] of all files, and then a report of the warnings alone.
func Check(sources []Source, o Options) (*Report, error) {
	s, err := emptyStore(manual.Site{})
	if err != nil {
		return nil, err
	}
	o.DryRun = true
	p, err := newImport(sources, s, o)
	if p == nil {
		return nil, err
	}
	if err != nil {
		return p.report(nil), err
	}
	makings, err := p.makeAll()
	if err != nil {
		return nil, err
	}
	return p.report(makings), nil
}

// Faults holds files against the format and against one another, with no
// store, and makes nothing of them. It returns the [Problems] that an import
// into an empty store of that base URL would find, or nil. The zero Site is
// the default one.
func Faults(sources []Source, site manual.Site, o Options) error {
	s, err := emptyStore(site)
	if err != nil {
		return err
	}
	_, err = newImport(sources, s, o)
	return err
}

// emptyStore is the state of a store that has nothing but its base URL.
func emptyStore(site manual.Site) (state, error) {
	site, err := orDefault(site)
	return state{index: new(db.Index), site: site}, err
}

// orDefault returns the site, the default one where nobody has given one.
func orDefault(site manual.Site) (manual.Site, error) {
	if site == (manual.Site{}) {
		return manual.ParseSite(manual.DefaultSite)
	}
	return site, nil
}

// parseAll parses and checks every file by itself, on all processors.
func parseAll(sources []Source, o Options, all *faults) []*file {
	files, found := make([]*file, len(sources)), make([]faults, len(sources))
	parallel(len(sources), func(i int) {
		s := sources[i]
		files[i] = &file{name: s.Name, order: i, data: s.Data, files: s.Files, unread: s.Err}
		parse(files[i], &found[i])
		checkFile(files[i], o, &found[i])
	})
	for i := range found {
		all.join(&found[i])
	}
	return files
}

// state is what an import is held against: the store, while nobody else writes
// to it, or nothing at all.
type state struct {
	index *db.Index
	site  manual.Site
	stage *db.Stage // nil where there is no store
}

// view reads from the store, if there is one.
func (s state) view(do func(tx *db.Tx) error) error {
	if s.stage == nil {
		return nil
	}
	return s.stage.View(do)
}

// newImport holds the files against the state. The error is [Problems] where
// they are at fault, beside the plan.
func newImport(sources []Source, s state, o Options) (*plan, error) {
	faults := new(faults)
	files := parseAll(sources, o, faults)
	p := newPlan(files, s, o, faults)
	if err := p.settle(); err != nil {
		return nil, err
	}
	if problems := faults.refused(o.Strict); problems != nil {
		return p, problems
	}
	return p, nil
}
