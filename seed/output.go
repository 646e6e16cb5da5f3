package seed

import (
	"crypto/sha256"
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/seed/warn"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// An output is what can be made of a manual alone: it does not depend on its brand, on its address or on whether it
// is the primary one. Model, draft, tokensJSON, notes and summary
// become part of its [db.Snapshot]; the rest serves the import and its report alone.
type output struct {
	model      *manual.Manual // what is published; nil if the manual is not
	draft      *manual.Manual // nil without a draft
	tokens     manual.TokenDocument
	tokensJSON []byte // tokens.json
	summary    manual.Summary
	notes      []manual.Note

	brandCoverProblems problem.Collector // of the brand's cover; putManual reports them if this is the primary manual
	lowContrast        problem.Collector // the themes whose text has too little contrast; they fail no import
}

// makeOutput makes the draft, if there is one, and checks its tokens. For a published manual it makes the model
// of the shown parts, the tokens, tokens.json and the summary. It also makes the notes, and warns of values that make
// no token and of names of colors and logos that the manual does not have.
func (i *importer) makeOutput(fm *fileManual, manualNode *content.Value, assigned *assign.Result) (output, error) {
	out := output{tokens: manual.NewTokenDocument()}
	if assigned.Draft != nil {
		sections, _ := assign.ShownSections(assigned.Draft)
		if _, _, err := tokenize.Document(sections); err != nil { // a draft has no tokens.json
			return output{}, err
		}
		out.draft = fm.newModel(manualNode, manualNode, sections, assigned.Draft)
	}
	out.notes = i.notesOnManual(fm, manualNode)
	if fm.Published {
		sections, notes := assign.ShownSections(assigned.Approved)
		approved := assign.ApprovedVersion(manualNode)
		out.model = fm.newModel(manualNode, approved, sections, assigned.Approved)
		tokens, tokenNotes, err := tokenize.Document(sections)
		if err != nil {
			return output{}, err
		}
		out.tokens = tokens
		leftOut := fm.warnOfLeftOut(tokenNotes)
		out.notes = slices.Concat(out.notes, notes, leftOut, export.StructuredNotes(&out.tokens))
		out.tokensJSON = export.Tokens(&out.tokens)
		out.summary = tokenize.SummaryOf(out.model, sections, &out.tokens)
		swatches := tokenize.SwatchesOf(&out.tokens)
		hasFile := func(address string) bool { return fm.file.asset(address) != nil }
		out.brandCoverProblems = warn.OfUnknownNames(&fm.problems, manualNode, sections, swatches, hasFile)
		out.lowContrast = warn.LowContrast(sections, swatches)
	}
	for n := range out.notes {
		out.notes[n].Text = manual.HideSecrets(out.notes[n].Text)
	}
	return out, nil
}

// warnOfLeftOut returns the notes on what makes no token, and warns of those on a text: a gradient, or an entry of
// a TOKENS block.
func (fm *fileManual) warnOfLeftOut(placed []tokenize.PlacedNote) []manual.Note {
	var notes []manual.Note
	for _, n := range placed {
		notes = append(notes, n.Note)
		if n.Node.Is('"') {
			fm.problems.WarnAt(n.Node, "%v: it makes no token", n.Err)
		}
	}
	return notes
}

// newModel copies a manual into a model, with the title, description and sections of one version: of
// [assign.ApprovedVersion], or of the manual itself for a draft. newSnapshot adds the files of the brand's cover
// and, to the published model, the time of the last change.
func (fm *fileManual) newModel(
	manualNode, version *content.Value, sections []content.Section, sectionParts []*assign.Part,
) *manual.Manual {
	return &manual.Manual{
		ID: fm.ID, Slug: fm.Slug, Lang: manualNode.Get("lang").Text(),
		Title: version.Get("title").Text(), Description: version.Get("seo").Get("description").Text(),
		Visibility: fm.Visibility, UpdatedAt: fm.givenUpdatedAt, ExpiresAt: fm.ExpiresAt,
		Sections: assign.Sections(sections),
		Cover:    readCover(manualNode.Get("cover")), News: readNews(manualNode.Get("notes")),
		Files: fm.filesOf(manualNode, sectionParts),
	}
}

// filesOf returns the files that the shown ones of these parts refer to, in page order, each
// URL once, and then those of the manual's cover and news.
func (fm *fileManual) filesOf(manualNode *content.Value, sectionParts []*assign.Part) []manual.File {
	shared := make(map[[sha256.Size]byte]bool)
	var files []manual.File
	for _, part := range assign.ShownParts(sectionParts) {
		for _, found := range source.FileURLs(part.Content, part.Kind) {
			a := fm.file.asset(found.URL)
			if a == nil {
				continue
			}
			if found.Font.Get("shared").Bool(false) {
				shared[a.Sum] = true
			}
			files = appendFile(files, found.URL, a)
		}
	}
	for _, found := range source.SettingsURLs(manualNode) {
		files = appendFile(files, found.URL, fm.file.asset(found.URL))
	}
	for n := range files {
		files[n].Shared = shared[files[n].Sum]
	}
	return files
}

// notesOnManual returns what to note of a manual as a whole.
func (i *importer) notesOnManual(fm *fileManual, manualNode *content.Value) []manual.Note {
	var notes []manual.Note
	add := func(code manual.NoteCode, text string) {
		notes = append(notes, manual.Note{Code: code, Text: text})
	}
	if fm.damaged {
		add(manual.NoteRepaired, "What the database had of the manual was damaged. "+
			"It is written again, and anchors that the file does not give are made anew.")
	}
	if !manualNode.Get("published").Bool(true) {
		add(manual.NoteUnpublished, "The manual is not published.")
	}
	if manual.Expired(fm.ExpiresAt, i.now) {
		add(manual.NoteExpired, "The manual has ended (expiresAt), and its address answers 410.")
	}
	if fm.Visibility == manual.Password && fm.PasswordHash == "" {
		add(manual.NoteNoPassword, "No password is set (`designmanual password` makes its hash), "+
			"so visitors get 404 and programs need an access token.")
	}
	if assign.ApprovedVersion(manualNode) == nil {
		add(manual.NoteUnapproved, "The manual reviews changes and has no approved version yet.")
	} else if assign.NeedsApproval(manualNode) && assign.DraftDiffers(manualNode, fm.ID) {
		add(manual.NoteUnapproved, "A draft awaits review; the approved version is served.")
	}
	return notes
}
