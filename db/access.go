package db

import (
	"crypto/sha256"
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

// Touch notes that the token, one of an index, is used at now. It neither
// locks nor allocates. What is noted is written to the file at most hourly,
// and by [DB.Close].
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
