package db

import (
	"context"
	"crypto/sha256"
	"errors"
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

	record   sum           // of its record; zero for a declared one
	written  int64         // lastUsed as the record has it
	lastUsed *atomic.Int64 // Unix seconds, 0 for never; shared by the token's successive indexes, nil outside of one
}

// token returns the access token of a record with that sum.
func (r *tokenRecord) token(id string, of sum) *AccessToken {
	t := &AccessToken{
		ID: id, Brand: r.Brand, Name: r.Name, Sum: r.Sum,
		Created: r.Created.Time, Expires: r.Expires.Time, Revoked: r.Revoked.Time,
		Span: time.Duration(r.Span) * time.Second, record: of, written: r.LastUsed, lastUsed: new(atomic.Int64),
	}
	t.lastUsed.Store(r.LastUsed)
	return t
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
	if t.lastUsed == nil || t.lastUsed.Load() == 0 {
		return time.Time{}
	}
	return time.Unix(t.lastUsed.Load(), 0).UTC()
}

// Touch notes that the token, one of an index, is used at now. What is noted
// is written to the file at most hourly, and by [DB.Close].
func (d *DB) Touch(t *AccessToken, now time.Time) {
	for seconds := now.Unix(); ; {
		last := t.lastUsed.Load()
		if last >= seconds || t.lastUsed.CompareAndSwap(last, seconds) {
			return
		}
	}
}

// PutToken writes an access token: a new one, or a change to the one of that
// id, as revoking it is. When it was last used is kept. The error wraps
// [ErrNotFound] when its brand is not there, and [ErrConflict] when it has no
// id.
func (tx *Tx) PutToken(t AccessToken) error {
	return tx.step("writing access token "+t.ID, func() error {
		if t.ID == "" {
			return fmt.Errorf("an access token without an id: %w", ErrConflict)
		}
		var old tokenRecord
		_, err := tx.record(recordKey{id: t.ID, kind: accessKind}, &old)
		if err != nil {
			return err
		}
		return tx.putToken(&t, old.LastUsed)
	})
}

// putToken writes a token that was last used then.
func (tx *Tx) putToken(t *AccessToken, lastUsed int64) error {
	if err := tx.touch(t.Brand); err != nil {
		return err
	}
	_, err := tx.put(recordKey{id: t.ID, kind: accessKind}, &tokenRecord{
		Brand: t.Brand, Name: t.Name, Sum: t.Sum,
		Created: instant{t.Created}, Expires: instant{t.Expires}, Revoked: instant{t.Revoked},
		LastUsed: lastUsed, Span: int64(t.Span / time.Second),
	}, sum{})
	return err
}

// removeTokens removes the tokens of a brand.
func (tx *Tx) removeTokens(brand string) error {
	tokens, err := tx.loadTokens()
	for id, t := range tokens {
		if t.Brand == brand {
			err = errors.Join(err, tx.delete(recordKey{id: id, kind: accessKind}))
		}
	}
	return err
}

// usageInterval is how often the last uses of tokens are written.
const usageInterval = time.Hour

// startUsage starts the writing of last uses, which Close ends. A write that
// fails is tried again with the next, and by Close, which returns the error;
// until then nothing is lost but to a crash.
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
				if d.lock(ctx) == nil {
					_ = d.writeUsage(ctx)
					d.unlock()
				}
			}
		}
	})
}

// writeUsage writes when the tokens were last used, those that have been
// since it was last written. The caller has locked writing.
func (d *DB) writeUsage(ctx context.Context) error {
	if d.refused != nil {
		return nil
	}
	var used []*AccessToken
	for _, t := range d.Index().access {
		if t.lastUsed.Load() != t.written {
			used = append(used, t)
		}
	}
	if len(used) == 0 {
		return nil
	}
	return d.update(ctx, func(tx *Tx) error {
		return tx.step("writing last uses", func() (err error) {
			for _, t := range used {
				err = errors.Join(err, tx.putToken(t, t.lastUsed.Load()))
			}
			return err
		})
	})
}
