package seed

import (
	"fmt"

	"designmanual/db"
	"designmanual/db/manual"
)

// compareStored compares a manual with the stored one: whether it changes, which of its tokens change, and what
// breaks for those who use it because it is gone: tokens and their values, anchors, its slug, its readers. If no
// stored one is published, or it is damaged, nothing breaks and all tokens are new.
func (i *importer) compareStored(b *nextBrand, fm *fileManual, head *db.Head) (manualChange, error) {
	compared := manualChange{status: fm.compareHead(b, head)}
	compared.draftChanged = fm.stored != nil && !fm.damaged && fm.stored.DraftHash != head.DraftHash
	if fm.stored == nil || fm.damaged || !fm.stored.Published {
		compared.difference = compareTokens(manual.NewTokenDocument(), fm.tokens)
		return compared, nil
	}
	if fm.stored.ServedHash == head.ServedHash { // so tokens and anchors are the same
		compared.difference = compareTokens(manual.NewTokenDocument(), manual.NewTokenDocument())
		compared.breaks = i.lostBySettings(fm)
		return compared, nil
	}
	before, err := i.storedModel(fm.stored)
	if err != nil {
		return compared, err
	}
	tokens, err := tokensOf(before)
	if err != nil {
		return compared, err
	}
	compared.difference = compareTokens(tokens, fm.tokens)
	compared.breaks = append(compared.difference.Breaks(), i.lostBySettings(fm)...)
	if fm.model == nil { // all of it is gone
		return compared, nil
	}
	anchorsNow := make(map[string]bool)
	for _, a := range anchorsOf(fm.model) {
		anchorsNow[a] = true
	}
	for _, a := range anchorsOf(before) {
		if !anchorsNow[a] {
			compared.breaks = append(compared.breaks, "anchor "+a+" is removed")
		}
	}
	return compared, nil
}

// compareHead returns whether the manual is new, changed or as it is stored.
func (fm *fileManual) compareHead(b *nextBrand, head *db.Head) Status {
	if fm.stored == nil {
		return New
	}
	if fm.damaged || !head.Same(fm.stored) || pageSettingsDiffer(b) {
		return Changed
	}
	return Unchanged
}

func (i *importer) storedModel(stored *db.Head) (*manual.Manual, error) {
	storedContent, err := i.tx.Content(stored)
	if err != nil {
		return nil, err
	}
	return storedContent.Model()
}

// lostBySettings says what others lose by a change of the manual's settings.
func (i *importer) lostBySettings(fm *fileManual) []string {
	var lost []string
	if fm.stored.Slug != fm.Slug {
		lost = append(lost, fmt.Sprintf("the slug %s becomes %s", fm.stored.Slug, fm.Slug))
	}
	if !fm.Published {
		return append(lost, "it is not published any more")
	}
	if readers := i.lostReaders(fm); readers != "" {
		lost = append(lost, readers)
	}
	return lost
}

// lostReaders says which change of a published manual takes it from its readers, or nothing.
func (i *importer) lostReaders(fm *fileManual) string {
	before, after := fm.stored.Visibility, fm.Visibility
	if before.ForAnyone() && !after.ForAnyone() || before == manual.Password && after == manual.Private {
		return fmt.Sprintf("it was %s and is %s", before, after)
	}
	if before == manual.Password && after == before && fm.stored.PasswordHash != "" && fm.PasswordHash == "" {
		return "it has no password any more, so that nobody can enter one"
	}
	if !fm.stored.Expired(i.now) && fm.Expired(i.now) {
		return "it has ended"
	}
	return ""
}
