package seed

import (
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
)

// A plan is what an import makes of the brands that its files name: the
// files' manuals beside those that the store keeps, with the faults that
// only show when all of them are seen together.
type plan struct {
	tx      *db.Tx // nil where there is no store
	index   *db.Index
	site    manual.Site
	options Options
	now     time.Time // of the import
	faults  faults
	broken  bool // some file did not parse: nothing is known to be missing, nor what the store keeps

	brands []*brandPlan // in the order of the files
	bySlug map[string]*brandPlan
}

// brandPlan is a brand that the files name.
type brandPlan struct {
	slug        string
	invalid     bool  // no brand can have the slug: its manuals are held against one another alone
	named       place // where a file first names it
	settings    place // the brand object, where a file has it
	files       []*file
	known       *db.Brand // what the store has, or nil
	brand       manual.Brand
	manuals     []*manualPlan
	kept        []*db.Entry   // manuals of the store that the files do not have
	removed     []*db.Entry   // those of them that are pruned
	primary     string        // id of the primary manual
	primaryOpen bool          // which of several is primary, no file says
	former      bool          // no file names it any more: its manuals and domains go
	siblings    page.Siblings // its public manuals after the import
	settled     bool          // they are those of before
}

// manualPlan is a manual that a file has, on its way into the snapshot.
type manualPlan struct {
	manual.Snapshot // as far as it has been made
	brand           *brandPlan
	place           place
	version         place     // the part of it that is served, nil where none is approved yet
	flag            place     // primary
	given           time.Time // updatedAt, zero where the file has none

	known     *db.Entry      // of the same id, or nil
	before    *manual.Manual // as the store has it published, if it does
	sound     bool           // and all its documents are as they were written
	editorial db.Editorial   // what the store knows; then what it is to keep

	page      []*part       // the sections that are served, with ids and anchors
	retitled  []manual.Note // parts that keep id and anchor with a new title
	unchanged bool          // the store has the very snapshot, whose documents are not rendered
	faults    faults        // what only shows when ids are assigned or it is made
}

// newPlan holds the files against the store as a transaction has it, or
// against an empty one of that base URL without one. The error is [Problems]
// where they are at fault, beside the plan.
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
		p.faults.join(&f.faults)
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
	if problems := p.faults.refused(o.Strict); problems != nil {
		return p, problems
	}
	return p, nil
}

// read takes in one file: its brand and its manuals.
func (p *plan) read(f *file) {
	named := f.root.get("brand")
	slug := named.str()
	if named.is('{') {
		slug = named.get("slug").str()
	}
	b := p.bySlug[slug]
	if b == nil {
		b = &brandPlan{slug: slug, named: named, invalid: !manual.Label(slug) || slug == www} // said by the check of the file
		p.brands = append(p.brands, b)
		if !b.invalid {
			p.bySlug[slug] = b
			if b.known = p.index.Brand(slug); b.known != nil {
				b.brand = b.known.Brand
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

func (p *plan) readSettings(b *brandPlan, settings place) {
	if b.settings.there() {
		p.faults.at(settings, "expected the slug %q alone: the settings of this brand stand in %s", b.slug, b.settings)
		return
	}
	b.settings = settings
	b.brand = manual.Brand{Slug: b.slug, Name: settings.get("name").str()}
	for _, domain := range settings.get("domains").items() {
		b.brand.Domains = append(b.brand.Domains, strings.ToLower(domain.str()))
	}
	for _, t := range settings.get("access").items() {
		b.brand.Access = append(b.brand.Access, readAccess(t))
	}
}

// readManual reads what a file has of a manual but its content.
func readManual(p place, b *brandPlan) *manualPlan {
	m := &manualPlan{brand: b, place: p, version: p, flag: p.get("primary"), given: parseTime(p.get("updatedAt").str())}
	if m.reviewed() {
		m.version = p.get("approved")
	}
	m.Snapshot = manual.Snapshot{
		Brand: b.slug,
		Manual: manual.Manual{
			ID: manualID(p, b.slug), Slug: p.get("slug").str(), Lang: p.get("lang").str(),
			Visibility: manual.Visibility(p.get("visibility").str()), ExpiresAt: parseTime(p.get("expiresAt").str()),
		},
		Subdomain: p.get("subdomain").str(),
		Flagged:   m.flag.boolean(false),
		Password:  p.get("password").str(),
		Published: p.get("published").boolean(true) && m.version.there(),
	}
	return m
}

// reviewed tells whether changes of the manual wait until they are approved.
func (m *manualPlan) reviewed() bool { return m.place.get("review").boolean(false) }

// addFormer takes in the brands that the files no longer name.
func (p *plan) addFormer() {
	for _, slug := range p.options.Former {
		known := p.index.Brand(slug)
		if p.bySlug[slug] != nil || known == nil {
			continue
		}
		b := &brandPlan{slug: slug, known: known, brand: known.Brand, former: true}
		b.brand.Domains = nil // free for the brands that the files name
		b.brand.Access = nil  // which only a file declares
		p.bySlug[slug] = b
		p.brands = append(p.brands, b)
	}
}

// addOthers finds the manuals of the store that the files do not have.
func (b *brandPlan) addOthers(prune bool) {
	if b.known == nil {
		return
	}
	here := make(map[string]bool, len(b.manuals))
	for _, m := range b.manuals {
		here[m.Manual.ID] = true
	}
	for e := range b.known.Manuals() {
		switch {
		case here[e.ID]:
		case prune:
			b.removed = append(b.removed, e)
		default:
			b.kept = append(b.kept, e)
		}
	}
}

// manuals returns those of all brands.
func (p *plan) manuals() (manuals []*manualPlan) {
	for _, b := range p.brands {
		manuals = append(manuals, b.manuals...)
	}
	return manuals
}

// assign reads what the store knows of every manual, and gives every part its
// id and its anchor.
func (p *plan) assign() error {
	manuals := p.manuals()
	err := parallel(len(manuals), func(i int) (err error) {
		m := manuals[i]
		if m.known != nil {
			if m.editorial, err = p.tx.Editorial(m.known); err != nil {
				return err
			}
		}
		if m.version.there() {
			m.page = readPage(m.version, m.Manual.ID)
			m.retitled = keepIDs(m.Manual.ID, m.page, &m.editorial)
			m.editorial.Anchors = assignAnchors(m.Manual.ID, m.page, m.editorial.Anchors, p.options, &m.faults)
		}
		if m.reviewed() {
			// A draft reserves no anchors, but two equal ones in it are one too many.
			assignAnchors(m.Manual.ID, readPage(m.place, m.Manual.ID), nil, p.options, &m.faults)
		}
		return nil
	})
	p.join(manuals)
	return err
}

// join takes in the faults of manuals.
func (p *plan) join(manuals []*manualPlan) {
	for _, m := range manuals {
		p.faults.join(&m.faults)
		m.faults = faults{}
	}
}
