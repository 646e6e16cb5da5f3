package db

import (
	"context"
	"fmt"

	"designmanual/db/manual"
)

// A Problem is one thing that is wrong with a store. What does not apply is
// empty.
type Problem struct {
	Brand  string // slug
	Manual string // id
	Kind   string // of the record: a document's kind, "head", "model", "editorial", "brand", "access", …
	Text   string // what is wrong, a sentence without a capital and a full stop

	Harmless bool // nothing is lost: the next import, or [DB.SweepFiles], removes what is left over
}

// Verify reads the whole store and calls report for everything that is
// wrong: a record whose hash does not hold, one that is not the one its head
// speaks of, one that nothing speaks of, a page that is used twice or lost.
// Updates wait until it is done. The error is for what kept it from looking;
// problems are none.
func (d *DB) Verify(ctx context.Context, report func(Problem)) error {
	if err := d.take(ctx); err != nil {
		return fmt.Errorf("verifying the database: %w", err)
	}
	defer d.release()
	return d.View(ctx, func(tx *Tx) error {
		c := &check{tx: tx, ctx: ctx}
		c.report = func(p Problem) {
			if !p.Harmless {
				c.found++
			}
			report(p)
		}
		c.index()
		for b := range tx.index.Brands() {
			for e := range b.Manuals() {
				if ctx.Err() != nil {
					return fmt.Errorf("verifying the database: %w", context.Cause(ctx))
				}
				c.manual(e)
			}
		}
		c.files()
		c.orphans()
		if c.found == 0 { // on sound pages only
			c.bbolt()
		}
		return nil
	})
}

// A check is a run of Verify.
type check struct {
	tx     *Tx
	ctx    context.Context
	report func(Problem)
	found  int
}

// try runs a step on pages and reports its error.
func (c *check) try(p Problem, step func() error) {
	if err := guard(step); err != nil {
		p.Text = err.Error()
		c.report(p)
	}
}

// index checks everything that an index is made of.
func (c *check) index() {
	c.try(Problem{}, func() error {
		_, err := loadIndex(c.tx.bolt, c.tx.pages)
		return err
	})
}

// manual checks a manual's head and every record that it speaks of.
func (c *check) manual(e Entry) {
	p := Problem{Brand: e.Brand.Slug, Manual: e.ID(), Kind: headKind}
	var head *headRecord
	c.try(p, func() (err error) {
		head, err = c.tx.headOf(e)
		return err
	})
	if head == nil {
		return
	}
	for _, d := range head.Documents {
		p.Kind = string(d.Kind)
		c.try(p, func() error { return c.tx.checkDocument(e, d) })
	}
	if head.Model != (sum{}) {
		p.Kind = modelKind
		c.try(p, func() error {
			_, err := c.tx.Model(e)
			return err
		})
	}
	p.Kind = editorialKind
	c.try(p, func() error {
		_, err := c.tx.Editorial(e)
		return err
	})
}

// checkDocument checks a document's record against what the head says of it.
func (tx *Tx) checkDocument(e Entry, want documentHead) error {
	at := place{e.Brand.Slug, e.ID(), string(want.Kind)}
	return guard(func() error {
		b, err := tx.snapshot(at.brand, at.id)
		if err != nil {
			return err
		}
		var record documentRecord
		if err := tx.verified(b, at, want.Mark[:], &record); err != nil {
			return err
		}
		if !record.matches(b.Get([]byte(at.kind)), want) {
			return damaged("%s: its bodies are not where its head says", at)
		}
		return nil
	})
}

// orphans reports what lies in the file and belongs to nothing.
func (c *check) orphans() {
	for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
		c.each([]string{name}, func(brand string) {
			b := c.tx.index.brands[brand]
			if b == nil {
				c.report(Problem{Brand: brand, Text: "a bucket of " + name + " for a brand that there is not"})
				return
			}
			c.each([]string{name, brand}, func(id string) { c.orphan(name, b, id) })
		})
	}
}

// orphan reports a key of a brand's bucket that belongs to no manual, and
// those of the manual's own bucket that belong to no document.
func (c *check) orphan(name string, b *Brand, id string) {
	e := c.tx.index.Entry(id)
	if e.IsZero() || e.Brand != b {
		c.report(Problem{Brand: b.Slug, Manual: id, Text: "a key of " + name + " for a manual that there is not"})
		return
	}
	if name != snapshotsBucket {
		return
	}
	c.each([]string{name, b.Slug, id}, func(kind string) {
		if kind != modelKind && e.row.document(manual.DocumentKind(kind)) == nil {
			c.report(Problem{Brand: b.Slug, Manual: id, Kind: kind, Text: "a record that its head does not speak of"})
		}
	})
}

// each calls do with the keys of the bucket at that path.
func (c *check) each(path []string, do func(key string)) {
	var keys []string
	c.try(Problem{}, func() error {
		b, err := c.tx.bucket(path...)
		if err != nil || b == nil {
			return err
		}
		return b.ForEach(func(key, _ []byte) error {
			keys = append(keys, string(key))
			return nil
		})
	})
	for _, key := range keys {
		do(key)
	}
}

// bbolt has bbolt check which pages are in use, free and lost.
func (c *check) bbolt() {
	for err := range c.tx.bolt.Check() {
		c.report(Problem{Text: fmt.Sprintf("%v (%v)", err, ErrDamaged)})
	}
}
