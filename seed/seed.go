// Package seed publishes seed files. [Import] tells the whole story:
//
//   - read.go reads each file once: package check checks it, package assign gives its parts
//     their ids and anchors and drops what is not published, and entry.go makes of each manual
//     its model, tokens and notes. The tree of the file is gone after that.
//   - brand.go brings the manuals of the files together with the stored ones of their brands;
//     copies.go and conflicts.go find what contradicts something else: slugs, ids, subdomains, domains,
//     primary manuals and declared tokens.
//   - write.go makes the two documents of the interface, which need the address of a manual,
//     compares them with what is stored, and writes what differs; others.go writes the stored
//     manuals whose address or look changes with that; report.go describes it.
//
// What a user gets for its size: one run reports every error and warning of all files with
// line, column and path; links keep working when titles change; nothing that a browser would run
// reaches a page. A snapshot contains only what is on the published page, and the store gets
// all of an import or none of it. README.md describes the format.
package seed

import (
	"context"
	"fmt"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

// What callers of this package meet of the packages below.
type (
	Source    = source.Source
	Problem   = source.Problem
	Problems  = source.Problems
	Severity  = source.Severity
	Insertion = assign.Insertion
	Assets    = check.Cache
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
	AllowActiveHTML   bool // accept scripts, event handlers and javascript: addresses
	Strict            bool // treat warnings as errors
	AllowAnchorChange bool // accept a new anchor for a known id
	DryRun            bool // do everything but commit
	RefuseBreaking    bool // refuse, with [ErrBreaking], what breaks what others use
	AcceptBreaking    bool // import it although the server has RefuseBreaking
	KeepPictures      bool // make no smaller versions of pictures
	Missing           bool // report the ids and anchors that the files lack

	Prune  bool     // remove the manuals of the named brands that the files lack
	Remove []string // ids of manuals to remove if they are from below Followed and the files lack them

	// Followed are the files and folders that all sources are from, and that a server follows.
	// What came from below them and is not in the files any more is kept, but gives way to what
	// the files have.
	Followed []string

	// LetGo removes manuals that a file of Followed, which is still there, no longer has.
	LetGo bool

	Assets   *Assets          `json:"-"` // what was read of files before; may be nil
	Now      func() time.Time `json:"-"` // returns the time of the import; time.Now if nil
	Changing func() bool      `json:"-"` // reports, after all files have been read, whether they are being changed; may be nil
}

func (o Options) check() check.Options {
	return check.Options{AllowActiveHTML: o.AllowActiveHTML, Strict: o.Strict, Cache: o.Assets}
}

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

// Check validates files without a store. It returns the report of an import into an empty
// store. When the files have errors it returns them as [Problems], with a report that has only
// the warnings.
func Check(sources []Source, o Options) (*Report, error) {
	o.DryRun = true
	i, err := newImporter(nil, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	return i.run(context.Background(), sources)
}

// Validate validates files without a store. It returns the [Problems] that an import into an
// empty store with that base URL would find, or a [manual.NoHomeError], or nil. The zero Site is
// [manual.DefaultSite].
func Validate(sources []Source, site manual.Site, o Options) error {
	o.DryRun = true
	i, err := newImporter(nil, site, o)
	if err != nil {
		return err
	}
	if _, err := i.run(context.Background(), sources); err != nil || len(i.brands) == 0 {
		return err
	}
	home := false
	for _, b := range i.brands {
		home = home || i.site.AtHome(b.Brand)
	}
	return i.site.CheckHome(home)
}

// Sound returns the files that an import into an empty store with that base URL takes once the
// others are left out.
func Sound(sources []Source, site manual.Site, o Options) []Source {
	o.DryRun = true
	for len(sources) > 0 {
		i, err := newImporter(nil, site, o)
		if err != nil {
			return nil
		}
		if _, err := i.run(context.Background(), sources); err == nil {
			return sources
		}
		faulty := i.problems.Faulty(o.Strict)
		var left []Source
		for n, s := range sources {
			if !faulty[n] {
				left = append(left, s)
			}
		}
		if len(left) == len(sources) { // the fault is in none of them
			return nil
		}
		sources = left
	}
	return nil
}

// A Reading is a manual as it is published, read without a store.
type Reading struct {
	Brand   string // slug
	Primary bool
	Model   *manual.Manual // nil if the manual is not published
	Tokens  manual.TokenDocument
	Slug    string
	ID      string
	Theme   Problems // the themes whose text has too little contrast, see [Contrast]
}

// Read returns the manuals of files as an import into an empty store publishes them, in the
// order of the files. The error is the one that [Check] returns.
func Read(sources []Source, o Options) ([]Reading, error) {
	i, err := runWithoutStore(sources, o)
	if err != nil {
		return nil, err
	}
	var readings []Reading
	for _, e := range i.entries() {
		readings = append(readings, Reading{
			Brand: e.brand, Primary: e.head.Primary, Model: e.model, Tokens: e.tokens, Slug: e.head.Slug, ID: e.head.ID,
			Theme: e.contrast.Refusing(false),
		})
	}
	return readings, nil
}

// Contrast returns the themes on published pages whose text has less contrast with their
// background or surface than WCAG AA requires. The error is the one that [Check] returns.
func Contrast(sources []Source, o Options) (Problems, error) {
	readings, err := Read(sources, o)
	var found Problems
	for _, r := range readings {
		found = append(found, r.Theme...)
	}
	return found, err
}

// Tokens returns the tokens of a manual of files: of the one with a slug, or of the primary one.
// The error is the one that [Check] returns, or says that there is no such manual, or that it is
// not published.
func Tokens(sources []Source, slug string, o Options) (manual.TokenDocument, error) {
	readings, err := Read(sources, o)
	if err != nil {
		return manual.TokenDocument{}, err
	}
	var chosen []Reading
	var slugs []string
	for _, r := range readings {
		slugs = append(slugs, r.Slug)
		if slug == "" && r.Primary || slug != "" && slug == r.Slug {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) != 1 {
		return manual.TokenDocument{}, fmt.Errorf("expected one manual, found %d; the files have the manuals %s", len(chosen), strings.Join(slugs, ", "))
	}
	if chosen[0].Model == nil {
		return manual.TokenDocument{}, fmt.Errorf("the manual %s is not published", chosen[0].Slug)
	}
	return chosen[0].Tokens, nil
}

// An importer is one import while it goes on.
type importer struct {
	options    Options
	now        time.Time
	tx         *db.Tx // nil without a store
	index      *db.Index
	site       manual.Site
	keepTokens bool // of entries, which take much memory

	files    []*file
	brands   []*brand // that the files name, in their order, and stored ones that change with them
	bySlug   map[string]*brand
	broken   bool // a file did not parse, so nothing can be called missing
	problems source.Collector

	shrinker shrinker
}

func newImporter(tx *db.Tx, site manual.Site, o Options) (*importer, error) {
	i := &importer{options: o, now: o.now(), tx: tx, index: new(db.Index), site: site, bySlug: make(map[string]*brand)}
	i.shrinker.made = make(map[[32]byte]manual.Smaller)
	if tx != nil {
		i.index = tx.Index()
		i.site = i.index.Site
	}
	if i.site == (manual.Site{}) {
		var err error
		if i.site, err = manual.ParseSite(manual.DefaultSite); err != nil {
			return nil, err
		}
		i.site.Guessed = true
	}
	return i, nil
}

// entries returns the manuals of the files, brand by brand.
func (i *importer) entries() (entries []*entry) {
	for _, b := range i.brands {
		entries = append(entries, b.entries...)
	}
	return entries
}

// runWithoutStore is an import into an empty store that nothing is kept of. Its manuals keep their
// models and tokens. The error is the one that [Check] returns.
func runWithoutStore(sources []Source, o Options) (*importer, error) {
	o.DryRun = true
	i, err := newImporter(nil, manual.Site{}, o)
	if err != nil {
		return nil, err
	}
	i.keepTokens = true
	if _, err := i.run(context.Background(), sources); err != nil {
		return nil, err
	}
	return i, nil
}
