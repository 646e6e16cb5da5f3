package page

import (
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/api/render/page/assets"
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
)

// A ManualList lists the manuals of a site or, with Brand, of one brand. The caller
// leaves out manuals that are not public or have ended.
type ManualList struct {
	Site    manual.Site
	Address string         // of the list
	Base    string         // precedes the paths of page files
	Answers string         // the address that the server answers on, said to those who came by another; or empty
	Brand   string         // the name of the brand, or empty
	Entries []ListedManual // manuals of one brand next to each other
	API     bool           // also show the addresses of the documents
	Here    bool           // links stay on the host of the page, which chooses a manual's host by [manual.HostParameter]
}

// A ListedManual is a manual in a list, or in the page footer of another manual of
// its brand.
type ListedManual struct {
	Brand       manual.BrandSettings
	Slug, Title string
	Subdomain   string // of the manual itself, or empty
	Primary     bool
	UpdatedAt   time.Time // not shown if zero
	Card        look.Card
}

// listPage is the data of the template "list".
type listPage struct {
	Head    head
	Brand   string
	Cover   *listCard // of the brand's primary manual, if it is listed
	Answers string
	Find    bool // the list has a search field
	Cards   []listCard
}

type listCard struct {
	Title, Brand     string
	Lang, Dir        string
	Class            look.Class // its colors
	HasStrip         bool
	Address, Logo    template.URL
	Picture          template.URL // of the cover
	Shown            string       // the address without its scheme
	Description      string
	Updated          *words.Date
	Document, Tokens string // addresses
}

// RenderManualList returns the HTML of a list, with entries in the order given.
// It is in the language of the entries if they share one.
func RenderManualList(list ManualList) []byte {
	lang, style := "", ""
	if len(list.Entries) > 0 {
		lang = list.Entries[0].Card.Lang
	}
	if slices.ContainsFunc(list.Entries, func(e ListedManual) bool { return e.Card.Lang != lang }) {
		lang = ""
	}
	s := words.New(lang, list.Brand)
	d := listPage{
		Head: newHead(s, list.Base, rgb.NearBlack), Brand: list.Brand, Answers: list.Answers,
		Find: len(list.Entries) >= 9,
	}
	d.Head.addStyle(list.Base, assets.Load().SiteStyle)
	var sheet look.Sheet
	for _, e := range list.Entries {
		card := list.card(e, s, &sheet)
		d.Cards = append(d.Cards, card)
		if list.Brand != "" && e.Primary && style == "" { // it is on the host of the brand's list
			style = look.NewFrame(look.Source{
				Primary: e.Card, Tokens: new(manual.TokenDocument), Language: s.Language(),
			}).CSS()
			d.Cover = &card
		}
	}
	d.Head.Title = s.Translate("index")
	d.Head.Description = s.Translate("index-text")
	if list.Brand != "" {
		d.Head.Title = list.Brand + " · " + d.Head.Title
		d.Head.Description = s.Translate("index-brand", list.Brand)
	}
	d.Head.Canonical = list.Address
	d.Head.addScripts(list.Base, d.Find)
	var origins []string
	if list.Site.Scheme == "http" { // for logos on other hosts of the site
		origins = append(origins, "http:")
	}
	d.Head.setStyleAndPolicy(s, style+sheet.Rules.String(), origins, false)
	return execute(s, "list", d)
}

func (list ManualList) card(e ListedManual, s words.Locale, sheet *look.Sheet) listCard {
	address := list.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)
	_, shown, _ := strings.Cut(address, "://")
	c := listCard{
		Title: e.Title, Brand: e.Brand.Name, Lang: e.Card.Lang, Dir: words.New(e.Card.Lang, e.Title).Dir,
		Address: template.URL(address), Shown: shown, Logo: template.URL(e.Card.LogoAt(address)),
		Description: safe.Shortened(e.Card.Description, 180), Updated: s.Date(e.UpdatedAt),
	}
	if e.Card.Picture != "" {
		c.Picture = template.URL(strings.TrimSuffix(address, "/") + e.Card.Picture)
	}
	if list.API {
		documents := list.Site.String() + manual.APIDocumentsPath(e.Brand.Slug, e.Slug)
		c.Document = documents + manual.ManualSuffix
		c.Tokens = documents + manual.TokensSuffix
	}
	if list.Here {
		c.stay(list.Site, address)
		c.Shown = e.Brand.Slug + "." + e.Slug
	}
	c.Class, c.HasStrip = e.Card.Class(sheet)
	return c
}

// stay makes the links of a card paths, with the host of the address as a parameter, also to its
// pictures.
func (c *listCard) stay(site manual.Site, address string) {
	host, path, _ := strings.Cut(strings.TrimPrefix(address, site.Scheme+"://"), "/")
	host, _, _ = strings.Cut(host, ":")
	choice := "?" + manual.HostParameter + "=" + url.QueryEscape(host)
	for _, file := range []*template.URL{&c.Logo, &c.Picture} {
		if below, ok := strings.CutPrefix(string(*file), address); ok {
			*file = template.URL(strings.TrimSuffix("/"+path, "/") + below + choice)
		}
	}
	c.Address = template.URL("/" + path + choice)
	c.Document, c.Tokens = strings.TrimPrefix(c.Document, site.String()), strings.TrimPrefix(c.Tokens, site.String())
}

// Branding is the brand that a page without a manual shows, if the reader may
// know the brand. The zero value shows none.
type Branding struct {
	Name    string // of the brand; if empty, the page links to the site
	Address string // to link to; if Card is of a manual, the manual's address
	Card    look.Card
	Base    string // precedes the paths of page files
	Answers string // the address that the server answers on, said to those who came by another; or empty
}

// A message is the data of the templates "error" and "password".
type message struct {
	Head      head
	Brand     string
	Address   template.URL // to link to, may be empty
	Answers   string
	Logo      template.URL
	Status    int // of an error
	Text      string
	Worn      bool // in the colors of the brand
	FormError string
}

func newMessage(s words.Locale, key string, b Branding) message {
	var checker safe.Checker
	m := message{
		Brand: b.Name, Answers: b.Answers, Text: s.Translate(key + "-text"),
		Address: checker.Link("", b.Address).Address, Logo: checker.Image(b.Card.LogoAt(b.Address)),
	}
	style := ""
	cover, worn := b.Card.Ground() // near black without one
	m.Worn = worn
	if worn {
		style = b.Card.Fonts + ":root{" + b.Card.CoverColors() + "}"
	} else {
		checker.Origins = nil
	}
	m.Head = newHead(s, b.Base, cover)
	m.Head.addStyle(b.Base, assets.Load().SiteStyle)
	m.Head.Title, m.Head.NoIndex = s.Translate(key+"-title"), true
	m.Head.setStyleAndPolicy(s, style, checker.Origins, false)
	return m
}

// RenderError returns the page for an HTTP status. It depends on nothing but
// its arguments, so that it tells nothing about what is private.
func RenderError(status int, b Branding) []byte {
	key := strconv.Itoa(status)
	if status >= 500 {
		key = "500"
	} else if !words.Known(key + "-title") {
		key = "other"
	}
	s := words.New(b.Card.Lang, b.Name)
	m := newMessage(s, key, b)
	m.Status = status
	return execute(s, "error", m)
}

// A PasswordForm asks for the password of a manual. It shows nothing of the
// manual but the brand that it is given.
type PasswordForm struct {
	Wrong    bool // the password that was sent is wrong
	Wait     int  // seconds to wait after too many attempts, or 0
	Plain    bool // the page was opened at http, where browsers do not keep the session of an https site
	Branding Branding
}

// RenderPassword returns the HTML of the form. It is sent to the page's own
// address by POST and works without JavaScript.
func RenderPassword(f PasswordForm) []byte {
	if f.Branding.Name == "" { // the form does not link to the site
		f.Branding.Address = ""
	}
	s := words.New(f.Branding.Card.Lang, f.Branding.Name)
	m := newMessage(s, "ask", f.Branding)
	if f.Wait > 0 {
		m.FormError = s.Translate("wait", f.Wait)
	} else if f.Wrong {
		m.FormError = s.Translate("wrong")
	} else if f.Plain {
		m.FormError = s.Translate("plain-http")
	}
	return execute(s, "password", m)
}
