package db

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"regexp"
	"strings"
)

// The parts of an access token's secret.
const (
	secretPrefix   = "dmt_"
	secretRandom   = 32 // bytes
	randomDigits   = 43 // base62 digits that hold them: 62^43 > 2^256
	checksumDigits = 6  // base62 digits that hold a CRC-32: 62^6 > 2^32
	checkedLength  = len(secretPrefix) + randomDigits
	secretLength   = checkedLength + checksumDigits
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// NewSecret makes the secret of an access token from 32 bytes of random,
// which is crypto/rand's Reader outside of tests. A secret is 53 characters:
// "dmt_", a prefix that secret scanners can find, the 32 bytes as a big-endian
// number of 43 base62 digits, and the CRC-32 (IEEE) of those 47 characters as
// 6 base62 digits, so that a typo can be told from a revoked token. The error
// is that of random.
func NewSecret(random io.Reader) (string, error) {
	var entropy [secretRandom]byte
	if _, err := io.ReadFull(random, entropy[:]); err != nil {
		return "", fmt.Errorf("making an access token: reading random bytes: %w", err)
	}
	secret := secretPrefix + digits(new(big.Int).SetBytes(entropy[:]), randomDigits)
	return secret + checksum(secret), nil
}

// SecretSum returns the SHA-256 under which the store knows the access token
// of that secret (see [Index.Token]). It is not ok where secret is not of the
// form that [NewSecret] makes or its checksum does not hold; whether the store
// has a token of that secret is another question.
func SecretSum(secret string) (sum [sha256.Size]byte, ok bool) {
	rest, found := strings.CutPrefix(secret, secretPrefix)
	if !found || len(secret) != secretLength || strings.Trim(rest, base62) != "" ||
		checksum(secret[:checkedLength]) != secret[checkedLength:] {
		return sum, false
	}
	return sha256.Sum256([]byte(secret)), true
}

// secrets are what begins as the secret of an access token, or as the bcrypt
// hash of a password.
var secrets = regexp.MustCompile(`(` + secretPrefix + `)[0-9A-Za-z]+|(\$2[aby]\$)[$./0-9A-Za-z]+`)

// HideSecrets returns text without the secrets of access tokens and without
// the hashes of passwords, for messages and logs.
func HideSecrets(text string) string { return secrets.ReplaceAllString(text, "$1$2…") }

// checksum returns the CRC-32 (IEEE) of text as base62 digits.
func checksum(text string) string {
	return digits(new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(text)))), checksumDigits)
}

// digits returns a number as so many base62 digits.
func digits(number *big.Int, width int) string {
	text := make([]byte, width)
	digit := new(big.Int)
	for i := width - 1; i >= 0; i-- {
		number.DivMod(number, big.NewInt(int64(len(base62))), digit)
		text[i] = base62[digit.Int64()]
	}
	return string(text)
}

// SessionKey returns the key that signs the sessions of pages. The first call
// makes it, 32 random bytes, and keeps it in the store for good: all that is
// signed with it survives a new start of the program, and a backup holds it.
// The errors are those of [DB.Update].
func (d *DB) SessionKey(ctx context.Context) ([32]byte, error) {
	if key, ok := d.Index().SessionKey(); ok {
		return key, nil
	}
	err := d.Update(ctx, func(tx *Tx) error {
		if _, ok := tx.Index().SessionKey(); ok {
			return nil // another one was first
		}
		var key [32]byte
		rand.Read(key[:]) // never fails
		return tx.step("writing the key", func() (err error) {
			tx.next.session = key
			tx.root.Session, err = tx.put(recordKey{kind: sessionKind}, &sessionRecord{Key: key[:]}, sum{})
			return err
		})
	})
	if err != nil {
		return [32]byte{}, fmt.Errorf("making the key of page sessions: %w", err)
	}
	key, _ := d.Index().SessionKey()
	return key, nil
}
