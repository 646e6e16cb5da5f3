package seed

import (
	"errors"
	"fmt"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/problem"
	"designmanual/seed/source"
	"designmanual/seed/warn"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A fileManual is a manual as a file has it. These functions set its fields, in this order:
//
//	newFileManual   its settings and their places
//	makeManual      releases, stored and damaged, and the ids and anchors of its parts
//	makeOutput      its model, tokens and notes, unless the file has errors
//	choosePrimary   Primary, when the other manuals of its brand are known
//	newSnapshot     the color and the files of the cover, in model and draft, and the time of the model
//	putManual       how it differs from the stored manual; then it drops the content, to free memory
//
// They set them one after another, since each needs what the import knows only then.
type fileManual struct {
	manual.Settings
	file           *sourceFile
	brand          string           // slug
	releases       []checkedRelease // the newest first
	givenUpdatedAt time.Time        // in the file, or zero
	hasID          bool             // the file gives its id
	hasPrimary     bool             // the file says whether it is primary
	places         manualPlaces
	problems       problem.Collector

	stored       *db.Head // the stored manual of the brand with the same id, or nil
	damaged      bool     // what was stored of it cannot be read
	assignment            // the ids and anchors of its sections and blocks
	output                // what is made of it to be stored; empty if the file has errors
	manualChange          // what the import changes of it in the store
}

// An assignment is what stays of an [assign.Result], without the parts of the tree.
type assignment struct {
	ledger        db.Ledger          // ids and anchors of the manual's parts, also of those that are gone from the file
	adoptionNotes []manual.Note      // on parts that took the id of one that is gone; the report has them, the store not
	missing       []assign.Insertion // the ids and anchors that the file lacks, with [Options.Missing]
}

// A manualChange is how a manual differs from the stored one.
type manualChange struct {
	status       Status
	draftChanged bool            // the draft differs, which readers do not see
	difference   TokenDifference // of the tokens from the stored ones
	lost         []string        // what others have of the manual and is gone, tokens apart, in words
}

// manualPlaces are the places of a manual's settings: each that of its value, or of the manual.
type manualPlaces struct{ manual, id, slug, subdomain, primary, updatedAt, coverLogo problem.Place }

// makeManual makes what the store gets of a manual of a file: its settings, the ids and anchors of its parts, for
// which it reads the stored ledger, its model, its tokens and tokens.json. putManual adds manual.json. makeManual also
// reads the release files, and warns of dead links. If the file has errors, it makes only settings, ids and
// anchors. Content that package tokenize refuses becomes a problem of the manual. The error is one of the store,
// or tells of a panic.
func (i *importer) makeManual(f *sourceFile, manualNode *content.Value) (*fileManual, error) {
	fm := newFileManual(f, manualNode)
	fm.releases = fm.readReleases()
	stored, ledger, err := i.readStored(fm.brand, fm.ID)
	fm.stored, fm.damaged = stored, errors.Is(err, db.ErrDamaged)
	if err != nil && !fm.damaged { // this import writes again what is damaged
		return nil, err
	}
	assigned := assign.Assign(
		manualNode, fm.ID, fm.Published, ledger,
		assign.Options{AllowAnchorChange: i.options.AllowAnchorChange}, &fm.problems,
	)
	fm.assignment = assignment{ledger: assigned.Ledger, adoptionNotes: assigned.AdoptionNotes}
	news := manualNode.Get("notes").List()
	if assigned.Approved != nil {
		warn.OfDeadPartLinks(&fm.problems, assigned.Approved, news)
		news = nil // so that a dead link in the news is told once, not again for the draft
	}
	if assign.NeedsApproval(manualNode) {
		warn.OfDeadPartLinks(&fm.problems, assigned.Draft, news)
	}
	if i.options.Missing {
		fm.missing = assigned.Missing(manualNode, fm.ID)
	}
	if f.hasErrors {
		return fm, nil
	}
	err = fm.wrapErrors(func() error {
		var err error
		fm.output, err = i.makeOutput(fm, manualNode, assigned)
		return err
	})
	var refused *tokenize.RefusedError
	if errors.As(err, &refused) {
		fm.problems.ErrorAt(refused.Node, "%v", refused.Err)
		return fm, nil
	}
	return fm, err
}

// wrapErrors calls do, and puts the place of the manual before its error. A panic of do becomes such an error.
func (fm *fileManual) wrapErrors(do func() error) error {
	if err := source.CatchPanic(do); err != nil {
		return fmt.Errorf("%s: %s: %w", fm.places.manual, fm.places.manual.Path, err)
	}
	return nil
}

// newFileManual copies from the tree the settings of a manual and their places. With review the title is that of the
// approved version; while nothing is approved, it is empty and the manual is not published.
func newFileManual(f *sourceFile, manualNode *content.Value) *fileManual {
	approved := assign.ApprovedVersion(manualNode)
	fm := &fileManual{
		file: f, brand: f.brand, givenUpdatedAt: check.ParseTime(manualNode.Get("updatedAt").Text()),
		hasID: manualNode.Get("id") != nil, hasPrimary: manualNode.Get("primary") != nil,
		places: manualPlaces{
			manual: problem.PlaceOf(manualNode), id: problem.PlaceIn(manualNode, "id"),
			slug:      problem.PlaceIn(manualNode, "slug"),
			subdomain: problem.PlaceIn(manualNode, "subdomain"), primary: problem.PlaceIn(manualNode, "primary"),
			updatedAt: problem.PlaceIn(manualNode, "updatedAt"), coverLogo: problem.PlaceIn(manualNode.Get("cover"), "logo"),
		},
	}
	fm.Settings = manual.Settings{
		ID: assign.ManualID(manualNode, f.brand), Slug: manualNode.Get("slug").Text(), Title: approved.Get("title").Text(),
		Subdomain: manualNode.Get("subdomain").Text(), MarkedPrimary: manualNode.Get("primary").Bool(false),
		Published:    manualNode.Get("published").Bool(true) && approved != nil,
		Visibility:   manual.Visibility(manualNode.Get("visibility").Text()),
		ExpiresAt:    check.ParseTime(manualNode.Get("expiresAt").Text()),
		PasswordHash: manualNode.Get("password").Text(), SeedPath: f.path,
	}
	return fm
}

// readStored returns the head of a stored manual of a brand, or nil, and the ledger with the ids and anchors that its
// parts had at the last import. The head is from the index, the ledger from the stored content or, for a manual that
// was removed, from what the store keeps of it for a year. The error wraps [db.ErrDamaged] if the head can be
// read and the content cannot.
func (i *importer) readStored(brand, id string) (*db.Head, db.Ledger, error) {
	if i.tx == nil {
		return nil, db.Ledger{}, nil
	}
	stored := i.index.Manual(id)
	if stored == nil || stored.Brand.Slug != brand {
		return nil, i.tx.RemovedLedger(brand, id), nil
	}
	storedContent, err := i.tx.Content(stored)
	if err != nil {
		return stored, db.Ledger{}, err
	}
	return stored, storedContent.Ledger, nil
}
