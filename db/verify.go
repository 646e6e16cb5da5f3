package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"designmanual/db/manual"
)

// A Problem is one thing that is wrong with a store. What does not apply is
// empty.
type Problem struct {
	Brand  string // slug
	Manual string // id
	Kind   string // of the record: a document's kind, "head", "model", "editorial", "brand", "access", "file", …
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // nothing that belongs to a manual is lost, and nothing needs to be done
}

// Verify reads the whole store and calls report for everything that is
// wrong: a record whose hash does not hold, one that is not the one its head
// speaks of, one that nothing speaks of, a file that is not what its hash
// says, a page that is used twice or lost. Updates wait until it is done. The
// error is for what kept it from looking; problems are none.
func (d *DB) Verify(ctx context.Context, report func(Problem)) error {
	if err := d.lock(ctx); err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	defer d.unlock()
	return d.View(ctx, func(tx *Tx) error {
		v := &verification{Tx: tx, files: make(map[string]bool)}
		v.report = func(p Problem) {
			v.damaged = v.damaged || !p.Harmless
			report(p)
		}
		v.try(Problem{}, func() error {
			_, err := tx.load()
			return err
		})
		for b := range tx.index.Brands() {
			for e := range b.Manuals() {
				v.manual(e)
				if ctx.Err() != nil {
					return fmt.Errorf("verifying the database: %w", context.Cause(ctx))
				}
			}
		}
		v.strays()
		v.pages()
		return nil
	})
}

// A verification is a run of Verify.
type verification struct {
	*Tx
	report  func(Problem)
	damaged bool
	files   map[string]bool // those that manuals name, by their SHA-256
}

// try runs a step on pages and reports its error.
func (v *verification) try(p Problem, step func() error) {
	if err := guard(step); err != nil {
		p.Text = err.Error()
		v.report(p)
	}
}

// manual checks a manual's head and every record and file that it speaks of.
func (v *verification) manual(e *Entry) {
	check := func(kind string, step func() error) {
		v.try(Problem{Brand: e.Brand.Slug, Manual: e.ID, Kind: kind}, step)
	}
	check(headKind, func() error { return v.read(e, headKind, new(Head)) })
	for _, head := range e.Documents {
		check(string(head.Kind), func() error {
			body, err := v.Body(e, head.Kind)
			if err == nil && sha256.Sum256(body) != head.Sum {
				err = damaged("%s/%s: %s: it is another document than its head says", e.Brand.Slug, e.ID, head.Kind)
			}
			return err
		})
	}
	if e.Model != (sum{}) {
		check(modelKind, func() error {
			_, err := v.Model(e)
			return err
		})
	}
	check(editorialKind, func() error {
		_, err := v.Editorial(e)
		return err
	})
	for _, f := range e.Files {
		if key := string(f.Sum[:]); !v.files[key] {
			v.files[key] = true
			check("file", func() error {
				switch err := v.checkFile(f.Sum); {
				case errors.Is(err, ErrNotFound):
					return damaged("the file %s is missing", f.Ref)
				case err != nil:
					return fmt.Errorf("the file %s: %w", f.Ref, err)
				}
				return nil
			})
		}
	}
}

// strays reports what lies in the file and belongs to nothing.
func (v *verification) strays() {
	for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
		for _, brand := range v.keys(name) {
			b := v.index.brands[brand]
			if b == nil {
				v.report(Problem{Brand: brand, Text: "a bucket of " + name + " for a brand that there is not"})
				continue
			}
			for _, id := range v.keys(name, brand) {
				e := v.index.Entry(id)
				if e == nil || e.Brand != b {
					v.report(Problem{Brand: brand, Manual: id, Text: "a key of " + name + " for a manual that there is not"})
				} else if name == snapshotsBucket {
					v.others(e)
				}
			}
		}
	}
	v.try(Problem{}, func() error {
		files, err := v.orphans(v.index)
		for _, key := range files {
			v.report(Problem{Kind: "file", Text: fmt.Sprintf("the file %.8x belongs to no manual", key), Harmless: true})
		}
		return err
	})
}

// others reports the records of a manual's snapshot that its head does not
// speak of.
func (v *verification) others(e *Entry) {
	for _, kind := range v.keys(snapshotsBucket, e.Brand.Slug, e.ID) {
		_, known := e.Document(manual.DocumentKind(kind))
		if kind != modelKind && !known {
			v.report(Problem{Brand: e.Brand.Slug, Manual: e.ID, Kind: kind, Text: "a record that its head does not speak of"})
		}
	}
}

// keys returns the keys of the bucket at that path, if there is one.
func (v *verification) keys(path ...string) (keys []string) {
	v.try(Problem{}, func() error {
		return v.each(func(key string, _ []byte) error {
			keys = append(keys, key)
			return nil
		}, path...)
	})
	return keys
}

// pages checks the first two pages, and has bbolt check which others are in
// use, free and lost, which it can where all of them are sound.
func (v *verification) pages() {
	v.try(Problem{}, func() error {
		torn, err := v.d.torn()
		if torn {
			v.report(Problem{Text: tornWarning, Harmless: true})
		}
		return err
	})
	if v.damaged {
		return
	}
	for err := range v.bolt.Check() {
		v.report(Problem{Text: fmt.Sprintf("%v (%v)", err, ErrDamaged)})
	}
}
