package cli

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"rsc.io/qr"

	"designmanual/api/admin"
	"designmanual/api/pages"
	"designmanual/api/serve"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
)

// A welcome is the data of the template that lists all addresses.
type welcome struct {
	*devReporter
	Index    *db.Index
	Secrets  map[string]string
	Password string // of the example manuals, if these are served
	Curl     string // arguments to read a manual, with an access token if it needs one
	First    string // the address of the page to open
	Code     string // a QR code of it, on a network
}

// Serving prints the addresses, the one to open last.
func (d *devReporter) Serving(s serve.Running) {
	d.welcomed = true
	w := welcome{devReporter: d, Index: s.Store.Index(), Secrets: d.secrets}
	if d.examples {
		w.Password = fixtures.Password
	}
	w.Curl = w.curl()
	w.First = w.first()
	if site := w.Index.Site; d.network != "" && !site.IsIP() && w.First != "" { // of several brands
		site.Host = d.network
		w.First = site.String() + manual.BrandsPath
	}
	if w.ToNetwork() && w.First != "" {
		w.Code, _ = qrCode(w.First, d.terminal) // an address is never too long for one
	}
	_ = render(d.stdout, "welcome", w)
}

// ToNetwork reports whether others on the network reach the server.
func (w welcome) ToNetwork() bool { return w.network != "" || w.Index.Site.IsIP() }

// curl returns the arguments to read the first manual that anyone may read or, without one,
// the first with an access token.
func (w welcome) curl() string {
	withToken := ""
	for b := range w.Index.Brands() {
		for m := range b.Manuals() {
			if !isCurrent(m) {
				continue
			}
			document := w.Documents() + m.Name() + manual.ManualSuffix
			if m.Visibility.ForAnyone() {
				return document
			}
			withToken = cmp.Or(withToken, fmt.Sprintf("-H 'Authorization: Bearer %s' %s", w.Secrets[b.Slug], document))
		}
	}
	return withToken
}

// first returns the address to open: that of the brand at home, or the index if it lists a
// manual, or the first page that opens; nothing where none does.
func (w welcome) first() string {
	if home := w.Index.Home(); home != nil && home.Primary != nil {
		return w.Page(home.Primary)
	}
	page := ""
	for b := range w.Index.Brands() {
		for m := range b.Manuals() {
			if pages.IsListed(m, time.Now()) {
				return w.Index.Site.String()
			}
			if !m.Expired(time.Now()) {
				page = cmp.Or(page, w.Page(m))
			}
		}
	}
	return page
}

// Documents returns the address below which the documents of manuals are.
func (w welcome) Documents() string { return w.Index.Site.String() + manual.ManualsPath }

// Page returns the address of a manual's page on this machine. For a manual that is
// not public or not published it is a share link. An IP address has no hosts below it, so
// that there only the brand at home has pages.
func (w welcome) Page(m *db.Head) string {
	if !w.Index.Site.Reaches(m.Brand.BrandSettings) {
		return ""
	}
	if m.Expired(time.Now()) || m.Published && m.Visibility.ForAnyone() {
		return w.address(m)
	}
	return w.link(m, false)
}

// Draft returns the share link of the draft of a published manual, or nothing.
func (w welcome) Draft(m *db.Head) string {
	if !m.HasDraft || !isCurrent(m) || !w.Index.Site.Reaches(m.Brand.BrandSettings) {
		return ""
	}
	return w.link(m, true)
}

// Readers says in a word or two who can read a manual now.
func (w welcome) Readers(m *db.Head) string {
	if m.Published && m.Expired(time.Now()) {
		return "ended " + m.ExpiresAt.UTC().Format(time.DateOnly)
	}
	if m.Published && m.PasswordHash != "" && w.Password != "" {
		return "password " + w.Password
	}
	return m.Visibility.Readers(m.Published)
}

func (w welcome) address(m *db.Head) string {
	return m.Address(w.Index.Site)
}

func (w welcome) link(m *db.Head, draft bool) string {
	return admin.ShareLink(w.key, w.address(m), m, draft, time.Now().Add(manual.MaxShareTime))
}

func isCurrent(m *db.Head) bool {
	return m.Published && !m.Expired(time.Now())
}

// qrCode draws a QR code with half blocks, two modules in a character, light on dark,
// with the quiet zone of four modules that readers need (ISO/IEC 18004). On a terminal it
// is white on black (xterm's colors 231 and 16, which no theme changes): on a light
// terminal it would be inverted, which readers refuse.
func qrCode(text string, terminal bool) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	const quiet = 4
	halves := map[[2]bool]string{{false, false}: "█", {true, false}: "▄", {false, true}: "▀", {true, true}: " "}
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		if terminal {
			b.WriteString("\x1b[38;5;231;48;5;16m")
		}
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString(halves[[2]bool{code.Black(x, y), code.Black(x, y+1)}])
		}
		if terminal {
			b.WriteString("\x1b[m")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
