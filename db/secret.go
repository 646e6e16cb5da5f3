package db

import (
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strings"

	"designmanual/db/manual"
)

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

// SecretSum returns the SHA-256 of a secret, for [Index.Token]. It reports
// false if the secret does not have the form and checksum of [NewSecret].
func SecretSum(secret string) (sum [sha256.Size]byte, ok bool) {
	rest, found := strings.CutPrefix(secret, manual.SecretPrefix)
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
