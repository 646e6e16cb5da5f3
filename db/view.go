package db

import (
	"context"
	"fmt"

	"designmanual/db/manual"
)

// Read returns the body of the entry's document of that kind, compressed or
// not, verified. The slice is nobody else's and may be kept. The error wraps
// [ErrReplaced] when an update has changed the record since ix, which e is of,
// was current: the caller judges the request again by the new index, which is in
// place. It wraps [ErrDamaged], [ErrNotFound] or [os.ErrClosed].
func (d *DB) Read(ix *Index, e Entry, kind manual.DocumentKind, gzip bool) (body []byte, err error) {
	key := recordKey{e.Brand.Slug, e.ID(), string(kind)}
	var record documentRecord
	head, same := e.meta.document(kind), true
	if head == nil {
		err = ErrNotFound
	} else {
		err = d.view(func(tx *transaction) error {
			value, err := tx.get(key)
			if same = states(value, head.Prefix[:]); err != nil || !same {
				return err
			}
			if _, err = decodeRecord(key, value, &record); err == nil && !record.matches(head) {
				err = damaged("it is another document than its head says")
			}
			return err
		})
	}
	if err == nil && !same {
		d.committing.RLock()
		defer d.committing.RUnlock()
		if err = ErrReplaced; d.Index() == ix {
			err = damaged("the record is not the one last written")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", key, err)
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
	t, err := d.begin(false)
	d.committing.RUnlock()
	if err != nil {
		return fmt.Errorf("reading the database: %w", err)
	}
	defer t.end()
	tx := newTx(t, ix)
	tx.readOnly = true
	return read(tx)
}
