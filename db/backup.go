package db

import (
	"context"
	"fmt"
	"io"
)

// Backup writes a copy of the store as of one moment to w; what it writes is
// a store itself, to be opened with [Open] and checked with [DB.Verify]
// before it is relied on. Reads go on meanwhile, updates wait: one that makes
// the file grow would otherwise hold up the readers too. The error is that of
// w, or wraps the cause of ctx when that ends first.
func (d *DB) Backup(ctx context.Context, w io.Writer) error {
	if err := d.lock(ctx); err != nil {
		return fmt.Errorf("backing up the database: %w", err)
	}
	defer d.unlock()
	return d.View(ctx, func(tx *Tx) error {
		if _, err := tx.bolt.WriteTo(&interruptible{ctx, w}); err != nil {
			return fmt.Errorf("backing up the database: %w", err)
		}
		return nil
	})
}

// interruptible is a writer that fails once ctx has ended.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i *interruptible) Write(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, context.Cause(i.ctx)
	}
	return i.w.Write(p)
}
