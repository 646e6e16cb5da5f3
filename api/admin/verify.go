package admin

import (
	"context"
	"errors"
	"strings"
	"sync"

	"designmanual/db"
	"designmanual/db/manual"
)

// A Diagnosis says whether a store is sound.
type Diagnosis struct {
	Sound bool `json:"sound"`
	Counts
	Problems []Problem `json:"problems"`
}

// Counts are what a store holds.
type Counts struct {
	Brands  int `json:"brands"`
	Manuals int `json:"manuals"`
	Tokens  int `json:"tokens"` // access tokens
}

// A Problem is one thing that is wrong with a store. What does not apply is
// empty.
type Problem struct {
	Brand  string `json:"brand"`  // slug
	Manual string `json:"manual"` // slug
	ID     string `json:"id"`     // of the manual
	Kind   string `json:"kind"`   // of the record
	Text   string `json:"text"`   // what is wrong
	Remedy string `json:"remedy"` // what to do, a sentence
}

// What to do about damage. A document is made of the seed file and nothing
// else; all other records hold what no file has.
const (
	remedyDocument = "Import the manual's seed file again, or put a backup in place with `designmanual restore`."
	remedyNothing  = "Nothing needs to be done."
	remedyRemoved  = "It has been removed."
	remedyRestore  = "Put a backup in place with `designmanual restore`."
)

// Unopened is the diagnosis of a store that does not open.
func Unopened(err error) Diagnosis {
	return Diagnosis{Problems: []Problem{{Text: bare(err.Error()), Remedy: remedyRestore}}}
}

func (h *Handler) verify(ctx context.Context, _ None) (Diagnosis, error) {
	index := h.Store.Index()
	d := Diagnosis{Sound: true, Counts: Count(index), Problems: []Problem{}}
	add := func(found db.Problem) {
		d.Sound = d.Sound && found.Harmless
		d.Problems = append(d.Problems, problem(index, found))
	}
	err := h.Store.Verify(ctx, add)
	switch {
	case errors.Is(err, db.ErrDamaged):
		add(db.Problem{Text: err.Error()})
	case err != nil:
		return d, err
	default:
		sweep := sync.OnceValue(func() error { _, err := h.Store.SweepFiles(ctx); return err })
		for i, p := range d.Problems {
			if p.Kind == "file" && p.Remedy == remedyNothing && sweep() == nil { // else the next import does it
				d.Problems[i].Remedy = remedyRemoved
			}
		}
	}
	h.Log.Info("database verified", "sound", d.Sound, "problems", len(d.Problems))
	return d, nil
}

// problem names the manual of a problem and says what to do.
func problem(index *db.Index, found db.Problem) Problem {
	p := Problem{Brand: found.Brand, ID: found.Manual, Kind: found.Kind, Text: bare(found.Text), Remedy: remedyRestore}
	if found.Harmless {
		p.Remedy = remedyNothing
	}
	if e := index.Entry(found.Manual); e != nil {
		p.Manual = e.Slug
		if _, ok := e.Document(manual.DocumentKind(found.Kind)); ok || found.Kind == "file" {
			p.Remedy = remedyDocument
		}
	}
	return p
}

// bare is what is wrong without the advice that errors of damage end with:
// it is given once.
func bare(text string) string {
	return strings.ReplaceAll(text, " ("+db.ErrDamaged.Error()+")", "")
}

// Count counts what a store holds.
func Count(index *db.Index) (c Counts) {
	for b := range index.Brands() {
		c.Brands++
		for range b.Manuals() {
			c.Manuals++
		}
	}
	for range index.Tokens() {
		c.Tokens++
	}
	return c
}
