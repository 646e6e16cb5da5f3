package seed

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"designmanual/api/render/page"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/plan"
	"designmanual/seed/source"
	"designmanual/tokenize/export"
)

// buildAll builds the manuals of all brands in parallel, the primary ones first, since the
// others look like them, and puts them into the transaction unless it is a dry run. It
// returns their reports, those of the files first. The error is [source.Problems] if
// building found any that refuse the import.
func (p *importer) buildAll() ([]ManualReport, error) {
	p.findOthers()
	manuals := p.Manuals()
	for _, b := range p.brands {
		manuals = append(manuals, b.Kept...)
	}
	reports := make([]ManualReport, len(manuals))
	for _, primary := range []bool{true, false} {
		err := source.Parallel(len(manuals), func(i int) (err error) {
			m := manuals[i]
			if m.Primary != primary {
				return nil
			}
			if m.File == nil {
				reports[i], err = p.rebuild(m)
			} else {
				reports[i], err = p.build(&draft{Manual: m})
			}
			if primary {
				p.wear(m)
			}
			m.Snapshot.Documents, m.Snapshot.Manual.Sections = nil, nil // which are large
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	p.MergeProblems(manuals)
	if problems := p.Problems.Refusing(p.options.Strict); problems != nil {
		return nil, problems
	}
	return reports, nil
}

// rebuild renders a stored manual again if others change its address or its pages. Its
// draft stays, since only the seed file has what that is made of.
func (p *importer) rebuild(m *plan.Manual) (ManualReport, error) {
	report := storedReport(p.Site, m.Entry, Unchanged)
	report.LeftOut = append([]manual.Note{}, m.Notes...)
	moved := p.address(m) != report.Address || m.Primary != m.Entry.Primary || brandDiffers(m)
	if moved {
		report.Status, report.Address = Changed, p.address(m)
	}
	if p.options.DryRun || !moved && !p.all && p.others[m.In].same {
		return report, nil
	}
	if m.Published {
		model, err := p.Tx.Model(m.Entry)
		if err != nil {
			return report, err
		}
		m.Snapshot.Manual = *model
		parsed, _, err := parsePage(model)
		if err != nil {
			return report, err
		}
		p.render(m, parsed)
	}
	page, err := p.Tx.Body(m.Entry, manual.DraftDocument)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return report, err
	}
	addDraft(&m.Snapshot, page)
	return report, p.Tx.Put(&m.Snapshot)
}

// A draft is a manual whose snapshot is being built.
type draft struct {
	*plan.Manual
	plan.Content
	stored  *manual.Manual // the published model, or nil
	page    []byte         // of the draft, see [importer.renderDraft]
	tokens  *manual.TokenDocument
	differs bool // from what is stored, but for the pages, which also change with others
	intact  bool // the snapshot is stored as it would be built, and nothing of it is damaged
}

// build builds and stores the snapshot of a manual and its editorial record, and
// returns its report. The error names the manual.
func (p *importer) build(m *draft) (report ManualReport, err error) {
	if m.Content, err = p.Read(m.Manual); err != nil {
		return report, err
	}
	if m.Entry != nil {
		if m.stored, err = p.Tx.Model(m.Entry); err != nil && !errors.Is(err, db.ErrNotFound) {
			return report, err
		}
	}
	nothing := manual.NewTokenDocument()
	notes := notesOf(m, p.now)
	m.tokens = &nothing
	err = source.Recovered(func() error { // a panic gets the manual's name, too
		made, err := p.publish(m)
		notes = append(notes, made...)
		return err
	})
	if err != nil {
		return report, fmt.Errorf("%s: %s: %w", m.Node, m.Node.Path(), err)
	}
	for i := range notes {
		notes[i].Text = manual.HideSecrets(notes[i].Text)
	}
	report = ManualReport{
		Brand: m.Brand, Slug: m.Snapshot.Manual.Slug, ID: m.Snapshot.Manual.ID, Address: p.address(m.Manual), Status: Unchanged,
		Visibility: m.Snapshot.Manual.Visibility, Published: m.Published, Tokens: diffTokens(&m.Editorial.Tokens, m.tokens),
	}
	switch {
	case m.Entry == nil:
		report.Status = New
	case m.differs:
		report.Status = Changed
	}
	report.LeftOut = append(append([]manual.Note{}, m.Retitled...), notes...)
	report.breaks = m.breaks(report.Tokens)
	if p.Tx == nil || p.options.DryRun {
		return report, nil
	}
	if !m.intact {
		addDraft(&m.Snapshot, m.page)
		if err := putFiles(p.Tx, m.Manual); err != nil {
			return report, err
		}
		if err := p.Tx.Put(&m.Snapshot); err != nil {
			return report, err
		}
	}
	m.Editorial.Notes, m.Editorial.Tokens = notes, *m.tokens
	return report, p.Tx.PutEditorial(m.Brand, m.Snapshot.Manual.ID, m.Editorial)
}

func (p *importer) address(m *plan.Manual) string {
	return p.Site.Address(m.In.Brand, m.Snapshot.Manual.Slug, m.Subdomain, m.Primary)
}

// publish makes the published model of a manual and renders it and its draft, unless that
// is stored. It returns notes on what is left out.
func (p *importer) publish(m *draft) (notes []manual.Note, err error) {
	if m.page, err = p.renderDraft(m); err != nil {
		return nil, err
	}
	model := &m.Snapshot.Manual
	var parsed page.Page
	if m.Published {
		model.Title, model.Description = m.Served.Get("title").Text(), m.Served.Get("seo").Get("description").Text()
		model.Sections, notes = plan.PublishPage(m.Page)
		model.Files = m.Files(m.Content, m.Page)
		var made []manual.Note
		if parsed, made, err = parsePage(model); err != nil {
			return nil, err
		}
		notes, m.tokens = append(notes, made...), parsed.Tokens
		m.warnNames()
	}
	model.UpdatedAt = p.updatedAt(m)
	m.compare(p)
	switch {
	case !m.Published:
	case m.intact || p.Tx == nil: // nothing is stored
		_, made := export.Structured(parsed.Tokens)
		notes = append(notes, made...)
	default:
		notes = append(notes, p.render(m.Manual, parsed)...)
	}
	return notes, nil
}

// compare sets differs and intact.
func (m *draft) compare(p *importer) {
	if m.Entry == nil {
		return
	}
	m.differs = m.headDiffers() || brandDiffers(m.Manual) ||
		m.Published && (!reflect.DeepEqual(&m.Snapshot.Manual, m.stored) || p.address(m.Manual) != entryAddress(p.Site, m.Entry))
	stored, drafted := m.Entry.Document(manual.DraftDocument)
	m.intact = !m.differs && p.others[m.In].same &&
		drafted == (m.page != nil) && (!drafted || stored.Sum == sha256.Sum256(m.page)) && slices.Equal(m.Entry.Drafts, m.Snapshot.DraftFiles) &&
		p.Tx.Intact(m.Entry)
}

// brandDiffers reports whether the settings that pages of a brand show have changed.
func brandDiffers(m *plan.Manual) bool {
	return m.Entry.Brand.Name != m.In.Brand.Name || !reflect.DeepEqual(m.Entry.Brand.Cover, m.In.Brand.Cover)
}

// headDiffers reports whether the snapshot differs from the stored one in anything
// but title, content and documents.
func (m *draft) headDiffers() bool {
	e := m.Entry
	return e.Brand.Slug != m.Brand || e.Slug != m.Snapshot.Manual.Slug || e.Subdomain != m.Subdomain || e.Primary != m.Primary || e.Flagged != m.Flagged ||
		e.Published != m.Published || e.Password != m.Password || e.Visibility != m.Snapshot.Manual.Visibility ||
		!e.UpdatedAt.Equal(m.Snapshot.Manual.UpdatedAt) || !e.ExpiresAt.Equal(m.Snapshot.Manual.ExpiresAt) || !slices.Equal(e.Files, m.Snapshot.Manual.Files)
}

// updatedAt returns when the manual last changed: the time in the file, or else the
// time of the import that last changed what is served.
func (p *importer) updatedAt(m *draft) time.Time {
	var last time.Time // of a stored manual that serves the same
	switch {
	case m.Entry == nil:
	case !m.Published:
		last = m.Entry.UpdatedAt
	case m.stored != nil && (m.UpdatedAt.IsZero() || m.UpdatedAt.Equal(m.stored.UpdatedAt)):
		served := m.Snapshot.Manual
		served.UpdatedAt = m.stored.UpdatedAt
		if reflect.DeepEqual(&served, m.stored) || bytes.Equal(renderManual(&served, ""), renderManual(m.stored, "")) {
			last = m.stored.UpdatedAt
		} else if !m.UpdatedAt.IsZero() {
			m.Problems.WarnAt(m.Node.Get("updatedAt"), "expected a later time: what is served of manual %q changes with this import", source.Truncate(served.Title))
		}
	}
	return cmp.Or(m.UpdatedAt, last, p.now.UTC().Truncate(time.Second))
}

// renderDraft returns the page of the manual's draft, which says that it is one, or nil
// if it has none, or without a store. It sets the files of the draft. Only share links open it.
func (p *importer) renderDraft(m *draft) ([]byte, error) {
	if m.DraftPage == nil {
		return nil, nil
	}
	model := m.Snapshot.Manual
	model.Title, model.Description = m.Node.Get("title").Text(), m.Node.Get("seo").Get("description").Text()
	model.UpdatedAt, model.Files = m.UpdatedAt, m.Files(m.Content, m.DraftPage)
	model.Sections, _ = plan.PublishPage(m.DraftPage)
	parsed, _, err := parsePage(&model)
	if err != nil || p.Tx == nil {
		return nil, err
	}
	parsed = p.around(m.Manual, parsed)
	parsed.Draft, m.Snapshot.DraftFiles = true, model.Files
	html, _ := page.Render(parsed)
	return html, nil
}

// addDraft adds the page of a draft to a snapshot, unless it is nil.
func addDraft(s *manual.Snapshot, page []byte) {
	if page == nil {
		return
	}
	if s.Documents == nil {
		s.Documents = make(map[manual.DocumentKind]manual.Document)
	}
	s.Documents[manual.DraftDocument] = manual.Document{Identity: page}
}

// around sets what a page shows besides its manual.
func (p *importer) around(m *plan.Manual, parsed page.Page) page.Page {
	parsed.Brand, parsed.Site, parsed.Subdomain, parsed.Primary, parsed.Siblings = m.In.Brand, p.Site, m.Subdomain, m.Primary, p.others[m.In].Siblings
	return parsed
}

// render renders the documents of a manual from its parsed page.
func (p *importer) render(m *plan.Manual, parsed page.Page) []manual.Note {
	return render(&m.Snapshot, p.around(m, parsed))
}
