package db

import (
	"bytes"
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
		Anchors []anchorRecord `msgpack:"anchors"` // by id
		Parts   []Part         `msgpack:"parts"`
		Aliases []aliasRecord  `msgpack:"aliases"` // by From
		Notes   []manual.Note  `msgpack:"notes"`
		manual.TokenDocument
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
	r := &editorialRecord{Parts: ed.Parts, Notes: ed.Notes, TokenDocument: ed.Tokens}
	for _, id := range slices.Sorted(maps.Keys(ed.Anchors)) {
		r.Anchors = append(r.Anchors, anchorRecord{ID: id, Anchor: ed.Anchors[id]})
	}
	for _, from := range slices.Sorted(maps.Keys(ed.Aliases)) {
		r.Aliases = append(r.Aliases, aliasRecord{From: from, ID: ed.Aliases[from]})
	}
	return r
}

func (r *editorialRecord) editorial() Editorial {
	ed := Editorial{Anchors: make(map[string]string), Parts: r.Parts, Notes: r.Notes, Tokens: r.TokenDocument}
	for _, a := range r.Anchors {
		ed.Anchors[a.ID] = a.Anchor
	}
	if len(r.Aliases) > 0 {
		ed.Aliases = make(map[string]string)
	}
	for _, a := range r.Aliases {
		ed.Aliases[a.From] = a.ID
	}
	return ed
}

// Editorial returns the editorial data of the entry's manual, empty if none was
// put; its Anchors are never nil. Errors are those of [Tx.Model].
func (tx *Tx) Editorial(e *Manual) (Editorial, error) {
	record := editorialRecord{TokenDocument: manual.NewTokenDocument()}
	var err error
	if !e.names.Editorial.IsZero() {
		err = tx.decode(e, editorialObject, e.names.Editorial, &record)
	}
	return record.editorial(), err
}

// PutEditorial stores the editorial data of a manual. The error wraps
// [ErrNotFound] when the manual has not been put.
func (tx *Tx) PutEditorial(brand, id string, ed Editorial) error {
	name, content := encodeObject(newEditorialRecord(ed))
	return tx.putNamed("writing the editorial data of manual "+id, brand, []string{id}, map[sum][]byte{name: content},
		func(e *Manual) { e.names.Editorial = name })
}

// A Seed is what an import remembers of a seed file from which it has built manuals,
// so that a later one need not read the file while nothing has changed.
type Seed struct {
	Name     string       `msgpack:"name"`     // of the file
	Sum      [32]byte     `msgpack:"sum"`      // of the file and of what else its check depends on
	Rules    [32]byte     `msgpack:"rules"`    // of the program and the options that checked it
	Brand    string       `msgpack:"brand"`    // slug
	Settings [32]byte     `msgpack:"settings"` // of the brand's settings in the file; zero without them
	Context  [32]byte     `msgpack:"context"`  // of what else the manuals depend on
	Manuals  []SeedManual `msgpack:"manuals"`
	Assets   []SeedAsset  `msgpack:"assets"`
	Links    []string     `msgpack:"links"` // relative addresses in its rich text

	object sum
}

// A SeedManual is a manual of a seed file.
type SeedManual struct {
	ID    string        `msgpack:"id"`
	Notes []manual.Note `msgpack:"notes"` // where it differs from the seed file
}

// A SeedAsset is a file that a seed file refers to.
type SeedAsset struct {
	manual.File        // without Ref; of a text only Sum
	Path        string `msgpack:"path"`     // in the folder of the seed file
	Identity    string `msgpack:"identity"` // of the state of the file that was read, or empty
}

// Seeds returns what imports remember of seed files. It leaves out what is missing or
// damaged.
func (tx *Tx) Seeds() (seeds []*Seed) {
	known := make(map[sum]bool)
	for _, e := range tx.index.ids {
		if e.names.Seed.IsZero() || known[e.names.Seed] {
			continue
		}
		known[e.names.Seed] = true
		s := &Seed{object: e.names.Seed}
		if tx.decode(e, seedObject, e.names.Seed, s) == nil {
			seeds = append(seeds, s)
		}
	}
	return seeds
}

// BuiltFrom reports whether the store has the settings and the manuals of a seed file
// as the import has built them that remembers the file, and nothing of them is damaged.
func (tx *Tx) BuiltFrom(s *Seed) bool {
	b := tx.index.Brand(s.Brand)
	if b == nil || s.Settings != [32]byte{} && !bytes.Equal(b.Settings, s.Settings[:]) {
		return false
	}
	for _, m := range s.Manuals {
		if e := tx.index.Manual(m.ID); e == nil || e.Brand != b || e.names.Seed != s.object || !tx.Intact(e) {
			return false
		}
	}
	return true
}

// PutSeed remembers the seed file that manuals of a brand were built from, or nothing
// if it is nil. The error wraps [ErrNotFound] when a manual has not been put.
func (tx *Tx) PutSeed(brand string, ids []string, s *Seed) error {
	var name sum
	objects := make(map[sum][]byte)
	if s != nil {
		var content []byte
		name, content = encodeObject(s)
		objects[name] = content
	}
	return tx.putNamed("remembering a seed file", brand, ids, objects, func(e *Manual) { e.names.Seed = name })
}
