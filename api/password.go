package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
)

const (
	triesPerMinute = 5       // wrong passwords from an address
	trySlots       = 1 << 14 // 256 KiB: addresses that try passwords in one minute
)

// ask returns the page that asks for a manual's password. It is answered with
// 200 at first, since it is the page that anyone may see of such a manual, and
// with 403 for a wrong password (RFC 9110, section 15.5.4): 401 would have to
// name a scheme of authentication, and a form is none.
func (h *Handler) ask(rq *request, status int, f pages.Form) *response {
	f.Brand = h.hostBrand(rq)
	rs := &response{status: status, mediaType: mediaPage, cache: noStore, vary: varySession, body: h.site.Password(f)}
	if f.Wait > 0 {
		rs.add("Retry-After", strconv.Itoa(f.Wait))
	}
	h.protect(rq, rs, false)
	return rs
}

// enter judges a password form that was sent, in this order: the page it
// comes from (403), its form (415, 413), the number of tries (429), the
// password (403). The right password begins a session and leads to the page
// by GET.
func (h *Handler) enter(rq *request, e *db.Entry, home string) (*response, error) {
	if h.site.forms.Check(rq.Request) != nil {
		return nil, errOrigin
	}
	password, err := pages.ReadPassword(rq.Request)
	switch {
	case errors.Is(err, pages.ErrFormSize):
		return nil, errBody
	case err != nil:
		return nil, errForm
	}
	client := ratelimit.Key(h.trusted.Client(rq.Request))
	standing, err := h.site.tries.Get(rq.Context(), client) // before the check: tries sent at once count too
	if err != nil {
		return nil, fmt.Errorf("counting the tries: %w", err)
	}
	if standing.Reached {
		return h.ask(rq, http.StatusTooManyRequests, pages.Form{Wait: int(max(standing.Reset-rq.now.Unix(), 1))}), nil
	}
	right, err := h.site.checker.Check(rq.Context(), e.Password, password)
	if err == nil && !right {
		return h.ask(rq, http.StatusForbidden, pages.Form{Wrong: true}), nil
	}
	h.site.triesStore.Refund(client, h.site.tries.Rate) // only a wrong one is a try
	switch {
	case errors.Is(err, pages.ErrBusy):
		return nil, errBusy
	case err != nil:
		return nil, err
	}
	return h.beginSession(rq, e, home)
}

// keyTime is how long a password waits for the first key of sessions to be
// made, which waits for other writes: an import may take long.
const keyTime = 2 * time.Second

// beginSession begins a session of the manual and leads to its page. The error
// is errReplaced where there is no key to sign it with just now.
func (h *Handler) beginSession(rq *request, e *db.Entry, home string) (*response, error) {
	key, ok := h.sessionKey(rq)
	if !ok {
		ctx, cancel := context.WithTimeout(rq.Context(), keyTime)
		defer cancel()
		var err error
		if key, err = h.db.SessionKey(ctx); errors.Is(err, context.DeadlineExceeded) {
			return nil, errReplaced
		} else if err != nil {
			return nil, err
		}
	}
	rs := &response{status: http.StatusSeeOther, cache: noStore, vary: varySession}
	rs.add("Location", home)
	rs.add("Set-Cookie", key.Begin(e, rq.index.Site, rq.now))
	h.protect(rq, rs, false)
	return rs, nil
}

// sessionKey returns the key of page sessions; it is not ok where there is
// none yet, so that nothing is signed with it.
func (h *Handler) sessionKey(rq *request) (pages.Key, bool) {
	if key := h.site.sessionKey; key != nil {
		return *key, true
	}
	return rq.index.SessionKey()
}
