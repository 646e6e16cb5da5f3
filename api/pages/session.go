package pages

import (
	"cmp"
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

// sessionTime is how long a session lasts.
const sessionTime = 12 * time.Hour

// A session is the value of a cookie, in base64url without padding: its end in
// Unix seconds, 8 bytes big-endian, and an HMAC-SHA256. The HMAC covers the end,
// the manual's id and the bcrypt hash of its password, so a session is valid for
// one manual and until its password changes. The server stores no sessions.
const sessionBytes = 8 + sha256.Size

// A Key signs sessions and share links.
type Key manual.SessionKey

// Begin returns the Set-Cookie field that begins a session of the manual. The
// browser sends the cookie to this host only, not with requests of other sites,
// and shows it to no script.
// It is for paths that begin with base.
func (k Key) Begin(e *db.Entry, site manual.Site, base string, now time.Time) string {
	cookie := http.Cookie{
		Name:     cookieName(e.ID, site, base),
		Value:    k.seal(e.ID, e.Password, now.Add(sessionTime)),
		Path:     cmp.Or(base, "/"),
		MaxAge:   int(sessionTime / time.Second),
		Secure:   site.Scheme == "https",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return cookie.String()
}

// In reports whether the request has a valid session of the manual. It does the
// same work for every entry and for nil, so that its duration does not reveal
// which manuals exist.
func (k Key) In(r *http.Request, e *db.Entry, site manual.Site, base string, now time.Time) bool {
	id, hash := "", ""
	if e != nil {
		id, hash = e.ID, e.Password
	}
	open, name := false, cookieName(id, site, base)
	for _, cookie := range r.Cookies() {
		if strings.HasPrefix(cookie.Name, cookiePrefix(site, base)) {
			open = k.open(id, hash, cookie.Value, now) && cookie.Name == name || open
		}
	}
	return open && e != nil
}

// cookieName returns the name of a manual's cookie. Each manual has its own, since
// a host may have several manuals with passwords.
func cookieName(id string, site manual.Site, base string) string {
	sum := sha256.Sum256([]byte(id))
	return cookiePrefix(site, base) + hex.EncodeToString(sum[:8])
}

// cookiePrefix returns the beginning of all cookie names. With https it is one that
// only this host can set or, for a part of the host, only a page over https (RFC
// 6265bis, section 4.1.3).
func cookiePrefix(site manual.Site, base string) string {
	switch {
	case site.Scheme != "https":
		return "dm-"
	case base != "":
		return "__Secure-dm-"
	}
	return "__Host-dm-"
}

// seal returns a session until end for a manual's id and password hash. Both are
// hashed first, so that everything under the HMAC has a fixed length.
func (k Key) seal(id, hash string, end time.Time) string {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, sessionBytes), uint64(end.Unix()))
	code := hmac.New(sha256.New, k[:])
	idSum, hashSum := sha256.Sum256([]byte(id)), sha256.Sum256([]byte(hash))
	for _, part := range [][]byte{[]byte("page session\x00"), value, idSum[:], hashSum[:]} {
		code.Write(part)
	}
	return base64.RawURLEncoding.EncodeToString(code.Sum(value))
}

// open reports whether the text is a valid session at now: exactly what seal
// returns for its end.
func (k Key) open(id, hash, text string, now time.Time) bool {
	value, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(value) != sessionBytes {
		return false
	}
	end := time.Unix(int64(binary.BigEndian.Uint64(value)), 0)
	return hmac.Equal([]byte(text), []byte(k.seal(id, hash, end))) && now.Before(end)
}
