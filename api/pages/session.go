package pages

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// passwordTime is how long the session of a password lasts.
const passwordTime = 12 * time.Hour

// A SessionAccess is what a session shows of a manual.
type SessionAccess int

// What a session may show.
const (
	NoAccess    SessionAccess = iota
	entered                   // what a password opens
	Shared                    // what a share link opens
	SharedDraft               // what a share link of a draft opens
	sessionAccesses
)

// share returns what a session with this access is signed for. A session is the value of a
// cookie; it is valid for one manual, or for nil, and until its password changes. The
// server stores no sessions.
func (v SessionAccess) share(m *db.Head) manual.Share {
	s := manual.Share{Session: "page session", Draft: v == SharedDraft}
	if v != entered {
		s.Session = "shared session"
	}
	if m != nil {
		s.ID, s.Password = m.ID, m.PasswordHash
	}
	return s
}

// shows reports whether the manual has what a session with this access shows.
func (v SessionAccess) shows(m *db.Head) bool {
	if m == nil || v == NoAccess {
		return false
	}
	if v == entered {
		return m.Published && m.Visibility == manual.Password && m.PasswordHash != ""
	}
	if v == SharedDraft || !m.Published {
		return m.HasDraft
	}
	return !m.Visibility.ForAnyone()
}

// A SessionKey signs sessions and share links.
type SessionKey manual.SessionKey

// Enter returns the Set-Cookie field that begins the session of a visitor who knows
// the manual's password, for paths that begin with base.
func (k SessionKey) Enter(m *db.Head, site manual.Site, base string, now time.Time) string {
	return k.begin(entered, m, site, base, now, now.Add(passwordTime))
}

// EnterByLink returns the Set-Cookie field that begins the session of a visitor with a share link, and what the
// session shows. The value is that of the link; the session ends with the link. If the value is no link to the manual,
// has ended or shows nothing of it, EnterByLink returns [NoAccess]. It does the same work for every manual and for nil.
func (k SessionKey) EnterByLink(
	value string, m *db.Head, site manual.Site, base string, now time.Time,
) (string, SessionAccess) {
	link := Shared.share(m)
	link.Session = ""
	end, opensPublished := manual.SessionKey(k).OpenShare(link, value, now)
	link.Draft = true
	draftEnd, opensDraft := manual.SessionKey(k).OpenShare(link, value, now)
	access := NoAccess
	if opensPublished {
		access = Shared
	}
	if opensDraft {
		access = SharedDraft
		end = draftEnd
	}
	if !access.shows(m) {
		return "", NoAccess
	}
	return k.begin(access, m, site, base, now, end), access
}

// begin returns the Set-Cookie field of a session. The browser sends the cookie to this
// host only, not with requests of other sites, and shows it to no script.
func (k SessionKey) begin(
	access SessionAccess, m *db.Head, site manual.Site, base string, now, end time.Time,
) string {
	cookie := http.Cookie{
		Name:     cookieName(m.ID, site, base),
		Value:    manual.SessionKey(k).Share(access.share(m), end),
		Path:     cmp.Or(base, "/"),
		MaxAge:   int(end.Sub(now) / time.Second),
		Secure:   site.Scheme == "https",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	return cookie.String()
}

// Access returns what a valid session of the request shows of the manual, and when the session ends. Without a session,
// and if the manual has nothing for it, Access returns [NoAccess]. It does the same work for every manual and for nil,
// so that its duration does not reveal which manuals exist.
func (k SessionKey) Access(
	r *http.Request, m *db.Head, site manual.Site, base string, now time.Time,
) (SessionAccess, time.Time) {
	name := cookieName(entered.share(m).ID, site, base)
	access := NoAccess
	var end time.Time
	for _, cookie := range r.Cookies() {
		if !strings.HasPrefix(cookie.Name, cookiePrefix(site, base)) {
			continue
		}
		for candidate := entered; candidate < sessionAccesses; candidate++ {
			until, isOpen := manual.SessionKey(k).OpenShare(candidate.share(m), cookie.Value, now)
			if isOpen && cookie.Name == name {
				access = candidate
				end = until
			}
		}
	}
	if !access.shows(m) {
		return NoAccess, time.Time{}
	}
	return access, end
}

// HasCookie reports whether the request has a cookie of the manual's sessions, perhaps a
// wrong one.
func HasCookie(r *http.Request, m *db.Head, site manual.Site, base string) bool {
	return len(r.Header["Cookie"]) > 0 && len(r.CookiesNamed(cookieName(m.ID, site, base))) > 0
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
	if site.Scheme != "https" {
		return "dm-"
	}
	if base != "" {
		return "__Secure-dm-"
	}
	return "__Host-dm-"
}
