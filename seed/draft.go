package seed

import (
	"crypto/sha256"
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/page"
	"designmanual/seed/plan"
)

// renderDraft returns the page of the manual's draft, which says that it is one, or nil
// if it has none, or without a store. It sets the files of the draft. Only share links open it.
func (p *importer) renderDraft(m *draft) ([]byte, error) {
	if m.DraftPage == nil {
		return nil, nil
	}
	model := m.Snapshot.Manual
	model.Title, model.Description = m.Node.Get("title").Text(), m.Node.Get("seo").Get("description").Text()
	model.UpdatedAt, model.Files = m.UpdatedAt, m.Files(m.DraftPage)
	model.Sections, _ = plan.PublishPage(m.DraftPage)
	parsed, _, err := parsePage(&model)
	if err != nil || p.Tx == nil {
		return nil, err
	}
	parsed.Brand, parsed.Site, parsed.Subdomain, parsed.Primary, parsed.Siblings = m.In.Brand, p.Site, m.Subdomain, m.Primary, p.siblings[m.In]
	parsed.Draft, m.Snapshot.DraftFiles = true, model.Files
	html, _ := page.Render(parsed)
	return html, nil
}

// hasDraft reports whether the store has that draft of the manual, or none if it is nil.
func (m *draft) hasDraft(page []byte) bool {
	if m.Entry == nil {
		return page == nil
	}
	stored, ok := m.Entry.Document(manual.DraftDocument)
	return ok == (page != nil) && (!ok || stored.Sum == sha256.Sum256(page)) && slices.Equal(m.Entry.Drafts, m.Snapshot.DraftFiles)
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
