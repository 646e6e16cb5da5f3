package db

import (
	"fmt"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], valid until the function
// that it was passed to returns. Its methods may be called from any goroutine.
//
// The writing methods do not write again what is stored already. After one of
// them has failed, all return its error, and the transaction is not committed.
type Tx struct {
	d       *DB
	bolt    *bolt.Tx
	checked map[uint64]bool // page ids that checkTree has visited
	mu      sync.Mutex      // guards bolt, which is for one goroutine at a time
	index   *Index          // of the state before
	failed  error           // first error of a writing method; a View sets it at its start

	next      Index                    // index of the state after; finish sets brands and tokens
	root      rootRecord               // of that state; finish sets the digests
	brands    map[string]*manual.Brand // changed brands by slug; nil for a removed one
	written   map[recordKey]sum        // hashes of the written records
	uncovered int                      // writes that the root does not show: repaired records, changes of files
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// write runs do for a writing method; what describes it in errors.
func (tx *Tx) write(what string, do func() error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed == nil {
		if err := catchPanic(do); err != nil {
			tx.failed = fmt.Errorf("%s: %w", what, err)
		}
	}
	return tx.failed
}

// put encodes and writes a record and returns its hash. old is the hash of the
// record that it replaces.
func (tx *Tx) put(key recordKey, record any, old sum) (sum, error) {
	r, err := encodeRecord(key, record)
	if err != nil {
		return sum{}, err
	}
	return r.hash, tx.putEncoded(r, old)
}

// putEncoded writes an encoded record. If old is the same record, it is only
// written if the stored one is damaged.
func (tx *Tx) putEncoded(r encodedRecord, old sum) error {
	if r.hash == old {
		if intact, err := tx.intact(r.key, old[:]); err != nil || intact {
			return err
		}
		tx.uncovered++
	}
	path, name := r.key.path()
	bucket, err := tx.findBucket(true, path)
	if err == nil {
		err = bucket.Put([]byte(name), r.value)
	}
	tx.written[r.key] = r.hash
	return err
}

// intact reports whether the stored record is undamaged and its hash has that
// prefix.
func (tx *Tx) intact(key recordKey, prefix []byte) (bool, error) {
	value, err := tx.get(key)
	if err != nil || !hasHash(value, prefix) {
		return false, err
	}
	_, _, err = openEnvelope(key, value)
	return err == nil, nil
}

// delete removes a record.
func (tx *Tx) delete(key recordKey) error {
	delete(tx.written, key)
	path, name := key.path()
	bucket, err := tx.bucket(path...)
	if err != nil || bucket == nil {
		return err
	}
	return bucket.Delete([]byte(name))
}

// changeBrand has finish write the record of a brand. The error wraps
// [ErrNotFound].
func (tx *Tx) changeBrand(slug string) error {
	b, changed := tx.brands[slug]
	if known := tx.index.brands[slug]; known != nil && !changed {
		b = &known.Brand
	}
	if b == nil {
		return fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	tx.brands[slug] = b
	return nil
}

// changeHead returns the head of a manual for a change, and its hash, zero if
// there is no such manual. The error wraps [ErrNotFound] if there is no such
// brand.
func (tx *Tx) changeHead(brand, id string) (head Head, hash sum, err error) {
	if err = tx.changeBrand(brand); err == nil {
		hash, err = tx.record(recordKey{brand, id, headKind}, &head)
	}
	if known := tx.index.Entry(id); err != nil || hash != (sum{}) || known == nil || known.Brand.Slug != brand {
		return head, hash, err
	}
	entries, err := tx.loadEntries(brand) // this transaction has removed the manual, or a search goes astray
	if slices.ContainsFunc(entries, func(e *Entry) bool { return e.ID == id }) {
		err = damageErrorf("%s: its key leads elsewhere", recordKey{brand, id, headKind})
	}
	return head, hash, err
}

// changeKnownHead is changeHead for a manual that must exist.
func (tx *Tx) changeKnownHead(brand, id string) (head Head, hash sum, err error) {
	if head, hash, err = tx.changeHead(brand, id); err == nil && hash == (sum{}) {
		err = fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
	}
	return head, hash, err
}
