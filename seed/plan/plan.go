// Package plan compares seed files with the store and says what an import will
// do: it finds conflicts between files and with the store, gives sections and
// blocks their ids and anchors, and drops what is hidden, internal or empty.
package plan

import (
	"path/filepath"
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// Options configure a plan.
type Options struct {
	Strict            bool     // treat warnings as errors
	AllowAnchorChange bool     // accept a new anchor for a known id
	Prune             bool     // remove manuals of the named brands that the files lack
	Watched           []string // with Prune: the files and folders that all sources are from; brands that these used to name lose their manuals
}

// A Plan is what an import will do: the manuals of the files and the stored ones of
// the same brands, with the problems that appear only when all are seen together.
type Plan struct {
	Tx       *db.Tx // nil without a store
	Index    *db.Index
	Site     manual.Site
	Brands   []*Brand // in the order of the files
	Problems source.Collector

	options Options
	broken  bool // a file did not parse, so nothing can be called missing
	bySlug  map[string]*Brand
}

// A File is a seed file: one that was read, or one that has not changed since an import
// that remembers it, of which the store has everything.
type File struct {
	*check.File
	Unchanged *db.Seed
	Brand     string         // slug
	NamedAt   *content.Value // the brand in the file: its slug or its settings
	Manuals   []*Manual      // without their brand
}

// A Brand is a brand that the files name, or used to name.
type Brand struct {
	Slug        string
	NamedAt     *content.Value // where a file first names it
	Settings    *content.Value // the brand object, or nil
	Brand       manual.Brand
	Stored      *db.Brand // nil for a new brand
	Manuals     []*Manual
	Kept        []*Manual    // stored manuals that the files do not have
	Removed     []*db.Manual // the same, if they are pruned
	Primary     string       // id of the primary manual
	PrimaryOpen bool         // no file says which of several manuals is primary
	Former      bool         // no file names it any more: it loses its manuals and domains
	Context     [32]byte     // hash of what manuals depend on besides their own file and the addresses and titles of others

	invalid   bool // the slug is invalid: the brand is not compared with others
	files     []*check.File
	unchanged []*db.Seed
}

// New compares the files with the store that a transaction sees, or without one
// with an empty store of that base URL; the zero Site is [manual.DefaultSite]. If
// the files have errors it returns them as [source.Problems] together with the plan.
// [ErrUnread] says that unchanged files must be read too.
func New(files []File, tx *db.Tx, site manual.Site, o Options) (*Plan, error) {
	p := &Plan{Tx: tx, Index: new(db.Index), Site: site, options: o, bySlug: make(map[string]*Brand)}
	if tx != nil {
		p.Index = tx.Index()
		p.Site = p.Index.Site
	}
	if p.Site == (manual.Site{}) {
		var err error
		if p.Site, err = manual.ParseSite(manual.DefaultSite); err != nil {
			return nil, err
		}
		p.Site.Guessed = true
	}
	for _, f := range files {
		switch {
		case f.Unchanged != nil:
			p.keep(f.Unchanged)
		case f.Broken:
			p.broken = true
		default:
			p.read(f)
		}
	}
	if !p.broken {
		p.addFormer()
		for _, b := range p.Brands {
			b.addOthers(o.Prune)
			for _, f := range b.files {
				p.checkLinks(f, b)
			}
		}
	}
	p.checkBrands()
	p.checkAccess()
	p.checkIDs()
	p.checkNames()
	for _, b := range p.Brands {
		p.choosePrimary(b)
		b.setContext()
	}
	if !p.unreadHold(files) {
		return nil, ErrUnread
	}
	conflicts := p.Problems
	p.Problems = source.Collector{}
	for _, f := range files {
		if f.Unchanged == nil {
			p.Problems.Merge(&f.Problems)
		}
	}
	p.Problems.Merge(&conflicts)
	p.MergeProblems(p.Manuals())
	if problems := p.Problems.Refusing(o.Strict); problems != nil {
		return p, problems
	}
	return p, nil
}

// read adds the brand and the manuals of a file.
func (p *Plan) read(f File) {
	b := p.brand(f.Brand, f.NamedAt, f.Name)
	if f.NamedAt.Is('{') && !b.invalid {
		p.readSettings(b, f.NamedAt, f.File)
	}
	b.files = append(b.files, f.File)
	for _, m := range f.Manuals {
		m.In = b
		b.Manuals = append(b.Manuals, m)
	}
}

// brand returns the brand that a file names.
func (p *Plan) brand(slug string, named *content.Value, file string) *Brand {
	b := p.bySlug[slug]
	if b != nil {
		return b
	}
	b = &Brand{Slug: slug, NamedAt: named, invalid: !manual.Label(slug) || slug == check.WWW} // the check of the file reports it
	p.Brands = append(p.Brands, b)
	if !b.invalid {
		p.bySlug[slug] = b
		if b.Stored = p.Index.Brand(slug); b.Stored != nil {
			b.Brand = b.Stored.Brand
		}
		if file := p.options.watchedFile(file); file != "" {
			b.Brand.WatchedFile = file
		}
	}
	return b
}

func (p *Plan) readSettings(b *Brand, settings *content.Value, f *check.File) {
	if b.Settings != nil {
		p.Problems.ErrorAt(settings, "expected the slug %q alone: the settings of this brand stand in %s", b.Slug, b.Settings)
		return
	}
	b.Settings = settings
	b.Brand = manual.Brand{Slug: b.Slug, Name: settings.Get("name").Text(), WatchedFile: b.Brand.WatchedFile, Settings: hashSettings(settings, f)}
	for _, domain := range settings.Get("domains").List() {
		b.Brand.Domains = append(b.Brand.Domains, strings.ToLower(domain.Text()))
	}
	b.Brand.Cover = readCover(settings.Get("cover"))
	for _, t := range settings.Get("access").List() {
		b.Brand.Access = append(b.Brand.Access, readAccess(t))
	}
}

// watchedFile returns the absolute path of a file if it is watched, directly or in
// its folder, and otherwise nothing.
func (o Options) watchedFile(name string) string {
	file, err := filepath.Abs(name)
	for _, path := range o.Watched {
		if path, pathErr := filepath.Abs(path); err == nil && pathErr == nil && (path == file || path == filepath.Dir(file)) {
			return file
		}
	}
	return ""
}

// addFormer adds the brands that the watched files no longer name.
func (p *Plan) addFormer() {
	for known := range p.Index.Brands() {
		slug := known.Slug
		if p.bySlug[slug] != nil || known.WatchedFile == "" || p.options.watchedFile(known.WatchedFile) == "" {
			continue
		}
		b := &Brand{Slug: slug, Stored: known, Brand: known.Brand, Former: true}
		b.Brand.WatchedFile = ""
		b.Brand.Domains = nil // other brands may take them
		b.Brand.Access = nil  // only a file declares them
		b.Brand.Settings = nil
		p.bySlug[slug] = b
		p.Brands = append(p.Brands, b)
	}
}

// addOthers finds the stored manuals that the files do not have.
func (b *Brand) addOthers(prune bool) {
	if b.Stored == nil {
		return
	}
	here := make(map[string]bool, len(b.Manuals))
	for _, m := range b.Manuals {
		here[m.Manual.ID] = true
	}
	for e := range b.Stored.Manuals() {
		switch {
		case here[e.ID]:
		case prune:
			b.Removed = append(b.Removed, e)
		default:
			m := stored(b, e)
			m.Kept = true
			b.Kept = append(b.Kept, m)
		}
	}
}

// All returns the manuals that the brand has after the import.
func (b *Brand) All() []*Manual { return slices.Concat(b.Kept, b.Manuals) }

// Stored returns the brands of a store with all their manuals, as an import leaves those
// that its files do not name.
func Stored(ix *db.Index) (brands []*Brand) {
	for known := range ix.Brands() {
		brands = append(brands, StoredBrand(known))
	}
	return brands
}

// StoredBrand returns a brand as it is in the store.
func StoredBrand(known *db.Brand) *Brand {
	b := &Brand{Slug: known.Slug, Stored: known, Brand: known.Brand}
	b.addOthers(false)
	return b
}

// Manuals returns the manuals of the files.
func (p *Plan) Manuals() (manuals []*Manual) {
	for _, b := range p.Brands {
		manuals = append(manuals, b.Manuals...)
	}
	return manuals
}

// MergeProblems collects the problems of the manuals.
func (p *Plan) MergeProblems(manuals []*Manual) {
	for _, m := range manuals {
		p.Problems.Merge(&m.Problems)
		m.Problems = source.Collector{}
	}
}
