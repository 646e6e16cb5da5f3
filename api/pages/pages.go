// Package pages knows what people open besides the documents of the
// interface: where a page, its exports and its files lie on a host
// ([Parse], [Find]), sessions and passwords ([Key], [Checker]), robots.txt,
// llms.txt, and how files are sent ([MediaType], [Disposition], [Archive]): a
// browser shows or saves each of some hundred sorts of file as what it is, and
// runs none of them.
//
// It answers no request: package api asks it what lies where, judges who may
// read it, and sends it.
package pages

import (
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// Pages are what people look at besides the pages of the manuals, rendered
// elsewhere. All fields are needed, and the functions may be called from any
// goroutine.
type Pages struct {
	// Policy is the Content-Security-Policy of every page.
	Policy string

	// Error returns the page of a status that is an error, in the colors of
	// the brand where that is not nil.
	Error func(status int, brand *db.Brand) []byte

	// Password returns the page that asks for the password of a manual: a form
	// that is sent by POST to the page's own address, as
	// application/x-www-form-urlencoded with one field, "password".
	Password func(f Form) []byte

	// Index returns the page that lists those manuals of the site, those of
	// one brand side by side.
	Index func(site manual.Site, listed []*db.Entry) ([]byte, error)

	// Assets are the files that pages use, by path. A path lies under /-/ and
	// is of one content for ever.
	Assets map[string]Asset

	// Icon returns the asset that is made from its path, as icons are from
	// the color in theirs; it is not ok where there is none.
	Icon func(path string) (icon Asset, ok bool)
}

// An Asset is a file that pages use.
type Asset struct {
	Type string // media type
	Body []byte // not to be written to
}

// A Form is what the page that asks for a password says.
type Form struct {
	Brand *db.Brand // of the host, where that is publicly known; or nil
	Wrong bool      // that was not the password
	Wait  int       // seconds to wait after too many wrong ones, or 0
}

// IsOpen tells whether anyone may read the manual at now.
func IsOpen(e *db.Entry, now time.Time) bool {
	return e.Published && e.Visibility.Open() && !e.Expired(now)
}

// IsListed tells whether the manual is listed at now (specification, section
// 3): unlisted ones are not, though anyone may read them.
func IsListed(e *db.Entry, now time.Time) bool {
	return IsOpen(e, now) && e.Visibility == manual.Public
}

// AsksPassword tells whether the manual's page is there for anyone who knows
// its password, and so whether the page says that there is such a manual.
func AsksPassword(e *db.Entry, now time.Time) bool {
	return e != nil && e.Published && e.Visibility == manual.Password && e.Password != "" && !e.Expired(now)
}

// HostBrand returns the brand of a host where anyone may know of it: a public
// manual of it, or the unlisted one at the root of the host, answers 200 or,
// past its end date, 410. Else it is nil, so that a host tells nothing of a
// brand with private work alone.
func HostBrand(s db.Scope) *db.Brand {
	for e := range s.Manuals() {
		atRoot := e.Primary || e == s.Manual
		if e.Published && (e.Visibility == manual.Public || e.Visibility == manual.Unlisted && atRoot) {
			return e.Brand
		}
	}
	return nil
}

// earlier returns the earlier of two end dates, where there is one.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
