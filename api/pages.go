package api

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// Pages are what people look at besides the pages of the manuals, which lie
// in the store: made elsewhere, written here. All fields are needed, and their
// functions may be called from any goroutine.
type Pages struct {
	// Policy is the Content-Security-Policy that every page is sent with.
	Policy string

	// Error returns the page of a status that is an error. It is asked once
	// for each, so that one status is always the same bytes.
	Error func(status int) []byte

	// Password returns the page that asks for the password of a manual. Its
	// form is sent by POST to the address that it stands at, as
	// application/x-www-form-urlencoded with one field, "password".
	Password func(f PasswordForm) []byte

	// Index returns the page that lists those manuals of the site, those of
	// one brand side by side.
	Index func(site manual.Site, listed []db.Entry) ([]byte, error)

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

// A PasswordForm is what the page that asks for a password says.
type PasswordForm struct {
	Wrong bool // that was not the password
	Wait  int  // seconds to wait after too many wrong ones, or 0
}

// pages are the pages as they are served.
type pages struct {
	*Pages
	policy string // the field
	errors [len(refusals)][]byte
	assets map[string]asset
	index  siteIndex
	gate   *gate
	forms  *http.CrossOriginProtection
}

func newPages(p *Pages, now func() time.Time) (*pages, error) {
	if strings.ContainsAny(p.Policy, lineEnd) {
		return nil, fmt.Errorf("a Content-Security-Policy of several lines: %q", p.Policy)
	}
	made := &pages{
		Pages: p, policy: "Content-Security-Policy: " + p.Policy + lineEnd, assets: make(map[string]asset, len(p.Assets)),
		gate: newGate(now), forms: http.NewCrossOriginProtection(),
	}
	for i := range refusals {
		made.errors[i] = p.Error(refusals[i].status)
	}
	for path, a := range p.Assets {
		document, err := newStatic(a.Body)
		if err != nil {
			return nil, err
		}
		made.assets[path] = asset{document, a.Type}
	}
	return made, nil
}

// The fields that fence pages in.
const (
	fenced = "Cross-Origin-Resource-Policy: same-origin\r\n" +
		"Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()\r\n" +
		"Referrer-Policy: same-origin\r\n"
	sameOpener = "Cross-Origin-Opener-Policy: same-origin\r\n"
	noIndex    = "X-Robots-Tag: noindex\r\n"
)

// fence sets what keeps a page to itself: other sites cannot frame it, script
// it or load it as something else, are not told its address, and get no
// device through it. Search engines get it only where it is listed. Browsers
// complain of a Cross-Origin-Opener-Policy that comes over http.
func (p *pages) fence(x *exchange, listed bool) {
	x.fields.add(p.policy)
	x.fields.add(fenced)
	if x.index.Site.Scheme == "https" {
		x.fields.add(sameOpener)
	}
	if !listed {
		x.fields.add(noIndex)
	}
}
