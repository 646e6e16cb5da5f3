package seed

import (
	"fmt"
	"reflect"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
)

// compareStored compares a manual with the stored one: whether it changes, which of its tokens change, and what it
// takes from those who use it: tokens or their values, anchors, the slug, or the right to read. If the
// manual is new, was not published, or is damaged in the store, nothing breaks and all tokens are new.
func (i *importer) compareStored(b *nextBrand, fm *fileManual, head *db.Head) (manualChange, error) {
	if fm.stored == nil {
		return manualChange{status: New, difference: compareTokens(manual.NewTokenDocument(), fm.tokens)}, nil
	}
	change := manualChange{status: Unchanged, draftChanged: !fm.damaged && fm.stored.DraftHash != head.DraftHash}
	if fm.damaged || !head.ServesSame(fm.stored) || pageSettingsDiffer(b) {
		change.status = Changed
	}
	if fm.damaged || !fm.stored.Published {
		change.difference = compareTokens(manual.NewTokenDocument(), fm.tokens)
		return change, nil
	}
	change.lost = i.lostBySettings(fm)
	if fm.stored.ServedHash == head.ServedHash { // tokens and anchors are the same: the lists of the report are empty
		change.difference = compareTokens(manual.NewTokenDocument(), manual.NewTokenDocument())
		return change, nil
	}
	before, err := i.storedModel(fm.stored)
	if err != nil {
		return manualChange{}, err
	}
	tokens, err := tokensOf(before)
	if err != nil {
		return manualChange{}, err
	}
	change.difference = compareTokens(tokens, fm.tokens)
	if fm.model != nil { // else lostBySettings has said that the manual is not published any more
		change.lost = append(change.lost, lostAnchors(before, fm.model)...)
	}
	return change, nil
}

// lostAnchors says which anchors a published manual has no more.
func lostAnchors(before, after *manual.Manual) []string {
	anchorsNow := make(map[string]bool)
	for _, a := range anchorsOf(after) {
		anchorsNow[a] = true
	}
	var lost []string
	for _, a := range anchorsOf(before) {
		if !anchorsNow[a] {
			lost = append(lost, "anchor "+a+" is removed")
		}
	}
	return lost
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

// compareTokens compares the tokens of a manual before and after.
func compareTokens(before, after manual.TokenDocument) TokenDifference {
	d := difference.Between(difference.Of(&before), difference.Of(&after))
	return TokenDifference{d, d.Breaking()}
}

// tokensOf returns the tokens of a model. A nil model has none.
func tokensOf(m *manual.Manual) (manual.TokenDocument, error) {
	if m == nil {
		return manual.NewTokenDocument(), nil
	}
	sections, err := content.Sections(m)
	if err != nil {
		return manual.TokenDocument{}, err
	}
	tokens, _, err := tokenize.Document(sections)
	return tokens, err
}

// releaseChanges returns how the releases of a manual differ from those that are stored.
func (fm *fileManual) releaseChanges() []ReleaseChange {
	if fm.stored == nil {
		return nil
	}
	version := func(r manual.StoredRelease) string { return r.Version }
	isSame := func(a, b manual.StoredRelease) bool { return reflect.DeepEqual(a, b) }
	var changes []ReleaseChange
	compareLists(fm.stored.Releases, fm.storedReleases(), version, isSame, func(r manual.StoredRelease, s Status) {
		changes = append(changes, ReleaseChange{r.Version, s})
	})
	return changes
}

// accessChanges returns the changes of a brand's declared access tokens.
func accessChanges(b *nextBrand) []AccessChange {
	if b.stored == nil {
		return nil
	}
	id := func(t manual.DeclaredToken) string { return t.ID }
	isSame := func(a, b manual.DeclaredToken) bool {
		return a.Sum == b.Sum && a.Name == b.Name && a.Expires.Equal(b.Expires)
	}
	var changes []AccessChange
	compareLists(b.stored.DeclaredTokens, b.DeclaredTokens, id, isSame, func(t manual.DeclaredToken, s Status) {
		changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, s})
	})
	return changes
}

// compareLists calls report for each entry of a list that is new, for each that differs from the one
// of the same key before, and then for those that are gone.
func compareLists[T any](
	before, after []T, key func(T) string, isSame func(a, b T) bool, report func(entry T, s Status),
) {
	left := make(map[string]T, len(before))
	for _, entry := range before {
		left[key(entry)] = entry
	}
	for _, entry := range after {
		earlier, known := left[key(entry)]
		delete(left, key(entry))
		if !known {
			report(entry, New)
		} else if !isSame(earlier, entry) {
			report(entry, Changed)
		}
	}
	for _, entry := range before {
		if _, gone := left[key(entry)]; gone {
			report(entry, Removed)
		}
	}
}

// anchorsOf returns the anchors of a manual's sections and blocks.
func anchorsOf(m *manual.Manual) []string {
	var anchors []string
	for _, s := range m.Sections {
		anchors = append(anchors, s.Anchor)
		for _, b := range s.Blocks {
			anchors = append(anchors, b.Anchor)
		}
	}
	return anchors
}
