package db

import (
	"context"
	"errors"
	"fmt"

	"designmanual/db/manual"
)

// Read returns the verified body of a document of e, an entry of ix, compressed
// or not. The caller may keep the slice. The error wraps [ErrReplaced] when an
// update has changed the record since ix was current; the new index is then in
// place, and the caller authorizes the request again by it. Otherwise it wraps
// [ErrDamaged], [ErrNotFound] or [os.ErrClosed].
func (d *DB) Read(ix *Index, e *Entry, kind manual.DocumentKind, gzip bool) (body []byte, err error) {
	var record documentRecord
	err = d.view(func(tx *Tx) error { return tx.readRecord(e, string(kind), &record) })
	if errors.Is(err, ErrReplaced) {
		d.committing.RLock()
		if d.Index() == ix {
			err = errNotCurrent
		}
		d.committing.RUnlock()
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", recordKey{e.Brand.Slug, e.ID, string(kind)}, err)
	}
	if gzip {
		return record.Gzip, nil
	}
	return record.Identity, nil
}

// View runs read in a read transaction, whose index is that of its state; View
// waits for a commit in progress. The writing methods of the transaction return
// an error that wraps [ErrRefused]. read should be short: until it returns, the
// file keeps what updates replace. The error is that of read, or wraps
// [ErrDamaged], [os.ErrClosed] or the cause of ctx.
func (d *DB) View(ctx context.Context, read func(tx *Tx) error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("reading the database: %w", context.Cause(ctx))
	}
	d.committing.RLock()
	ix := d.Index()
	tx, err := d.begin(false)
	d.committing.RUnlock()
	if err != nil {
		return fmt.Errorf("reading the database: %w", err)
	}
	defer tx.end()
	tx.index, tx.failed = ix, fmt.Errorf("this transaction only reads: %w", ErrRefused)
	return read(tx)
}

// Model returns the published model of the entry's manual. The error wraps
// [ErrNotFound] when the manual is unpublished, [ErrReplaced] when the entry is
// not of this transaction's index or was changed in it, or [ErrDamaged].
func (tx *Tx) Model(e *Entry) (*manual.Manual, error) {
	var record modelRecord
	if err := tx.read(e, modelKind, &record); err != nil {
		return nil, err
	}
	return record.manual(), nil
}

// Body returns the uncompressed body of a document of the entry. Errors are
// those of [Tx.Model].
func (tx *Tx) Body(e *Entry, kind manual.DocumentKind) ([]byte, error) {
	var record documentRecord
	err := tx.read(e, string(kind), &record)
	return record.Identity, err
}

// Editorial returns the editorial record of the entry's manual, an empty one if
// none was put; its Anchors are never nil. Errors are those of [Tx.Model].
func (tx *Tx) Editorial(e *Entry) (Editorial, error) {
	if e.Editorial == (sum{}) {
		return Editorial{Anchors: make(map[string]string), Tokens: manual.NewTokenDocument()}, nil
	}
	var record editorialRecord
	if err := tx.read(e, editorialKind, &record); err != nil {
		return Editorial{}, err
	}
	return record.editorial()
}

// read decodes a record of an entry of the transaction's index.
func (tx *Tx) read(e *Entry, kind string, into any) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	err := catchPanic(func() error { return tx.readRecord(e, kind, into) })
	_, changed := tx.brands[e.Brand.Slug]
	switch {
	case tx.index.Entry(e.ID) != e:
		err = ErrReplaced
	case errors.Is(err, ErrReplaced) && !changed:
		err = errNotCurrent
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", recordKey{e.Brand.Slug, e.ID, kind}, err)
	}
	return nil
}

// errNotCurrent is the error for a record with another hash than the current
// index has.
var errNotCurrent = damageErrorf("it is missing, or not the one last written")

// readRecord decodes a record of an entry. The error wraps [ErrReplaced] when
// the stored record has another hash than the entry.
func (tx *Tx) readRecord(e *Entry, kind string, into any) error {
	key := recordKey{e.Brand.Slug, e.ID, kind}
	hash := e.recordHash(kind)
	if hash == nil {
		return ErrNotFound
	}
	value, err := tx.get(key)
	if err == nil && !hasHash(value, hash) {
		err = ErrReplaced
	}
	if err == nil {
		_, err = decodeRecord(key, value, into)
	}
	return err
}
