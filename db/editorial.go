package db

import (
	"maps"
	"slices"

	"designmanual/db/manual"
)

// Editorial is what is kept of a manual for its administration and never
// read by the public side.
type Editorial struct {
	Anchors map[string]string    // section or block id to anchor, those kept off the page too
	Notes   []manual.Note        // what is not served as the seed file has it
	Tokens  manual.TokenDocument // with the section and block that each token comes from
	Parts   []Part               // of the page at the last import, those kept off it too
	Aliases map[string]string    // the id that a part without one would have now, to the one that it goes by
}

// A Part is a section, or a block of the section before it, where it stood on
// the page.
type Part struct {
	ID      string      `msgpack:"id"`
	Kind    manual.Kind `msgpack:"kind"`    // of a block; empty for a section
	Derived bool        `msgpack:"derived"` // the seed file gives no id
}

type (
	editorialRecord struct {
		Anchors []anchorRecord      `msgpack:"anchors"` // by id
		Parts   []Part              `msgpack:"parts"`
		Aliases []aliasRecord       `msgpack:"aliases"` // by the id that a part would have
		Notes   []manual.Note       `msgpack:"notes"`
		Groups  []manual.TokenGroup `msgpack:"groups"`
		Themes  []manual.Theme      `msgpack:"themes"`
	}
	anchorRecord struct {
		ID     string `msgpack:"id"`
		Anchor string `msgpack:"anchor"`
	}
	aliasRecord struct {
		From string `msgpack:"from"`
		ID   string `msgpack:"id"`
	}
)

func newEditorialRecord(ed Editorial) *editorialRecord {
	r := &editorialRecord{Parts: ed.Parts, Notes: ed.Notes, Groups: ed.Tokens.Groups[:], Themes: ed.Tokens.Themes}
	for _, id := range slices.Sorted(maps.Keys(ed.Anchors)) {
		r.Anchors = append(r.Anchors, anchorRecord{ID: id, Anchor: ed.Anchors[id]})
	}
	for _, from := range slices.Sorted(maps.Keys(ed.Aliases)) {
		r.Aliases = append(r.Aliases, aliasRecord{From: from, ID: ed.Aliases[from]})
	}
	return r
}

// editorial returns what the record holds; its Anchors are not nil. The error
// wraps [ErrDamaged] where the record has other groups than [manual.Groups].
func (r *editorialRecord) editorial() (Editorial, error) {
	ed := Editorial{Anchors: make(map[string]string), Parts: r.Parts, Notes: r.Notes, Tokens: manual.TokenDocument{Themes: r.Themes}}
	for _, a := range r.Anchors {
		ed.Anchors[a.ID] = a.Anchor
	}
	for _, a := range r.Aliases {
		if ed.Aliases == nil {
			ed.Aliases = make(map[string]string)
		}
		ed.Aliases[a.From] = a.ID
	}
	if copy(ed.Tokens.Groups[:], r.Groups); len(r.Groups) != len(ed.Tokens.Groups) {
		return Editorial{}, damaged("%d groups of tokens", len(r.Groups))
	}
	return ed, nil
}
