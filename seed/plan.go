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
	ofFile map[*file]*brandPlan
}

// brandPlan is a brand that the files name.
type brandPlan struct {
	slug     string
	nameless bool      // no brand can have the slug: its manuals are held against one another alone
	named    place     // where a file first names it
	settings place     // the brand object, where a file has it
	known    *db.Brand // what the store has, or nil
	brand    manual.Brand
	manuals  []*manualPlan
	kept     []db.Entry   // manuals of the store that the files do not have
	removed  []db.Entry   // those of them that are pruned
	primary  string       // id of the primary manual
	unsaid   bool         // which of several is primary, no file says
	former   bool         // no file names it any more: its manuals and domains go
	siblings []page.Entry // its public manuals after the import
}

// manualPlan is a manual that a file has.
type manualPlan struct {
	brand *brandPlan
	place place
	known db.Entry // of the same id, or the zero Entry

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
	p := &plan{
		tx: tx, index: new(db.Index), site: site, options: o,
		faults: files.faults.copy(), bySlug: make(map[string]*brandPlan), ofFile: make(map[*file]*brandPlan),
	}
	if tx != nil {
		p.index = tx.Index()
	}
	for _, f := range files.files {
		if f.broken {
			p.broken = true
			continue
		}
		p.read(place{f, &f.root})
	}
	p.addFormer()
	for _, b := range p.brands {
		p.keepOthers(b)
	}
	for _, f := range files.files {
		if b := p.ofFile[f]; b != nil && !p.broken {
			p.checkLinks(f, b)
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
func (p *plan) read(root place) {
	named := root.get("brand")
	slug := named.str()
	if named.is('{') {
		slug = named.get("slug").str()
	}
	b := p.bySlug[slug]
	switch {
	case !manual.Label(slug), slug == www: // said by the check of the file
		b = &brandPlan{slug: slug, nameless: true, named: named}
		p.brands = append(p.brands, b)
	case b == nil:
		b = &brandPlan{slug: slug, named: named, known: p.index.Brand(slug)}
		if b.known != nil {
			b.brand = b.known.Brand
		}
		p.bySlug[slug] = b
		p.brands = append(p.brands, b)
	}
	if named.is('{') && !b.nameless {
		p.readSettings(b, named)
	}
	p.ofFile[root.file] = b
	for _, m := range root.get("manuals").items() {
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
	mp.updatedAt, _ = parseTime(m.get("updatedAt").str())
	mp.expiresAt, _ = parseTime(m.get("expiresAt").str())
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
		if p.bySlug[slug] != nil || known == nil || p.broken {
			continue
		}
		b := &brandPlan{slug: slug, known: known, brand: known.Brand, former: true}
		b.brand.Domains = nil // free for the brands that the files name
		b.brand.Access = nil  // which only a file declares
		p.bySlug[slug] = b
		p.brands = append(p.brands, b)
	}
}

// keepOthers finds the manuals of the store that the files do not have.
func (p *plan) keepOthers(b *brandPlan) {
	if b.known == nil || p.broken {
		return
	}
	here := make(map[string]bool, len(b.manuals))
	for _, m := range b.manuals {
		here[m.id] = true
	}
	for e := range b.known.Manuals() {
		switch {
		case here[e.ID()]:
		case p.options.Prune:
			b.removed = append(b.removed, e)
		default:
			b.kept = append(b.kept, e)
		}
	}
}

// checkBrands wants the settings of every brand and each domain in one place.
func (p *plan) checkBrands() {
	domains := make(map[string]*brandPlan)
	for _, b := range p.brands {
		if !b.settings.there() && b.known == nil && !b.nameless && !p.broken {
			p.faults.at(b.named, "expected an object with the settings of brand %q in one of the files: the store does not know it", b.slug)
		}
		for _, place := range b.settings.get("domains").items() {
			domain := strings.ToLower(place.str())
			owner := p.index.Domain(domain)
			if p.broken {
				owner = nil
			}
			switch {
			case !manual.HostName(domain): // said by the check of the file
			case domain == p.site.Host || strings.HasSuffix(domain, "."+p.site.Host):
				p.faults.at(place, "expected a domain of the brand's own, found one of the site %s", p.site)
			case domains[domain] == b:
				p.faults.at(place, "expected each domain once, %q comes again", domain)
			case domains[domain] != nil:
				p.faults.at(place, "expected a domain of the brand's own, %q is that of brand %q", domain, domains[domain].slug)
			case owner != nil && owner.Slug != b.slug && p.keepsDomains(owner):
				p.faults.at(place, "expected a domain of the brand's own, %q is that of brand %q", domain, owner.Slug)
			}
			domains[domain] = b
		}
	}
}

// keepsDomains tells whether a brand of the store has its domains afterwards
// too: the files neither settle it anew nor have given it up.
func (p *plan) keepsDomains(known *db.Brand) bool {
	b := p.bySlug[known.Slug]
	return b == nil || !b.settings.there() && !b.former
}

// checkIDs wants every id once in the store, and known ones in their brand.
func (p *plan) checkIDs() {
	ids := make(map[string]*manualPlan)
	for _, b := range p.brands {
		for _, m := range b.manuals {
			at := m.place
			if id := m.place.get("id"); id.there() {
				at = id
			}
			m.known = p.index.Entry(m.id)
			switch first := ids[m.id]; {
			case b.nameless && !m.place.get("id").there():
				m.known = db.Entry{} // nothing to derive an id from
			case first != nil && first.slug == m.slug && first.brand == b && !m.place.get("id").there():
				// the derived ids are equal since the slugs are: said there
			case first != nil:
				p.faults.at(at, "expected an id of its own, %q is that of %s", m.id, first.place)
			case b.nameless:
				m.known = db.Entry{}
			case !m.known.IsZero() && m.known.Brand.Slug != b.slug:
				p.faults.at(at, "expected an id of its own, %q is that of a manual of brand %q", m.id, m.known.Brand.Slug)
				m.known = db.Entry{}
			}
			ids[m.id] = m
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
		if m.known.IsZero() {
			continue
		}
		var err error
		if m.editorial, err = p.tx.Editorial(m.known); err != nil {
			return err
		}
	}
	found := make([]faults, len(manuals))
	parallel(len(manuals), func(i int) { manuals[i].assign(p.options, &found[i]) })
	for i := range found {
		p.faults.join(&found[i])
	}
	return nil
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
