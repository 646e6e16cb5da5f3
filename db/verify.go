package db

import (
	"context"
	"fmt"
	"maps"
)

// A Problem is one thing that is wrong with a store. Fields that do not apply
// are empty.
type Problem struct {
	Brand  string // slug
	Manual string // id
	Kind   string // a document's kind, "snapshot", "model", "editorial", "seed", "file" or "object"
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // no manual is affected, and nothing needs to be done
}

// Verify reads the whole store and calls report for every problem: damaged
// records, objects and files, objects that nothing refers to, pages that are used twice or not at all. Updates wait for
// it. The error says why Verify could not finish; problems are not errors.
func (d *DB) Verify(ctx context.Context, report func(Problem)) error {
	if err := d.lock(ctx, "a check of the whole database"); err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	defer d.unlock()
	v := &verification{d: d, ix: d.Index(), checked: make(map[sum]bool)}
	v.report = func(p Problem) {
		v.damaged = v.damaged || !p.Harmless
		report(p)
	}
	b, err := d.begin(false)
	if err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	defer b.end()
	v.check(Problem{}, func() error {
		_, err := b.load()
		return err
	})
	for brand := range v.ix.Brands() {
		for e := range brand.Manuals() {
			v.manual(b, e)
			if ctx.Err() != nil {
				return fmt.Errorf("verifying the database: %w", context.Cause(ctx))
			}
		}
	}
	v.unreferenced(b)
	v.pages(b)
	return nil
}

// A verification is a call of Verify.
type verification struct {
	d       *DB
	ix      *Index
	report  func(Problem)
	damaged bool
	checked map[sum]bool // objects
}

// check runs a check and reports its error as the text of p.
func (v *verification) check(p Problem, check func() error) {
	if err := catchPanic(check); err != nil {
		p.Text = err.Error()
		v.report(p)
	}
}

// manual checks the snapshot of a manual, and those of its objects that no manual
// before it has.
func (v *verification) manual(b *boltTx, e *Manual) {
	check := func(kind string, check func() error) {
		v.check(Problem{Brand: e.Brand.Slug, Manual: e.ID, Kind: kind, Harmless: kind == seedObject}, func() error {
			if err := check(); err != nil {
				return readError(e, kind, err)
			}
			return nil
		})
	}
	check(snapshotKind, func() error {
		key := recordKey{e.Brand.Slug, e.ID, snapshotKind}
		_, _, err := openEnvelope(key, b.get(key))
		return err
	})
	for name, kind := range e.objects() {
		if v.checked[name] {
			continue
		}
		v.checked[name] = true
		check(kind, func() error {
			err := b.check(e, name)
			if err != nil && kind == seedObject {
				err = fmt.Errorf("what is remembered of its seed file, which the next import reads again: %w", err)
			}
			for f, list := range e.files() {
				if err != nil && (name == f.Sum || name == list) {
					return fmt.Errorf("the file %s: %w", f.Ref, err)
				}
			}
			return err
		})
	}
}

// unreferenced reports what belongs to no brand or manual.
func (v *verification) unreferenced(b *boltTx) {
	v.check(Problem{}, func() error {
		return b.forEach(func(slug string, _ []byte) error {
			if v.ix.brands[slug] == nil {
				v.report(Problem{Brand: slug, Text: "snapshots of a brand that does not exist"})
			}
			return nil
		}, snapshotsBucket)
	})
	v.check(Problem{}, func() error {
		orphans, err := b.orphans(v.ix)
		if err != nil {
			return err
		}
		kept, err := b.keptObjects()
		maps.DeleteFunc(orphans, func(name sum, _ bool) bool { return kept[name] })
		if len(orphans) > 0 {
			v.report(Problem{Kind: "object", Harmless: true, Text: fmt.Sprintf("an interrupted import has left content that belongs to no manual (objects: %d)", len(orphans))})
		}
		return err
	})
}

// pages checks the meta pages and, unless there is damage, which makes it
// panic, runs the check of bbolt for pages used twice or not at all.
func (v *verification) pages(b *boltTx) {
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
	for err := range b.Check() {
		v.report(Problem{Text: fmt.Sprintf("%v (%v)", err, ErrDamaged)})
	}
}
