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
	faults  *faults
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
	kept        []*db.Entry  // manuals of the store that the files do not have
	removed     []*db.Entry  // those of them that are pruned
	primary     string       // id of the primary manual
	primaryOpen bool         // which of several is primary, no file says
	former      bool         // no file names it any more: its manuals and domains go
	siblings    []page.Entry // its public manuals after the import
}

// manualPlan is a manual that a file has.
type manualPlan struct {
	brand *brandPlan
	place place
	known *db.Entry // of the same id, or nil

	id, slug, lang, subdomain, password string
	flag                                place // primary
	visibility                          manual.Visibility
	published                           bool
	updatedAt, expiresAt                time.Time // zero where the file has none

	page      []sectionPart // of the served version, with ids and anchors
	editorial db.Editorial  // what the store knows; then what it is to keep
	retitled  []manual.Note // parts that keep id and anchor with a new title
}

// newPlan reads the checked files against the index.
func newPlan(files *parsedFiles, tx *db.Tx, site manual.Site, o Options) *plan {
	p := &plan{tx: tx, index: new(db.Index), site: site, options: o, faults: files.faults.copy(), bySlug: make(map[string]*brandPlan)}
	if tx != nil {
		p.index = tx.Index()
	}
	for _, f := range files.files {
		if f.broken {
			p.broken = true
		} else {
			p.read(f)
		}
	}
	if !p.broken {
		p.addFormer()
		for _, b := range p.brands {
			p.addOthers(b)
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
	return p
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
			mp := readManual(m, b.slug)
			mp.brand = b
			b.manuals = append(b.manuals, mp)
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

// readManual reads a manual of a brand from its file.
func readManual(m place, brand string) *manualPlan {
	mp := &manualPlan{
		place:      m,
		id:         manualID(m, brand),
		slug:       m.get("slug").str(),
		lang:       m.get("lang").str(),
		subdomain:  m.get("subdomain").str(),
		password:   m.get("password").str(),
		flag:       m.get("primary"),
		visibility: manual.Visibility(m.get("visibility").str()),
		published:  m.get("published").boolean(true),
	}
	mp.updatedAt = parseTime(m.get("updatedAt").str())
	mp.expiresAt = parseTime(m.get("expiresAt").str())
	return mp
}

// version is the part of the manual that is served, or nothing where it is
// not approved yet.
func (mp *manualPlan) version() place {
	if mp.place.get("review").boolean(false) {
		return mp.place.get("approved")
	}
	return mp.place
}

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
func (p *plan) addOthers(b *brandPlan) {
	if b.known == nil {
		return
	}
	here := make(map[string]bool, len(b.manuals))
	for _, m := range b.manuals {
		here[m.id] = true
	}
	for e := range b.known.Manuals() {
		switch {
		case here[e.ID]:
		case p.options.Prune:
			b.removed = append(b.removed, e)
		default:
			b.kept = append(b.kept, e)
		}
	}
}

// assign reads what the store knows of every manual, and gives every part its
// id and its anchor.
func (p *plan) assign() error {
	var manuals []*manualPlan
	for _, b := range p.brands {
		manuals = append(manuals, b.manuals...)
	}
	for _, m := range manuals {
		if m.known == nil {
			continue
		}
		var err error
		if m.editorial, err = p.tx.Editorial(m.known); err != nil {
			return err
		}
	}
	found := make([]faults, len(manuals))
	err := parallel(len(manuals), func(i int) error {
		manuals[i].assign(p.options, &found[i])
		return nil
	})
	for i := range found {
		p.faults.join(&found[i])
	}
	return err
}

// assign gives every part of the manual its id and its anchor.
func (mp *manualPlan) assign(o Options, faults *faults) {
	if version := mp.version(); version.there() {
		mp.page = readPage(version, mp.id)
		mp.retitled = keepIDs(mp.id, mp.page, &mp.editorial)
		mp.editorial.Anchors = assignAnchors(mp.id, mp.page, mp.editorial.Anchors, o, faults)
	}
	if mp.place.get("review").boolean(false) {
		// A draft reserves no anchors, but two equal ones in it are one too many.
		assignAnchors(mp.id, readPage(mp.place, mp.id), nil, o, faults)
	}
}
