package db

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"designmanual/db/manual"
)

// SetSite writes the base URL that the documents are rendered with. The error
// wraps [ErrConflict] when it is none.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.write("writing the base URL", func() error {
		if again, err := manual.ParseSite(site.String()); err != nil || again != site {
			return fmt.Errorf("%q is no base URL: %w", site, ErrConflict)
		}
		value, err := encode(&siteRecord{URL: site.String()})
		if err != nil {
			return err
		}
		tx.root.Site = tx.seal.seal(place{kind: siteKind}, value)
		tx.changes.site = &site
		b, err := tx.bucket(metaBucket)
		if err != nil {
			return err
		}
		var changed bool
		return replace(b, siteKey, value, &changed)
	})
}

// SetRendering records by which renderers the documents of the store are made,
// to be asked for with [Index.Rendering].
func (tx *Tx) SetRendering(rendering string) error {
	return tx.write("writing the version of the documents", func() error {
		tx.root.Rendering = rendering
		return nil
	})
}

// PutBrand writes a brand, new or in place of the one with that slug; its
// manuals stay.
func (tx *Tx) PutBrand(b manual.Brand) error {
	return tx.write("writing brand "+b.Slug, func() error {
		if b.Slug == "" {
			return fmt.Errorf("a brand without a slug: %w", ErrConflict)
		}
		change, err := tx.touch(b.Slug)
		if errors.Is(err, ErrNotFound) {
			if change = tx.changes.brands[b.Slug]; change == nil {
				change = &brandChange{heads: make(map[string]*headRecord)}
				tx.changes.brands[b.Slug] = change
			}
			change.gone = false
		} else if err != nil {
			return err
		}
		change.record.Slug, change.record.Name, change.record.Domains = b.Slug, b.Name, nil
		change.record.Access = each(b.Access, newDeclaredRecord)
		if len(b.Domains) > 0 { // none is always the same bytes
			change.record.Domains = slices.Clone(b.Domains)
		}
		return nil
	})
}

// touch returns the change of a brand that the transaction has, for changing.
// The error wraps [ErrNotFound] when it has no such brand.
func (tx *Tx) touch(slug string) (*brandChange, error) {
	missing := fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	if change := tx.changes.brands[slug]; change != nil {
		if change.gone {
			return nil, missing
		}
		return change, nil
	}
	b, err := tx.bucket(brandsBucket)
	if err != nil {
		return nil, err
	}
	value := b.Get([]byte(slug))
	if value == nil {
		return nil, missing
	}
	at := place{brand: slug, kind: brandKind}
	change := &brandChange{inherited: true, heads: make(map[string]*headRecord)}
	payload, of, err := tx.seal.open(at, value)
	if err != nil {
		return nil, err
	}
	change.stored = of
	if err := tx.decode.decode(at, payload, &change.record); err != nil {
		return nil, err
	}
	tx.changes.brands[slug] = change
	return change, nil
}

// finish writes the records of the brands touched and the root over all of
// it, and returns the index of the new state; nil when that is the old one.
func (tx *Tx) finish() (*Index, error) {
	var next *Index
	err := tx.write("finishing", func() error {
		for _, slug := range slices.Sorted(maps.Keys(tx.changes.brands)) {
			if err := tx.finishBrand(slug, tx.changes.brands[slug]); err != nil {
				return err
			}
		}
		value, err := encode(&tx.root)
		if err != nil {
			return err
		}
		root := tx.seal.seal(place{kind: rootKind}, value)
		if root == tx.index.root && !tx.healed {
			return nil
		}
		if _, err := tx.clearStage(); err != nil {
			return err
		}
		b, err := tx.bucket(metaBucket)
		if err != nil {
			return err
		}
		var changed bool
		if err := replace(b, rootKey, value, &changed); err != nil {
			return err
		}
		if next, err = tx.index.derive(&tx.changes, root); err != nil {
			return err
		}
		next.rendering = tx.root.Rendering
		return tx.finishFiles(next)
	})
	return next, err
}

func (tx *Tx) finishBrand(slug string, change *brandChange) error {
	b, err := tx.bucket(brandsBucket)
	if err != nil {
		return err
	}
	had := change.stored != (sum{})
	if change.gone {
		if !had {
			return nil
		}
		tx.root.Brands.remove(change.stored)
		return b.Delete([]byte(slug))
	}
	value, err := encode(&change.record)
	if err != nil {
		return err
	}
	of := tx.seal.seal(place{brand: slug, kind: brandKind}, value)
	if of == change.stored {
		if len(change.heads) == 0 { // its entries stay the same ones
			delete(tx.changes.brands, slug)
		}
		return nil
	}
	if had {
		tx.root.Brands.remove(change.stored)
	}
	tx.root.Brands.add(of)
	var changed bool
	return replace(b, slug, value, &changed)
}
