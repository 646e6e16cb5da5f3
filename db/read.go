package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// Read returns the verified body of a document of e, an entry of ix, compressed
// or not. The caller may keep the slice. The error wraps [ErrReplaced] when an
// update has removed the body since ix was current; the new index is then in
// place, and the caller authorizes the request again by it. Otherwise it wraps
// [ErrDamaged], [ErrNotFound] or [os.ErrClosed].
func (d *DB) Read(ix *Index, e *Manual, kind manual.DocumentKind, gzip bool) (body []byte, err error) {
	err = d.view(func(b *boltTx) error {
		body, err = b.document(e, kind, gzip)
		return err
	})
	if errors.Is(err, errMissing) {
		d.committing.RLock() // an update in progress may have removed it
		if d.Index() != ix {
			err = ErrReplaced
		}
		d.committing.RUnlock()
	}
	if err != nil {
		return nil, readError(e, string(kind), err)
	}
	return body, nil
}

// errMissing is the error for an object that an entry of the current index names
// and the store does not have.
var errMissing = damageErrorf("it is missing")

func readError(e *Manual, kind string, err error) error {
	return fmt.Errorf("reading %s: %w", recordKey{e.Brand.Slug, e.ID, kind}, err)
}

// document returns a copy of the body of a document.
func (b *boltTx) document(e *Manual, kind manual.DocumentKind, gzip bool) ([]byte, error) {
	d, ok := e.Document(kind)
	if !ok {
		return nil, ErrNotFound
	}
	content, err := b.named(d.Object)
	switch {
	case err != nil:
		return nil, err
	case gzip:
		return bytes.Clone(content), nil
	}
	return d.identity(content)
}

// named is object for an object that an entry names: it is damage if that is
// missing.
func (b *boltTx) named(name sum) ([]byte, error) {
	content, err := b.object(name)
	if errors.Is(err, ErrNotFound) {
		err = errMissing
	}
	return content, err
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
	b, err := d.begin(false)
	d.committing.RUnlock()
	if err != nil {
		return fmt.Errorf("reading the database: %w", err)
	}
	defer b.end()
	return read(&Tx{d: d, bolt: b, index: ix, failed: fmt.Errorf("this transaction only reads: %w", ErrRefused)})
}

// Model returns the published model of the entry's manual. The error wraps
// [ErrNotFound] when the manual is unpublished, [ErrReplaced] when the entry is
// not of this transaction's index, or [ErrDamaged].
func (tx *Tx) Model(e *Manual) (*manual.Manual, error) {
	if e.model == (sum{}) {
		return nil, readError(e, modelObject, ErrNotFound)
	}
	var record modelRecord
	err := tx.read(e, modelObject, func(b *boltTx) error { return b.decode(e.model, &record) })
	return record.manual(), err
}

// Body returns the uncompressed body of a document of the entry. Errors are
// those of [Tx.Model].
func (tx *Tx) Body(e *Manual, kind manual.DocumentKind) (body []byte, err error) {
	err = tx.read(e, string(kind), func(b *boltTx) error {
		body, err = b.document(e, kind, false)
		return err
	})
	return body, err
}

// Editorial returns the editorial data of the entry's manual, empty if none was
// put; its Anchors are never nil. Errors are those of [Tx.Model].
func (tx *Tx) Editorial(e *Manual) (Editorial, error) {
	if e.editorial == (sum{}) {
		return Editorial{Anchors: make(map[string]string), Tokens: manual.NewTokenDocument()}, nil
	}
	var record editorialRecord
	if err := tx.read(e, editorialObject, func(b *boltTx) error { return b.decode(e.editorial, &record) }); err != nil {
		return Editorial{}, err
	}
	return record.editorial()
}

// Intact reports whether the entry's documents, model, editorial data and files are
// stored and undamaged.
func (tx *Tx) Intact(e *Manual) bool {
	return tx.read(e, snapshotKind, func(b *boltTx) error {
		for name, kind := range e.objects() {
			if err := b.check(e, name); err != nil && kind != seedObject {
				return err
			}
		}
		return nil
	}) == nil
}

// check checks an object that an entry names, and if that is the list of a file's
// pieces, these.
func (b *boltTx) check(e *Manual, name sum) error {
	if slices.Contains(e.pieces, name) {
		_, err := b.readFile(sum{}, name)
		if errors.Is(err, ErrNotFound) {
			err = errMissing
		}
		return err
	}
	content, err := b.named(name)
	if len(content) > 64<<10 { // below, the system call takes longer than the check
		releaseMemory(content)
	}
	return err
}

// decode decodes an object that an entry names.
func (b *boltTx) decode(name sum, into any) error {
	content, err := b.named(name)
	if err == nil {
		err = decodeObject(content, into)
	}
	return err
}

// read runs do for an entry of the transaction's index: in the transaction of a
// View, or in an update, which keeps other updates away, in one of its own.
func (tx *Tx) read(e *Manual, kind string, do func(*boltTx) error) error {
	err := ErrReplaced
	switch {
	case tx.index.Manual(e.ID) != e:
	case tx.bolt == nil:
		err = tx.d.view(do)
	default:
		tx.mu.Lock()
		defer tx.mu.Unlock()
		err = catchPanic(func() error { return do(tx.bolt) })
	}
	if err != nil {
		return readError(e, kind, err)
	}
	return nil
}
