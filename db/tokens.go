package db

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync/atomic"
	"time"
)

// An AccessToken is a token that reads every manual of its brand.
type AccessToken struct {
	ID      string // public, for lists and logs
	Brand   string // slug
	Name    string
	Sum     [sha256.Size]byte // of the secret, which is not kept
	Created time.Time
	Expires time.Time     // zero for never, which only a declared one has
	Revoked time.Time     // zero while it is not
	Span    time.Duration // it was made for, where a rotation has cut that short; else zero
	File    string        // the seed file that declares it; empty for one that the store keeps

	record sum    // of its record; zero for a declared one
	usage  *usage // shared by the token's successive indexes; nil outside of an index
}

// usage is when a token was last used, in Unix seconds, 0 for never.
type usage struct {
	last    atomic.Int64
	written atomic.Int64 // as the file has it
}

// MadeFor returns for how long the token was made, to the second.
func (t *AccessToken) MadeFor() time.Duration {
	if t.Span != 0 {
		return t.Span
	}
	return t.Expires.Sub(t.Created)
}

// Valid tells whether the token is neither expired nor revoked at now.
func (t *AccessToken) Valid(now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() && t.File != "" || now.Before(t.Expires))
}

// LastUsed returns when the token was last used, to the second and in UTC;
// the zero time for never.
func (t *AccessToken) LastUsed() time.Time {
	if t.usage == nil {
		return time.Time{}
	}
	return fromUnix(t.usage.last.Load())
}

// Touch notes that the token, one of an index, is used at now. What is noted
// is written to the file at most hourly, and by [DB.Close].
func (d *DB) Touch(t *AccessToken, now time.Time) {
	if t.usage == nil {
		return
	}
	for seconds := now.Unix(); ; {
		last := t.usage.last.Load()
		if last >= seconds || t.usage.last.CompareAndSwap(last, seconds) {
			return
		}
	}
}

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
		if known := tx.index.access[t.ID]; known != nil {
			t.usage = known.usage
		}
		return tx.putToken(&t, t.usage.written.Load())
	})
}

func (tx *Tx) putToken(t *AccessToken, lastUsed int64) error {
	of, written, err := tx.put(recordKey{id: t.ID, kind: accessKind}, newTokenRecord(t, lastUsed))
	if err == nil && written {
		next := *t // one that an index may have does not change
		next.record = of
		tx.next.tokens[t.ID] = &next
	}
	return err
}

func (tx *Tx) removeToken(id string) {
	tx.remove(recordKey{id: id, kind: accessKind})
	tx.next.tokens[id] = nil
}

// brandTokens returns the ids of the brand's tokens that the transaction has.
func (tx *Tx) brandTokens(slug string) map[string]bool {
	ids := make(map[string]bool)
	for id, t := range tx.index.access {
		if _, changed := tx.next.tokens[id]; !changed && t.Brand == slug {
			ids[id] = true
		}
	}
	for id, t := range tx.next.tokens {
		if t != nil && t.Brand == slug {
			ids[id] = true
		}
	}
	return ids
}

// hasBrand tells whether the transaction has the brand.
func (tx *Tx) hasBrand(slug string) bool {
	if change := tx.next.brands[slug]; change != nil {
		return !change.removed
	}
	return tx.index.brands[slug] != nil
}

// usageInterval is how often the last uses of tokens are written.
const usageInterval = time.Hour

// startUsage starts the writing of last uses, which Close ends. A write that
// fails is tried again with the next; until then nothing is lost but to a
// crash.
func (d *DB) startUsage() {
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
	if d.lock(ctx) != nil {
		return
	}
	defer d.unlock()
	if d.refused != nil {
		return
	}
	_ = d.writeUsage(ctx) // tried again in an hour, and by Close, which returns the error
}

// writeUsage writes when the tokens were last used, those that have been
// since it was last written. For who has the lock.
func (d *DB) writeUsage(ctx context.Context) error {
	uses := make(map[*AccessToken]int64)
	for _, t := range d.Index().access {
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

// keepUsage keeps what is known of the tokens' last use when the index has
// been loaded again.
func (ix *Index) keepUsage(old *Index) {
	for of, t := range ix.tokens {
		if known := old.tokens[of]; known != nil {
			known.usage.written.Store(t.usage.written.Load())
			t.usage = known.usage
		}
	}
}
