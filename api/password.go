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
	triesPerMinute = 5       // wrong passwords, for each address
	trySlots       = 1 << 14 // of the limiter, 256 KiB
)

// passwordForm returns the page that asks for a manual's password. After a wrong
// password its status is 403 (RFC 9110, section 15.5.4), because a 401 must name an
// HTTP authentication scheme.
func (h *Handler) passwordForm(rq *request, status int, f pages.Form) *response {
	f.Look = pages.NewLook(rq.index.Site, rq.scope)
	rs := &response{status: status, mediaType: mediaPage, cache: noStore, vary: varySession, body: h.options.Pages.Password(f)}
	if f.Wait > 0 {
		rs.add("Retry-After", strconv.Itoa(f.Wait))
	}
	h.setPageFields(rq, rs, false)
	return rs
}

// enterPassword is the endpoint of a password form that was sent. The right password
// begins a session and redirects to the page.
func (h *Handler) enterPassword(rq *request) (*response, error) {
	if !rq.hasForm() { // an update has removed it
		return nil, errMethod
	}
	e := rq.scope.At(rq.path)
	if new(http.CrossOriginProtection).Check(rq.Request) != nil {
		return nil, errOrigin
	}
	password, err := pages.ReadPassword(rq.Request)
	if err != nil {
		return nil, err
	}
	client := ratelimit.Key(h.trusted.Client(rq.Request))
	quota, _ := h.tries.Get(rq.Context(), client) // counts before the check, so that concurrent tries count too
	if quota.Reached {
		return h.passwordForm(rq, http.StatusTooManyRequests, pages.Form{Wait: secondsLeft(quota, rq.now)}), nil
	}
	right, err := h.checker.Check(rq.Context(), e.Password, password)
	if err == nil && !right {
		return h.passwordForm(rq, http.StatusForbidden, pages.Form{Wrong: true}), nil
	}
	_, _ = h.tries.Increment(rq.Context(), client, -1) // only wrong passwords count
	if err != nil {
		return nil, err
	}
	key, err := h.newSessionKey(rq)
	if err != nil {
		return nil, err
	}
	return h.beginSession(rq, e, key.Enter(e, rq.index.Site, rq.scope.Base, rq.now), "same-origin"), nil
}

// keyTimeout is how long the first session waits for its key to be stored. The store
// allows one write at a time, and an import may take long.
const keyTimeout = 2 * time.Second

// beginSession begins a session of the manual with a cookie, and redirects to its page.
func (h *Handler) beginSession(rq *request, e *db.Manual, cookie, referrer string) *response {
	rs := h.redirect(rq, http.StatusSeeOther, rq.path.Canonical(rq.scope, rq.index.Site, e), noStore)
	rs.add("Set-Cookie", cookie)
	rs.add("Referrer-Policy", referrer)
	return rs
}

// newSessionKey returns the key of page sessions, and makes it if there is none.
func (h *Handler) newSessionKey(rq *request) (pages.Key, error) {
	if key, ok := h.sessionKey(rq.index); ok {
		return key, nil
	}
	ctx, cancel := context.WithTimeout(rq.Context(), keyTimeout)
	defer cancel()
	key, err := h.db.SessionKey(ctx)
	return pages.Key(key), err
}

// sessionKey returns the key of page sessions, or false if there is none yet.
func (h *Handler) sessionKey(ix *db.Index) (pages.Key, bool) {
	if h.key != (pages.Key{}) {
		return h.key, true
	}
	return ix.SessionKey()
}
