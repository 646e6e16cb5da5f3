package page

import (
	"bytes"
	"fmt"
	"net/http"
)

type errorDocument struct {
	Head        head
	Status      int
	Title, Text string
}

// RenderError returns the page for an HTTP status: the same bytes for every
// reason of that status, so that it tells nothing of what is private.
func RenderError(status int) []byte {
	d := errorDocument{Status: status}
	d.Title, d.Text = errorText(status)
	d.Head = siteHead(d.Title, true)
	return message("error", d)
}

func errorText(status int) (title, text string) {
	switch status {
	case http.StatusUnauthorized:
		return "This token opens nothing", "The access token is unknown, has run out or was revoked."
	case http.StatusNotFound:
		return "Nothing is published here", "The address may have a slip in it, or the manual is not open to everyone."
	case http.StatusMethodNotAllowed:
		return "That cannot be done here", "This address can only be read."
	case http.StatusGone:
		return "This manual has come to its end", "It was published up to a date that has passed."
	case http.StatusRequestEntityTooLarge:
		return "That is too much", "The request carries more than this address takes."
	case http.StatusTooManyRequests:
		return "One moment, please", "Many requests came from your address. Try again in a minute."
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return "The manual cannot be shown", "Something went wrong on this side. Try again in a while."
	}
	if title = http.StatusText(status); title == "" {
		title = "This did not work"
	}
	return title, "The request could not be answered."
}

// PasswordField is the name of the form field that carries the password.
const PasswordField = "password"

// A PasswordForm is the page that asks for the password of a manual. It
// shows nothing of the manual.
type PasswordForm struct {
	Wrong bool // the password that was sent is not the manual's
	Wait  int  // seconds to wait after too many tries, 0 for none
}

type passwordDocument struct {
	Head           head
	Field, Refusal string
}

// RenderPassword returns the whole HTML of the form, which is sent to the
// page's own address by POST and works without JavaScript.
func RenderPassword(f PasswordForm) []byte {
	d := passwordDocument{Head: siteHead("This manual asks for a password", true), Field: PasswordField}
	switch {
	case f.Wait == 1:
		d.Refusal = "Too many tries. Wait a second, then try again."
	case f.Wait > 0:
		d.Refusal = fmt.Sprintf("Too many tries. Wait %d seconds, then try again.", f.Wait)
	case f.Wrong:
		d.Refusal = "That is not the password."
	}
	return message("password", d)
}

// message executes a template over fields that cannot fail to be written.
func message(name string, data any) []byte {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name, data); err != nil {
		panic(fmt.Sprintf("template %s: %v", name, err)) // a fault of the template, which the tests find
	}
	return out.Bytes()
}
