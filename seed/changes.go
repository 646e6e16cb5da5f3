package seed

import (
	"reflect"

	"designmanual/db/manual"
	"designmanual/tokenize/difference"
)

// compareTokens compares the tokens of a manual before and after.
func compareTokens(before, after manual.TokenDocument) TokenDifference {
	d := difference.Between(difference.Of(&before), difference.Of(&after))
	return TokenDifference{d, d.Breaking()}
}

// releaseChanges returns how the releases of a manual differ from those that are stored.
func (fm *fileManual) releaseChanges() (changes []ReleaseChange) {
	if fm.stored == nil {
		return nil
	}
	before := make(map[string]manual.Release, len(fm.stored.Releases))
	for _, r := range fm.stored.Releases {
		before[r.Version] = r
	}
	for _, r := range fm.head.Releases {
		earlier, known := before[r.Version]
		delete(before, r.Version)
		if !known {
			changes = append(changes, ReleaseChange{r.Version, New})
		} else if !reflect.DeepEqual(earlier, r) {
			changes = append(changes, ReleaseChange{r.Version, Changed})
		}
	}
	for _, r := range fm.stored.Releases {
		if _, gone := before[r.Version]; gone {
			changes = append(changes, ReleaseChange{r.Version, Removed})
		}
	}
	return changes
}

// accessChanges returns the changes of a brand's declared tokens.
func accessChanges(b *nextBrand) []AccessChange {
	if b.stored == nil {
		return nil
	}
	before := make(map[string]manual.DeclaredToken, len(b.stored.Access))
	for _, t := range b.stored.Access {
		before[t.ID] = t
	}
	var changes []AccessChange
	for _, t := range b.Access {
		earlier, known := before[t.ID]
		delete(before, t.ID)
		if !known {
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, New})
		} else if earlier.Sum != t.Sum || earlier.Name != t.Name || !earlier.Expires.Equal(t.Expires) {
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, Changed})
		}
	}
	for _, t := range b.stored.Access {
		if _, gone := before[t.ID]; gone {
			changes = append(changes, AccessChange{b.Slug, t.ID, t.Name, Removed})
		}
	}
	return changes
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
