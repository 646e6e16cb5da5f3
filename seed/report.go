package seed

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/difference"
)

// Status says what an import does to a manual, a release or a declared access token.
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
	DryRun bool     `json:"dryRun"`
	Brands []string `json:"brands"` // slugs, as the files name them
	// those of the files, brand by brand, then other stored ones that change, then removed ones
	Manuals  []ManualReport `json:"manuals"`
	Warnings Problems       `json:"warnings"` // in the order of the files

	Missing []Insertion `json:"missing,omitempty"` // with [Options.Missing]

	Access []AccessChange `json:"access,omitempty"` // changes of declared access tokens

	Breaks  []string `json:"breaks,omitempty"`  // what others may use and is gone, in words
	Refused bool     `json:"refused,omitempty"` // the server refuses such an import, see [Options.RefuseBreaking]

	LowContrast Problems `json:"-"` // the themes whose text has less contrast than WCAG AA requires

	// with [Options.FollowedPaths]: what is served although the files do not have it any more
	Kept []KeptManual `json:"kept,omitempty"`
}

// An AccessChange is a declared access token that is new, changed or removed.
type AccessChange struct {
	Brand  string `json:"brand"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Status Status `json:"status"`
}

// A KeptManual is a manual that came from below [Options.FollowedPaths] and is not in the files any more.
type KeptManual struct {
	Brand  string `json:"brand"`
	Slug   string `json:"slug"`
	ID     string `json:"id"`
	Source string `json:"source"` // the path of the file
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
	Draft      bool              `json:"draftChanged,omitempty"` // of a manual that was there before
	Tokens     TokenDifference   `json:"tokens"`
	Lost       []string          `json:"lost,omitempty"`     // what links and readers lose: anchors, the slug, who may read
	Releases   []ReleaseChange   `json:"releases,omitempty"` // of a manual that was there before
	Notes      []manual.Note     `json:"leftOut"`            // what is not served as written, and why
}

// A ReleaseChange is a release of the tokens of a manual that is new, changed or removed.
type ReleaseChange struct {
	Version string `json:"version"`
	Status  Status `json:"status"`
}

// A TokenDifference is how the tokens of a manual differ from those that are stored.
type TokenDifference struct {
	difference.Difference
	Breaking bool `json:"breaking"` // builds that use the tokens may break
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

// ChangesDrafts reports whether the draft of a manual changes.
func (r *Report) ChangesDrafts() bool {
	return slices.ContainsFunc(r.Manuals, func(m ManualReport) bool { return m.Draft })
}

// newReport returns a report with the brands and the warnings. The report of an import with errors has only these.
func (i *importer) newReport() *Report {
	report := &Report{
		DryRun: i.options.DryRun, Brands: []string{}, Manuals: []ManualReport{}, Warnings: i.problems.Warnings(),
	}
	for _, b := range i.brands {
		if b.isNamed() {
			report.Brands = append(report.Brands, b.Slug)
		}
	}
	return report
}

// reportAll returns the report of an import whose files have no error. With RefuseBreaking the report says whether the
// import breaks what others use, and is therefore refused.
func (i *importer) reportAll() *Report {
	r := i.newReport()
	for _, b := range i.brands {
		for _, fm := range b.manuals {
			r.Manuals = append(r.Manuals, ManualReport{
				Brand: fm.brand, Slug: fm.Slug, ID: fm.ID, Address: i.addressOf(b, &fm.Settings),
				Status: fm.status, Visibility: fm.Visibility, Published: fm.Published, Draft: fm.draftChanged,
				Tokens: fm.difference, Lost: fm.lost, Releases: fm.releaseChanges(),
				Notes: append(append([]manual.Note{}, fm.adoptionNotes...), fm.notes...),
			})
			for _, gone := range append(fm.difference.Breaks(), fm.lost...) {
				r.Breaks = append(r.Breaks, fmt.Sprintf("%s.%s: %s", fm.brand, fm.Slug, gone))
			}
			r.Missing = append(r.Missing, fm.missing...)
			r.LowContrast = append(r.LowContrast, fm.lowContrast.Errors(false)...)
		}
		r.Access = append(r.Access, accessChanges(b)...)
	}
	for _, b := range i.brands {
		for _, m := range b.staying {
			if m.status == Changed {
				r.Manuals = append(r.Manuals, i.storedReport(b, m.Settings, Changed))
			}
			if m.isKept {
				r.Kept = append(r.Kept, KeptManual{b.Slug, m.Slug, m.ID, m.SeedPath})
			}
		}
	}
	for _, b := range i.brands {
		for _, head := range b.removed {
			r.Manuals = append(r.Manuals, i.storedReport(b, &head.Settings, Removed))
			if head.Published {
				r.Breaks = append(r.Breaks, fmt.Sprintf("%s.%s is removed", b.Slug, head.Slug))
			}
		}
	}
	r.Refused = i.options.RefuseBreaking && !i.options.AcceptBreaking && len(r.Breaks) > 0
	return r
}

// storedReport returns the report of a stored manual. If it is removed, so are its tokens.
func (i *importer) storedReport(b *nextBrand, m *manual.Settings, status Status) ManualReport {
	r := ManualReport{
		Brand: b.Slug, Slug: m.Slug, ID: m.ID, Status: status, Visibility: m.Visibility,
		Published: m.Published, Address: i.addressOf(b, m), Notes: []manual.Note{},
	}
	before := manual.NewTokenDocument()
	if status == Removed && m.Published {
		if model, err := i.storedModel(i.index.Manual(m.ID)); err == nil { // what is damaged has no tokens to tell of
			before, _ = tokensOf(model)
		}
	}
	r.Tokens = compareTokens(before, manual.NewTokenDocument())
	return r
}

// ErrBreaking is wrapped by the error of an import with [Options.RefuseBreaking] that removes or
// renames a token, a value in a mode or an anchor, changes a slug, or takes a manual from its
// readers.
var ErrBreaking = errors.New("the import would break what others use")

// breakingError returns an error that lists what an import breaks.
func (r *Report) breakingError() error {
	prune := ""
	if r.Count(Removed) > 0 {
		prune = " --prune"
	}
	return fmt.Errorf(
		"%w (`designmanual import --accept-breaking%s` with these files lets it through): %s", ErrBreaking, prune,
		strings.Join(r.Breaks, "; "),
	)
}
