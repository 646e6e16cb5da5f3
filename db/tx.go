package db

import (
	"fmt"
	"maps"
	"sync"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], valid until the function
// that it was passed to returns. Its methods may be called from any goroutine.
//
// The writing methods do not write again what is stored already. After one of
// them has failed, all return its error, and the transaction is not committed.
// They write objects while the update goes on, and keep everything else in memory
// until its end.
type Tx struct {
	d      *DB
	mu     sync.Mutex // guards the fields below
	bolt   *boltTx    // of a View
	index  *Index     // of the state before
	failed error      // first error of a writing method; a View sets it at its start

	next     Index                    // index of the state after; finish sets brands and tokens
	brands   map[string]*manual.Brand // changed brands by slug; nil for a removed one
	entries  map[recordKey]*Manual    // changed manuals, without their brand; nil for a removed one
	access   map[string]*AccessToken  // changed tokens by id; nil for a removed one
	lists    map[sum]sum              // of the put files, by SHA-256; zero for a file of one piece
	objects  map[sum][]byte           // to be written
	size     int                      // of these objects
	sweepAll bool                     // remove all objects that nothing refers to
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// write runs do for a writing method; what describes it in errors.
func (tx *Tx) write(what string, do func() error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed == nil {
		if err := do(); err != nil {
			tx.failed = fmt.Errorf("%s: %w", what, err)
		}
	}
	return tx.failed
}

// putObjects has objects written. Once there are many, it writes them.
func (tx *Tx) putObjects(objects map[sum][]byte) error {
	for name, content := range objects {
		if tx.objects[name] == nil {
			tx.objects[name] = content
			tx.size += len(content)
		}
	}
	if tx.size < batchSize || tx.d.bolt.IsReadOnly() {
		return nil
	}
	objects = tx.objects
	tx.objects, tx.size = make(map[sum][]byte), 0
	return tx.d.writeObjects(objects)
}

// brand returns a brand as of this transaction, or an error that wraps
// [ErrNotFound].
func (tx *Tx) brand(slug string) (*manual.Brand, error) {
	b, changed := tx.brands[slug]
	if known := tx.index.brands[slug]; known != nil && !changed {
		b = &known.Brand
	}
	if b == nil {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	return b, nil
}

// entry returns a manual of a brand as of this transaction, or nil.
func (tx *Tx) entry(brand, id string) *Manual {
	if e, changed := tx.entries[recordKey{brand, id, snapshotKind}]; changed {
		return e
	}
	if e := tx.index.Manual(id); e != nil && e.Brand.Slug == brand {
		return e
	}
	return nil
}

// knownEntry is entry for a manual that must exist: its error wraps
// [ErrNotFound].
func (tx *Tx) knownEntry(brand, id string) (*Manual, error) {
	if _, err := tx.brand(brand); err != nil {
		return nil, err
	}
	e := tx.entry(brand, id)
	if e == nil {
		return nil, fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
	}
	return e, nil
}

// putManual makes next, which may be changed no more, the state of a manual, and
// reports whether that is a change.
func (tx *Tx) putManual(brand string, next *Manual) (changed bool, err error) {
	key := recordKey{brand, next.ID, snapshotKind}
	r, err := encodeRecord(key, next.encoded())
	if err != nil {
		return false, err
	}
	old := tx.entry(brand, next.ID)
	next.record, tx.entries[key] = r.hash, next
	return old == nil || old.record != r.hash, nil
}

// tokens returns the access tokens made by the store as of this transaction.
func (tx *Tx) tokens() map[string]*AccessToken {
	tokens := maps.Clone(tx.index.access)
	for id, t := range tx.access {
		if t == nil {
			delete(tokens, id)
		} else {
			tokens[id] = t
		}
	}
	return tokens
}
