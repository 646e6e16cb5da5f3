package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
)

const (
	maxFormBytes   = 4 << 10 // of a form with a password
	triesPerMinute = 5       // wrong passwords, for each address
	trySlots       = 1 << 14 // of the limiter, 256 KiB
)

// passwordForm returns the page that asks for a manual's password. After a wrong
// password its status is 403 (RFC 9110, section 15.5.4), because a 401 must name an
// HTTP authentication scheme.
func (h *Handler) passwordForm(rq *request, status int, f pages.Form) *response {
	f.Look = pages.NewHostLook(rq.index.Site, rq.scope)
	rs := &response{
		status: status, mediaType: mediaPage, cacheControl: noStore, vary: varySession,
		body: h.options.Pages.Password(f),
	}
	if f.Wait > 0 {
		rs.add("Retry-After", strconv.Itoa(f.Wait))
	}
	h.addSecurityFields(rq, rs, false)
	return rs
}

// enterPassword answers a password form that was sent. The right password
// begins a session and redirects to the page.
func (h *Handler) enterPassword(rq *request) (*response, error) {
	if !rq.hasForm() { // an update has removed it
		return nil, errMethod
	}
	m := rq.scope.At(rq.path)
	if new(http.CrossOriginProtection).Check(rq.Request) != nil {
		return nil, errOrigin
	}
	password, err := rq.readPassword()
	if err != nil {
		return nil, err
	}
	client := ratelimit.Key(rq.client)
	quota, _ := h.tries.Get(rq.Context(), client) // counts before the check, so that concurrent tries count too
	if quota.Reached {
		return h.passwordForm(rq, http.StatusTooManyRequests, pages.Form{Wait: secondsLeft(quota, rq.now)}), nil
	}
	isRight, err := h.passwords.Check(rq.Context(), m.PasswordHash, password)
	if err != nil || isRight {
		_, _ = h.tries.Increment(rq.Context(), client, -1) // only wrong passwords count
	}
	if err != nil {
		return nil, err
	}
	if !isRight {
		return h.passwordForm(rq, http.StatusForbidden, pages.Form{Wrong: true}), nil
	}
	// The page says itself how it was opened.
	if rq.index.Site.Scheme == "https" && strings.HasPrefix(rq.Header.Get("Origin"), "http://") {
		return h.passwordForm(rq, http.StatusForbidden, pages.Form{Plain: true}), nil
	}
	key, err := h.newSessionKey(rq)
	if err != nil {
		return nil, err
	}
	return h.beginSession(rq, m, key.Enter(m, rq.index.Site, rq.scope.BasePath, rq.now), "same-origin"), nil
}

// readPassword returns the password of the form that the request sends, or errForm or
// errBody.
func (rq *request) readPassword() (string, error) {
	rq.ownRequest()
	rq.Body = http.MaxBytesReader(nil, rq.Body, maxFormBytes)
	rq.URL.RawQuery = "" // a password in the address does not count
	err := rq.ParseForm()
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return "", errBody
	}
	sent := rq.PostForm["password"]
	if err != nil || len(sent) != 1 {
		return "", errForm
	}
	rq.Body, rq.ContentLength = http.NoBody, 0 // it was read
	return sent[0], nil
}

// keyTimeout is how long the first session waits for its key to be stored. The store
// allows one write at a time, and an import may take long.
const keyTimeout = 2 * time.Second

// beginSession begins a session of the manual with a cookie, and redirects to its page.
func (h *Handler) beginSession(rq *request, m *db.Head, cookie, referrer string) *response {
	rs := h.redirect(rq, http.StatusSeeOther, rq.path.Canonical(rq.scope, rq.index.Site, m), noStore)
	rs.add("Set-Cookie", cookie)
	rs.add("Referrer-Policy", referrer)
	return rs
}

// newSessionKey returns the key of page sessions, and makes it if there is none.
func (h *Handler) newSessionKey(rq *request) (pages.SessionKey, error) {
	if key, ok := h.sessionKey(rq.index); ok {
		return key, nil
	}
	ctx, cancel := context.WithTimeout(rq.Context(), keyTimeout)
	defer cancel()
	key, err := h.db.SessionKey(ctx)
	return pages.SessionKey(key), err
}

// sessionKey returns the key of page sessions, or false if there is none yet.
func (h *Handler) sessionKey(ix *db.Index) (pages.SessionKey, bool) {
	if h.key != (pages.SessionKey{}) {
		return h.key, true
	}
	return ix.SessionKey()
}
