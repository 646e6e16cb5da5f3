package seed

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/tokenize"
)

// A making is one manual on its way into a snapshot.
type making struct {
	plan     *manualPlan
	site     manual.Site
	siblings []page.Entry
	now      time.Time

	before *manual.Manual // as the store has it published, if it does
	sound  bool           // and all its documents are as they were written

	snapshot  *manual.Snapshot
	tokens    manual.TokenDocument
	unchanged bool   // the store has the very snapshot, whose documents are not rendered
	faults    faults // what only shows when it is made
}

// makeAll makes every snapshot, on all processors, and puts it into the
// transaction where it is to be kept. It returns the first error, or the
// [Problems] that refuse the import.
func (p *plan) makeAll() ([]ManualReport, error) {
	now := time.Now()
	if p.options.Now != nil {
		now = p.options.Now()
	}
	var makings []*making
	for _, b := range p.brands {
		b.siblings = b.listed()
		for _, mp := range b.manuals {
			makings = append(makings, &making{plan: mp, site: p.site, siblings: b.siblings, now: now, tokens: manual.NewTokenDocument()})
		}
	}
	var c compressors
	reports := make([]ManualReport, len(makings))
	err := parallel(len(makings), func(i int) error {
		m := makings[i]
		err := m.readBefore(p.tx)
		if err == nil {
			reports[i], err = m.make()
		}
		if err == nil && p.tx != nil && !p.options.DryRun {
			c.compressAll(m.snapshot)
			err = m.put(p.tx)
		}
		m.before, m.snapshot, m.plan.editorial = nil, nil, db.Editorial{} // those of all manuals are much
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, m := range makings {
		p.faults.join(&m.faults)
	}
	if problems := p.faults.refused(p.options.Strict); problems != nil {
		return nil, problems
	}
	return reports, nil
}

// published returns the manuals that the files publish.
func (p *plan) published() (manuals []*manualPlan) {
	for _, b := range p.brands {
		for _, m := range b.manuals {
			if m.published {
				manuals = append(manuals, m)
			}
		}
	}
	return manuals
}

// readBefore reads from the store what the making needs of it.
func (m *making) readBefore(tx *db.Tx) (err error) {
	if m.plan.known == nil {
		return nil
	}
	if m.before, err = tx.Model(m.plan.known); errors.Is(err, db.ErrNotFound) {
		return nil
	}
	m.sound = true
	for _, d := range manual.Documents {
		if _, ok := m.plan.known.Document(d.Kind); ok && m.sound {
			_, err := tx.Body(m.plan.known, d.Kind)
			m.sound = err == nil // else this import makes it good
		}
	}
	return err
}

// put puts what was made into the transaction.
func (m *making) put(tx *db.Tx) error {
	if !m.unchanged {
		if _, err := tx.Put(m.snapshot); err != nil {
			return err
		}
	}
	return tx.PutEditorial(m.snapshot.Brand, m.snapshot.Manual.ID, m.plan.editorial)
}

// make makes the snapshot, the record behind the page and the report of a
// manual. The error names the manual.
func (m *making) make() (ManualReport, error) {
	mp := m.plan
	m.snapshot = mp.head()
	notes := mp.notes()
	if m.snapshot.Published {
		made, err := m.publish()
		if err != nil {
			return ManualReport{}, fmt.Errorf("%s: %s: %w", mp.place, mp.place.path(), err)
		}
		notes = append(notes, made...)
	} else {
		m.snapshot.Manual.UpdatedAt = m.updatedAt()
	}
	for i := range notes {
		notes[i].Text = db.HideSecrets(notes[i].Text)
	}
	report := ManualReport{
		Brand: mp.brand.slug, Slug: mp.slug, ID: mp.id, Address: mp.address(m.site), Status: m.status(),
		Published: m.snapshot.Published, Tokens: diffTokens(&mp.editorial.Tokens, &m.tokens),
	}
	report.LeftOut, report.Open = split(append(mp.retitled, notes...))
	mp.editorial.Notes, mp.editorial.Tokens = notes, m.tokens
	return report, nil
}

// head returns what the index is to know of the manual.
func (mp *manualPlan) head() *manual.Snapshot {
	return &manual.Snapshot{
		Brand:     mp.brand.slug,
		Manual:    manual.Manual{ID: mp.id, Slug: mp.slug, Lang: mp.lang, Visibility: mp.visibility, ExpiresAt: mp.expiresAt},
		Subdomain: mp.subdomain,
		Primary:   mp.primary(),
		Flagged:   mp.flag.boolean(false),
		Password:  mp.password,
		Published: mp.published && mp.version().there(),
	}
}

func (mp *manualPlan) primary() bool { return mp.brand.primary == mp.id }

func (mp *manualPlan) address(site manual.Site) string {
	return site.Address(mp.brand.brand, mp.slug, mp.subdomain, mp.primary())
}

// publish fills the snapshot of a published manual. A panic in it is an error,
// so that it names the manual.
func (m *making) publish() (notes []manual.Note, err error) {
	err = recovered(func() error {
		model := &m.snapshot.Manual
		version := m.plan.version()
		model.Title = version.get("title").str()
		model.Description = version.get("seo").get("description").str()
		model.Sections, notes = publishPage(m.plan.page)
		model.Files = filesOf(m.plan.page)
		var made []manual.Note
		if m.tokens, made, err = tokenize.Document(model); err != nil {
			return err
		}
		notes = append(notes, made...)
		model.UpdatedAt = m.updatedAt()
		if m.unchanged = m.same(); m.unchanged {
			_, made = tokenize.RenderStructured(&m.tokens)
		} else {
			r := newRendering(m.snapshot, m.plan.brand.brand, m.site, m.siblings, &m.tokens)
			m.snapshot.Documents, err = r.documents()
			made = r.notes
		}
		notes = append(notes, made...)
		return err
	})
	return notes, err
}

// same tells whether the store has all that the snapshot's documents are made
// of, so that it has the documents too.
func (m *making) same() bool {
	known, b := m.plan.known, m.plan.brand
	return m.sound && reflect.DeepEqual(&m.snapshot.Manual, m.before) && !headDiffers(m.snapshot, known) &&
		known.Brand.Name == b.brand.Name && m.plan.address(m.site) == addressOf(m.site, known) && sameSiblings(m.siblings, listedIn(b.known))
}

// status tells what becomes of the manual.
func (m *making) status() Status {
	mp := m.plan
	switch {
	case mp.known == nil:
		return New
	case m.unchanged:
		return Unchanged
	case headDiffers(m.snapshot, mp.known), documentsDiffer(m.snapshot, mp.known), mp.known.Brand.Name != mp.brand.brand.Name,
		m.before != nil && m.before.Lang != mp.lang:
		return Changed
	}
	return Unchanged
}

// headDiffers tells whether anything of a snapshot but its title, its content
// and its documents is another than in the store.
func headDiffers(s *manual.Snapshot, e *db.Entry) bool {
	m := &s.Manual
	return e.Brand.Slug != s.Brand || e.Slug != m.Slug || e.Subdomain != s.Subdomain || e.Primary != s.Primary || e.Flagged != s.Flagged ||
		e.Published != s.Published || e.Password != s.Password || e.Visibility != m.Visibility ||
		!e.UpdatedAt.Equal(m.UpdatedAt) || !e.ExpiresAt.Equal(m.ExpiresAt) || !slices.Equal(e.Files, m.Files)
}

// documentsDiffer tells whether a document of a snapshot is another than in the
// store, but for its pages: these also change with the brand's other manuals.
func documentsDiffer(s *manual.Snapshot, e *db.Entry) bool {
	for _, d := range manual.Documents {
		if d.Kind == manual.PageDocument || d.Kind == manual.ExportDocument || d.Kind == manual.CardDocument {
			continue
		}
		made, is := s.Documents[d.Kind]
		had, was := e.Document(d.Kind)
		if is != was || is && manual.Fingerprint(made.Identity) != had.ETag() {
			return true
		}
	}
	return false
}

// updatedAt is when the manual last changed: as given, else the time of the
// import that last changed what is served.
func (m *making) updatedAt() time.Time {
	given, changed := m.plan.updatedAt, true
	switch {
	case !m.snapshot.Published:
		changed = m.plan.known == nil
	case m.before != nil && (given.IsZero() || given.Equal(m.before.UpdatedAt)):
		served := m.snapshot.Manual
		served.UpdatedAt = m.before.UpdatedAt
		changed = !bytes.Equal(renderManual(&served, ""), renderManual(m.before, ""))
		if changed && !given.IsZero() {
			m.faults.warn(m.plan.place.get("updatedAt"), "expected a later time: what is served of manual %q changes with this import", shortened(served.Title))
		}
	}
	switch {
	case !given.IsZero():
		return given
	case !changed && m.before != nil:
		return m.before.UpdatedAt
	case !changed:
		return m.plan.known.UpdatedAt.Time
	}
	return m.now.UTC().Truncate(time.Second)
}
