package db

import (
	"context"
	"errors"
	"fmt"

	"designmanual/db/manual"
)

// Read returns the body of the entry's document of that kind, compressed or
// not, verified. The slice is nobody else's and may be kept. The error wraps
// [ErrReplaced] when an update has changed the record since ix, which e is of,
// was current: the caller judges the request again by the new index, which is in
// place. It wraps [ErrDamaged], [ErrNotFound] or [os.ErrClosed].
func (d *DB) Read(ix *Index, e *Entry, kind manual.DocumentKind, gzip bool) (body []byte, err error) {
	var record documentRecord
	err = d.view(func(tx *Tx) error { return tx.readOf(e, string(kind), &record) })
	if errors.Is(err, ErrReplaced) {
		d.committing.RLock()
		if d.Index() == ix {
			err = errOther
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

// View runs read in a read transaction; its writing methods return an error
// that wraps [ErrRefused]. The transaction's index is the one of its state; View
// waits for a commit that is under way. It should end soon: while it lasts, the
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
// not of this transaction's state, or [ErrDamaged].
func (tx *Tx) Model(e *Entry) (*manual.Manual, error) {
	var record modelRecord
	if err := tx.read(e, modelKind, &record); err != nil {
		return nil, err
	}
	return record.manual(), nil
}

// Body returns the identity body of the entry's document of that kind. The
// error is as of [Tx.Model].
func (tx *Tx) Body(e *Entry, kind manual.DocumentKind) ([]byte, error) {
	var record documentRecord
	err := tx.read(e, string(kind), &record)
	return record.Identity, err
}

// Editorial returns what is recorded of the entry's manual for its
// administration, if anything is; its Anchors are not nil. The error is as of
// [Tx.Model].
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

// read decodes the record of that kind of an entry.
func (tx *Tx) read(e *Entry, kind string, into any) error {
	tx.mu.Lock()
	defer tx.mu.Unlock()
	err := guard(func() error { return tx.readOf(e, kind, into) })
	_, touched := tx.brands[e.Brand.Slug]
	switch same := tx.index.Entry(e.ID) == e; {
	case !same:
		err = ErrReplaced
	case errors.Is(err, ErrReplaced) && !touched:
		err = errOther
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", recordKey{e.Brand.Slug, e.ID, kind}, err)
	}
	return nil
}

// errOther says that nothing but damage explains what has been found.
var errOther = damaged("it is missing, or not the one last written")

// readOf decodes the record of that kind of an entry. The error wraps
// [ErrReplaced] where it is not the one that the entry speaks of.
func (tx *Tx) readOf(e *Entry, kind string, into any) error {
	key := recordKey{e.Brand.Slug, e.ID, kind}
	want := e.stated(kind)
	if want == nil {
		return ErrNotFound
	}
	value, err := tx.get(key)
	if err == nil && !states(value, want) {
		err = ErrReplaced
	}
	if err == nil {
		_, err = decodeRecord(key, value, into)
	}
	return err
}
