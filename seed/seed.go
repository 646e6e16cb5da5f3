// Package seed publishes seed files. [Import] and importFiles, in import.go, tell the whole story. They call
// what stands in these files:
//
//   - read.go takes each file once: package check checks it, package assign gives all parts their ids and
//     anchors, and manual.go and output.go make of each manual its model (only the parts that are shown), its
//     tokens.json and its notes; package warn knows what its author should hear. The tree of the file is gone
//     after that.
//   - brand.go brings the manuals of the files together with the stored ones of their brands;
//     copies.go, conflicts.go and uniquenames.go find what contradicts something else: slugs, ids,
//     domains, subdomains and declared access tokens.
//   - primary.go chooses which manual of a brand has the address of the brand.
//   - write.go makes the manual's [db.Snapshot], with manual.json (package document), which needs the address of the
//     manual, and with a color for a cover whose logo cannot be read (logos.go); compare.go compares it with the
//     stored one. write.go then saves the files, the releases (releases.go) and the smaller pictures (resize.go), and
//     puts the snapshot into the update, which writes what differs. stored.go does the same for other stored manuals
//     whose address or cover changes with that; report.go says what has changed.
//
// Three types stand for a manual: a [db.Head] is what the store keeps in memory of it, a fileManual
// is what a file has of it, and a nextManual is either of them, as it will be after the import. All three have its
// [manual.Settings]. For a brand these are [db.Brand], fileBrand, nextBrand and [manual.BrandSettings].
// Four stand for a seed file: a [Source] is its bytes, a [source.ParsedFile] has its tree, a [check.CheckedFile]
// its problems and the files that it refers to, and a sourceFile is what stays of it, without the tree.
//
// A stored manual that the files of an import do not have stays in the store, perhaps with another address or cover
// (stored.go), or is removed: it is staying, or removed. A file that a server watches is followed. A manual that is
// staying and comes from a followed file is kept: the import may take its subdomain and its mark of the primary manual
// from it, for a manual of the files.
//
// What is wrong has one of these degrees:
//
//	unusable    a file that was not read, does not parse, is beyond a limit, or is a copy of another: what seems
//	            to be missing may be in it
//	hasErrors   a file with errors: its manuals have ids and anchors, and no model
//	invalid     a brand whose slug is wrong, which is compared with no other
//	damaged     a manual whose stored content cannot be read, and is written again
//
// A part is a section or a block. The model of a manual is what its page shows, without parts that
// are hidden, internal or empty. Its summary is the little of that which lists, error pages and
// the brand's other manuals show. Its ledger has the ids and anchors of parts, also of those that
// are gone. Without the key review, a server serves what the file has. With review, title, description and sections
// exist twice: under the key approved those that it serves, beside it those of the draft. All other keys count for
// both. A manual that is not published and has no review is a draft as a whole. The keys comments and history are for
// editors: an import makes nothing of them. A note says what an author should know of what is served, as that a part
// is left out; what a file has under the key notes is called news. The site is the base URL, and the brand that is
// at home there. A release is a version of a manual's tokens that its author has written into a file beside the seed
// file. A seed file declares an access token; a command creates one.
//
// What a user gets from this package: one run reports every error of all files and, if there is none,
// every warning, each with line, column and path; links keep working when titles
// change; nothing that a browser would run reaches a page. The model of a snapshot has only what is on the
// published page (its draft, notes and ledger have more), and the store gets all of an import or none of
// it. README.md describes the format.
package seed

import (
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/asset"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
)

// What callers of this package meet of the packages below.
type (
	Source     = source.Source
	Problems   = problem.Problems
	Insertion  = assign.Insertion
	AssetCache = asset.Cache
)

const (
	Warning      = problem.Warning
	MaxFileBytes = source.MaxFileBytes
)

// Options configure an import.
type Options struct {
	AllowActiveHTML   bool // accept scripts, event handlers and javascript: addresses
	Strict            bool // treat warnings as errors, and warn of parts without an anchor
	AllowAnchorChange bool // accept a new anchor for a known id
	DryRun            bool // read, check and compare; store no file, manual or smaller picture
	RefuseBreaking    bool // refuse, with [ErrBreaking], what breaks what others use; set for a server alone
	AcceptBreaking    bool // import it although the server has RefuseBreaking
	Missing           bool // report the ids and anchors that the files lack

	// SkipSmallerPictures makes no smaller pictures. Its key is what programs send over the socket.
	SkipSmallerPictures bool `json:"KeepPictures"`

	// FollowedPaths are the files and folders that a server reads all its seed files from; none for the command. An
	// import keeps what came from below them and is not in the files any more, unless one of the files takes the slug
	// of the manual.
	FollowedPaths []string `json:"Followed"`

	// An import removes stored manuals that the files lack where one of these says so.
	Prune       bool     // those of the brands that the files name
	PruneIDs    []string // those with these ids that came from below FollowedPaths
	PruneReread bool     // those that came from a file of this import

	AssetCache *AssetCache      `json:"-"` // what was read of files before; may be nil
	Now        func() time.Time `json:"-"` // returns the time of the import; time.Now if nil
	HasChanged func() bool      `json:"-"` // reports whether the files have changed since they were read; may be nil
	// ChooseSite returns the base URL for the brands of the files, given that of the store, which stays if
	// ChooseSite is nil.
	ChooseSite func(site manual.Site, brands []string) manual.Site `json:"-"`
}

func (o Options) checkOptions() check.Options {
	return check.Options{AllowActiveHTML: o.AllowActiveHTML, WarnOfAnchors: o.Strict, Cache: o.AssetCache}
}

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now()
	}
	return o.Now()
}

// An importer is one import while it goes on.
type importer struct {
	options Options
	now     time.Time
	tx      *db.Tx // nil without a store
	index   *db.Index
	site    manual.Site

	files        []*sourceFile
	brands       []*nextBrand // that the files name, in their order, and the other stored ones
	bySlug       map[string]*nextBrand
	someUnusable bool // a file is unusable, so what seems to be missing may be in it
	problems     problem.Collector

	resizer resizer
}

// newImporter returns an importer for a transaction, which is nil without a store. If the site is zero, the
// importer takes that of the store, and for a new store [manual.DefaultSite].
func newImporter(tx *db.Tx, site manual.Site, o Options) *importer {
	index := new(db.Index)
	if tx != nil {
		index = tx.Index()
	}
	if site == (manual.Site{}) {
		site = index.Site
	}
	if site == (manual.Site{}) {
		site, _ = manual.ParseSite(manual.DefaultSite) // the constant is a valid base URL
		site.Guessed = true
	}
	return &importer{
		options: o, now: o.now(), tx: tx, index: index, site: site, bySlug: make(map[string]*nextBrand),
		resizer: resizer{done: make(map[[32]byte]manual.SmallerPictures)},
	}
}

// fileManuals returns the manuals of the files, brand by brand.
func (i *importer) fileManuals() []*fileManual {
	var all []*fileManual
	for _, b := range i.brands {
		all = append(all, b.manuals...)
	}
	return all
}
