package db

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// An idIndex has the manuals of an index by id. It is made when it is first
// asked for, since answering requests needs none.
type idIndex struct {
	once    sync.Once
	entries []Entry
}

// Entry returns the manual of that id, or the zero Entry.
func (ix *Index) Entry(id string) Entry {
	entries := ix.entriesByID()
	i, found := slices.BinarySearchFunc(entries, id, func(e Entry, id string) int { return cmp.Compare(e.ID(), id) })
	if !found {
		return Entry{}
	}
	return entries[i]
}

func (ix *Index) entriesByID() []Entry {
	if ix.ids == nil {
		return nil // the zero Index, which is empty
	}
	ix.ids.once.Do(func() {
		var all []Entry
		for _, b := range ix.brands {
			all = slices.AppendSeq(all, b.entries())
		}
		slices.SortFunc(all, compareID)
		ix.ids.entries = slices.Clip(all)
	})
	return ix.ids.entries
}

// replaceIDs makes the manuals by id out of those of old and of the brands
// touched. The error wraps [ErrConflict] when two have one id.
func (ix *Index) replaceIDs(old *Index, touched map[string]*brandChange) error {
	before := old.entriesByID()
	var fresh []Entry
	for slug := range touched {
		if b := ix.brands[slug]; b != nil {
			fresh = slices.AppendSeq(fresh, b.entries())
		}
	}
	slices.SortFunc(fresh, compareID)
	merged := make([]Entry, 0, len(before)+len(fresh))
	for _, e := range before {
		if touched[e.Brand.Slug] != nil {
			continue
		}
		for len(fresh) > 0 && fresh[0].ID() < e.ID() {
			merged, fresh = append(merged, fresh[0]), fresh[1:]
		}
		merged = append(merged, e)
	}
	merged = append(merged, fresh...)
	for i := 1; i < len(merged); i++ {
		if a, b := merged[i-1], merged[i]; a.ID() == b.ID() {
			return fmt.Errorf("manual %s is in the brands %s and %s: %w", a.ID(), a.Brand.Slug, b.Brand.Slug, ErrConflict)
		}
	}
	ix.ids = &idIndex{}
	ix.ids.once.Do(func() { ix.ids.entries = merged })
	return nil
}

func compareID(a, b Entry) int { return cmp.Compare(a.ID(), b.ID()) }
