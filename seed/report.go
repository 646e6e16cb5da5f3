package seed

import (
	"reflect"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/plan"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// Status says what an import does to a manual or a declared token.
type Status string

// The statuses.
const (
	New       Status = "new"
	Changed   Status = "changed"
	Unchanged Status = "unchanged"
	Removed   Status = "removed"
)

// A Report says what an import did, or in a dry run would do.
type Report struct {
	DryRun   bool            `json:"dryRun"`
	Brands   []string        `json:"brands"`   // slugs, as the files name them
	Manuals  []ManualReport  `json:"manuals"`  // those of the files in order, then kept ones that change, then removed ones
	Warnings source.Problems `json:"warnings"` // in the order of the files

	Missing []plan.Insertion `json:"missing,omitempty"` // with [Options.Missing]

	Access []AccessChange `json:"access,omitempty"` // changes of declared access tokens
}

// An AccessChange is a declared access token that is new, changed or removed.
type AccessChange struct {
	Brand  string `json:"brand"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status Status `json:"status"`
}

// A ManualReport says what an import does to one manual.
type ManualReport struct {
	Brand      string            `json:"brand"`
	Slug       string            `json:"slug"`
	ID         string            `json:"id"`
	Address    string            `json:"address"`
	Status     Status            `json:"status"`
	Visibility manual.Visibility `json:"visibility"`
	Published  bool              `json:"published"`
	Tokens     TokenDiff         `json:"tokens"`
	LeftOut    []manual.Note     `json:"leftOut"` // what is not served as written, and why
	Open       []manual.Note     `json:"open"`    // what the file leaves for the store to decide

	breaks []string // what others may use and is gone after the import, in words
}

// storedReport returns the report of a stored manual whose tokens do not change.
func storedReport(site manual.Site, e *db.Manual, status Status) ManualReport {
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug, ID: e.ID, Status: status, Visibility: e.Visibility, Published: e.Published, Address: entryAddress(site, e),
		Tokens: TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}}, LeftOut: []manual.Note{}, Open: []manual.Note{},
	}
}

// entryAddress returns the address of a stored manual.
func entryAddress(site manual.Site, e *db.Manual) string {
	return site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
}

// A TokenDiff has the paths of the tokens that an import adds, changes and
// removes. A renamed token is removed under one path and added under another.
type TokenDiff struct {
	Added    []string      `json:"added"`
	Changed  []TokenChange `json:"changed"`
	Removed  []string      `json:"removed"`
	Breaking bool          `json:"breaking"` // tokens were removed: builds that use them break
}

// A TokenChange is a token with a new value.
type TokenChange struct {
	Token string `json:"token"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// Breaking reports whether any manual loses a token.
func (r *Report) Breaking() bool {
	for _, m := range r.Manuals {
		if m.Tokens.Breaking {
			return true
		}
	}
	return false
}

// Count returns how many manuals have that status.
func (r *Report) Count(s Status) int {
	n := 0
	for _, m := range r.Manuals {
		if m.Status == s {
			n++
		}
	}
	return n
}

// diffTokens compares the tokens of a manual before and after.
func diffTokens(before, after *manual.TokenDocument) TokenDiff {
	diff := TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}}
	was := make(map[string]string) // values by path
	before.All(func(path []string, _ manual.TokenType, t manual.Token) { was[strings.Join(path, ".")] = t.Value })
	after.All(func(path []string, _ manual.TokenType, t manual.Token) {
		name := strings.Join(path, ".")
		switch from, known := was[name]; {
		case !known:
			diff.Added = append(diff.Added, name)
		case from != t.Value:
			diff.Changed = append(diff.Changed, TokenChange{name, from, t.Value})
		}
		delete(was, name)
	})
	before.All(func(path []string, _ manual.TokenType, t manual.Token) {
		if _, gone := was[strings.Join(path, ".")]; gone {
			diff.Removed = append(diff.Removed, strings.Join(path, "."))
		}
	})
	diff.Breaking = len(diff.Removed) > 0
	return diff
}

// splitNotes separates the notes on what is left out from those on what is left
// open.
func splitNotes(notes []manual.Note) (leftOut, open []manual.Note) {
	leftOut, open = []manual.Note{}, []manual.Note{}
	for _, n := range notes {
		if n.Code.Open() {
			open = append(open, n)
		} else {
			leftOut = append(leftOut, n)
		}
	}
	return leftOut, open
}

// notesOf returns the notes on a manual as a whole.
func notesOf(m *plan.Manual, now time.Time) (notes []manual.Note) {
	for _, n := range []struct {
		holds bool
		code  manual.NoteCode
		text  string
	}{
		{!m.Node.Get("published").Bool(true), manual.NoteUnpublished, "The manual is not published."},
		{manual.Expired(m.Manual.ExpiresAt, now), manual.NoteExpired, "The manual has ended (expiresAt), and its address answers 410."},
		{m.Manual.Visibility == manual.Password && m.Password == "", manual.NoteNoPassword, "No password is set (`designmanual password` makes its hash), so visitors get 404 and programs need an access token."},
		{m.Served == nil, manual.NoteUnapproved, "The manual reviews changes and has no approved version yet."},
		{m.Reviewed() && m.Served != nil && draftDiffers(m), manual.NoteUnapproved, "A draft awaits review; the approved version is served."},
		{m.UpdatedAt.IsZero(), manual.NoteOpenTime, "Without updatedAt it is the time of the import that last changed the manual."},
		{m.In.PrimaryOpen, manual.NoteOpenPrimary, "Without primary in any file the brand's primary manual is the one that was."},
		{m.In.Settings == nil, manual.NoteOpenBrand, "Without the brand object its name and domains are those of an earlier import."},
	} {
		if n.holds {
			notes = append(notes, manual.Note{Code: n.code, Text: n.text})
		}
	}
	return notes
}

// draftDiffers reports whether approving the draft would change what is served.
func draftDiffers(m *plan.Manual) bool {
	draft, approved := m.Node, m.Served
	return draft.Get("title").Text() != approved.Get("title").Text() ||
		draft.Get("seo").Get("description").Text() != approved.Get("seo").Get("description").Text() ||
		!reflect.DeepEqual(sectionsOf(m, draft), sectionsOf(m, approved))
}

// sectionsOf returns the published sections of a version, with only the anchors
// that the file gives.
func sectionsOf(m *plan.Manual, version *content.Node) []manual.Section {
	sections, _ := plan.PublishPage(plan.ReadPage(version, m.Manual.ID))
	return sections
}

// accessChanges returns the changes of a brand's declared tokens.
func accessChanges(b *plan.Brand) []AccessChange {
	if b.Stored == nil || b.Settings == nil && !b.Former { // a new brand, or one whose settings stay
		return nil
	}
	before := make(map[string]manual.DeclaredToken, len(b.Stored.Access))
	for _, t := range b.Stored.Access {
		before[t.ID] = t
	}
	var changes []AccessChange
	for _, t := range b.Brand.Access {
		was, known := before[t.ID]
		delete(before, t.ID)
		switch {
		case !known:
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, New})
		case was.Sum != t.Sum || was.Name != t.Name || !was.Expires.Equal(t.Expires):
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, Changed})
		}
	}
	for _, t := range b.Stored.Access {
		if _, gone := before[t.ID]; gone {
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, Removed})
		}
	}
	return changes
}
