package api

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"designmanual/db"
)

const (
	maxFormBytes  = 4 << 10
	passwordField = "password"
)

// ask returns the page that asks for a manual's password. It is answered with
// 200 at first, since it is the page that anyone may see of such a manual, and
// with 403 for a wrong password (RFC 9110, section 15.5.4): 401 would have to
// name a scheme of authentication, and a form is none.
func (h *Handler) ask(status int, f PasswordForm) representation {
	return representation{detour: &detour{status: status, cache: noStore, body: h.pages.Password(f), wait: f.Wait}}
}

// enter judges a password form that was sent, in this order: the page it
// comes from (403), its form (415, 413), the number of tries (429), the
// password (403). The right password begins a session and leads to the page
// by GET.
func (h *Handler) enter(x *exchange, e db.Entry, home string) (representation, error) {
	if h.pages.forms.Check(x.r) != nil {
		return representation{}, errOrigin
	}
	password, err := readPassword(x.r)
	if err != nil {
		return representation{}, err
	}
	client := h.clientKey(x)
	right, standing, err := h.pages.gate.check(x.r.Context(), client, e.Password(), password)
	switch {
	case err != nil:
		return representation{}, err
	case standing.Reached:
		return h.ask(http.StatusTooManyRequests, PasswordForm{Wait: int(max(standing.Reset-x.now.Unix(), 1))}), nil
	case !right:
		return h.ask(http.StatusForbidden, PasswordForm{Wrong: true}), nil
	}
	key, err := h.sessionKey(x)
	if err != nil {
		return representation{}, err
	}
	return representation{detour: &detour{
		status: http.StatusSeeOther, cache: noStore, location: home,
		cookie: beginSession(key, e, x.index.Site, x.now),
	}}, nil
}

// keyTime is how long a password waits for the first key of sessions to be
// made, which takes the turn of a write: an import may have it for long.
const keyTime = 2 * time.Second

// sessionKey returns the key of page sessions. The error is errBusy where it
// cannot be made just now.
func (h *Handler) sessionKey(x *exchange) ([32]byte, error) {
	ctx, cancel := context.WithTimeout(x.r.Context(), keyTime)
	defer cancel()
	key, err := h.db.SessionKey(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return key, errBusy
	}
	return key, err
}

// readPassword reads the password out of a form. The errors are errForm and
// errBody.
func readPassword(r *http.Request) (string, error) {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/x-www-form-urlencoded" {
		return "", errForm
	}
	if r.ContentLength > maxFormBytes {
		return "", errBody
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxFormBytes+1))
	switch {
	case err != nil: // the client went away, or took too long
		return "", errForm
	case len(body) > maxFormBytes:
		return "", errBody
	}
	form, err := url.ParseQuery(string(body))
	if err != nil || len(form[passwordField]) != 1 {
		return "", errForm
	}
	return form.Get(passwordField), nil
}
