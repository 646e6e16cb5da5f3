package seed

import (
	"reflect"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// Status says what an import does to a manual.
type Status string

// The statuses of a manual in a report.
const (
	New       Status = "new"
	Changed   Status = "changed"
	Unchanged Status = "unchanged"
	Removed   Status = "removed"
)

// A Report says what an import did, or what it would do.
type Report struct {
	DryRun   bool           `json:"dryRun"`
	Brands   []string       `json:"brands"`   // that the files name, by slug
	Manuals  []ManualReport `json:"manuals"`  // in the order of the files, then those kept, then those removed
	Warnings Problems       `json:"warnings"` // about the files, in their order

	Access []AccessChange `json:"access,omitempty"` // what becomes of declared access tokens
}

// An AccessChange is an access token that the files declare for the first
// time, in another way than before, or no longer.
type AccessChange struct {
	Brand  string `json:"brand"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status Status `json:"status"`
}

// A ManualReport says what an import does to one manual.
type ManualReport struct {
	Brand     string        `json:"brand"`
	Slug      string        `json:"slug"`
	ID        string        `json:"id"`
	Address   string        `json:"address"`
	Status    Status        `json:"status"`
	Published bool          `json:"published"`
	Tokens    TokenDiff     `json:"tokens"`
	LeftOut   []manual.Note `json:"leftOut"` // what is not served as the file has it, and why
	Open      []manual.Note `json:"open"`    // what the file leaves to the store
}

// newReport returns the report of a stored manual whose tokens stay.
func newReport(site manual.Site, e *db.Entry, status Status) ManualReport {
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug, ID: e.ID, Status: status, Published: e.Published, Address: addressOf(site, e),
		Tokens: TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}}, LeftOut: []manual.Note{}, Open: []manual.Note{},
	}
}

// addressOf returns the address of a stored manual.
func addressOf(site manual.Site, e *db.Entry) string {
	return site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
}

// A TokenDiff says which tokens an import adds, changes and removes, by path.
// A renamed token is one removed and one added.
type TokenDiff struct {
	Added    []string      `json:"added"`
	Changed  []TokenChange `json:"changed"`
	Removed  []string      `json:"removed"`
	Breaking bool          `json:"breaking"` // something was removed: a build that uses it breaks
}

// A TokenChange is a token whose value is another one now.
type TokenChange struct {
	Token string `json:"token"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// Breaking tells whether the import removes a token from any manual.
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
	wasNames, was := tokenValues(before)
	names, is := tokenValues(after)
	diff := TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}}
	for _, name := range names {
		switch from, known := was[name]; {
		case !known:
			diff.Added = append(diff.Added, name)
		case from != is[name]:
			diff.Changed = append(diff.Changed, TokenChange{name, from, is[name]})
		}
	}
	for _, name := range wasNames {
		if _, stays := is[name]; !stays {
			diff.Removed = append(diff.Removed, name)
		}
	}
	diff.Breaking = len(diff.Removed) > 0
	return diff
}

// tokenValues returns the values of tokens by their paths, and these in order.
func tokenValues(d *manual.TokenDocument) (names []string, values map[string]string) {
	values = make(map[string]string)
	d.All(func(path []string, _ manual.TokenType, t manual.Token) {
		name := strings.Join(path, ".")
		names = append(names, name)
		values[name] = t.Value
	})
	return names, values
}

// split sorts notes into what is left out and what is left open.
func split(notes []manual.Note) (leftOut, open []manual.Note) {
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

// notes tells what of the manual as a whole is not served or left open.
func (m *manualPlan) notes() []manual.Note {
	var notes []manual.Note
	if !m.place.get("published").boolean(true) {
		notes = append(notes, manual.Note{Code: manual.NoteUnpublished, Text: "The manual is not published."})
	}
	switch {
	case !m.version.there():
		notes = append(notes, manual.Note{Code: manual.NoteUnapproved, Text: "The manual reviews changes and has no approved version yet."})
	case m.reviewed() && m.draftDiffers():
		notes = append(notes, manual.Note{Code: manual.NoteUnapproved, Text: "A draft awaits review; the approved version is served."})
	}
	if m.given.IsZero() {
		notes = append(notes, manual.Note{Code: manual.NoteOpenTime, Text: "Without updatedAt it is the time of the import that last changed the manual."})
	}
	if m.brand.primaryOpen {
		notes = append(notes, manual.Note{Code: manual.NoteOpenPrimary, Text: "Without primary in any file the brand's primary manual is the one that was."})
	}
	if !m.brand.settings.there() {
		notes = append(notes, manual.Note{Code: manual.NoteOpenBrand, Text: "Without the brand object its name and domains are those of an earlier import."})
	}
	return notes
}

// draftDiffers tells whether approving the draft would change what is served.
func (m *manualPlan) draftDiffers() bool {
	draft, approved := m.place, m.version
	return draft.get("title").str() != approved.get("title").str() ||
		draft.get("seo").get("description").str() != approved.get("seo").get("description").str() ||
		!reflect.DeepEqual(m.sectionsOf(draft), m.sectionsOf(approved))
}

// sectionsOf returns what is published of a version, with the anchors that
// the file gives.
func (m *manualPlan) sectionsOf(version place) []manual.Section {
	sections, _ := publishPage(readPage(version, m.Manual.ID))
	return sections
}
