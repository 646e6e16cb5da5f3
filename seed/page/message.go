package page

import (
	"html/template"
	"net/http"
	"strconv"
)

// Branding is what a page of no manual wears of a brand that the reader may
// know of; the zero value is nothing.
type Branding struct {
	Name    string // of the brand; empty where the page leads to the site
	Address string // where the page leads on to: that of a manual, if Card is of one
	Card    Card
}

// A message is a page of no manual, with what it wears of a brand.
type message struct {
	Head           head
	Brand          string
	Address        template.URL // where it leads on to, empty for nowhere
	Logo           template.URL
	Status         int
	Text           string
	Field, Refusal string // of a form
}

func newMessage(key string, b Branding) message {
	s := speechOf(b.Card.Lang, b.Name)
	links := newLinks(nil, "")
	m := message{Head: siteHead(s, s.say(key+"-title")), Text: s.say(key + "-text"), Brand: b.Name}
	m.Address, m.Logo = links.link("", b.Address).Address, links.image(b.Card.logo(b.Address))
	if cover, ok := b.Card.cover(); ok {
		m.Head.Icon = iconPath(cover)
		m.Head.style(template.CSS(":root{"+coverColors(cover)+"}"), links.origins)
	}
	return m
}

// RenderError returns the page for an HTTP status, in what it wears of a
// brand: the same bytes for every reason of that status, so that it tells
// nothing of what is private.
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
	return execute(m.Head.speech, "error", m)
}

// PasswordField is the name of the form field that carries the password.
const PasswordField = "password"

// A PasswordForm is the page that asks for the password of a manual. It
// shows nothing of the manual but the brand that it is given.
type PasswordForm struct {
	Wrong    bool // the password that was sent is not the manual's
	Wait     int  // seconds to wait after too many tries, 0 for none
	Branding Branding
}

// RenderPassword returns the whole HTML of the form, which is sent to the
// page's own address by POST and works without JavaScript.
func RenderPassword(f PasswordForm) []byte {
	m := newMessage("ask", f.Branding)
	m.Field, m.Status = PasswordField, http.StatusOK
	switch {
	case f.Wait > 0:
		m.Refusal = m.Head.say("wait", f.Wait)
	case f.Wrong:
		m.Refusal = m.Head.say("wrong")
	}
	return execute(m.Head.speech, "password", m)
}
