package db

import (
	"crypto/sha256"
	"maps"
	"slices"

	"designmanual/db/manual"
)

// Editorial is the data of a manual that only its administration reads.
type Editorial struct {
	Anchors map[string]string    // section or block id to anchor, of unpublished parts too
	Notes   []manual.Note        // where the published manual differs from the seed file
	Tokens  manual.TokenDocument // with the section and block of each token
	Parts   []Part               // of the page at the last import, with unpublished ones
	Aliases map[string]string    // for parts without an id in the seed file: the id derived now, to the id kept from an earlier import
}

// A Part is a section, or a block of the last section before it.
type Part struct {
	ID      string      `msgpack:"id"`
	Kind    manual.Kind `msgpack:"kind"`    // of a block; empty for a section
	Derived bool        `msgpack:"derived"` // the seed file has no id for it
}

type (
	editorialRecord struct {
		Anchors []anchorRecord      `msgpack:"anchors"` // by id
		Parts   []Part              `msgpack:"parts"`
		Aliases []aliasRecord       `msgpack:"aliases"` // by From
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

// editorial returns the content of the record; its Anchors are never nil. The
// error wraps [ErrDamaged] if the number of groups is wrong.
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
		return Editorial{}, damageErrorf("%d groups of tokens", len(r.Groups))
	}
	return ed, nil
}

// PutEditorial stores the editorial data of a manual. The error wraps
// [ErrNotFound] when the manual has not been put.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	text := encodeMsgpack(nil, newEditorialRecord(ed))
	edited := sum(sha256.Sum256(text))
	return tx.write("writing the editorial data of manual "+id, func() error {
		e, err := tx.known(brand, id)
		if err != nil || e.edited == edited && len(tx.d.missing(slices.Values([]sum{e.editorial}))) == 0 {
			return err
		}
		content := compress(text)
		next := *e
		next.editorial, next.edited = sha256.Sum256(content), edited
		tx.putManual(brand, &next)
		_, err = tx.putObjects(map[sum][]byte{next.editorial: content})
		return err
	})
}
