package pages

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// sessionTime is how long a password that was entered holds.
const sessionTime = 12 * time.Hour

// A session is the value of a cookie, in base64url without padding: its end in
// Unix seconds, 8 bytes big-endian, and an HMAC-SHA256. The code covers the end,
// the manual's id and the bcrypt hash of its password, so a session is good for
// one manual and void once the password is another. Nothing is kept of it on
// the server.
const sessionBytes = 8 + sha256.Size

// A Key signs sessions.
type Key [32]byte

// NewKey returns the key that is made of a secret, such as the content of a
// file that several servers have.
func NewKey(secret []byte) Key { return sha256.Sum256(secret) }

// Begin returns the Set-Cookie field that begins a session of the manual. The
// cookie goes to no other host and to no script, and not along with what
// other sites send.
func (k Key) Begin(e *db.Entry, site manual.Site, now time.Time) string {
	cookie := http.Cookie{
		Name:     cookieName(e.ID, site),
		Value:    k.seal(e.ID, e.Password, now.Add(sessionTime)),
		Path:     root,
		MaxAge:   int(sessionTime / time.Second),
		Secure:   site.Scheme == "https",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return cookie.String()
}

// In tells whether the request comes with a session of the manual. It takes
// the same work for every entry, nil among them, so that the time
// it takes tells nobody which one there is.
func (k Key) In(r *http.Request, e *db.Entry, site manual.Site, now time.Time) bool {
	id, hash := "", ""
	if e != nil {
		id, hash = e.ID, e.Password
	}
	open, name := false, cookieName(id, site)
	for _, cookie := range r.Cookies() {
		if strings.HasPrefix(cookie.Name, cookiePrefix(site)) {
			open = k.open(id, hash, cookie.Value, now) && cookie.Name == name || open
		}
	}
	return open && e != nil
}

// cookieName returns the name of a manual's cookie: one of its own, as a
// brand's host may have several such manuals.
func cookieName(id string, site manual.Site) string {
	sum := sha256.Sum256([]byte(id))
	return cookiePrefix(site) + hex.EncodeToString(sum[:8])
}

// cookiePrefix returns what all our cookies begin with. Over https it has the
// browser take them from this very host alone (RFC 6265bis, section 4.1.3.2).
func cookiePrefix(site manual.Site) string {
	if site.Scheme == "https" {
		return "__Host-dm-"
	}
	return "dm-"
}

// seal returns a session that ends at that time, of the manual of that id and
// hash of its password. These are hashed first, so that all that the code
// covers is of fixed length.
func (k Key) seal(id, hash string, end time.Time) string {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, sessionBytes), uint64(end.Unix()))
	code := hmac.New(sha256.New, k[:])
	idSum, hashSum := sha256.Sum256([]byte(id)), sha256.Sum256([]byte(hash))
	for _, part := range [][]byte{[]byte("page session\x00"), value, idSum[:], hashSum[:]} {
		code.Write(part)
	}
	return base64.RawURLEncoding.EncodeToString(code.Sum(value))
}

// open tells whether the text is a session at now: the very one that would be
// sealed with its end.
func (k Key) open(id, hash, text string, now time.Time) bool {
	value, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(value) != sessionBytes {
		return false
	}
	end := time.Unix(int64(binary.BigEndian.Uint64(value)), 0)
	return hmac.Equal([]byte(text), []byte(k.seal(id, hash, end))) && now.Before(end)
}
