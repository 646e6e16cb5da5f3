package seed

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/tokenize"
)

// A making is one manual on its way into a snapshot.
type making struct {
	plan                   *manualPlan
	before                 *manual.Manual // as the store has it published, if it does
	sound                  bool           // and all its documents are as they were written
	address, addressBefore string
	site                   manual.Site
	siblings               []page.Entry

	snapshot  *manual.Snapshot
	report    ManualReport
	unchanged bool   // the store has the very snapshot, whose documents are not rendered
	faults    faults // what only shows when it is made
}

// makeAll makes every snapshot, on all processors, and puts one after the
// other into the transaction, in order, where there is one. It returns the
// first error, or the [Problems] that refuse the import.
func (p *plan) makeAll() ([]*making, error) {
	var c compressors
	now := time.Now()
	if p.options.Now != nil {
		now = p.options.Now()
	}
	var makings []*making
	for _, b := range p.brands {
		b.siblings = b.listed()
		for _, mp := range b.manuals {
			before := ""
			if e := mp.known; !e.IsZero() {
				before = p.index.Site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary())
			}
			makings = append(makings, &making{
				addressBefore: before,
				plan:          mp, site: p.site, siblings: b.siblings, address: p.site.Address(b.brand, mp.slug, mp.subdomain, b.primary == mp.id),
			})
		}
	}
	err := inOrder(len(makings),
		func(i int) error { return makings[i].readBefore(p.tx) },
		func(i int) error {
			return makings[i].make(&c, now, p.tx != nil && !p.options.DryRun)
		},
		func(i int) error { return makings[i].put(p.tx) })
	if err != nil {
		return nil, err
	}
	for _, m := range makings {
		p.faults.join(&m.faults)
	}
	if problems := p.faults.refused(p.options.Strict); problems != nil {
		return nil, problems
	}
	return makings, nil
}

// readBefore reads from the store what the making needs of it.
func (m *making) readBefore(tx *db.Tx) (err error) {
	if m.plan.known.IsZero() {
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
	s := m.snapshot
	if s == nil {
		return nil
	}
	var err error
	if !m.unchanged {
		_, err = tx.Put(s)
	}
	if err == nil {
		err = tx.PutEditorial(s.Brand, s.Manual.ID, m.plan.editorial)
	}
	m.snapshot, m.plan.editorial = nil, db.Editorial{}
	return err
}

// make makes the snapshot, the record behind the page and the report of a
// manual. Its status is settled when it is put. The error names the manual.
func (m *making) make(c *compressors, now time.Time, kept bool) error {
	err := recovered(func() error { return m.makeSnapshot(now) })
	if err != nil {
		return fmt.Errorf("%s: %s: %w", m.plan.place, m.plan.place.path(), err)
	}
	m.finish(c, kept)
	return nil
}

func (m *making) makeSnapshot(now time.Time) error {
	mp := m.plan
	b := mp.brand
	m.snapshot = &manual.Snapshot{
		Brand:     b.slug,
		Manual:    manual.Manual{ID: mp.id, Slug: mp.slug, Lang: mp.lang, Visibility: mp.visibility, ExpiresAt: mp.expiresAt},
		Subdomain: mp.subdomain,
		Primary:   b.primary == mp.id,
		Flagged:   mp.flag.boolean(false),
		Password:  mp.password,
		Published: mp.published && mp.version().there(),
	}
	notes := mp.notes()
	tokens := manual.NewTokenDocument()
	if m.snapshot.Published {
		made, err := m.publish(now, &tokens)
		if err != nil {
			return err
		}
		notes = append(notes, made...)
	} else {
		m.snapshot.Manual.UpdatedAt = mp.updated(now)
	}
	for i := range notes {
		notes[i].Text = db.HideSecrets(notes[i].Text)
	}
	before := mp.editorial.Tokens
	mp.editorial.Notes, mp.editorial.Tokens = notes, tokens
	m.report = ManualReport{
		Brand: b.slug, Slug: mp.slug, ID: mp.id, Address: m.address, Status: New,
		Published: m.snapshot.Published, Tokens: diffTokens(&before, &tokens),
	}
	m.report.LeftOut, m.report.Open = split(append(mp.retitled, notes...))
	if !mp.known.IsZero() {
		m.report.Status = Unchanged
		if m.unchanged {
			return nil
		}
		if differs(m.snapshot, mp.known) || mp.known.Brand.Name != b.brand.Name || m.before != nil && m.before.Lang != mp.lang {
			m.report.Status = Changed
		}
	}
	return nil
}

// finish compresses what the store does not have of the snapshot, if it is
// kept, and lets go of all that it is made of.
func (m *making) finish(c *compressors, kept bool) {
	if kept {
		c.compressNew(m.snapshot, m.plan.known)
	} else {
		m.snapshot, m.plan.editorial = nil, db.Editorial{}
	}
	m.before, m.plan.page, m.plan.flag = nil, nil, place{}
}

// publish fills the snapshot of a published manual.
func (m *making) publish(now time.Time, tokens *manual.TokenDocument) ([]manual.Note, error) {
	model := &m.snapshot.Manual
	version := m.plan.version()
	model.Title = version.get("title").str()
	model.Description = version.get("seo").get("description").str()
	sections, notes := publishPage(m.plan.page)
	model.Sections = sections
	model.Files = filesOf(m.plan.page)
	document, made, err := tokenize.Document(model)
	if err != nil {
		return nil, err
	}
	*tokens = document
	notes = append(notes, made...)
	model.UpdatedAt = m.updatedAt(now)
	if m.unchanged = m.same(); m.unchanged {
		_, unstructured := tokenize.RenderStructured(tokens)
		return append(notes, unstructured...), nil
	}
	r := newRendering(m.snapshot, m.plan.brand.brand, m.site, m.siblings, tokens)
	m.snapshot.Documents, err = r.documents()
	return append(notes, r.notes...), err
}

// same tells whether the store has all that the snapshot's documents are made
// of, so that it has the documents too.
func (m *making) same() bool {
	known, b := m.plan.known, m.plan.brand
	return m.sound && reflect.DeepEqual(&m.snapshot.Manual, m.before) && !headDiffers(m.snapshot, known) &&
		known.Brand.Name == b.brand.Name && m.address == m.addressBefore && sameSiblings(m.siblings, listedIn(b.known))
}

// updatedAt is when the manual last changed: as given, else the time of the
// import that last changed what is served.
func (m *making) updatedAt(now time.Time) time.Time {
	given, changed := m.plan.updatedAt, true
	if m.before != nil && (given.IsZero() || given.Equal(m.before.UpdatedAt)) {
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
	case !changed:
		return m.before.UpdatedAt
	}
	return now.UTC().Truncate(time.Second)
}

// updated is the same for a manual of which nothing is served.
func (mp *manualPlan) updated(now time.Time) time.Time {
	switch {
	case !mp.updatedAt.IsZero():
		return mp.updatedAt
	case !mp.known.IsZero():
		return mp.known.UpdatedAt()
	}
	return now.UTC().Truncate(time.Second)
}

// notes tells what of the manual as a whole is not served or left open.
func (mp *manualPlan) notes() []manual.Note {
	var notes []manual.Note
	if !mp.published {
		notes = append(notes, manual.Note{Code: manual.NoteUnpublished, Text: "The manual is not published."})
	}
	switch review := mp.place.get("review").boolean(false); {
	case review && !mp.version().there():
		notes = append(notes, manual.Note{Code: manual.NoteUnapproved, Text: "The manual reviews changes and has no approved version yet."})
	case review && mp.draftDiffers():
		notes = append(notes, manual.Note{Code: manual.NoteUnapproved, Text: "A draft awaits review; the approved version is served."})
	}
	if mp.updatedAt.IsZero() {
		notes = append(notes, manual.Note{Code: manual.NoteOpenTime, Text: "Without updatedAt it is the time of the import that last changed the manual."})
	}
	if mp.brand.primaryOpen {
		notes = append(notes, manual.Note{Code: manual.NoteOpenPrimary, Text: "Without primary in any file the brand's primary manual is the one that was."})
	}
	if !mp.brand.settings.there() {
		notes = append(notes, manual.Note{Code: manual.NoteOpenBrand, Text: "Without the brand object its name and domains are those of an earlier import."})
	}
	return notes
}

// draftDiffers tells whether approving the draft would change what is served.
func (mp *manualPlan) draftDiffers() bool {
	draft, approved := mp.place, mp.version()
	return draft.get("title").str() != approved.get("title").str() ||
		draft.get("seo").get("description").str() != approved.get("seo").get("description").str() ||
		!reflect.DeepEqual(mp.sectionsOf(draft), mp.sectionsOf(approved))
}

// sectionsOf returns what is published of a version, with the anchors that
// the file gives.
func (mp *manualPlan) sectionsOf(version place) []manual.Section {
	sections, _ := publishPage(readPage(version, mp.id))
	return sections
}
