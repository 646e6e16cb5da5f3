package seed

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
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

// An entry is a manual as a file has it, with everything that is made of it but for what
// depends on its brand: the address, and whether it is the primary manual.
type entry struct {
	file       *file
	brand      string         // slug
	head       db.Head        // without what depends on the brand and the documents
	stored     *db.Head       // the stored manual of the same id, or nil
	model      *manual.Manual // what is published; nil if the manual is not
	draft      *manual.Manual // nil without a draft
	tokens     manual.TokenDocument
	tokenBody  []byte          // the token document
	difference TokenDifference // of the tokens from the stored ones
	notes      []manual.Note
	retitled   []manual.Note // on parts that keep id and anchor with a new title; said once
	ledger     db.Ledger
	updatedAt  time.Time // in the file, or zero
	hasID      bool      // the file gives its id
	hasFlag    bool      // the file says whether it is primary
	places     entryPlaces
	missing    []assign.Insertion
	releases   []releaseFile // the newest first
	damaged    bool          // what was stored of it cannot be read
	problems   source.Collector

	coverProblems source.Collector // of the brand's cover, if this becomes the primary manual
	contrast      source.Collector // the themes whose text has too little contrast

	status Status // set once it is written
	breaks []string
}

// entryPlaces are the places of a manual's settings: each that of its value, or of the manual.
type entryPlaces struct{ manual, id, slug, subdomain, primary, updatedAt source.Place }

// readEntry reads a manual of a file. The error is that of the store, or of making the tokens,
// and names the manual.
func (i *importer) readEntry(f *file, m *content.Value) (*entry, error) {
	e := newEntry(f, m)
	known, err := i.readStored(e)
	if err != nil {
		return nil, err
	}
	i.readReleases(f, e)
	assigned := assign.Assign(m, e.head.ID, e.head.Published, known, assign.Options{AllowAnchorChange: i.options.AllowAnchorChange}, &e.problems)
	e.ledger = assigned.Ledger
	e.retitled = assigned.Retitled
	anchors := assigned.Anchors()
	for _, l := range f.links {
		if l.Manual == m && !check.IsAnchor(l.To, anchors) {
			e.problems.Merge(&l.Dead)
		}
	}
	if i.options.Missing {
		e.missing = assigned.Missing(m, e.head.ID)
	}
	if f.faulty {
		return e, nil
	}
	e.notes = append(e.notes, i.headNotes(e, m)...)
	err = source.Recovered(func() error { return i.makeModels(e, m, assigned) }) // a panic gets the manual's name, too
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", e.places.manual, e.places.manual.Path, err)
	}
	for n := range e.notes {
		e.notes[n].Text = manual.HideSecrets(e.notes[n].Text)
	}
	return e, nil
}

// newEntry reads the settings of a manual.
func newEntry(f *file, m *content.Value) *entry {
	served := assign.ServedVersion(m)
	e := &entry{
		file: f, brand: f.brand, updatedAt: check.ParseTime(m.Get("updatedAt").Text()),
		hasID: m.Get("id") != nil, hasFlag: m.Get("primary") != nil,
		places: entryPlaces{
			manual: source.PlaceOf(m), id: source.PlaceIn(m, "id"), slug: source.PlaceIn(m, "slug"),
			subdomain: source.PlaceIn(m, "subdomain"), primary: source.PlaceIn(m, "primary"), updatedAt: source.PlaceIn(m, "updatedAt"),
		},
	}
	e.head = db.Head{
		ID: assign.ManualID(m, f.brand), Slug: m.Get("slug").Text(), Title: served.Get("title").Text(),
		Subdomain: m.Get("subdomain").Text(), Flagged: m.Get("primary").Bool(false),
		Published:  m.Get("published").Bool(true) && served != nil,
		Visibility: manual.Visibility(m.Get("visibility").Text()), ExpiresAt: check.ParseTime(m.Get("expiresAt").Text()),
		Password: m.Get("password").Text(), Source: f.path,
	}
	return e
}

// readStored finds the stored manual of an entry, and returns what the store knows of its ids
// and anchors.
func (i *importer) readStored(e *entry) (db.Ledger, error) {
	if i.tx == nil {
		return db.Ledger{}, nil
	}
	e.stored = i.index.Manual(e.head.ID)
	if e.stored == nil || e.stored.Brand.Slug != e.brand {
		return i.tx.Gone(e.brand, e.head.ID), nil
	}
	known, err := i.tx.Content(e.stored)
	if errors.Is(err, db.ErrDamaged) { // this import writes it again
		e.damaged = true
		e.notes = append(e.notes, manual.Note{Code: manual.NoteRepaired, Text: "What the database had of the manual was damaged. It is written again, and anchors that the file does not give are made anew."})
		return db.Ledger{}, nil
	}
	if err != nil {
		return db.Ledger{}, err
	}
	return known.Ledger, nil
}

// makeModels makes the model, the tokens and the draft of an entry.
func (i *importer) makeModels(e *entry, m *content.Value, assigned *assign.Result) error {
	var err error
	if assigned.Draft != nil {
		if e.draft, err = e.newDraft(m, assigned.Draft); err != nil {
			return err
		}
	}
	tokens := manual.NewTokenDocument()
	if e.head.Published {
		sections, notes := assign.Publish(assigned.Served)
		served := assign.ServedVersion(m)
		e.model = e.newModel(m, served, sections, assigned.Served)
		var made []manual.Note
		if tokens, made, err = tokenize.Document(sections); err != nil {
			return err
		}
		e.notes = slices.Concat(e.notes, notes, made, export.Unstructured(&tokens))
		e.tokenBody = export.Tokens(&tokens)
		e.head.Themes = len(tokens.Modes) // with those that have no colors of their own
		e.head.Look = tokenize.Look(e.model, sections, &tokens)
		e.checkNames(m, sections, &tokens)
	}
	if i.keepTokens {
		e.tokens = tokens
	}
	if e.stored == nil || !e.stored.Published || e.damaged {
		e.difference = compareTokens(manual.NewTokenDocument(), tokens)
	}
	return nil
}

// newModel returns the model of one version of a manual, with everything but the time of its
// last change and the files of its brand's cover.
func (e *entry) newModel(m, version *content.Value, sections []content.Section, page []*assign.Part) *manual.Manual {
	return &manual.Manual{
		ID: e.head.ID, Slug: e.head.Slug, Lang: m.Get("lang").Text(),
		Title: version.Get("title").Text(), Description: version.Get("seo").Get("description").Text(),
		Visibility: e.head.Visibility, ExpiresAt: e.head.ExpiresAt, Sections: assign.Sections(sections),
		Cover: readCover(m.Get("cover")), News: readNews(m.Get("notes")), Files: e.filesOf(m, page),
	}
}

// newDraft returns the model of a draft.
func (e *entry) newDraft(m *content.Value, page []*assign.Part) (*manual.Manual, error) {
	sections, _ := assign.Publish(page)
	if _, _, err := tokenize.Document(sections); err != nil {
		return nil, err
	}
	draft := e.newModel(m, m, sections, page)
	draft.UpdatedAt = e.updatedAt
	return draft, nil
}

// readNews reads what is new, the newest first.
func readNews(v *content.Value) (news []manual.News) {
	for _, n := range v.List() {
		news = append(news, manual.News{ID: n.Get("id").Text(), Date: n.Get("date").Text(), Title: n.Get("title").Text(), HTML: n.Get("html").Text()})
	}
	slices.SortStableFunc(news, func(a, b manual.News) int { return strings.Compare(b.Date, a.Date) })
	return news
}

// filesOf returns the files that the published parts of a page refer to, in page order, each
// URL once, and then those of the manual's cover and notes.
func (e *entry) filesOf(m *content.Value, page []*assign.Part) (files []manual.File) {
	shared := make(map[[sha256.Size]byte]bool)
	for _, b := range assign.PublishedParts(page) {
		for _, at := range source.FileURLs(b.Content, b.Kind) {
			a := e.file.asset(at.URL)
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
		files = appendFile(files, at.URL, e.file.asset(at.URL))
	}
	for n := range files {
		files[n].Shared = shared[files[n].Sum]
	}
	return files
}

// headNotes returns the notes on a manual as a whole.
func (i *importer) headNotes(e *entry, m *content.Value) (notes []manual.Note) {
	add := func(holds bool, code manual.NoteCode, text string) {
		if holds {
			notes = append(notes, manual.Note{Code: code, Text: text})
		}
	}
	served := assign.ServedVersion(m)
	add(!m.Get("published").Bool(true), manual.NoteUnpublished, "The manual is not published.")
	add(manual.Expired(e.head.ExpiresAt, i.now), manual.NoteExpired, "The manual has ended (expiresAt), and its address answers 410.")
	add(e.head.Visibility == manual.Password && e.head.Password == "", manual.NoteNoPassword,
		"No password is set (`designmanual password` makes its hash), so visitors get 404 and programs need an access token.")
	add(served == nil, manual.NoteUnapproved, "The manual reviews changes and has no approved version yet.")
	add(served != nil && assign.IsReviewed(m) && assign.DraftDiffers(m, e.head.ID), manual.NoteUnapproved, "A draft awaits review; the approved version is served.")
	return notes
}
