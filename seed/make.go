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

// makeAll makes every snapshot, on all processors, and puts it into the
// transaction where it is to be kept. It returns the first error, or the
// [Problems] that refuse the import.
func (p *plan) makeAll() ([]ManualReport, error) {
	if p.now = time.Now(); p.options.Now != nil {
		p.now = p.options.Now()
	}
	for _, b := range p.brands {
		b.siblings = page.NewSiblings(p.site, siblings(b.brand, b.primary, b.kept, b.manuals))
		b.settled = slices.EqualFunc(b.siblings.Entries, siblingsIn(b.known), sameSibling)
	}
	manuals := p.manuals()
	reports := make([]ManualReport, len(manuals))
	err := parallel(len(manuals), func(i int) (err error) {
		m := manuals[i]
		reports[i], err = p.make(m)
		m.before, m.Snapshot, m.editorial = nil, manual.Snapshot{}, db.Editorial{} // those of all manuals are much
		return err
	})
	if err != nil {
		return nil, err
	}
	p.join(manuals)
	if problems := p.faults.refused(p.options.Strict); problems != nil {
		return nil, problems
	}
	return reports, nil
}

// make makes the snapshot, the record behind the page and the report of a
// manual, and puts them. The error names the manual.
func (p *plan) make(m *manualPlan) (ManualReport, error) {
	if err := m.readBefore(p.tx); err != nil {
		return ManualReport{}, err
	}
	notes, tokens := m.notes(), manual.NewTokenDocument()
	if m.Published {
		var made []manual.Note
		err := recovered(func() (err error) { // so that a panic names the manual
			made, tokens, err = p.publish(m)
			return err
		})
		if err != nil {
			return ManualReport{}, fmt.Errorf("%s: %s: %w", m.place, m.place.path(), err)
		}
		notes = append(notes, made...)
	} else {
		m.Manual.UpdatedAt = p.updatedAt(m)
	}
	for i := range notes {
		notes[i].Text = db.HideSecrets(notes[i].Text)
	}
	report := ManualReport{
		Brand: m.Brand, Slug: m.Manual.Slug, ID: m.Manual.ID, Address: p.address(m), Status: m.status(),
		Published: m.Published, Tokens: diffTokens(&m.editorial.Tokens, &tokens),
	}
	report.LeftOut, report.Open = split(append(m.retitled, notes...))
	if p.tx == nil || p.options.DryRun {
		return report, nil
	}
	if !m.unchanged {
		compressAll(&m.Snapshot)
		if _, err := p.tx.Put(&m.Snapshot); err != nil {
			return report, err
		}
	}
	m.editorial.Notes, m.editorial.Tokens = notes, tokens
	return report, p.tx.PutEditorial(m.Brand, m.Manual.ID, m.editorial)
}

// readBefore reads from the store what the making needs of it.
func (m *manualPlan) readBefore(tx *db.Tx) (err error) {
	if m.known == nil {
		return nil
	}
	if m.before, err = tx.Model(m.known); errors.Is(err, db.ErrNotFound) {
		return nil
	}
	m.sound = true
	for _, d := range manual.Documents {
		if _, ok := m.known.Document(d.Kind); ok && m.sound {
			_, err := tx.Body(m.known, d.Kind)
			m.sound = err == nil // else this import makes it good
		}
	}
	return err
}

func (p *plan) address(m *manualPlan) string {
	return p.site.Address(m.brand.brand, m.Manual.Slug, m.Subdomain, m.Primary)
}

// publish fills the snapshot of a published manual.
func (p *plan) publish(m *manualPlan) (notes []manual.Note, tokens manual.TokenDocument, err error) {
	m.Manual.Title = m.version.get("title").str()
	m.Manual.Description = m.version.get("seo").get("description").str()
	m.Manual.Sections, notes = publishPage(m.page)
	m.Manual.Files = filesOf(m.page)
	tokens, made, err := tokenize.Document(&m.Manual)
	if err != nil {
		return nil, tokens, err
	}
	notes = append(notes, made...)
	m.Manual.UpdatedAt = p.updatedAt(m)
	if m.unchanged = p.same(m); m.unchanged {
		_, made = tokenize.RenderStructured(&tokens)
	} else {
		made, err = render(&m.Snapshot, m.brand.brand, p.site, m.brand.siblings, &tokens)
	}
	return append(notes, made...), tokens, err
}

// same tells whether the store has all that the snapshot's documents are made
// of, so that it has the documents too.
func (p *plan) same(m *manualPlan) bool {
	return m.sound && reflect.DeepEqual(&m.Manual, m.before) && !m.headDiffers() && m.known.Brand.Name == m.brand.brand.Name &&
		p.address(m) == addressOf(p.site, m.known) && m.brand.settled
}

// status tells what becomes of the manual.
func (m *manualPlan) status() Status {
	switch {
	case m.known == nil:
		return New
	case !m.unchanged && (m.headDiffers() || m.documentsDiffer() || m.known.Brand.Name != m.brand.brand.Name || m.before != nil && m.before.Lang != m.Manual.Lang):
		return Changed
	}
	return Unchanged
}

// headDiffers tells whether anything of the snapshot but its title, its content
// and its documents is another than in the store.
func (m *manualPlan) headDiffers() bool {
	e := m.known
	return e.Brand.Slug != m.Brand || e.Slug != m.Manual.Slug || e.Subdomain != m.Subdomain || e.Primary != m.Primary || e.Flagged != m.Flagged ||
		e.Published != m.Published || e.Password != m.Password || e.Visibility != m.Manual.Visibility ||
		!e.UpdatedAt.Equal(m.Manual.UpdatedAt) || !e.ExpiresAt.Equal(m.Manual.ExpiresAt) || !slices.Equal(e.Files, m.Manual.Files)
}

// documentsDiffer tells whether a document of the snapshot is another than in the
// store, but for its pages: these also change with the brand's other manuals.
func (m *manualPlan) documentsDiffer() bool {
	for _, d := range manual.Documents {
		if d.Kind == manual.PageDocument || d.Kind == manual.ExportDocument || d.Kind == manual.CardDocument {
			continue
		}
		made, is := m.Documents[d.Kind]
		had, was := m.known.Document(d.Kind)
		if is != was || is && manual.Fingerprint(made.Identity) != had.ETag() {
			return true
		}
	}
	return false
}

// updatedAt is when the manual last changed: as given, else the time of the
// import that last changed what is served.
func (p *plan) updatedAt(m *manualPlan) time.Time {
	changed := true
	switch {
	case !m.Published:
		changed = m.known == nil
	case m.before != nil && (m.given.IsZero() || m.given.Equal(m.before.UpdatedAt)):
		served := m.Manual
		served.UpdatedAt = m.before.UpdatedAt
		changed = !bytes.Equal(renderManual(&served, ""), renderManual(m.before, ""))
		if changed && !m.given.IsZero() {
			m.faults.warn(m.place.get("updatedAt"), "expected a later time: what is served of manual %q changes with this import", shortened(served.Title))
		}
	}
	switch {
	case !m.given.IsZero():
		return m.given
	case !changed && m.before != nil:
		return m.before.UpdatedAt
	case !changed:
		return m.known.UpdatedAt.Time
	}
	return p.now.UTC().Truncate(time.Second)
}
