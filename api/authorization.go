package api

import (
	"crypto/sha256"
	"strings"
	"time"

	"designmanual/db"
)

// credentials are what the Authorization fields of a request say.
type credentials struct {
	sent   bool // there is a field, of whatever scheme: the answer is not to be stored
	bearer bool // it claims an access token
	formed bool // it holds exactly one secret of ours; sum is its SHA-256
	sum    [sha256.Size]byte
}

// parseAuthorization reads the Authorization fields of a request (RFC 9110,
// section 11.6.2; RFC 6750, section 2.1). A scheme other than Bearer with
// something behind it claims no token: a proxy in front may have added it.
// Anything else that is not Bearer and one secret of ours claims a bad one:
// two fields, an empty one, a single word.
func parseAuthorization(fields []string) credentials {
	switch len(fields) {
	case 0:
		return credentials{}
	case 1:
	default:
		return credentials{sent: true, bearer: true}
	}
	scheme, rest, spaced := strings.Cut(strings.Trim(fields[0], " \t"), " ")
	switch {
	case !spaced || !token(scheme):
		return credentials{sent: true, bearer: true}
	case !strings.EqualFold(scheme, "Bearer"):
		return credentials{sent: true}
	}
	sum, ok := db.SecretSum(strings.TrimLeft(rest, " "))
	return credentials{sent: true, bearer: true, formed: ok, sum: sum}
}

// token tells whether s is a token of RFC 9110, section 5.6.2.
func token(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return true
}

// holder returns the valid access token that the credentials hold, or nil
// where they hold none. It is not ok where they claim a token and it is
// malformed, unknown, expired or revoked.
func (c *credentials) holder(ix *db.Index, now time.Time) (t *db.AccessToken, ok bool) {
	if !c.bearer {
		return nil, true
	}
	if !c.formed {
		return nil, false
	}
	if t = ix.Token(c.sum); t == nil || !t.Valid(now) {
		return nil, false
	}
	return t, true
}
