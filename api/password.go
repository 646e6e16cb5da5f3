package api

import (
	"context"
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

// ask returns the page that asks for a manual's password: 200 at first, and 403
// for a wrong one (RFC 9110, section 15.5.4), as 401 would have to name a
// scheme of authentication.
func (h *Handler) ask(rq *request, status int, f pages.Form) *response {
	f.Brand = pages.HostBrand(rq.scope)
	rs := &response{status: status, mediaType: mediaPage, cache: noStore, vary: varySession, body: h.options.Pages.Password(f)}
	if f.Wait > 0 {
		rs.add("Retry-After", strconv.Itoa(f.Wait))
	}
	h.protect(rq, rs, false)
	return rs
}

// enter judges a password form that was sent. The right password begins a
// session and leads to the page by GET.
func (h *Handler) enter(rq *request, e *db.Entry) (*response, error) {
	if new(http.CrossOriginProtection).Check(rq.Request) != nil {
		return nil, errOrigin
	}
	password, err := pages.ReadPassword(rq.Request)
	if err != nil {
		return nil, err
	}
	rq.unread = false
	client := ratelimit.Key(h.trusted.Client(rq.Request))
	standing, _ := h.tries.Get(rq.Context(), client) // before the check: tries sent at once count too
	if standing.Reached {
		return h.ask(rq, http.StatusTooManyRequests, pages.Form{Wait: rq.untilReset(standing)}), nil
	}
	right, err := h.checker.Check(rq.Context(), e.Password, password)
	if err == nil && !right {
		return h.ask(rq, http.StatusForbidden, pages.Form{Wrong: true}), nil
	}
	_, _ = h.tries.Increment(rq.Context(), client, -1) // only a wrong one is a try
	if err != nil {
		return nil, err
	}
	return h.beginSession(rq, e)
}

// keyTime is how long a password waits for the first key of sessions to be
// made, which waits for other writes: an import may take long.
const keyTime = 2 * time.Second

// beginSession begins a session of the manual and leads to its page.
func (h *Handler) beginSession(rq *request, e *db.Entry) (*response, error) {
	key, ok := h.sessionKey(rq)
	if !ok {
		ctx, cancel := context.WithTimeout(rq.Context(), keyTime)
		defer cancel()
		made, err := h.db.SessionKey(ctx)
		if err != nil {
			return nil, err
		}
		key = made
	}
	rs := &response{status: http.StatusSeeOther, cache: noStore, vary: varySession}
	rs.add("Location", rq.path.Home(rq.scope, e))
	rs.add("Set-Cookie", key.Begin(e, rq.index.Site, rq.now))
	h.protect(rq, rs, false)
	return rs, nil
}

// sessionKey returns the key of page sessions; it is not ok where there is
// none yet, so that nothing is signed with it.
func (h *Handler) sessionKey(rq *request) (pages.Key, bool) {
	if h.key != (pages.Key{}) {
		return h.key, true
	}
	return rq.index.SessionKey()
}
