package db

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], for the goroutine and
// the duration of the function that it is given to. It reads the state before
// and keeps what is written in memory; the file is written once the function
// has returned.
type Tx struct {
	store *store
	bolt  *bolt.Tx // of the state before
	index *Index   // of the state before

	readOnly bool
	failed   error // the first error of a writing method: what it left half done is not committed

	root    rootRecord           // as the changes so far make it, but for the digests
	next    changes              // in the terms of the index
	writes  map[recordKey][]byte // envelopes; nil for a record that is removed
	dropped [][]string           // buckets that are removed before anything is written
}

// changes are what a transaction has done to the store so far, in the terms
// of the index.
type changes struct {
	site    *manual.Site
	session *[32]byte
	brands  map[string]*brandChange // by slug, those touched
	tokens  map[string]*AccessToken // by id, those put; nil for one removed
}

// A brandChange is a brand as the transaction will leave it.
type brandChange struct {
	manual.Brand
	removed bool
	metas   map[string]*meta // by id, all of them
}

func newTx(s *store, b *bolt.Tx, ix *Index) *Tx {
	return &Tx{
		store: s, bolt: b, index: ix, writes: make(map[recordKey][]byte),
		next: changes{brands: make(map[string]*brandChange), tokens: make(map[string]*AccessToken)},
	}
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// Model returns the published model of the entry's manual, verified. The
// error wraps [ErrNotFound] when the manual is unpublished, [ErrReplaced]
// when the entry is not of this transaction's state, and [ErrDamaged].
func (tx *Tx) Model(e Entry) (*manual.Manual, error) {
	key := recordKey{e.Brand.Slug, e.ID(), modelKind}
	var record modelRecord
	err := ErrNotFound
	if e.meta.Model != (sum{}) {
		err = tx.read(e, key, e.meta.Model[:], &record)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", key, err)
	}
	return record.manual(), nil
}

// Body returns a copy of the identity body of the entry's document of that
// kind, verified. The error wraps [ErrNotFound] when there is no such
// document, [ErrReplaced] when the entry is not of this transaction's state,
// and [ErrDamaged].
func (tx *Tx) Body(e Entry, kind manual.DocumentKind) ([]byte, error) {
	key := recordKey{e.Brand.Slug, e.ID(), string(kind)}
	var record documentRecord
	err := ErrNotFound
	if doc := e.meta.document(kind); doc != nil {
		err = tx.read(e, key, doc.Prefix[:], &record)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", key, err)
	}
	return record.Identity, nil
}

// Editorial returns what is recorded of the entry's manual for its
// administration; its Anchors are not nil. Where nothing was recorded, all of
// it is empty. The error wraps [ErrReplaced] when the entry is not of this
// transaction's state, and [ErrDamaged].
func (tx *Tx) Editorial(e Entry) (Editorial, error) {
	key := recordKey{e.Brand.Slug, e.ID(), editorialKind}
	ed := Editorial{Anchors: make(map[string]string), Tokens: manual.NewTokenDocument()}
	if e.meta.Editorial == (sum{}) {
		return ed, nil
	}
	var record editorialRecord
	err := tx.read(e, key, e.meta.Editorial[:], &record)
	if err == nil {
		var ok bool
		if ed, ok = record.editorial(); !ok {
			err = damaged("%d groups of tokens", len(record.Groups))
		}
	}
	if err != nil {
		return Editorial{}, fmt.Errorf("reading %s: %w", key, err)
	}
	return ed, nil
}

// read decodes a record of an entry, whose sum begins with prefix.
func (tx *Tx) read(e Entry, key recordKey, prefix []byte, into any) error {
	if !tx.has(e) {
		return ErrReplaced
	}
	return guard(func() error {
		value, err := tx.get(key)
		if err != nil {
			return err
		}
		if value != nil && !states(value, prefix) {
			return damaged("it is not the one last written")
		}
		_, err = decodeRecord(key, value, into)
		return err
	})
}

// has tells whether the entry is of the state that the transaction has by now.
func (tx *Tx) has(e Entry) bool {
	if change := tx.next.brands[e.Brand.Slug]; change != nil {
		return !change.removed && change.metas[e.ID()] == e.meta
	}
	return tx.index.ids[e.ID()].meta == e.meta
}

// get returns the value of a record as the transaction has it, or nil.
func (tx *Tx) get(key recordKey) ([]byte, error) {
	if value, written := tx.writes[key]; written {
		return value, nil
	}
	return tx.store.get(tx.bolt, key)
}

// holds tells whether the transaction has a record whose sum begins with
// prefix, and whose hash holds.
func (tx *Tx) holds(key recordKey, prefix []byte) (bool, error) {
	value, err := tx.get(key)
	if err != nil || !states(value, prefix) {
		return false, err
	}
	_, _, err = openEnvelope(key, value)
	return err == nil, nil
}

// errReadOnly is what writing methods return in a View.
var errReadOnly = fmt.Errorf("this transaction only reads: %w", ErrRefused)

// write runs a step of a writing method. Once one has failed, all do, and
// nothing of the transaction is committed.
func (tx *Tx) write(what string, step func() error) error {
	if tx.readOnly {
		return fmt.Errorf("%s: %w", what, errReadOnly)
	}
	if tx.failed != nil {
		return tx.failed
	}
	if err := guard(step); err != nil {
		tx.failed = fmt.Errorf("%s: %w", what, err)
	}
	return tx.failed
}

// put writes a record and returns its sum. One that is as it was is not
// written.
func (tx *Tx) put(key recordKey, record any) (of sum, written bool, err error) {
	value, of, err := encodeRecord(key, record)
	if err != nil {
		return sum{}, false, err
	}
	same, err := tx.holds(key, of[:])
	if err != nil || same {
		return of, false, err
	}
	tx.writes[key] = value
	return of, true, nil
}

// remove removes a record.
func (tx *Tx) remove(key recordKey) { tx.writes[key] = nil }

// brand returns the change of a brand that the transaction has, for changing.
// The error wraps [ErrNotFound] when it has no such brand.
func (tx *Tx) brand(slug string) (*brandChange, error) {
	change := tx.next.brands[slug]
	if known := tx.index.brands[slug]; change == nil && known != nil {
		change = &brandChange{Brand: known.Brand, metas: make(map[string]*meta, len(known.metas))}
		for _, m := range known.metas {
			change.metas[m.id] = m
		}
		tx.next.brands[slug] = change
	}
	if change == nil || change.removed {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	return change, nil
}
