package seed

import (
	"errors"
	"fmt"
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

	breaks []string // what others may use and is gone after the import, in words
}

// storedReport returns the report of a stored manual whose tokens do not change.
func storedReport(site manual.Site, e *db.Manual, status Status) ManualReport {
	return ManualReport{
		Brand: e.Brand.Slug, Slug: e.Slug, ID: e.ID, Status: status, Visibility: e.Visibility, Published: e.Published, Address: entryAddress(site, e),
		Tokens: TokenDiff{Added: []string{}, Changed: []TokenChange{}, Removed: []string{}}, LeftOut: []manual.Note{},
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

// notesOf returns the notes on a manual as a whole.
func notesOf(m *draft, now time.Time) (notes []manual.Note) {
	for _, n := range []struct {
		holds bool
		code  manual.NoteCode
		text  string
	}{
		{!m.Node.Get("published").Bool(true), manual.NoteUnpublished, "The manual is not published."},
		{manual.Expired(m.Snapshot.Manual.ExpiresAt, now), manual.NoteExpired, "The manual has ended (expiresAt), and its address answers 410."},
		{m.Snapshot.Manual.Visibility == manual.Password && m.Password == "", manual.NoteNoPassword, "No password is set (`designmanual password` makes its hash), so visitors get 404 and programs need an access token."},
		{m.Served == nil, manual.NoteUnapproved, "The manual reviews changes and has no approved version yet."},
		{m.Reviewed && m.Served != nil && draftDiffers(m), manual.NoteUnapproved, "A draft awaits review; the approved version is served."},
	} {
		if n.holds {
			notes = append(notes, manual.Note{Code: n.code, Text: n.text})
		}
	}
	return notes
}

// draftDiffers reports whether approving the draft would change what is served, with only
// the anchors that the file gives.
func draftDiffers(m *draft) bool {
	served := func(version *content.Value) []any {
		sections, _ := plan.PublishPage(plan.ReadPage(version, m.Snapshot.Manual.ID))
		return []any{version.Get("title").Text(), version.Get("seo").Get("description").Text(), sections}
	}
	return !reflect.DeepEqual(served(m.Node), served(m.Served))
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

// ErrBreaking is wrapped by the error of an import with [Options.RefuseBreaking] that
// removes or renames a token or an anchor, or changes a slug.
var ErrBreaking = errors.New("the import would break what others use")

// breaks says what others may use of the stored manual and is gone with this version:
// tokens, anchors and its slug.
func (m *draft) breaks(tokens TokenDiff) (gone []string) {
	for _, t := range tokens.Removed {
		gone = append(gone, "token "+t+" is removed")
	}
	if m.stored == nil {
		return gone
	}
	if m.stored.Slug != m.Snapshot.Manual.Slug {
		gone = append(gone, fmt.Sprintf("the slug %s becomes %s", m.stored.Slug, m.Snapshot.Manual.Slug))
	}
	now := make(map[string]bool)
	for _, a := range anchorsOf(&m.Snapshot.Manual) {
		now[a] = true
	}
	for _, a := range anchorsOf(m.stored) {
		if !now[a] {
			gone = append(gone, "anchor "+a+" is removed")
		}
	}
	return gone
}

// anchorsOf returns the anchors of a manual's sections and blocks.
func anchorsOf(m *manual.Manual) (anchors []string) {
	for _, s := range m.Sections {
		anchors = append(anchors, s.Anchor)
		for _, b := range s.Blocks {
			anchors = append(anchors, b.Anchor)
		}
	}
	return anchors
}

// breaking returns an error that lists what an import breaks, or nil.
func (r *Report) breaking() error {
	var all []string
	prune := ""
	for _, m := range r.Manuals {
		if m.Status == Removed && m.Published {
			all, prune = append(all, fmt.Sprintf("%s.%s is removed", m.Brand, m.Slug)), " --prune"
		}
		for _, gone := range m.breaks {
			all = append(all, fmt.Sprintf("%s.%s: %s", m.Brand, m.Slug, gone))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%w (`designmanual import --accept-breaking%s` with these files lets it through): %s", ErrBreaking, prune, strings.Join(all, "; "))
}
