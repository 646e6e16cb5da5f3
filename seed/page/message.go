package page

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"designmanual/tokenize"
)

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

// newMessage returns the message with what it wears, which may be nil.
func newMessage(key string, b *Branding) message {
	if b == nil {
		b = &Branding{}
	}
	s := speechOf(b.Lang, b.Name)
	links := newLinks(nil, "")
	m := message{Head: siteHead(s, s.say(key+"-title")), Text: s.say(key + "-text"), Brand: b.Name, Address: links.link("", b.Address).Address, Logo: links.image(b.Logo)}
	if hex, ok := tokenize.Hex(b.Cover); ok {
		cover := parseHex(hex).over(white)
		m.Head.Icon = iconPath(cover)
		m.Head.style(template.CSS(":root{--cover:"+cover.hex()+";--on-cover:"+cover.ink().hex()+"}"), links.origins)
	}
	return m
}

// RenderError returns the page for an HTTP status, in what it wears of a
// brand, or plain where b is nil: the same bytes for every reason of that
// status, so that it tells nothing of what is private.
func RenderError(status int, b *Branding) []byte {
	key := strconv.Itoa(status)
	switch {
	case status >= 500:
		key = "500"
	case words()[key+"-title"] == [len(languages)]string{}:
		key = "other"
	}
	m := newMessage(key, b)
	m.Status = status
	return m.page("error")
}

// PasswordField is the name of the form field that carries the password.
const PasswordField = "password"

// A PasswordForm is the page that asks for the password of a manual. It
// shows nothing of the manual but the brand that it is given.
type PasswordForm struct {
	Wrong    bool      // the password that was sent is not the manual's
	Wait     int       // seconds to wait after too many tries, 0 for none
	Branding *Branding // nil for none
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
	return m.page("password")
}

// page executes a template over fields that cannot fail to be written.
func (m message) page(name string) []byte {
	out, err := execute(m.Head.speech, name, m)
	if err != nil {
		panic(fmt.Sprintf("template %s: %v", name, err)) // a fault of the template or the words, which the tests find
	}
	return out
}
