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
