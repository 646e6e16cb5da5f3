package db

import (
	"context"
	"crypto/sha256"
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
		v := &verification{Tx: tx, d: d, ctx: ctx, files: make(map[[sha256.Size]byte]bool)}
		v.report = func(p Problem) {
			v.damaged = v.damaged || !p.Harmless
			report(p)
		}
		v.try(Problem{}, func() error {
			_, err := tx.store.loadIndex(tx.bolt)
			return err
		})
		for b := range tx.index.Brands() {
			for e := range b.Manuals() {
				if ctx.Err() != nil {
					return fmt.Errorf("verifying the database: %w", context.Cause(ctx))
				}
				v.manual(e)
			}
		}
		v.orphans()
		v.pages()
		return nil
	})
}

// A verification is a run of Verify.
type verification struct {
	*Tx
	d       *DB
	ctx     context.Context
	report  func(Problem)
	damaged bool
	files   map[[sha256.Size]byte]bool // those that manuals name
}

// try runs a step on pages and reports its error.
func (v *verification) try(p Problem, step func() error) {
	if err := guard(step); err != nil {
		p.Text = err.Error()
		v.report(p)
	}
}

// manual checks a manual's head and every record and file that it speaks of.
func (v *verification) manual(e Entry) {
	p := Problem{Brand: e.Brand.Slug, Manual: e.ID(), Kind: headKind}
	v.try(p, func() error {
		var head headRecord
		return v.read(e, recordKey{p.Brand, p.Manual, headKind}, e.meta.record[:], &head)
	})
	for i := range e.meta.Documents {
		head := &e.meta.Documents[i]
		p.Kind = string(head.Kind)
		v.try(p, func() error {
			key := recordKey{p.Brand, p.Manual, p.Kind}
			var record documentRecord
			if err := v.read(e, key, head.Prefix[:], &record); err != nil {
				return err
			}
			if !record.matches(head) || sha256.Sum256(record.Identity) != head.ETag {
				return damaged("%s: it is another document than its head says", key)
			}
			return nil
		})
	}
	if e.meta.Model != (sum{}) {
		p.Kind = modelKind
		v.try(p, func() error {
			_, err := v.Model(e)
			return err
		})
	}
	p.Kind = editorialKind
	v.try(p, func() error {
		_, err := v.Editorial(e)
		return err
	})
	p.Kind = "file"
	for _, f := range e.Files() {
		if !v.files[f.Sum] {
			v.try(p, func() error { return v.file(f) })
		}
		v.files[f.Sum] = true
	}
}

// file reads all of a file.
func (v *verification) file(f manual.File) (err error) {
	defer func() { v.d.setDamaged(f.Sum, err != nil && v.ctx.Err() == nil) }()
	pieces, err := v.store.bucket(v.bolt, filesBucket, string(f.Sum[:]))
	if err != nil {
		return err
	}
	if pieces == nil {
		return damaged("the file %s is missing", f.Ref)
	}
	hash, size := sha256.New(), int64(0)
	for number := uint32(0); size < f.Size; number++ {
		if v.ctx.Err() != nil {
			return context.Cause(v.ctx)
		}
		payload, err := openPiece(pieces, f.Sum, number)
		if err != nil {
			return fmt.Errorf("the file %s: %w", f.Ref, err)
		}
		hash.Write(payload)
		size += int64(len(payload))
		release(payload)
	}
	if size != f.Size || [sha256.Size]byte(hash.Sum(nil)) != f.Sum {
		return damaged("the file %s: its content is not what its hash says", f.Ref)
	}
	return nil
}

// orphans reports what lies in the file and belongs to nothing.
func (v *verification) orphans() {
	for _, name := range [...]string{indexBucket, snapshotsBucket, editorialBucket} {
		v.each(func(brand string) {
			b := v.index.brands[brand]
			if b == nil {
				v.report(Problem{Brand: brand, Text: "a bucket of " + name + " for a brand that there is not"})
				return
			}
			v.each(func(id string) {
				e := v.index.Entry(id)
				if e.IsZero() || e.Brand != b {
					v.report(Problem{Brand: brand, Manual: id, Text: "a key of " + name + " for a manual that there is not"})
				} else if name == snapshotsBucket {
					v.others(e)
				}
			}, name, brand)
		}, name)
	}
	held := v.d.heldFiles()
	v.each(func(key string) {
		if len(key) == sha256.Size && (v.files[[sha256.Size]byte([]byte(key))] || held[[sha256.Size]byte([]byte(key))]) {
			return
		}
		v.report(Problem{Kind: "file", Text: fmt.Sprintf("the file %.8x belongs to no manual: the next import removes it", key), Harmless: true})
	}, filesBucket)
}

// others reports the records of a manual's snapshot that its head does not
// speak of.
func (v *verification) others(e Entry) {
	v.each(func(kind string) {
		if kind != modelKind && e.meta.document(manual.DocumentKind(kind)) == nil {
			v.report(Problem{Brand: e.Brand.Slug, Manual: e.ID(), Kind: kind, Text: "a record that its head does not speak of"})
		}
	}, snapshotsBucket, e.Brand.Slug, e.ID())
}

// each calls do with the keys of the bucket at that path, if there is one.
func (v *verification) each(do func(key string), path ...string) {
	var keys []string
	v.try(Problem{}, func() error {
		bucket, err := v.store.bucket(v.bolt, path...)
		if err != nil || bucket == nil {
			return err
		}
		return bucket.ForEach(func(key, _ []byte) error {
			keys = append(keys, string(key))
			return nil
		})
	})
	for _, key := range keys {
		do(key)
	}
}

// pages checks the first two pages, and has bbolt check which others are in
// use, free and lost, which it can where all of them are sound.
func (v *verification) pages() {
	v.try(Problem{}, func() error {
		torn, err := v.store.torn()
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
