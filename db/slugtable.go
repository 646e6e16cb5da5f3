package db

import (
	"hash/maphash"
	"math/bits"
	"sort"
	"strings"
)

// A slugTable finds the entries of a brand by slug. A search of the entries
// would look at seven of a hundred, which among a hundred thousand manuals are
// as many waits for memory; the table looks at one. A map would take five
// times its room.
//
// A slot is zero, or the number of an entry plus one, and above it the topmost
// bits of the hash of its slug. An entry is in the first slot that was free
// from the one on which its hash says. A brand of a few manuals has no table.
type slugTable []uint32

const (
	searchedEntries = 8 // as many need no table
	slotEntryBits   = 24
	slotEntries     = 1<<slotEntryBits - 1
)

var slugSeed = maphash.MakeSeed()

// newSlugTable returns the table of the entries, which are sorted by slug.
// More than a slot can number are searched.
func newSlugTable(entries []Entry) slugTable {
	if len(entries) <= searchedEntries || len(entries) > slotEntries {
		return nil
	}
	t := make(slugTable, 1<<bits.Len(uint(2*len(entries)-1))) // at most half of them taken
	for i := range entries {
		slot, mark := t.place(entries[i].Slug())
		for t[slot] != 0 {
			slot = (slot + 1) % len(t)
		}
		t[slot] = mark | uint32(i+1)
	}
	return t
}

// place returns the slot on from which a slug is to be found, and its mark.
func (t slugTable) place(slug string) (slot int, mark uint32) {
	hash := maphash.String(slugSeed, slug)
	return int(hash % uint64(len(t))), uint32(hash>>32) &^ slotEntries
}

// find returns the entry of that slug, or nil.
func (t slugTable) find(entries []Entry, slug string) *Entry {
	if t == nil {
		i, found := sort.Find(len(entries), func(i int) int { return strings.Compare(slug, entries[i].Slug()) })
		if !found {
			return nil
		}
		return &entries[i]
	}
	for slot, mark := t.place(slug); t[slot] != 0; slot = (slot + 1) % len(t) {
		if t[slot]&^slotEntries != mark {
			continue
		}
		if e := &entries[t[slot]&slotEntries-1]; e.Slug() == slug {
			return e
		}
	}
	return nil
}
