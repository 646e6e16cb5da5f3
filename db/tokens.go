package db

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"slices"
	"sync/atomic"
	"time"
)

// An AccessToken is a token that can read every manual of its brand.
type AccessToken struct {
	ID      string // public, for lists and logs
	Brand   string // slug
	Name    string
	Sum     [sha256.Size]byte // of the secret, which is not stored
	Created time.Time
	Expires time.Time     // zero for never, only for a declared token
	Revoked time.Time     // zero if it is not revoked
	Span    time.Duration // its original lifetime if a rotation has shortened it, else zero
	File    string        // the seed file that declares it; empty for one made by the store

	record   sum           // hash of its record; zero for a declared token
	written  int64         // lastUsed in the record
	lastUsed *atomic.Int64 // Unix seconds, 0 for never; shared by successive indexes, nil outside of an index
}

// token returns the access token of a record with that hash.
func (r *tokenRecord) token(id string, hash sum) *AccessToken {
	t := &AccessToken{
		ID: id, Brand: r.Brand, Name: r.Name, Sum: r.Sum,
		Created: r.Created.Time(), Expires: r.Expires.Time(), Revoked: r.Revoked.Time(),
		Span: time.Duration(r.Span) * time.Second, record: hash, written: r.LastUsed, lastUsed: new(atomic.Int64),
	}
	t.lastUsed.Store(r.LastUsed)
	return t
}

// Lifetime returns how long the token was made to last, to the second.
func (t *AccessToken) Lifetime() time.Duration {
	if t.Span != 0 {
		return t.Span
	}
	return t.Expires.Sub(t.Created)
}

// Valid reports whether the token is neither expired nor revoked at now.
func (t *AccessToken) Valid(now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() && t.File != "" || now.Before(t.Expires))
}

// LastUsed returns when the token was last used, to the second and in UTC, or
// the zero time.
func (t *AccessToken) LastUsed() time.Time {
	if t.lastUsed == nil || t.lastUsed.Load() == 0 {
		return time.Time{}
	}
	return time.Unix(t.lastUsed.Load(), 0).UTC()
}

// Touch records that a token of an index was used at now. The file gets it
// within an hour, or on [DB.Close].
func (d *DB) Touch(t *AccessToken, now time.Time) {
	for seconds := now.Unix(); ; {
		last := t.lastUsed.Load()
		if last >= seconds || t.lastUsed.CompareAndSwap(last, seconds) {
			return
		}
	}
}

// PutToken stores an access token in place of the one with the same id. Its
// last use stays. The error wraps [ErrNotFound] when there is no such brand.
func (tx *Tx) PutToken(t AccessToken) error {
	return tx.write("writing access token "+t.ID, func() error {
		var old tokenRecord
		_, err := tx.record(recordKey{id: t.ID, kind: accessKind}, &old)
		if err != nil {
			return err
		}
		return tx.putToken(&t, old.LastUsed)
	})
}

func (tx *Tx) putToken(t *AccessToken, lastUsed int64) error {
	if err := tx.changeBrand(t.Brand); err != nil {
		return err
	}
	_, err := tx.put(recordKey{id: t.ID, kind: accessKind}, &tokenRecord{
		Brand: t.Brand, Name: t.Name, Sum: t.Sum,
		Created: newInstant(t.Created), Expires: newInstant(t.Expires), Revoked: newInstant(t.Revoked),
		LastUsed: lastUsed, Span: int64(t.Span / time.Second),
	}, sum{})
	return err
}

// removeTokens removes the tokens of a brand. Revoked ones stay, so that a brand
// that declares the same secret later does not make it valid again.
func (tx *Tx) removeTokens(brand string) error {
	tokens, err := tx.loadTokens()
	for id, t := range tokens {
		if t.Brand == brand && t.Revoked.IsZero() {
			err = errors.Join(err, tx.delete(recordKey{id: id, kind: accessKind}))
		}
	}
	return err
}

// usageInterval is how often the last uses of tokens are written.
const usageInterval = time.Hour

// startUsage starts the hourly writing of last uses, which Close ends. A failed
// write is logged and repeated with the next one, and by Close, which returns its
// error. d.writing must be locked.
func (d *DB) startUsage() {
	d.usage = time.AfterFunc(usageInterval, func() {
		err := d.writeUsage(context.Background())
		if log := d.log.Load(); log != nil && err != nil && !errors.Is(err, os.ErrClosed) {
			log.Error("the last uses of access tokens could not be written; they are kept in memory for another hour", "error", err)
		}
		if d.lock(context.Background()) == nil { // the store is not closed
			defer d.unlock()
			d.startUsage()
		}
	})
}

// writeUsage writes the last uses that the file does not have.
func (d *DB) writeUsage(ctx context.Context) error {
	used := func(t *AccessToken) bool { return t.lastUsed.Load() != t.written }
	if !slices.ContainsFunc(slices.Collect(maps.Values(d.Index().access)), used) {
		return nil
	}
	return d.Update(ctx, func(tx *Tx) error {
		return tx.write("writing last uses", func() (err error) {
			for _, t := range tx.index.access {
				if used(t) {
					err = errors.Join(err, tx.putToken(t, t.lastUsed.Load()))
				}
			}
			return err
		})
	})
}
