// Package pages has passwords, sessions and share links ([PasswordChecker], [SessionKey]), lists of manuals such
// as robots.txt and llms.txt, and how files are sent ([MediaType], [Disposition]): what package api needs besides
// the documents of manuals, to serve pages to people. It serves no requests itself.
//
// The table of media types is long because a browser then shows or saves some
// hundred sorts of file as what they are, and runs none of them.
package pages

import (
	"time"

	"designmanual/api/hosts"
	"designmanual/db"
	"designmanual/db/manual"
)

// Pages has what package api serves and cannot draw itself: the pages that belong to no manual, the bar of
// shared pages, and the files that pages load. All fields must be set. The functions may be called from several
// goroutines at a time.
type Pages struct {
	// Policy is the Content-Security-Policy field of a redirect, and of a page whose own policy, in its meta
	// element, is too long for a field. Any other page has its own in the field too.
	Policy string

	// Error returns the page for an error status.
	Error func(status int, l HostLook) []byte

	// Password returns the page that asks for the password of a manual. Its
	// form sends one field, "password", to the page's own address, by POST as
	// application/x-www-form-urlencoded.
	Password func(f Form) []byte

	// AddBar adds to the page of a manual that a share link shows it, and until when.
	AddBar func(page []byte, until time.Time) []byte

	// List returns a page that lists manuals.
	List func(i ManualList) ([]byte, error)

	// PageFiles are the style sheets and scripts of pages, by path. A path begins
	// with /-/ and never changes its content.
	PageFiles map[string]manual.PageFile

	// Icon returns the icon at a path, which names its color. It returns false
	// if there is none.
	Icon func(path string) (icon manual.PageFile, ok bool)
}

// A HostLook is what a page that belongs to no manual shows of its host.
type HostLook struct {
	Site     manual.Site
	Base     string    // precedes the paths of page files
	Brand    *db.Brand // whose colors the page has; nil if visitors may not know it
	SiteHost bool      // the host is the site's
	Other    bool      // the request is for a path that the base URL does not have
}

// NewHostLook returns the look of pages on the hosts of a scope.
func NewHostLook(site manual.Site, s hosts.Scope) HostLook {
	return HostLook{Site: site, Base: s.BasePath, Brand: brandOfHost(s), SiteHost: s.IsSiteHost}
}

// Answers returns the address that the server answers on, which the page says to
// those who came by another, or whose proxy took its path off; or "" where it does not.
func (l HostLook) Answers() string {
	if l.Site.Host == "" || !l.Other && (l.SiteHost || l.Brand != nil) {
		return ""
	}
	return l.Site.String()
}

// A Form is the content of the page that asks for a password.
type Form struct {
	Look  HostLook
	Wrong bool // a wrong password was entered
	Wait  int  // seconds to wait after too many wrong passwords, or 0
	Plain bool // the right one was entered at http, where browsers do not keep the session of an https site
}

// A ManualList is the content of a page that lists manuals.
type ManualList struct {
	Look    HostLook
	Address string     // of the page
	Brand   *db.Brand  // whose manuals are listed; nil for those of the site
	Listed  []*db.Head // the manuals of one brand next to each other
	Here    bool       // links stay on the host of the request, and choose there whose pages it shows
}

// IsForAnyone reports whether anyone may read the manual at now.
func IsForAnyone(m *db.Head, now time.Time) bool {
	return m.Published && m.Visibility.ForAnyone() && !m.Expired(now)
}

// IsListed reports whether the manual is listed at now (specification, section
// 3). Anyone may read an unlisted manual too.
func IsListed(m *db.Head, now time.Time) bool {
	return IsForAnyone(m, now) && m.Visibility == manual.Public
}

// asksPassword reports whether the manual's page asks visitors for a password at
// now.
func asksPassword(m *db.Head, now time.Time) bool {
	return m != nil && m.Published && m.Visibility == manual.Password && m.PasswordHash != "" && !m.Expired(now)
}

// HasForm reports whether the manual asks for its password at the path.
func HasForm(p hosts.Path, m *db.Head, now time.Time) bool {
	return p.IsForPeople() && asksPassword(m, now)
}

// brandOfHost returns the brand of a host if visitors of the host can know it: the
// brand has a public manual, or an unlisted one at the root of the host, perhaps
// past its end date. Otherwise it returns nil, so that a host does not reveal a
// brand with only private manuals.
func brandOfHost(s hosts.Scope) *db.Brand {
	for m := range s.Manuals() {
		atRoot := m.Primary || m == s.Manual
		if m.Published && (m.Visibility == manual.Public || m.Visibility == manual.Unlisted && atRoot) {
			return m.Brand
		}
	}
	return nil
}

// firstEnd returns the end date of a manual that ends after now, if it is before end,
// else end. The zero time is no end date.
func firstEnd(end time.Time, m *db.Head, now time.Time) time.Time {
	if now.Before(m.ExpiresAt) && (end.IsZero() || m.ExpiresAt.Before(end)) {
		return m.ExpiresAt
	}
	return end
}
