package page

import (
	"html/template"
	"strconv"
)

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
	Head             head
	Brand            string
	Address          template.URL // to link to, may be empty
	Logo             template.URL
	Status           int // of an error
	Text             string
	Answers          string
	Worn             bool   // in the colors of the brand
	Field, FormError string // of the form: the name of its field and the error
}

func newMessage(key string, b Branding) message {
	s := newLocale(b.Card.Lang, b.Name)
	var links links
	m := message{Head: siteHead(s, b.Base, s.translate(key+"-title")), Text: s.translate(key + "-text"), Brand: b.Name, Answers: b.Answers}
	m.Address, m.Logo = links.link("", b.Address).Address, links.image(b.Card.logo(b.Address))
	if cover, ok := b.Card.cover(); ok {
		m.Head.Icon, m.Worn = iconPath(cover), true
		m.Head.style(template.CSS(b.Card.Fonts+":root{"+b.Card.coverColors()+"}"), links.origins, media{})
	}
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

// PasswordField is the name of the form field for the password.
const PasswordField = "password"

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
	m.Field = PasswordField
	switch {
	case f.Wait > 0:
		m.FormError = m.Head.translate("wait", f.Wait)
	case f.Wrong:
		m.FormError = m.Head.translate("wrong")
	}
	return execute(m.Head.locale, "password", m)
}
