package db

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"designmanual/db/manual"
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
	File    string        // the seed file that declares it; empty for a created one

	recordHash hash256       // hash of its record; zero for a declared token
	written    int64         // lastUsed in the record
	lastUsed   *atomic.Int64 // Unix seconds, 0 for never; shared by successive indexes, nil outside of an index
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

// NoteUse notes that a token of an index was used at now. Of a created one, the file gets
// it within an hour, or on [DB.Close].
func (d *DB) NoteUse(t *AccessToken, now time.Time) {
	if seconds := now.Unix(); seconds > t.lastUsed.Load() {
		t.lastUsed.Store(seconds)
	}
}

// An accessTokenRecord is an access token. Its id is its key.
type accessTokenRecord struct {
	Brand    string  `msgpack:"brand"`
	Name     string  `msgpack:"name"`
	Sum      hash256 `msgpack:"sum"`
	Created  instant `msgpack:"created"`
	Expires  instant `msgpack:"expires"`
	Revoked  instant `msgpack:"revoked"`
	LastUsed int64   `msgpack:"used"`           // Unix seconds, 0 for never
	Span     int64   `msgpack:"span,omitempty"` // seconds
}

// decodeAccessToken decodes the record of an access token.
func decodeAccessToken(id string, value []byte) (*AccessToken, error) {
	var r accessTokenRecord
	hash, err := decodeRecord(recordKey{id: id, kind: accessKind}, value, &r)
	t := &AccessToken{
		ID: id, Brand: r.Brand, Name: r.Name, Sum: r.Sum,
		Created: r.Created.Time(), Expires: r.Expires.Time(), Revoked: r.Revoked.Time(),
		Span: time.Duration(r.Span) * time.Second, recordHash: hash, written: r.LastUsed, lastUsed: new(atomic.Int64),
	}
	t.lastUsed.Store(r.LastUsed)
	return t, err
}

// encode returns the record of the token.
func (t *AccessToken) encode() encodedRecord {
	return encodeRecord(recordKey{id: t.ID, kind: accessKind}, &accessTokenRecord{
		Brand: t.Brand, Name: t.Name, Sum: t.Sum,
		Created: newInstant(t.Created), Expires: newInstant(t.Expires), Revoked: newInstant(t.Revoked),
		LastUsed: t.written, Span: int64(t.Span / time.Second),
	})
}

// PutAccessToken stores an access token in place of the one with the same id. Its
// last use stays. The error wraps [ErrNotFound] when there is no such brand.
func (tx *Tx) PutAccessToken(t AccessToken) error {
	return tx.addChange("writing access token "+t.ID, func() error {
		t.written, t.lastUsed = 0, new(atomic.Int64)
		if known := tx.next.createdAccessTokens[t.ID]; known != nil {
			t.written = known.written
			t.lastUsed.Store(t.written)
		}
		tx.next.createdAccessTokens[t.ID] = &t
		if tx.findBrand(t.Brand) == nil {
			return fmt.Errorf("brand %s: %w", t.Brand, ErrNotFound)
		}
		return nil
	})
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
			log.Error(
				"the last uses of access tokens could not be written; they are kept in memory for another hour",
				"error", err,
			)
		}
		if d.lock(context.Background(), "a change") == nil { // the store is not closed
			defer d.unlock()
			d.startUsage()
		}
	})
}

// writeUsage writes the last uses that the file does not have.
func (d *DB) writeUsage(ctx context.Context) error {
	used := func(t *AccessToken) bool { return t.lastUsed.Load() != t.written }
	if !slices.ContainsFunc(slices.Collect(maps.Values(d.Index().createdAccessTokens)), used) {
		return nil
	}
	return d.Update(ctx, func(tx *Tx) error {
		return tx.addChange("writing last uses", func() error {
			for id, t := range tx.index.createdAccessTokens {
				if used(t) {
					again := *t
					again.written = t.lastUsed.Load()
					tx.next.createdAccessTokens[id] = &again
				}
			}
			return nil
		})
	})
}

// SessionKey returns the key that signs page sessions, 32 random bytes. The
// first call makes it and stores it, so that sessions survive a restart, and a
// restored backup. Errors are those of [DB.Update].
func (d *DB) SessionKey(ctx context.Context) ([32]byte, error) {
	if key, ok := d.Index().SessionKey(); ok {
		return key, nil
	}
	err := d.Update(ctx, func(tx *Tx) error {
		return tx.addChange("writing the key", func() error {
			if _, ok := tx.index.SessionKey(); !ok { // or another goroutine was first
				rand.Read(tx.next.session[:]) // never fails
			}
			return nil
		})
	})
	if err != nil {
		return [32]byte{}, fmt.Errorf("making the key of page sessions: %w", err)
	}
	key, _ := d.Index().SessionKey()
	return key, nil
}

// The parts of an access token's secret.
const (
	randomDigits   = 43 // base62 digits of 32 bytes: 62^43 > 2^256
	checksumDigits = 6  // base62 digits of a CRC-32: 62^6 > 2^32
	checkedLength  = len(manual.SecretPrefix) + randomDigits
	secretLength   = checkedLength + checksumDigits
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// NewSecret makes the secret of an access token from random bytes. A secret has
// 53 characters: "dmt_", a prefix for secret scanners; the random bytes as a
// big-endian number of 43 base62 digits; and the CRC-32 (IEEE) of those 47
// characters as 6 base62 digits, which tells a typo from a revoked token.
func NewSecret(random [32]byte) string {
	secret := manual.SecretPrefix + digits(new(big.Int).SetBytes(random[:]), randomDigits)
	return secret + checksum(secret)
}

// SecretSum returns the SHA-256 of a secret, for [Index.AccessToken]. It reports
// false if the secret does not have the form and checksum of [NewSecret].
func SecretSum(secret string) ([sha256.Size]byte, bool) {
	rest, found := strings.CutPrefix(secret, manual.SecretPrefix)
	var sum [sha256.Size]byte
	if !found || len(secret) != secretLength || strings.Trim(rest, base62) != "" ||
		checksum(secret[:checkedLength]) != secret[checkedLength:] {
		return sum, false
	}
	return sha256.Sum256([]byte(secret)), true
}

// checksum returns the CRC-32 (IEEE) of text as base62 digits.
func checksum(text string) string {
	return digits(new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(text)))), checksumDigits)
}

// digits returns a number as base62 digits, padded to width with zeros.
func digits(number *big.Int, width int) string {
	text := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		digit := new(big.Int)
		number.DivMod(number, big.NewInt(int64(len(base62))), digit)
		text[i] = base62[digit.Int64()]
	}
	return string(text)
}
