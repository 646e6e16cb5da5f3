package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/db/manual"
)

// An Index lists the manuals of a site or, with Brand, of one brand. The caller
// leaves out manuals that are not public or have ended.
type Index struct {
	Site    manual.Site
	Address string  // of the index
	Base    string  // precedes the paths of assets
	Answers string  // the address that the server answers on, said to those who came by another; or empty
	Brand   string  // the name of the brand, or empty
	Entries []Entry // manuals of one brand next to each other
	API     bool    // also show the addresses of the documents
}

// An Entry is a manual in the index, or in the page footer of another manual of
// its brand.
type Entry struct {
	Brand       manual.Brand
	Slug, Title string
	Subdomain   string // of the manual itself, or empty
	Primary     bool
	UpdatedAt   time.Time // not shown if zero
	Card        Card
}

// indexPage is the data of the template "index".
type indexPage struct {
	Index
	Head  head
	Cards []indexCard
}

type indexCard struct {
	Entry
	Class         class // its colors
	HasStrip      bool
	Address, Logo template.URL
	Shown         string // the address without its scheme
	Description   string
	News          *date
	Documents     string // the address of its documents without .json or /tokens.json
}

// Find reports whether the index has a search field.
func (x indexPage) Find() bool { return len(x.Entries) >= 9 }

// RenderIndex returns the HTML of the index, with entries in the order given.
// It is in the language of the entries if they share one.
func RenderIndex(index Index) []byte {
	lang, look := "", ""
	if len(index.Entries) > 0 {
		lang = index.Entries[0].Card.Lang
	}
	if slices.ContainsFunc(index.Entries, func(e Entry) bool { return e.Card.Lang != lang }) {
		lang = ""
	}
	for _, e := range index.Entries {
		if index.Brand != "" && e.Primary && look == "" { // it is on the host of the brand's index
			look = newFrame(Page{Manual: new(manual.Manual), Tokens: new(manual.TokenDocument), Siblings: Siblings{look: e.Card}}, nil).css()
		}
	}
	var sheet sheet
	d := indexPage{Index: index, Head: siteHead(newLocale(lang, index.Brand), index.Base)}
	for _, e := range index.Entries {
		address := index.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)
		_, shown, _ := strings.Cut(address, "://")
		c := indexCard{Entry: e, Address: template.URL(address), Shown: shown, Logo: template.URL(e.Card.logo(address)), Description: shortened(e.Card.Description, 180)}
		day, _ := time.Parse(time.DateOnly, e.Card.News)
		c.News = d.Head.Date(day)
		if index.API {
			c.Documents = index.Site.String() + manual.DocumentsPath(e.Brand.Slug, e.Slug)
		}
		c.Class, c.HasStrip = e.Card.class(&sheet)
		d.Cards = append(d.Cards, c)
	}
	d.Head.Title, d.Head.Description = d.Head.translate("index"), d.Head.translate("index-text")
	if index.Brand != "" {
		d.Head.Title, d.Head.Description = index.Brand+" · "+d.Head.Title, d.Head.translate("index-brand", index.Brand)
	}
	d.Head.NoIndex, d.Head.Canonical, d.Head.Script = false, index.Address, script.Path
	var origins []string
	if index.Site.Scheme == "http" { // for logos on other hosts of the site
		origins = append(origins, "http:")
	}
	d.Head.style(look+sheet.rules.String(), origins, media{})
	return execute(d.Head.locale, "index", d)
}

// siteHead returns the head of a page without a manual, on a host with that base, without
// a title and a style.
func siteHead(s locale, base string) head {
	return head{locale: s, Base: base, NoIndex: true, Icon: iconPath(nearBlack)}
}

// Branding is the brand that a page without a manual shows, if the reader may
// know the brand. The zero value shows none.
type Branding struct {
	Name    string // of the brand; if empty, the page links to the site
	Address string // to link to; if Card is of a manual, the manual's address
	Card    Card
	Base    string // precedes the paths of assets
	Answers string // the address that the server answers on, said to those who came by another; or empty
}

// A message is the data of the templates "error" and "password".
type message struct {
	Branding
	Head      head
	Address   template.URL // to link to, may be empty
	Logo      template.URL
	Status    int // of an error
	Text      string
	Worn      bool // in the colors of the brand
	FormError string
}

func newMessage(key string, b Branding) message {
	m := message{Branding: b, Head: siteHead(newLocale(b.Card.Lang, b.Name), b.Base)}
	m.Head.Title, m.Text = m.Head.translate(key+"-title"), m.Head.translate(key+"-text")
	var links links
	m.Address = links.link("", b.Address).Address
	m.Logo = links.image(b.Card.logo(b.Address))
	style := ""
	if cover, ok := b.Card.cover(); ok {
		m.Worn, m.Head.Icon, style = true, iconPath(cover), b.Card.Fonts+":root{"+b.Card.coverColors()+"}"
	} else {
		links.origins = nil
	}
	m.Head.style(style, links.origins, media{})
	return m
}

// RenderError returns the page for an HTTP status. It depends on nothing but
// its arguments, so that it tells nothing about what is private.
func RenderError(status int, b Branding) []byte {
	key := strconv.Itoa(status)
	switch {
	case status >= 500:
		key = "500"
	case words()[key+"-title"] == [len(languages)]string{}:
		key = "other"
	}
	m := newMessage(key, b)
	m.Status = status
	return execute(m.Head.locale, "error", m)
}

// A PasswordForm asks for the password of a manual. It shows nothing of the
// manual but the brand that it is given.
type PasswordForm struct {
	Wrong    bool // the password that was sent is wrong
	Wait     int  // seconds to wait after too many attempts, or 0
	Branding Branding
}

// RenderPassword returns the HTML of the form. It is sent to the page's own
// address by POST and works without JavaScript.
func RenderPassword(f PasswordForm) []byte {
	if f.Branding.Name == "" { // the form does not link to the site
		f.Branding.Address = ""
	}
	m := newMessage("ask", f.Branding)
	switch {
	case f.Wait > 0:
		m.FormError = m.Head.translate("wait", f.Wait)
	case f.Wrong:
		m.FormError = m.Head.translate("wrong")
	}
	return execute(m.Head.locale, "password", m)
}
