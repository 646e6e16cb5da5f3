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

// passwordTime is how long the session of a password lasts.
const passwordTime = 12 * time.Hour

// A View is what a session shows of a manual.
type View int

// The views.
const (
	NoView      View = iota
	Entered          // what a password opens
	Shared           // what a share link opens
	SharedDraft      // what a share link of a draft opens
	views
)

// purposes are what the key signs the sessions of each view for.
var purposes = [views]string{Entered: "page session", Shared: "shared session", SharedDraft: "draft session"}

// A session is the value of a cookie, in base64url without padding: its end in
// Unix seconds, 8 bytes big-endian, and an HMAC-SHA256. The HMAC covers the end,
// the manual's id and the bcrypt hash of its password, so a session is valid for
// one manual and until its password changes. The server stores no sessions.
const sessionBytes = 8 + sha256.Size

// A Key signs sessions and share links.
type Key manual.SessionKey

// Enter returns the Set-Cookie field that begins the session of a visitor who knows
// the manual's password, for paths that begin with base.
func (k Key) Enter(e *db.Manual, site manual.Site, base string, now time.Time) string {
	return k.begin(Entered, e, site, base, now, now.Add(passwordTime))
}

// Open returns the Set-Cookie field that begins the session of a visitor with a share
// link, whose value is given, and ends with it, and the session's view: NoView if the
// value is no link to the manual or has ended. It does the same work for every entry and
// for nil.
func (k Key) Open(value string, e *db.Manual, site manual.Site, base string, now time.Time) (cookie string, v View) {
	var opened manual.Share
	if e != nil {
		opened = manual.Share{ID: e.ID, Password: e.Password}
	}
	end, shared := manual.SessionKey(k).OpenShare(opened, value, now)
	opened.Draft = true
	endOfDraft, draft := manual.SessionKey(k).OpenShare(opened, value, now)
	switch {
	case e == nil || !shared && !draft:
		return "", NoView
	case draft:
		end, v = endOfDraft, SharedDraft
	default:
		v = Shared
	}
	return k.begin(v, e, site, base, now, end), v
}

// begin returns the Set-Cookie field of a session. The browser sends the cookie to this
// host only, not with requests of other sites, and shows it to no script.
func (k Key) begin(v View, e *db.Manual, site manual.Site, base string, now, end time.Time) string {
	cookie := http.Cookie{
		Name:     cookieName(e.ID, site, base),
		Value:    k.seal(v, e.ID, e.Password, end),
		Path:     cmp.Or(base, "/"),
		MaxAge:   int(end.Sub(now) / time.Second),
		Secure:   site.Scheme == "https",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return cookie.String()
}

// In returns the view of the manual that a valid session of the request has. It does
// the same work for every entry and for nil, so that its duration does not reveal
// which manuals exist.
func (k Key) In(r *http.Request, e *db.Manual, site manual.Site, base string, now time.Time) View {
	id, hash := "", ""
	if e != nil {
		id, hash = e.ID, e.Password
	}
	found, name := NoView, cookieName(id, site, base)
	for _, cookie := range r.Cookies() {
		if !strings.HasPrefix(cookie.Name, cookiePrefix(site, base)) {
			continue
		}
		for v := Entered; v < views; v++ {
			if k.open(v, id, hash, cookie.Value, now) && cookie.Name == name {
				found = v
			}
		}
	}
	if e == nil {
		return NoView
	}
	return found
}

// HasCookie reports whether the request has a cookie of the manual's sessions, perhaps a
// wrong one.
func HasCookie(r *http.Request, e *db.Manual, site manual.Site, base string) bool {
	return len(r.Header["Cookie"]) > 0 && len(r.CookiesNamed(cookieName(e.ID, site, base))) > 0
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

// seal returns a session of a view until end for a manual's id and password hash. Both are
// hashed first, so that everything under the HMAC has a fixed length.
func (k Key) seal(v View, id, hash string, end time.Time) string {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, sessionBytes), uint64(end.Unix()))
	code := hmac.New(sha256.New, k[:])
	idSum, hashSum := sha256.Sum256([]byte(id)), sha256.Sum256([]byte(hash))
	for _, part := range [][]byte{[]byte(purposes[v] + "\x00"), value, idSum[:], hashSum[:]} {
		code.Write(part)
	}
	return base64.RawURLEncoding.EncodeToString(code.Sum(value))
}

// open reports whether the text is a valid session at now: exactly what seal
// returns for its end.
func (k Key) open(v View, id, hash, text string, now time.Time) bool {
	value, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(value) != sessionBytes {
		return false
	}
	end := time.Unix(int64(binary.BigEndian.Uint64(value)), 0)
	return hmac.Equal([]byte(text), []byte(k.seal(v, id, hash, end))) && now.Before(end)
}
