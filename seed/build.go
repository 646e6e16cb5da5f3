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
	"designmanual/seed/plan"
	"designmanual/seed/source"
	"designmanual/tokenize/export"
)

// buildAll builds all snapshots in parallel, and puts them into the transaction
// unless it is a dry run. The error is [source.Problems] if building found any that
// refuse the import.
func (p *importer) buildAll() ([]ManualReport, error) {
	for _, b := range p.Brands {
		s := siblings(p.Site, b.Brand, b.Primary, b.Kept, b.Manuals)
		s.Brands = brandsAddress(p.Site, b.Brand, p.Index, p.Brands)
		p.siblings[b], p.same[b] = s, s.Same(storedSiblings(p.Site, p.Index, b.Stored))
	}
	if home := p.Index.Home(); home != nil {
		p.others = brandsAddress(p.Site, home.Brand, p.Index, p.Brands)
	}
	manuals := p.Manuals()
	reports, looks := make([]ManualReport, len(manuals)), make([][]byte, len(manuals))
	build := func(primary bool) error {
		return source.Parallel(len(manuals), func(i int) (err error) {
			m := manuals[i]
			switch {
			case m.Primary != primary:
				return nil
			case m.Unchanged:
				reports[i] = storedReport(p.Site, m.Entry, Unchanged)
				reports[i].LeftOut, reports[i].Open = splitNotes(m.Notes)
				if primary {
					looks[i] = storedLook(p.Tx, m.Entry)
				}
				return nil
			}
			reports[i], err = p.build(&draft{Manual: m})
			if primary {
				looks[i] = look(p.Tx, &m.Snapshot, m.Entry)
			}
			m.Snapshot.Documents, m.Snapshot.Manual.Sections = nil, nil // which are large
			return err
		})
	}
	if err := build(true); err != nil {
		return nil, err
	}
	p.wear(looks)
	if err := build(false); err != nil {
		return nil, err
	}
	p.MergeProblems(manuals)
	if problems := p.Problems.Refusing(p.options.Strict); problems != nil {
		return nil, problems
	}
	return reports, nil
}

// A draft is a manual whose snapshot is being built.
type draft struct {
	*plan.Manual
	stored    *manual.Manual // the published model, or nil
	intact    bool           // nothing that is stored of the manual is damaged
	unchanged bool           // the stored snapshot is the same but for the draft, so no document is rendered
	parsed    page.Page      // the published version, once it is parsed
}

// build builds and stores the snapshot of a manual and its editorial record, and
// returns its report. The error names the manual.
func (p *importer) build(m *draft) (ManualReport, error) {
	if err := m.readStored(p.Tx); err != nil {
		return ManualReport{}, err
	}
	notes, tokens := notesOf(m.Manual, p.now), manual.NewTokenDocument()
	page, err := p.renderDraft(m)
	if err != nil {
		return ManualReport{}, fmt.Errorf("%s: %s: %w", m.Node, m.Node.Path(), err)
	}
	if m.Published {
		var made []manual.Note
		err := source.Recovered(func() (err error) { // a panic gets the manual's name, too
			made, tokens, err = p.publish(m)
			return err
		})
		if err != nil {
			return ManualReport{}, fmt.Errorf("%s: %s: %w", m.Node, m.Node.Path(), err)
		}
		notes = append(notes, made...)
	} else {
		m.Snapshot.Manual.UpdatedAt = p.updatedAt(m)
	}
	for i := range notes {
		notes[i].Text = manual.HideSecrets(notes[i].Text)
	}
	report := ManualReport{
		Brand: m.Brand, Slug: m.Snapshot.Manual.Slug, ID: m.Snapshot.Manual.ID, Address: p.address(m), Status: m.status(),
		Visibility: m.Snapshot.Manual.Visibility, Published: m.Published, Tokens: diffTokens(&m.Editorial.Tokens, &tokens),
	}
	report.LeftOut, report.Open = splitNotes(append(m.Retitled, notes...))
	report.breaks = m.breaks(report.Tokens)
	if p.Tx == nil || p.options.DryRun {
		return report, nil
	}
	if same := m.hasDraft(page); !m.unchanged || !same {
		if m.unchanged {
			render(&m.Snapshot, m.parsed, m.In.Brand, p.Site, p.siblings[m.In])
		}
		addDraft(&m.Snapshot, page)
		if err := putFiles(p.Tx, m.Manual); err != nil {
			return report, err
		}
		if _, err := p.Tx.Put(&m.Snapshot); err != nil {
			return report, err
		}
	}
	m.Editorial.Notes, m.Editorial.Tokens = notes, tokens
	return report, p.Tx.PutEditorial(m.Brand, m.Snapshot.Manual.ID, m.Editorial)
}

// readStored reads the stored manual and checks whether its documents are intact.
func (m *draft) readStored(tx *db.Tx) (err error) {
	if m.Entry == nil {
		return nil
	}
	m.stored, err = tx.Model(m.Entry)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	m.intact = tx.Intact(m.Entry) // else this import replaces what is damaged
	return nil
}

func (p *importer) address(m *draft) string {
	return p.Site.Address(m.In.Brand, m.Snapshot.Manual.Slug, m.Subdomain, m.Primary)
}

// publish builds the snapshot of a published manual.
func (p *importer) publish(m *draft) (notes []manual.Note, tokens manual.TokenDocument, err error) {
	m.Snapshot.Manual.Title = m.Served.Get("title").Text()
	m.Snapshot.Manual.Description = m.Served.Get("seo").Get("description").Text()
	m.Snapshot.Manual.Sections, notes = plan.PublishPage(m.Page)
	m.Snapshot.Manual.Files = m.Files(m.Page)
	parsed, made, err := parsePage(&m.Snapshot.Manual)
	if err != nil {
		return nil, tokens, err
	}
	notes, m.parsed = append(notes, made...), parsed
	m.warnNames()
	m.Snapshot.Manual.UpdatedAt = p.updatedAt(m)
	if m.unchanged = p.isUnchanged(m); m.unchanged || p.Tx == nil { // nothing is stored
		_, made = export.Structured(parsed.Tokens)
	} else {
		made = render(&m.Snapshot, parsed, m.In.Brand, p.Site, p.siblings[m.In])
	}
	return append(notes, made...), *parsed.Tokens, nil
}

// isUnchanged reports whether everything that the documents are made of is stored
// already, so that they need not be rendered.
func (p *importer) isUnchanged(m *draft) bool {
	return m.intact && reflect.DeepEqual(&m.Snapshot.Manual, m.stored) && !m.headDiffers() && m.Entry.Brand.Name == m.In.Brand.Name && reflect.DeepEqual(m.Entry.Brand.Cover, m.In.Brand.Cover) &&
		p.address(m) == entryAddress(p.Site, m.Entry) && p.same[m.In]
}

// status returns what the import does to the manual.
func (m *draft) status() Status {
	switch {
	case m.Entry == nil:
		return New
	case !m.unchanged && (m.headDiffers() || m.documentsDiffer() || m.Entry.Brand.Name != m.In.Brand.Name || m.stored != nil && (m.stored.Lang != m.Snapshot.Manual.Lang || !reflect.DeepEqual(m.stored.News, m.Snapshot.Manual.News) || !reflect.DeepEqual(m.stored.Cover, m.Snapshot.Manual.Cover))):
		return Changed
	}
	return Unchanged
}

// headDiffers reports whether the snapshot differs from the stored one in anything
// but title, content and documents.
func (m *draft) headDiffers() bool {
	e := m.Entry
	return e.Brand.Slug != m.Brand || e.Slug != m.Snapshot.Manual.Slug || e.Subdomain != m.Subdomain || e.Primary != m.Primary || e.Flagged != m.Flagged ||
		e.Published != m.Published || e.Password != m.Password || e.Visibility != m.Snapshot.Manual.Visibility ||
		!e.UpdatedAt.Equal(m.Snapshot.Manual.UpdatedAt) || !e.ExpiresAt.Equal(m.Snapshot.Manual.ExpiresAt) || !slices.Equal(e.Files, m.Snapshot.Manual.Files)
}

// documentsDiffer reports whether a document differs from the stored one. It
// ignores pages, which also change when the brand's other manuals do, and the draft.
func (m *draft) documentsDiffer() bool {
	for _, d := range manual.Documents {
		if d.Kind == manual.PageDocument || d.Kind == manual.ExportDocument || d.Kind == manual.CardDocument || d.Kind == manual.DraftDocument {
			continue
		}
		made, is := m.Documents[d.Kind]
		had, was := m.Entry.Document(d.Kind)
		if is != was || is && manual.Fingerprint(made.Identity) != had.ETag() {
			return true
		}
	}
	return false
}

// updatedAt returns when the manual last changed: the time in the file, or else the
// time of the import that last changed what is served.
func (p *importer) updatedAt(m *draft) time.Time {
	changed := true
	switch {
	case !m.Published:
		changed = m.Entry == nil
	case m.stored != nil && (m.UpdatedAt.IsZero() || m.UpdatedAt.Equal(m.stored.UpdatedAt)):
		served := m.Snapshot.Manual
		served.UpdatedAt = m.stored.UpdatedAt
		changed = !bytes.Equal(renderManual(&served, ""), renderManual(m.stored, ""))
		if changed && !m.UpdatedAt.IsZero() {
			m.Problems.WarnAt(m.Node.Get("updatedAt"), "expected a later time: what is served of manual %q changes with this import", source.Truncate(served.Title))
		}
	}
	switch {
	case !m.UpdatedAt.IsZero():
		return m.UpdatedAt
	case !changed && m.stored != nil:
		return m.stored.UpdatedAt
	case !changed:
		return m.Entry.UpdatedAt
	}
	return p.now.UTC().Truncate(time.Second)
}
