package seed

import (
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// compareStored compares a manual with the stored one, and finds what others may use of that and is
// gone: tokens and their values, anchors, its slug, and its readers.
func (i *importer) compareStored(b *nextBrand, fm *fileManual, head *db.Head) (manualChange, error) {
	if fm.stored == nil {
		return manualChange{status: New, difference: fm.allAdded}, nil
	}
	out := manualChange{status: Unchanged, difference: fm.allAdded}
	if fm.damaged || !head.Same(fm.stored) || brandDiffers(b) {
		out.status = Changed
	}
	if !fm.stored.Published || fm.damaged {
		return out, nil
	}
	var before *manual.Manual // nil if it serves the same now: then tokens and anchors are the same
	var err error
	if fm.stored.ServedSum != head.ServedSum {
		if before, err = i.storedModel(fm.stored); err != nil {
			return out, err
		}
	}
	if out.difference, err = fm.compareTokensOf(before); err != nil {
		return out, err
	}
	out.breaks = out.difference.Breaks()
	if out.status != Changed {
		return out, nil
	}
	if fm.stored.Slug != head.Slug {
		out.breaks = append(out.breaks, fmt.Sprintf("the slug %s becomes %s", fm.stored.Slug, head.Slug))
	}
	if !head.Published {
		out.breaks = append(out.breaks, "it is not published any more")
		return out, nil
	}
	if lost := i.lostReaders(fm); lost != "" {
		out.breaks = append(out.breaks, lost)
	}
	if before == nil {
		return out, nil
	}
	now := make(map[string]bool)
	for _, a := range anchorsOf(fm.model) {
		now[a] = true
	}
	for _, a := range anchorsOf(before) {
		if !now[a] {
			out.breaks = append(out.breaks, "anchor "+a+" is removed")
		}
	}
	return out, nil
}

func (i *importer) storedModel(m *db.Head) (*manual.Manual, error) {
	stored, err := i.tx.Content(m)
	if err != nil {
		return nil, err
	}
	return stored.Model()
}

// lostReaders says which change of a published manual takes it from its readers, or nothing.
func (i *importer) lostReaders(fm *fileManual) string {
	before, after := fm.stored.Visibility, fm.head.Visibility
	if before.Open() && !after.Open() || before == manual.Password && after == manual.Private {
		return fmt.Sprintf("it was %s and is %s", before, after)
	}
	if before == manual.Password && after == before && fm.stored.Password != "" && fm.head.Password == "" {
		return "it has no password any more, so that nobody can enter one"
	}
	if !fm.stored.Expired(i.now) && fm.head.Expired(i.now) {
		return "it has ended"
	}
	return ""
}

// compareTokensOf compares the tokens of a manual of a file with those of its stored model, nil if they are
// the same.
func (fm *fileManual) compareTokensOf(before *manual.Manual) (TokenDifference, error) {
	if before == nil {
		return compareTokens(manual.NewTokenDocument(), manual.NewTokenDocument()), nil
	}
	tokensBefore, err := tokensOf(before)
	var d TokenDifference
	if err != nil {
		return d, err
	}
	tokensAfter, err := tokensOf(fm.model)
	if err != nil {
		return d, err
	}
	return compareTokens(tokensBefore, tokensAfter), nil
}
