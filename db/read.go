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
	err = d.read(ix, e, string(kind), func(b *boltTx) error {
		info, ok := e.Document(kind)
		if !ok {
			return ErrNotFound
		}
		content, err := b.object(info.Object)
		switch {
		case err != nil:
			return err
		case gzip:
			body = bytes.Clone(content)
			return nil
		}
		body, err = info.identity(content)
		return err
	})
	return body, err
}

// read runs do, which reads what e, an entry of ix, names.
func (d *DB) read(ix *Index, e *Manual, kind string, do func(*boltTx) error) error {
	err := d.view(do)
	if errors.Is(err, errMissing) {
		d.committing.RLock() // an update in progress may have removed it
		if d.Index() != ix {
			err = ErrReplaced
		}
		d.committing.RUnlock()
	}
	return readError(e, kind, err)
}

// readError adds to an error what was read.
func readError(e *Manual, kind string, err error) error {
	if err != nil {
		return fmt.Errorf("reading %s: %w", recordKey{e.Brand.Slug, e.ID, kind}, err)
	}
	return nil
}

// View runs read with a transaction for the current index, whose writing methods
// return an error that wraps [ErrRefused]. When an update has removed something before
// it was read, View runs read again. The error is that of read, or wraps [os.ErrClosed]
// or the cause of ctx.
func (d *DB) View(ctx context.Context, read func(tx *Tx) error) error {
	for {
		if err := d.view(func(*boltTx) error { return context.Cause(ctx) }); err != nil { // it may be closed
			return fmt.Errorf("reading the database: %w", err)
		}
		err := read(&Tx{d: d, index: d.Index(), failed: fmt.Errorf("this transaction only reads: %w", ErrRefused)})
		if !errors.Is(err, ErrReplaced) {
			return err
		}
	}
}

// Model returns the published model of the entry's manual. The error wraps
// [ErrNotFound] when the manual is unpublished, [ErrReplaced] in a View when an update
// has removed it, or [ErrDamaged].
func (tx *Tx) Model(e *Manual) (*manual.Manual, error) {
	if e.names.Model.IsZero() {
		return nil, readError(e, modelObject, ErrNotFound)
	}
	var record modelRecord
	err := tx.decode(e, modelObject, e.names.Model, &record)
	return record.manual(), err
}

// Body returns the uncompressed body of a document of the entry. Errors are
// those of [Tx.Model].
func (tx *Tx) Body(e *Manual, kind manual.DocumentKind) ([]byte, error) {
	return tx.d.Read(tx.index, e, kind, false)
}

// Intact reports whether the entry's documents, model, editorial data and files are
// stored and undamaged.
func (tx *Tx) Intact(e *Manual) bool {
	return tx.d.view(func(b *boltTx) error {
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
	if slices.Contains(e.names.Pieces, name) {
		return b.checkFile(sum{}, name)
	}
	content, err := b.object(name)
	releaseMemory(content)
	return err
}

// decode decodes an object that an entry names.
func (tx *Tx) decode(e *Manual, kind string, name sum, into any) error {
	return tx.d.read(tx.index, e, kind, func(b *boltTx) error {
		content, err := b.object(name)
		if err == nil {
			err = decodeObject(content, into)
		}
		return err
	})
}
