package seed

import (
	"reflect"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
)

// compareTokens compares the tokens of a manual before and after.
func compareTokens(before, after manual.TokenDocument) TokenDifference {
	d := difference.Between(difference.Of(&before), difference.Of(&after))
	return TokenDifference{d, d.Breaking()}
}

// tokensOf returns the tokens of a model, none for nil.
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
