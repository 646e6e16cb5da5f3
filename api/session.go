package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// sessionTime is how long a password that was entered holds.
const sessionTime = 12 * time.Hour

// A session is the value of a cookie:
//
//	end, Unix seconds, 8 bytes big-endian │ HMAC-SHA256, 32 bytes
//
// in base64url without padding. The code covers the end, the manual's id and
// the bcrypt hash of its password, so a session is good for one manual and
// void once the password is another. Nothing is kept of it on the server.
const sessionBytes = 8 + sha256.Size

// sessionCoding refuses what another text would decode to as well.
var sessionCoding = base64.RawURLEncoding.Strict()

// sealSession returns a session of the manual that ends at that time.
func sealSession(key [32]byte, e db.Entry, end time.Time) string {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, sessionBytes), uint64(end.Unix()))
	return sessionCoding.EncodeToString(append(value, sessionCode(key, e, value)...))
}

// openSession tells whether the text is a session of the manual at now.
func openSession(key [32]byte, e db.Entry, text string, now time.Time) bool {
	if len(text) != sessionCoding.EncodedLen(sessionBytes) {
		return false
	}
	value, err := sessionCoding.DecodeString(text)
	if err != nil || len(value) != sessionBytes { // line ends are passed over
		return false
	}
	if !hmac.Equal(value[8:], sessionCode(key, e, value[:8])) {
		return false
	}
	return now.Before(time.Unix(int64(binary.BigEndian.Uint64(value)), 0))
}

// sessionCode returns the code of a session. Id and hash are hashed first, so
// that all that it covers is of fixed length.
func sessionCode(key [32]byte, e db.Entry, end []byte) []byte {
	code := hmac.New(sha256.New, key[:])
	id, hash := sha256.Sum256([]byte(e.ID())), sha256.Sum256([]byte(e.Password()))
	code.Write([]byte("page session\x00"))
	code.Write(end)
	code.Write(id[:])
	code.Write(hash[:])
	return code.Sum(nil)
}

// sessionCookie returns the name of the manual's cookie: one of its own, as a
// brand's host may have several such manuals. Over https the prefix has the
// browser take it from this very host alone (RFC 6265bis, section 4.1.3.2).
func sessionCookie(e db.Entry, site manual.Site) string {
	id := sha256.Sum256([]byte(e.ID()))
	name := "dm-" + hex.EncodeToString(id[:8])
	if site.Scheme == "https" {
		return "__Host-" + name
	}
	return name
}

// beginSession returns the Set-Cookie field of a new session. The cookie goes
// to no other host and to no script, and not along with what other sites
// send.
func beginSession(key [32]byte, e db.Entry, site manual.Site, now time.Time) string {
	cookie := http.Cookie{
		Name:     sessionCookie(e, site),
		Value:    sealSession(key, e, now.Add(sessionTime)),
		Path:     "/",
		MaxAge:   int(sessionTime / time.Second),
		Secure:   site.Scheme == "https",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return cookie.String()
}

// inSession tells whether the request comes with a session of the manual.
func (x *exchange) inSession(e db.Entry) bool {
	if e.Visibility() != manual.Password || e.Password() == "" {
		return false
	}
	key, ok := x.index.SessionKey()
	if !ok {
		return false
	}
	for _, cookie := range x.r.CookiesNamed(sessionCookie(e, x.index.Site)) {
		if openSession(key, e, cookie.Value, x.now) {
			return true
		}
	}
	return false
}
