package db

import (
	"hash/maphash"
	"math/bits"
	"sort"
	"strings"
)

// A slugTable finds the rows of a brand by slug. A search of the rows would
// look at seven of a hundred, which among a hundred thousand manuals are as
// many waits for memory; the table looks at one. A map would take five times
// its room.
//
// A slot is zero, or the number of a row plus one, and above it the topmost
// bits of the hash of its slug. A row is in the first slot that was free
// from the one on which its hash says. A brand of a few manuals has no table.
type slugTable []uint32

const (
	searchedRows = 8 // as many need no table
	slotRowBits  = 24
	slotRows     = 1<<slotRowBits - 1
)

var slugSeed = maphash.MakeSeed()

// newSlugTable returns the table of so many rows, whose slugs slug returns.
// More than a slot can number are searched.
func newSlugTable(rows int, slug func(i int) string) slugTable {
	if rows <= searchedRows || rows > slotRows {
		return nil
	}
	t := make(slugTable, 1<<bits.Len(uint(2*rows-1))) // at most half of them taken
	for i := range rows {
		slot, mark := t.place(slug(i))
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
	return int(hash % uint64(len(t))), uint32(hash>>32) &^ slotRows
}

// find returns the row of that slug, or nil.
func (b *Brand) find(slug string) *row {
	t := b.slugs
	if t == nil {
		i, found := sort.Find(len(b.rows), func(i int) int { return strings.Compare(slug, b.slug(i)) })
		if !found {
			return nil
		}
		return &b.rows[i]
	}
	for slot, mark := t.place(slug); t[slot] != 0; slot = (slot + 1) % len(t) {
		if i := int(t[slot]&slotRows) - 1; t[slot]&^slotRows == mark && b.slug(i) == slug {
			return &b.rows[i]
		}
	}
	return nil
}

// slug returns the slug of a row.
func (b *Brand) slug(i int) string { return b.loose(i).text(slugText) }

// loose returns a row with the brand's texts.
func (b *Brand) loose(i int) loose { return loose{&b.rows[i], b.texts} }
