package db

import (
	"context"
	"fmt"
	"time"
)

// PutToken writes an access token: a new one, or a change to the one of that
// id, as revoking it is. When it was last used is kept. The error wraps
// [ErrNotFound] when its brand is not there, and [ErrConflict] when it has no
// id.
func (tx *Tx) PutToken(t AccessToken) error {
	return tx.write("writing access token "+t.ID, func() error {
		if t.ID == "" {
			return fmt.Errorf("an access token without an id: %w", ErrConflict)
		}
		if !tx.hasBrand(t.Brand) {
			return fmt.Errorf("brand %s: %w", t.Brand, ErrNotFound)
		}
		t.Created, t.Expires, t.Revoked = t.Created.UTC(), t.Expires.UTC(), t.Revoked.UTC()
		t.usage = new(usage)
		for _, known := range tx.index.tokens {
			if known.ID == t.ID {
				t.usage = known.usage
			}
		}
		return tx.putToken(&t, t.usage.written.Load())
	})
}

func (tx *Tx) putToken(t *AccessToken, lastUsed int64) error {
	b, err := tx.bucket(accessBucket)
	if err != nil {
		return err
	}
	record := newTokenRecord(t, lastUsed)
	value, err := encode(&record)
	if err != nil {
		return err
	}
	of := tx.seal.seal(place{id: t.ID, kind: accessKind}, value)
	if before, ok := statedSum(b.Get([]byte(t.ID))); ok {
		tx.root.Tokens.remove(before)
	}
	tx.root.Tokens.add(of)
	changed := false
	if err := replace(b, t.ID, value, &changed); err != nil {
		return err
	}
	if changed {
		tx.changes.tokens[t.ID] = t
	}
	return nil
}

func (tx *Tx) removeToken(id string) error {
	b, err := tx.bucket(accessBucket)
	if err != nil {
		return err
	}
	if before, ok := statedSum(b.Get([]byte(id))); ok {
		tx.root.Tokens.remove(before)
	}
	tx.changes.tokens[id] = nil
	return b.Delete([]byte(id))
}

// brandTokens returns the ids of the brand's tokens that the transaction has.
func (tx *Tx) brandTokens(slug string) map[string]struct{} {
	ids := make(map[string]struct{})
	for _, t := range tx.index.tokens {
		if _, changed := tx.changes.tokens[t.ID]; !changed && t.Brand == slug {
			ids[t.ID] = struct{}{}
		}
	}
	for id, t := range tx.changes.tokens {
		if t != nil && t.Brand == slug {
			ids[id] = struct{}{}
		}
	}
	return ids
}

// hasBrand tells whether the transaction has the brand.
func (tx *Tx) hasBrand(slug string) bool {
	if change := tx.changes.brands[slug]; change != nil {
		return !change.gone
	}
	return tx.index.brands[slug] != nil
}

// usageInterval is how often the last uses of tokens are written.
const usageInterval = time.Hour

// keepUsage starts the writing of last uses, which Close ends. A write that
// fails is tried again with the next; until then nothing is lost but to a
// crash.
func (d *DB) keepUsage() {
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	d.stopped.Go(func() {
		ticker := time.NewTicker(usageInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				d.flushUsage(ctx)
			}
		}
	})
}

func (d *DB) flushUsage(ctx context.Context) {
	if d.take(ctx) != nil {
		return
	}
	defer d.release()
	if d.refused != nil {
		return
	}
	_ = d.writeUsage(ctx) // tried again in an hour, and by Close, which returns the error
}

// writeUsage writes when the tokens were last used, those that have been
// since it was last written. For who has the turn.
func (d *DB) writeUsage(ctx context.Context) error {
	uses := make(map[*AccessToken]int64)
	for _, t := range d.Index().tokens {
		if last := t.usage.last.Load(); last != t.usage.written.Load() {
			uses[t] = last
		}
	}
	if len(uses) == 0 {
		return nil
	}
	err := d.update(ctx, func(tx *Tx) error {
		return tx.write("writing last uses", func() error {
			for t, last := range uses {
				if err := tx.putToken(t, last); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	for t, last := range uses {
		t.usage.written.Store(last)
	}
	return nil
}
