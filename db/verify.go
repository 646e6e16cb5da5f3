package db

import (
	"context"
	"fmt"
)

// A Problem is one thing that is wrong with a store. Fields that do not apply
// are empty.
type Problem struct {
	Brand  string // slug
	Manual string // id
	Kind   string // a document's kind, "model", "editorial", "seed", "file" or "object"
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // no manual is affected, and nothing needs to be done
}

// Verify reads the whole store and calls report for every problem: damaged records,
// objects and files, objects that nothing refers to, pages that are used twice or not
// at all. Updates wait for it. The error says why Verify could not finish; problems are
// not errors.
func (d *DB) Verify(ctx context.Context, report func(Problem)) error {
	err := d.lock(ctx, "a check of the whole database")
	if err == nil {
		defer d.unlock()
		err = d.view(func(b *boltTx) error { return b.verify(ctx, report) })
	}
	if err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	return nil
}

func (b *boltTx) verify(ctx context.Context, report func(Problem)) error {
	damaged, ix := false, b.d.Index()
	check := func(p Problem, check func() error) {
		if err := catchPanic(check); err != nil {
			p.Text = err.Error()
			damaged = damaged || !p.Harmless
			report(p)
		}
	}
	check(Problem{}, func() error {
		_, err := b.load()
		return err
	})
	checked := make(map[sum]bool)
	for brand := range ix.Brands() {
		for e := range brand.Manuals() {
			for name, kind := range e.objects() {
				if !checked[name] {
					check(Problem{Brand: brand.Slug, Manual: e.ID, Kind: kind, Harmless: kind == seedObject}, func() error {
						return readError(e, kind, b.verifyObject(e, name, kind))
					})
				}
				checked[name] = true
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	check(Problem{}, func() error { return b.verifyUnreferenced(ix, report) })
	check(Problem{}, func() error {
		warning, err := b.d.checkMeta()
		if warning != "" {
			report(Problem{Text: warning, Harmless: true})
		}
		return err
	})
	if !damaged { // which makes the check panic
		for err := range b.Check() { // for pages that are used twice or not at all
			report(Problem{Text: fmt.Sprintf("%v (%v)", err, ErrDamaged)})
		}
	}
	return nil
}

// verifyObject checks an object that an entry names.
func (b *boltTx) verifyObject(e *Manual, name sum, kind string) error {
	err := b.check(e, name)
	if err == nil {
		return nil
	}
	if kind == seedObject {
		return fmt.Errorf("what is remembered of its seed file, which the next import reads again: %w", err)
	}
	for f, list := range e.files() {
		if kind == fileObject && (name == f.Sum || name == list) {
			return fmt.Errorf("the file %s: %w", f.Ref, err)
		}
	}
	return err
}

// verifyUnreferenced reports what belongs to no brand or manual.
func (b *boltTx) verifyUnreferenced(ix *Index, report func(Problem)) error {
	err := b.forEach(func(slug string, _ []byte) error {
		if ix.brands[slug] == nil {
			report(Problem{Brand: slug, Text: "snapshots of a brand that does not exist"})
		}
		return nil
	}, snapshotsBucket)
	if err != nil {
		return err
	}
	left, err := b.allObjects()
	if err == nil {
		_, err = b.keepReferenced(left, ix)
	}
	if err == nil && len(left) > 0 {
		report(Problem{Kind: "object", Harmless: true, Text: fmt.Sprintf("an interrupted import has left content that belongs to no manual (objects: %d)", len(left))})
	}
	return err
}
