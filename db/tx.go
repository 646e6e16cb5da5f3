package db

import (
	"fmt"
	"sync"

	bolt "go.etcd.io/bbolt"

	"designmanual/db/manual"
)

// A Tx is a transaction of [DB.Update] or [DB.View], for the duration of the
// function that it is given to. Its methods may be called from any goroutine.
// What it writes is in the file once the function has returned.
//
// What is there already is not written again. After an error of a method that
// writes every later one returns that error, and nothing is committed.
type Tx struct {
	d       *DB
	bolt    *bolt.Tx
	checked map[uint64]bool // pages that lead back to none above them
	mu      sync.Mutex      // bbolt's transaction is for one at a time
	index   *Index          // of the state before
	failed  error           // the first error of a method that writes, which a View has from the start

	next     Index                    // the index of the state after, but for brands and tokens
	root     rootRecord               // of that state, but for the digests
	brands   map[string]*manual.Brand // those touched, by slug; nil for one removed
	written  map[recordKey]sum        // the records written
	repaired int                      // damaged records written again, and changes of files, which the root does not speak of
}

// Index returns the index as of before this transaction.
func (tx *Tx) Index() *Index { return tx.index }

// step runs a method that writes.
func (tx *Tx) step(what string, do func() error) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	if tx.failed == nil {
		if err := guard(do); err != nil {
			tx.failed = fmt.Errorf("%s: %w", what, err)
		}
	}
	return tx.failed
}

// put writes a record and returns its sum. was is the sum of the one that the
// state speaks of.
func (tx *Tx) put(key recordKey, record any, was sum) (sum, error) {
	made, err := encodeRecord(key, record)
	if err != nil {
		return sum{}, err
	}
	return made.sum, tx.putEncoded(made, was)
}

// putEncoded is put for a record that is encoded. The same one is only written
// where it is damaged.
func (tx *Tx) putEncoded(r encoded, was sum) error {
	if r.sum == was {
		if sound, err := tx.holds(r.key, was[:]); err != nil || sound {
			return err
		}
		tx.repaired++
	}
	path, name := r.key.path()
	bucket, err := tx.find(true, path)
	if err == nil {
		err = bucket.Put([]byte(name), r.value)
	}
	tx.written[r.key] = r.sum
	return err
}

// holds tells whether the store has a record whose sum begins with prefix, and
// whose hash holds.
func (tx *Tx) holds(key recordKey, prefix []byte) (bool, error) {
	value, err := tx.get(key)
	if err != nil || !states(value, prefix) {
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

// brand returns a brand as the transaction has it. The error wraps
// [ErrNotFound].
func (tx *Tx) brand(slug string) (*manual.Brand, error) {
	b, touched := tx.brands[slug]
	if known := tx.index.brands[slug]; known != nil && !touched {
		b = &known.Brand
	}
	if b == nil {
		return nil, fmt.Errorf("brand %s: %w", slug, ErrNotFound)
	}
	return b, nil
}

// touch has the record of a brand written at the end, if it changes.
func (tx *Tx) touch(slug string) error {
	b, err := tx.brand(slug)
	if err == nil {
		tx.brands[slug] = b
	}
	return err
}

// head reads the head of a manual of a brand that it touches, and returns its
// sum, zero where there is none.
func (tx *Tx) head(brand, id string) (head Head, of sum, err error) {
	if err = tx.touch(brand); err == nil {
		of, err = tx.record(recordKey{brand, id, headKind}, &head)
	}
	return head, of, err
}

// manual is head for a manual that has to be there.
func (tx *Tx) manual(brand, id string) (head Head, of sum, err error) {
	if head, of, err = tx.head(brand, id); err == nil && of == (sum{}) {
		err = fmt.Errorf("manual %s of brand %s: %w", id, brand, ErrNotFound)
	}
	return head, of, err
}
