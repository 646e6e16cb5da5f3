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
// A row is in the first slot that was free from the one on which the hash of
// its slug says. A brand of a few manuals has no table.
type slugTable []slot

// A slot is a row of a table. It says where the slug stands, too: so the
// processor does not wait for the row before it waits for that.
type slot struct {
	row  uint32 // zero for none, or its number plus one, and above it the topmost bits of the slug's hash
	slug uint32 // where it begins
}

const (
	searchedRows = 8 // as many need no table
	slotRowBits  = 24
	slotRows     = 1<<slotRowBits - 1
)

var slugSeed = maphash.MakeSeed()

// newSlugTable returns the table of the brand's rows. More than a slot can
// number are searched.
func newSlugTable(b *Brand) slugTable {
	rows := len(b.rows)
	if rows <= searchedRows || rows > slotRows {
		return nil
	}
	t := make(slugTable, 1<<bits.Len(uint(rows+rows/4))) // at most four fifths of them taken
	for i := range rows {
		at, mark := t.place(b.slug(i))
		for t[at].row != 0 {
			at = (at + 1) % len(t)
		}
		t[at] = slot{mark | uint32(i+1), b.rows[i].begins[slugText]}
	}
	return t
}

// place returns the slot on from which a slug is to be found, and its mark.
func (t slugTable) place(slug string) (at int, mark uint32) {
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
	for at, mark := t.place(slug); t[at].row != 0; at = (at + 1) % len(t) {
		s := t[at]
		if s.row&^slotRows != mark {
			continue
		}
		r := &b.rows[s.row&slotRows-1]
		if r.textLen(slugText) == len(slug) && b.texts[s.slug:int(s.slug)+len(slug)] == slug {
			return r
		}
	}
	return nil
}

// slug returns the slug of a row.
func (b *Brand) slug(i int) string { return b.loose(i).text(slugText) }

// loose returns a row with the brand's texts.
func (b *Brand) loose(i int) loose { return loose{&b.rows[i], b.texts} }
