package manual

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

const (
	// ShareParameter is the query key of a share link: the address of the manual's
	// page, "?share=" and the value that [SessionKey.Share] returns.
	ShareParameter = "share"

	// MaxShareTime is how long a share link lasts at most.
	MaxShareTime = 30 * 24 * time.Hour
)

// A SessionKey signs page sessions and share links.
type SessionKey [sha256.Size]byte

// NewSessionKey derives a key from a secret, such as the content of a file that several
// servers share.
func NewSessionKey(secret []byte) SessionKey { return sha256.Sum256(secret) }

// A Share is what a share link opens, and what a page session shows: the page, exports
// and files of one manual, as they are published or as a draft. Password is the bcrypt
// hash of the manual's password, so that a new password ends both.
type Share struct {
	ID       string // of the manual
	Password string
	Draft    bool
	Session  string // the sort of session; empty for a share link
}

// Share returns the value of a share link or session that ends at end, which is rounded
// down to a second: its end in Unix seconds, a dot, and an HMAC-SHA256 in base64url
// without padding. The id and the hash of the password are hashed first, so that no two
// shares give the same bytes. Nothing is stored: every server with the same key and files
// accepts it.
func (k SessionKey) Share(s Share, end time.Time) string {
	seconds := strconv.FormatInt(end.Unix(), 10)
	id, password, draft := sha256.Sum256([]byte(s.ID)), sha256.Sum256([]byte(s.Password)), byte(0)
	if s.Draft {
		draft = 1
	}
	code := hmac.New(sha256.New, k[:])
	purpose := []byte(cmp.Or(s.Session, "share link"))
	for _, part := range [][]byte{purpose, {0}, id[:], password[:], {draft}, []byte(seconds)} {
		code.Write(part)
	}
	return seconds + "." + base64.RawURLEncoding.EncodeToString(code.Sum(nil))
}

// OpenShare returns the end of such a value, and reports whether the key has signed it
// for the share and it has not ended at now. It takes the same time for every value of
// the same length.
func (k SessionKey) OpenShare(s Share, value string, now time.Time) (time.Time, bool) {
	seconds, _, _ := strings.Cut(value, ".")
	unix, _ := strconv.ParseInt(seconds, 10, 64) // an end that is no number differs from the one that is signed
	end := time.Unix(unix, 0).UTC()
	right := hmac.Equal([]byte(value), []byte(k.Share(s, end)))
	return end, right && now.Before(end) && !end.After(now.Add(MaxShareTime))
}
