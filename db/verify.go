package db

import (
	"context"
	"errors"
	"fmt"

	"designmanual/db/manual"
)

// A Problem is one thing that is wrong with a store. Fields that do not apply
// are empty.
type Problem struct {
	Brand  string // slug
	Manual string // id
	Kind   string // of the record: a document's kind, "head", "model", "editorial", "brand", "access", "file", …
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // no manual is affected, and nothing needs to be done
}

// Verify reads the whole store and calls report for every problem: damaged
// records and files, records that differ from what their head says, records that
// nothing refers to, pages that are used twice or not at all. Updates wait for
// it. The error says why Verify could not finish; problems are not errors.
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
		v.check(Problem{}, func() error {
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
		v.unreferenced()
		v.pages()
		return nil
	})
}

// A verification is a call of Verify.
type verification struct {
	*Tx
	report  func(Problem)
	damaged bool
	files   map[string]bool // the checked ones, by their SHA-256
}

// check runs a check and reports its error as the text of p.
func (v *verification) check(p Problem, check func() error) {
	if err := catchPanic(check); err != nil {
		p.Text = err.Error()
		v.report(p)
	}
}

// manual checks the records and files of a manual, and reports records that its
// head does not have.
func (v *verification) manual(e *Entry) {
	check := func(kind string, check func() error) {
		v.check(Problem{Brand: e.Brand.Slug, Manual: e.ID, Kind: kind}, check)
	}
	check(headKind, func() error { return v.read(e, headKind, new(Head)) })
	for _, d := range e.Documents {
		check(string(d.Kind), func() error { return v.read(e, string(d.Kind), new(documentRecord)) })
	}
	for _, kind := range v.keys(snapshotsBucket, e.Brand.Slug, e.ID) {
		if _, known := e.Document(manual.DocumentKind(kind)); kind != modelKind && !known {
			v.report(Problem{Brand: e.Brand.Slug, Manual: e.ID, Kind: kind, Text: "a record that its head does not list"})
		}
	}
	if e.Model != (sum{}) {
		check(modelKind, func() error { return v.read(e, modelKind, new(modelRecord)) })
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
					return damageErrorf("the file %s is missing", f.Ref)
				case err != nil:
					return fmt.Errorf("the file %s: %w", f.Ref, err)
				}
				return nil
			})
		}
	}
}

// unreferenced reports buckets and files that belong to no brand or manual.
func (v *verification) unreferenced() {
	for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
		for _, brand := range v.keys(name) {
			b := v.index.brands[brand]
			if b == nil {
				v.report(Problem{Brand: brand, Text: "a bucket of " + name + " for a brand that does not exist"})
				continue
			}
			for _, id := range v.keys(name, brand) {
				if e := v.index.Entry(id); e == nil || e.Brand != b {
					v.report(Problem{Brand: brand, Manual: id, Text: "a key of " + name + " for a manual that does not exist"})
				}
			}
		}
	}
	v.check(Problem{}, func() error {
		files, err := v.orphans(v.index)
		for _, key := range files {
			v.report(Problem{Kind: "file", Text: fmt.Sprintf("the file %.8x belongs to no manual", key), Harmless: true})
		}
		return err
	})
}

// keys returns the keys of the bucket at a path.
func (v *verification) keys(path ...string) (keys []string) {
	v.check(Problem{}, func() error {
		return v.forEach(func(key string, _ []byte) error {
			keys = append(keys, key)
			return nil
		}, path...)
	})
	return keys
}

// pages checks the meta pages and, unless there is damage, which makes it
// panic, runs the check of bbolt for pages used twice or not at all.
func (v *verification) pages() {
	v.check(Problem{}, func() error {
		torn, err := v.d.metaTorn()
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
