package admin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"designmanual/db"
)

// A Diagnosis is the result of [Verify].
type Diagnosis struct {
	Sound bool `json:"sound"`
	Counts
	Problems []Finding `json:"problems"`
}

// Counts are the numbers of things in a store.
type Counts struct {
	Brands  int `json:"brands"`
	Manuals int `json:"manuals"`
	Tokens  int `json:"tokens"` // access tokens
}

// A Finding is a fault of a store. Fields that do not apply are empty.
type Finding struct {
	Brand  string `json:"brand"`  // slug
	Manual string `json:"manual"` // slug
	ID     string `json:"id"`     // of the manual
	Kind   string `json:"kind"`   // of the record, or unchecked
	Text   string `json:"text"`   // what is wrong
	Remedy string `json:"remedy"` // what to do, a sentence
}

// The remedies. A document can be made again from its seed file; other records
// cannot.
const (
	remedyDocument = "Import the manual's seed file again, or put a backup in place with `designmanual restore`."
	remedyNothing  = "Nothing needs to be done."
	remedyRestore  = "Put a backup in place with `designmanual restore`."
	remedySpace    = "Let TMPDIR name a folder that has space for a copy of the database, and ask again."
)

// kindUnchecked is the kind of a finding that says what was not checked.
const kindUnchecked = "unchecked"

// Unopened returns the diagnosis of a store that cannot be opened.
func Unopened(err error) Diagnosis {
	return Diagnosis{Problems: []Finding{{Text: withoutAdvice(err.Error()), Remedy: remedyRestore}}}
}

func (h *Handler) verify(ctx context.Context, _ None) (Diagnosis, error) {
	index := h.Store.Index()
	d := Diagnosis{Sound: true, Counts: Count(index), Problems: []Finding{}}
	add := func(found db.Defect) {
		d.Sound = d.Sound && found.Harmless
		d.Problems = append(d.Problems, newFinding(index, found))
	}
	err := h.Store.Verify(ctx, add)
	if err != nil && !errors.Is(err, db.ErrDamaged) {
		return d, err
	}
	if err != nil {
		add(db.Defect{Text: err.Error()})
	} else if err := h.verifyPages(ctx, add); ctx.Err() != nil {
		return d, ctx.Err()
	} else if err != nil {
		d.Sound = false
		d.Problems = append(d.Problems, Finding{Kind: kindUnchecked, Text: err.Error(), Remedy: remedySpace})
	}
	h.Log.Info("database verified", "sound", d.Sound, "problems", len(d.Problems))
	return d, nil
}

// verifyPages checks the pages of a copy of the store. An error says that they were not checked, as
// where no disk has space for the copy: what the records have is told all the same.
func (h *Handler) verifyPages(ctx context.Context, add func(db.Defect)) error {
	copied, err := h.copyToCheck(ctx)
	if err != nil {
		return err
	}
	defer os.Remove(copied)
	if err := h.PageCheck(ctx, copied); err != nil {
		add(db.Defect{Kind: "page", Text: err.Error()})
	}
	return nil
}

// Unchecked reports whether nothing is wrong with what could be checked.
func (d Diagnosis) Unchecked() bool {
	return !slices.ContainsFunc(d.Problems, func(f Finding) bool {
		return f.Kind != kindUnchecked && f.Remedy != remedyNothing
	})
}

// copyToCheck makes a copy of the store whose pages can be checked, since nobody else may open
// the file itself. The caller removes it.
func (h *Handler) copyToCheck(ctx context.Context) (string, error) {
	file, err := h.writeTemporary(func(file *os.File) error { return h.Store.CopyBoltPages(ctx, file) })
	if err != nil {
		return "", fmt.Errorf("the pages of the database were not checked: %w", err)
	}
	if err := file.Close(); err != nil { // before another process opens it
		_ = os.Remove(file.Name())
		return "", fmt.Errorf("the pages of the database were not checked: %w", err)
	}
	return file.Name(), nil
}

// newFinding adds the slug of the manual and a remedy to a newFinding.
func newFinding(index *db.Index, found db.Defect) Finding {
	p := Finding{
		Brand: found.Brand, ID: found.Manual, Kind: found.Kind, Text: withoutAdvice(found.Text), Remedy: remedyRestore,
	}
	if found.Harmless {
		p.Remedy = remedyNothing
	}
	if m := index.Manual(found.Manual); m != nil {
		p.Manual = m.Slug
		if found.Kind == "content" || found.Kind == "file" {
			p.Remedy = remedyDocument
		}
	}
	return p
}

// withoutAdvice removes the advice that db adds to errors about damage, since each
// finding has a remedy.
func withoutAdvice(text string) string {
	return strings.ReplaceAll(text, " ("+db.ErrDamaged.Error()+")", "")
}

// Count counts the brands, manuals and access tokens of a store.
func Count(index *db.Index) Counts {
	var c Counts
	for b := range index.Brands() {
		c.Brands++
		for range b.Manuals() {
			c.Manuals++
		}
	}
	for range index.AccessTokens() {
		c.Tokens++
	}
	return c
}
