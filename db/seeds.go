package db

import (
	"bytes"

	"designmanual/db/manual"
)

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
		if e.seed == (sum{}) || known[e.seed] {
			continue
		}
		known[e.seed] = true
		s := &Seed{object: e.seed}
		if tx.read(e, seedObject, func(b *boltTx) error { return b.decode(e.seed, s) }) == nil {
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
		if e := tx.index.Manual(m.ID); e == nil || e.Brand != b || e.seed != s.object || !tx.Intact(e) {
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
	return tx.write("remembering a seed file", func() error {
		for _, id := range ids {
			e, err := tx.known(brand, id)
			if err != nil {
				return err
			}
			next := *e
			next.seed = name
			tx.putManual(brand, &next)
		}
		_, err := tx.putObjects(objects)
		return err
	})
}
