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
	"designmanual/tokenize"
)

// buildAll builds all snapshots in parallel, and puts them into the transaction
// unless it is a dry run. The error is [Problems] if building found any that
// refuse the import.
func (p *plan) buildAll() ([]ManualReport, error) {
	if p.now = time.Now(); p.options.Now != nil {
		p.now = p.options.Now()
	}
	for _, b := range p.brands {
		b.siblings = siblings(p.site, b.brand, b.primary, b.kept, b.manuals)
		b.sameSiblings = b.siblings.Same(storedSiblings(p.site, b.stored))
	}
	manuals := p.manuals()
	reports := make([]ManualReport, len(manuals))
	err := parallel(len(manuals), func(i int) (err error) {
		m := manuals[i]
		reports[i], err = p.build(m)
		m.stored, m.Snapshot, m.editorial = nil, manual.Snapshot{}, db.Editorial{} // let go of what is large
		return err
	})
	if err != nil {
		return nil, err
	}
	p.mergeProblems(manuals)
	if problems := p.problems.refusing(p.options.Strict); problems != nil {
		return nil, problems
	}
	return reports, nil
}

// build builds and stores the snapshot of a manual and its editorial record, and
// returns its report. The error names the manual.
func (p *plan) build(m *manualPlan) (ManualReport, error) {
	if err := m.readStored(p.tx); err != nil {
		return ManualReport{}, err
	}
	notes, tokens := m.notes(), manual.NewTokenDocument()
	if m.Published {
		var made []manual.Note
		err := recovered(func() (err error) { // a panic gets the manual's name, too
			made, tokens, err = p.publish(m)
			return err
		})
		if err != nil {
			return ManualReport{}, fmt.Errorf("%s: %s: %w", m.node, m.node.path(), err)
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
	report.LeftOut, report.Open = splitNotes(append(m.retitled, notes...))
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

// readStored reads the stored manual and checks whether its documents are intact.
func (m *manualPlan) readStored(tx *db.Tx) (err error) {
	if m.entry == nil {
		return nil
	}
	m.stored, err = tx.Model(m.entry)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	for _, d := range manual.Documents {
		if _, ok := m.entry.Document(d.Kind); ok {
			if _, err := tx.Body(m.entry, d.Kind); err != nil {
				return nil // damaged: this import replaces it
			}
		}
	}
	m.intact = true
	return nil
}

func (p *plan) address(m *manualPlan) string {
	return p.site.Address(m.brand.brand, m.Manual.Slug, m.Subdomain, m.Primary)
}

// publish builds the snapshot of a published manual.
func (p *plan) publish(m *manualPlan) (notes []manual.Note, tokens manual.TokenDocument, err error) {
	m.Manual.Title = m.served.get("title").str()
	m.Manual.Description = m.served.get("seo").get("description").str()
	m.Manual.Sections, notes = publishPage(m.page)
	m.Manual.Files = filesOf(m.page)
	parsed, made, err := parsePage(&m.Manual)
	if err != nil {
		return nil, tokens, err
	}
	notes = append(notes, made...)
	m.Manual.UpdatedAt = p.updatedAt(m)
	if m.unchanged = p.isUnchanged(m); m.unchanged {
		_, made = tokenize.RenderStructured(parsed.Tokens)
	} else {
		made = render(&m.Snapshot, parsed, m.brand.brand, p.site, m.brand.siblings)
	}
	return append(notes, made...), *parsed.Tokens, nil
}

// isUnchanged reports whether everything that the documents are made of is stored
// already, so that they need not be rendered.
func (p *plan) isUnchanged(m *manualPlan) bool {
	return m.intact && reflect.DeepEqual(&m.Manual, m.stored) && !m.headDiffers() && m.entry.Brand.Name == m.brand.brand.Name &&
		p.address(m) == entryAddress(p.site, m.entry) && m.brand.sameSiblings
}

// status returns what the import does to the manual.
func (m *manualPlan) status() Status {
	switch {
	case m.entry == nil:
		return New
	case !m.unchanged && (m.headDiffers() || m.documentsDiffer() || m.entry.Brand.Name != m.brand.brand.Name || m.stored != nil && m.stored.Lang != m.Manual.Lang):
		return Changed
	}
	return Unchanged
}

// headDiffers reports whether the snapshot differs from the stored one in anything
// but title, content and documents.
func (m *manualPlan) headDiffers() bool {
	e := m.entry
	return e.Brand.Slug != m.Brand || e.Slug != m.Manual.Slug || e.Subdomain != m.Subdomain || e.Primary != m.Primary || e.Flagged != m.Flagged ||
		e.Published != m.Published || e.Password != m.Password || e.Visibility != m.Manual.Visibility ||
		!e.UpdatedAt.Time().Equal(m.Manual.UpdatedAt) || !e.ExpiresAt.Time().Equal(m.Manual.ExpiresAt) || !slices.Equal(e.Files, m.Manual.Files)
}

// documentsDiffer reports whether a document differs from the stored one. It
// ignores pages, which also change when the brand's other manuals do.
func (m *manualPlan) documentsDiffer() bool {
	for _, d := range manual.Documents {
		if d.Kind == manual.PageDocument || d.Kind == manual.ExportDocument || d.Kind == manual.CardDocument {
			continue
		}
		made, is := m.Documents[d.Kind]
		had, was := m.entry.Document(d.Kind)
		if is != was || is && manual.Fingerprint(made.Identity) != had.ETag() {
			return true
		}
	}
	return false
}

// updatedAt returns when the manual last changed: the time in the file, or else the
// time of the import that last changed what is served.
func (p *plan) updatedAt(m *manualPlan) time.Time {
	changed := true
	switch {
	case !m.Published:
		changed = m.entry == nil
	case m.stored != nil && (m.updatedAt.IsZero() || m.updatedAt.Equal(m.stored.UpdatedAt)):
		served := m.Manual
		served.UpdatedAt = m.stored.UpdatedAt
		changed = !bytes.Equal(renderManual(&served, ""), renderManual(m.stored, ""))
		if changed && !m.updatedAt.IsZero() {
			m.problems.warnAt(m.node.get("updatedAt"), "expected a later time: what is served of manual %q changes with this import", truncate(served.Title))
		}
	}
	switch {
	case !m.updatedAt.IsZero():
		return m.updatedAt
	case !changed && m.stored != nil:
		return m.stored.UpdatedAt
	case !changed:
		return m.entry.UpdatedAt.Time()
	}
	return p.now.UTC().Truncate(time.Second)
}
