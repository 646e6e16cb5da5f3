package seed

import (
	"path/filepath"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// A plan is what an import will do: the manuals of the files and the stored ones of
// the same brands, with the problems that appear only when all are seen together.
type plan struct {
	tx       *db.Tx // nil without a store
	index    *db.Index
	site     manual.Site
	options  Options
	now      time.Time // of the import
	problems collector
	broken   bool // a file did not parse, so nothing can be called missing

	brands []*brandPlan // in the order of the files
	bySlug map[string]*brandPlan
}

// A brandPlan is a brand that the files name, or used to name.
type brandPlan struct {
	slug         string
	invalid      bool  // the slug is invalid: the brand is not compared with others
	namedAt      *node // where a file first names it
	settings     *node // the brand object, or nil
	files        []*file
	stored       *db.Brand // nil for a new brand
	brand        manual.Brand
	manuals      []*manualPlan
	kept         []*db.Entry   // stored manuals that the files do not have
	removed      []*db.Entry   // the same, if they are pruned
	primary      string        // id of the primary manual
	primaryOpen  bool          // no file says which of several manuals is primary
	former       bool          // no file names it any more: it loses its manuals and domains
	siblings     page.Siblings // its public manuals after the import
	sameSiblings bool          // the same as before the import
}

// A manualPlan is a manual in a file and the snapshot that is made of it.
type manualPlan struct {
	manual.Snapshot // filled step by step
	brand           *brandPlan
	node            *node
	served          *node     // the version that is served; nil if none is approved
	primaryFlag     *node     // the value of primary
	updatedAt       time.Time // in the file, or zero

	entry     *db.Entry      // the stored manual of the same id, or nil
	stored    *manual.Manual // its published model, or nil
	intact    bool           // all stored documents have their right hashes
	editorial db.Editorial   // as stored; later as it will be stored

	page      []*part       // the sections of the served version
	retitled  []manual.Note // notes on parts that keep id and anchor with a new title
	unchanged bool          // the stored snapshot is the same, so no document is rendered
	problems  collector     // found while ids are assigned and the snapshot is built
}

// newPlan compares the files with the store that a transaction sees, or without one
// with an empty store of that base URL. If the files have errors it returns them as
// [Problems] together with the plan.
func newPlan(files []*file, tx *db.Tx, site manual.Site, o Options) (*plan, error) {
	p := &plan{tx: tx, index: new(db.Index), site: site, options: o, bySlug: make(map[string]*brandPlan)}
	if tx != nil {
		p.index = tx.Index()
		p.site = p.index.Site
	}
	if p.site == (manual.Site{}) {
		var err error
		if p.site, err = manual.ParseSite(manual.DefaultSite); err != nil {
			return nil, err
		}
	}
	for _, f := range files {
		p.problems.merge(&f.problems)
		if f.broken {
			p.broken = true
		} else {
			p.read(f)
		}
	}
	if !p.broken {
		p.addFormer()
		for _, b := range p.brands {
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
	for _, b := range p.brands {
		p.choosePrimary(b)
	}
	if err := p.assign(); err != nil {
		return nil, err
	}
	if problems := p.problems.refusing(o.Strict); problems != nil {
		return p, problems
	}
	return p, nil
}

// read adds the brand and the manuals of a file.
func (p *plan) read(f *file) {
	named := f.root.get("brand")
	slug := named.str()
	if named.is('{') {
		slug = named.get("slug").str()
	}
	b := p.bySlug[slug]
	if b == nil {
		b = &brandPlan{slug: slug, namedAt: named, invalid: !manual.Label(slug) || slug == www} // the check of the file reports it
		p.brands = append(p.brands, b)
		if !b.invalid {
			p.bySlug[slug] = b
			if b.stored = p.index.Brand(slug); b.stored != nil {
				b.brand = b.stored.Brand
			}
			if file := p.options.watchedFile(f.Name); file != "" {
				b.brand.WatchedFile = file
			}
		}
	}
	if named.is('{') && !b.invalid {
		p.readSettings(b, named)
	}
	b.files = append(b.files, f)
	for _, m := range f.root.get("manuals").items() {
		if m.is('{') {
			b.manuals = append(b.manuals, readManual(m, b))
		}
	}
}

func (p *plan) readSettings(b *brandPlan, settings *node) {
	if b.settings != nil {
		p.problems.errorAt(settings, "expected the slug %q alone: the settings of this brand stand in %s", b.slug, b.settings)
		return
	}
	b.settings = settings
	b.brand = manual.Brand{Slug: b.slug, Name: settings.get("name").str(), WatchedFile: b.brand.WatchedFile}
	for _, domain := range settings.get("domains").items() {
		b.brand.Domains = append(b.brand.Domains, strings.ToLower(domain.str()))
	}
	for _, t := range settings.get("access").items() {
		b.brand.Access = append(b.brand.Access, readAccess(t))
	}
}

// readManual reads a manual without its content.
func readManual(p *node, b *brandPlan) *manualPlan {
	m := &manualPlan{brand: b, node: p, served: p, primaryFlag: p.get("primary"), updatedAt: parseTime(p.get("updatedAt").str())}
	if m.reviewed() {
		m.served = p.get("approved")
	}
	m.Snapshot = manual.Snapshot{
		Brand: b.slug,
		Manual: manual.Manual{
			ID: manualID(p, b.slug), Slug: p.get("slug").str(), Lang: p.get("lang").str(),
			Visibility: manual.Visibility(p.get("visibility").str()), ExpiresAt: parseTime(p.get("expiresAt").str()),
		},
		Subdomain: p.get("subdomain").str(),
		Flagged:   m.primaryFlag.boolean(false),
		Password:  p.get("password").str(),
		Published: p.get("published").boolean(true) && m.served != nil,
	}
	return m
}

// reviewed reports whether changes of the manual need approval.
func (m *manualPlan) reviewed() bool { return m.node.get("review").boolean(false) }

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
func (p *plan) addFormer() {
	for known := range p.index.Brands() {
		slug := known.Slug
		if p.bySlug[slug] != nil || known.WatchedFile == "" || p.options.watchedFile(known.WatchedFile) == "" {
			continue
		}
		b := &brandPlan{slug: slug, stored: known, brand: known.Brand, former: true}
		b.brand.WatchedFile = ""
		b.brand.Domains = nil // other brands may take them
		b.brand.Access = nil  // only a file declares them
		p.bySlug[slug] = b
		p.brands = append(p.brands, b)
	}
}

// addOthers finds the stored manuals that the files do not have.
func (b *brandPlan) addOthers(prune bool) {
	if b.stored == nil {
		return
	}
	here := make(map[string]bool, len(b.manuals))
	for _, m := range b.manuals {
		here[m.Manual.ID] = true
	}
	for e := range b.stored.Manuals() {
		switch {
		case here[e.ID]:
		case prune:
			b.removed = append(b.removed, e)
		default:
			b.kept = append(b.kept, e)
		}
	}
}

// manuals returns the manuals of all brands.
func (p *plan) manuals() (manuals []*manualPlan) {
	for _, b := range p.brands {
		manuals = append(manuals, b.manuals...)
	}
	return manuals
}

// assign gives every part its id and anchor, using what the store knows of its
// manual.
func (p *plan) assign() error {
	manuals := p.manuals()
	err := parallel(len(manuals), func(i int) (err error) {
		m := manuals[i]
		if m.entry != nil {
			if m.editorial, err = p.tx.Editorial(m.entry); err != nil {
				return err
			}
		}
		if m.served != nil {
			m.page = readPage(m.served, m.Manual.ID)
			m.retitled = assignIDs(m.Manual.ID, m.page, &m.editorial)
			m.editorial.Anchors = assignAnchors(m.Manual.ID, m.page, m.editorial, p.options, &m.problems)
		}
		if m.reviewed() {
			// A draft reserves no anchors, but its own must be unique.
			assignAnchors(m.Manual.ID, readPage(m.node, m.Manual.ID), db.Editorial{}, p.options, &m.problems)
		}
		return nil
	})
	p.mergeProblems(manuals)
	return err
}

// mergeProblems collects the problems of the manuals.
func (p *plan) mergeProblems(manuals []*manualPlan) {
	for _, m := range manuals {
		p.problems.merge(&m.problems)
		m.problems = collector{}
	}
}
