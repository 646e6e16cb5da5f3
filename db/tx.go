package db

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"designmanual/db/manual"
)

// A Tx collects the changes of an update, see [DB.Update], or is only a view of the store, see [DB.Read]. It is
// valid until the function that it was passed to returns. Its methods may be called from any goroutine.
//
// Its methods that change the store, such as PutManual, RemoveBrand and SetSite, keep in memory what they are
// given, until Update writes it: a brand is copied from the index when it is changed for the first time (changeBrand),
// and its manuals are changed in that copy. Only SaveFile writes before: the pieces of files, in transactions of
// bbolt of their own. Each change runs alone (addChange). After one of these methods other than SaveFile has failed,
// all return its error, and nothing that they were given is written.
type Tx struct {
	d           *DB
	index       *Index   // of the state before
	contentRead sync.Map // *Head of the index whose content was read

	mu             sync.Mutex               // guards the fields below
	failed         error                    // first error of a changing method; [DB.Read] sets it at its start
	next           Index                    // of the state after; makeNext sets its brands
	brands         map[string]*changedBrand // changed brands by slug; nil for a removed one
	files          map[hash256]bool         // saved and found files
	pieces         []encodedRecord          // of saved files, to be written
	contents       []encodedRecord          // of new or changed manuals, to be written
	removedLedgers []encodedRecord          // ledgers of removed manuals
}

// A changedBrand is a brand as it is after the update.
type changedBrand struct {
	manual.BrandSettings
	manuals map[string]*Head // by id; those that have changed belong to no brand yet
}

// newTx returns a transaction on the current index.
func (d *DB) newTx() *Tx {
	index := d.Index()
	next := *index
	next.brands = maps.Clone(index.brands)
	next.createdAccessTokens = maps.Clone(index.createdAccessTokens)
	return &Tx{
		d: d, index: index, next: next, brands: make(map[string]*changedBrand), files: make(map[hash256]bool),
	}
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// Content returns the content of a manual as of before this transaction. Errors are those of
// [DB.Content].
func (tx *Tx) Content(m *Head) (*Content, error) {
	c, err := tx.d.Content(tx.index, m)
	if err != nil {
		return nil, err
	}
	tx.contentRead.Store(m, true)
	return c, nil
}

// addChange runs one change of the transaction, whose name errors begin with. After a change that fails it runs no
// other.
func (tx *Tx) addChange(name string, do func() error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed != nil {
		return tx.failed
	}
	if err := do(); err != nil {
		tx.failed = fmt.Errorf("%s: %w", name, err)
	}
	return tx.failed
}

// changeBrand adds a brand to the changed ones, as it is now, and returns it. The error wraps [ErrNotFound].
func (tx *Tx) changeBrand(slug string) (*changedBrand, error) {
	b := tx.findBrand(slug)
	if b == nil {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	tx.brands[slug] = b
	return b, nil
}

// findBrand returns a brand as of this transaction, or nil.
func (tx *Tx) findBrand(slug string) *changedBrand {
	if b, changed := tx.brands[slug]; changed {
		return b
	}
	known := tx.index.brands[slug]
	if known == nil {
		return nil
	}
	b := &changedBrand{known.BrandSettings, make(map[string]*Head)}
	for _, head := range known.manuals {
		b.manuals[head.ID] = head
	}
	return b
}

// PutManual puts a manual in place of the one with the same id, whose slug may be another one. It compresses
// its content, unless that is stored already and undamaged. The error wraps [ErrNotFound] when there is no such brand,
// or [ErrConflict] for a file that is not stored. When the update ends, makeNext finds slugs and subdomains that others
// have.
func (tx *Tx) PutManual(s *HashedSnapshot) error {
	head := &s.Head
	var content *encodedRecord
	stored := tx.index.Manual(head.ID)
	isSame := stored != nil && stored.Brand.Slug == s.brand && stored.contentHash == head.contentHash
	if isSame && tx.isIntact(stored) {
		head.contentRecordHash = stored.contentRecordHash
		head.ManualJSON.GzipBytes = stored.ManualJSON.GzipBytes
		head.TokensJSON.GzipBytes = stored.TokensJSON.GzipBytes
	} else {
		record := s.encode() // outside of addChange, so that goroutines compress in parallel
		content = &record
	}
	return tx.addChange("putting manual "+head.ID, func() error {
		b, err := tx.changeBrand(s.brand)
		if err != nil {
			return err
		}
		for _, f := range head.allFiles() {
			if !tx.files[f.Sum] && !tx.index.files[f.Sum] {
				return fmt.Errorf("its file %s is not stored: %w", f.Ref, ErrConflict)
			}
		}
		headAlone := *head // a copy, so that the uncompressed content can be freed
		b.manuals[head.ID] = &headAlone
		if content != nil {
			tx.contents = append(tx.contents, *content)
		}
		return nil
	})
}

// isIntact reports whether the content of a stored manual can be read. It reads it, unless this transaction has read
// it before.
func (tx *Tx) isIntact(stored *Head) bool {
	if _, read := tx.contentRead.Load(stored); read {
		return true
	}
	_, err := tx.d.readContent(stored)
	return err == nil
}

// PutBrand takes a brand in place of the one with the same slug. Its manuals stay.
func (tx *Tx) PutBrand(settings manual.BrandSettings) error {
	return tx.addChange("putting brand "+settings.Slug, func() error {
		settings.Domains = slices.Clone(settings.Domains)
		settings.DeclaredTokens = slices.Clone(settings.DeclaredTokens)
		if len(settings.Domains) == 0 { // nil and empty have different bytes
			settings.Domains = nil
		}
		b := tx.findBrand(settings.Slug)
		if b == nil {
			b = &changedBrand{manuals: make(map[string]*Head)}
		}
		b.BrandSettings = settings
		tx.brands[settings.Slug] = b
		return nil
	})
}

// RemoveManual removes a manual. Its ledger stays for a year, so that what comes back has its
// anchors. The error wraps [ErrNotFound] when the brand has no manual with that id.
func (tx *Tx) RemoveManual(brand, id string) error {
	return tx.addChange("removing manual "+id, func() error {
		b, err := tx.changeBrand(brand)
		if err != nil {
			return err
		}
		head := b.manuals[id]
		if head == nil {
			return fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
		}
		tx.keepLedger(brand, head)
		delete(b.manuals, id)
		return nil
	})
}

// RemoveBrand removes a brand with its manuals and its access tokens, except revoked ones: a
// brand that declares the same secret later does not make it valid again. The error wraps
// [ErrNotFound] when there is no such brand.
func (tx *Tx) RemoveBrand(slug string) error {
	return tx.addChange("removing brand "+slug, func() error {
		b, err := tx.changeBrand(slug)
		if err != nil {
			return err
		}
		for _, head := range b.manuals {
			tx.keepLedger(slug, head)
		}
		tx.brands[slug] = nil
		maps.DeleteFunc(tx.next.createdAccessTokens, func(_ string, t *AccessToken) bool {
			return t.Brand == slug && t.Revoked.IsZero()
		})
		return nil
	})
}

// SetSite takes the base URL that addresses begin with, and the brand at home there.
func (tx *Tx) SetSite(site manual.Site) error {
	return tx.addChange("putting the base URL", func() error {
		tx.next.Site = site
		return nil
	})
}
