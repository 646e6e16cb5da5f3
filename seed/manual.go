package seed

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// A fileManual is a manual as a file has it. Each part of it is made by one function. Three things change
// later: choosePrimaries says which manual is the primary one, findConflicts forgets a stored manual
// whose id it may not have, and newSnapshot gives the model its files and time.
type fileManual struct {
	file        *sourceFile
	brand       string        // slug
	head        db.Head       // what the file says of it
	releases    []releaseFile // the newest first
	updatedAt   time.Time     // in the file, or zero
	hasID       bool          // the file gives its id
	saysPrimary bool          // the file says whether it is primary
	places      manualPlaces
	problems    source.Collector

	storedState  // what the store has of it
	assignment   // the ids and anchors of its sections and blocks
	output       // what is made of it to be stored; empty if the file has errors
	manualChange // what the import changes of it in the store
}

// A storedState is what the store has of a manual.
type storedState struct {
	stored  *db.Head // the stored manual of the same id, or nil
	damaged bool     // what was stored of it cannot be read
}

// An assignment has what the sections and blocks of a manual are given, see package assign.
type assignment struct {
	ledger   db.Ledger     // their ids and anchors, and those of parts that are not in the file any more
	retitled []manual.Note // on parts that keep id and anchor with a new title; reported by this import alone
	missing  []assign.Insertion
}

// An output is what an import makes of a manual and stores as its [db.Content], but for what depends on
// its brand: the address, and whether it is the primary manual.
type output struct {
	model     *manual.Manual // what is published; nil if the manual is not
	draft     *manual.Manual // nil without a draft
	tokenBody []byte         // the token document
	themes    int            // with those that have no colors of their own
	look      manual.Look
	notes     []manual.Note
	allAdded  TokenDifference // all tokens as new ones, of a manual that has none in the store

	coverProblems source.Collector // of the brand's cover, if this becomes the primary manual
	lowContrast   source.Collector // the themes whose text has too little contrast
}

// A manualChange is how a manual differs from the stored one.
type manualChange struct {
	status     Status
	difference TokenDifference // of the tokens from the stored ones
	breaks     []string
}

// manualPlaces are the places of a manual's settings: each that of its value, or of the manual.
type manualPlaces struct{ manual, id, slug, subdomain, primary, updatedAt, coverLogo source.Place }

// readManual reads a manual of a file and what the store has of it, gives its parts their ids and anchors,
// and makes what is stored of it. The error is that of the store, and names the manual.
func (i *importer) readManual(f *sourceFile, m *content.Value) (*fileManual, error) {
	fm := newFileManual(f, m)
	state, known, err := i.readStored(fm.brand, fm.head.ID)
	if err != nil {
		return nil, err
	}
	fm.storedState = state
	assigned := assign.Assign(
		m, fm.head.ID, fm.head.Published, known, assign.Options{AllowAnchorChange: i.options.AllowAnchorChange},
		&fm.problems,
	)
	fm.assignment = assignment{ledger: assigned.Ledger, retitled: assigned.Retitled}
	news := m.Get("notes").List()
	if assigned.Current != nil {
		fm.warnOfLinks(assigned.Current, news)
		news = nil // they stand with the approved version
	}
	if assign.IsReviewed(m) {
		fm.warnOfLinks(assigned.Draft, news)
	}
	if i.options.Missing {
		fm.missing = assigned.Missing(m, fm.head.ID)
	}
	if f.hasErrors {
		return fm, nil
	}
	err = fm.withPlace(func() error {
		fm.output, err = i.makeOutput(fm, m, assigned)
		return err
	})
	var refused *tokenize.RefusedError
	if errors.As(err, &refused) {
		fm.problems.ErrorAt(refused.At, "%v", refused.Err)
		return fm, nil
	}
	return fm, err
}

// withPlace runs a step of the import of the manual. It puts the place of the manual into the error of the
// step, and makes an error of a panic.
func (fm *fileManual) withPlace(step func() error) error {
	if err := source.CatchPanic(step); err != nil {
		return fmt.Errorf("%s: %s: %w", fm.places.manual, fm.places.manual.Path, err)
	}
	return nil
}

// newFileManual returns a manual of a file with its settings, the places of these, and its release files.
func newFileManual(f *sourceFile, m *content.Value) *fileManual {
	current := assign.CurrentVersion(m)
	fm := &fileManual{
		file: f, brand: f.brand, updatedAt: check.ParseTime(m.Get("updatedAt").Text()),
		hasID: m.Get("id") != nil, saysPrimary: m.Get("primary") != nil,
		places: manualPlaces{
			manual: source.PlaceOf(m), id: source.PlaceIn(m, "id"), slug: source.PlaceIn(m, "slug"),
			subdomain: source.PlaceIn(m, "subdomain"), primary: source.PlaceIn(m, "primary"),
			updatedAt: source.PlaceIn(m, "updatedAt"), coverLogo: source.PlaceIn(m.Get("cover"), "logo"),
		},
	}
	fm.head = db.Head{
		ID: assign.ManualID(m, f.brand), Slug: m.Get("slug").Text(), Title: current.Get("title").Text(),
		Subdomain: m.Get("subdomain").Text(), MarkedPrimary: m.Get("primary").Bool(false),
		Published:  m.Get("published").Bool(true) && current != nil,
		Visibility: manual.Visibility(m.Get("visibility").Text()),
		ExpiresAt:  check.ParseTime(m.Get("expiresAt").Text()),
		Password:   m.Get("password").Text(), Source: f.path,
	}
	fm.releases = fm.readReleases()
	for _, r := range fm.releases {
		fm.head.Releases = append(fm.head.Releases, r.StoredRelease)
	}
	return fm
}

// readStored returns what the store has of a manual of a brand, and the ids and anchors that it
// knows of it, also of one that was removed.
func (i *importer) readStored(brand, id string) (state storedState, known db.Ledger, err error) {
	if i.tx == nil {
		return state, known, nil
	}
	state.stored = i.index.Manual(id)
	if state.stored == nil || state.stored.Brand.Slug != brand {
		return state, i.tx.RemovedLedger(brand, id), nil
	}
	content, err := i.tx.Content(state.stored)
	if errors.Is(err, db.ErrDamaged) { // this import writes it again
		state.damaged = true
		return state, known, nil
	}
	if err != nil {
		return state, known, err
	}
	return state, content.Ledger, nil
}

// makeOutput makes the model, the tokens and the draft of a manual of a file, and the notes on what is not
// served as it is written.
func (i *importer) makeOutput(
	fm *fileManual, m *content.Value, assigned *assign.Result,
) (output, error) {
	var (
		out output
		err error
	)
	if assigned.Draft != nil {
		if out.draft, err = fm.newDraft(m, assigned.Draft); err != nil {
			return out, err
		}
	}
	out.notes = i.headNotes(fm, m)
	tokens := manual.NewTokenDocument()
	if fm.head.Published {
		sections, notes := assign.ShownSections(assigned.Current)
		current := assign.CurrentVersion(m)
		out.model = fm.newModel(m, current, sections, assigned.Current)
		var tokenNotes []tokenize.PlacedNote
		if tokens, tokenNotes, err = tokenize.Document(sections); err != nil {
			return out, err
		}
		out.notes = slices.Concat(out.notes, notes, fm.warnOfLeftOut(tokenNotes), export.Unstructured(&tokens))
		out.tokenBody = export.Tokens(&tokens)
		out.themes = len(tokens.Modes)
		out.look = tokenize.Look(out.model, sections, &tokens)
		swatches := tokenize.SwatchesOf(&tokens)
		out.coverProblems = fm.warnOfUnknownNames(m, sections, swatches)
		out.lowContrast = findLowContrast(sections, swatches)
	}
	for n := range out.notes {
		out.notes[n].Text = manual.HideSecrets(out.notes[n].Text)
	}
	if fm.stored == nil || !fm.stored.Published || fm.damaged {
		out.allAdded = compareTokens(manual.NewTokenDocument(), tokens)
	}
	return out, nil
}

// warnOfLeftOut warns of texts for which a gradient or further token is left out, and returns all notes.
func (fm *fileManual) warnOfLeftOut(notes []tokenize.PlacedNote) []manual.Note {
	var all []manual.Note
	for _, n := range notes {
		all = append(all, n.Note)
		if n.At.Is('"') {
			fm.problems.WarnAt(n.At, "%v: it makes no token", n.Err)
		}
	}
	return all
}

// newModel returns the model of one version of a manual, with everything but the time of its
// last change and the files of its brand's cover.
func (fm *fileManual) newModel(
	m, version *content.Value, sections []content.Section, parts []*assign.Part,
) *manual.Manual {
	return &manual.Manual{
		ID: fm.head.ID, Slug: fm.head.Slug, Lang: m.Get("lang").Text(),
		Title: version.Get("title").Text(), Description: version.Get("seo").Get("description").Text(),
		Visibility: fm.head.Visibility, ExpiresAt: fm.head.ExpiresAt, Sections: assign.Sections(sections),
		Cover: readCover(m.Get("cover")), News: readNews(m.Get("notes")), Files: fm.filesOf(m, parts),
	}
}

// newDraft returns the model of a draft.
func (fm *fileManual) newDraft(m *content.Value, parts []*assign.Part) (*manual.Manual, error) {
	sections, _ := assign.ShownSections(parts)
	if _, _, err := tokenize.Document(sections); err != nil {
		return nil, err
	}
	draft := fm.newModel(m, m, sections, parts)
	draft.UpdatedAt = fm.updatedAt
	return draft, nil
}

// filesOf returns the files that the published ones of these parts refer to, in page order, each
// URL once, and then those of the manual's cover and notes.
func (fm *fileManual) filesOf(m *content.Value, parts []*assign.Part) []manual.File {
	shared := make(map[[sha256.Size]byte]bool)
	var files []manual.File
	for _, b := range assign.ShownParts(parts) {
		for _, at := range source.FileURLs(b.Content, b.Kind) {
			a := fm.file.asset(at.URL)
			if a == nil {
				continue
			}
			if at.Font.Get("shared").Bool(false) {
				shared[a.Sum] = true
			}
			files = appendFile(files, at.URL, a)
		}
	}
	for _, at := range source.HeadURLs(m) {
		files = appendFile(files, at.URL, fm.file.asset(at.URL))
	}
	for n := range files {
		files[n].Shared = shared[files[n].Sum]
	}
	return files
}
