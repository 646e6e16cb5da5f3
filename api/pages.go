package api

import (
	"net/http"
	"time"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
)

// A visit is what a request may see of a manual besides what everybody may.
type visit struct {
	showsDraft bool      // the draft in place of what is published
	until      time.Time // the end of the share link that shows it; zero without a link
}

// checkAccess returns the responder of a page, export or file of a manual. It performs the checks from
// "host and slug" to "end date", begins the session of a share link, redirects to the canonical path,
// shows the password form, and calls answer for requests that may read the manual.
func checkAccess(answer func(h *Handler, rq *request, m *db.Head, v visit) (*response, error)) responder {
	return func(h *Handler, rq *request) (*response, error) {
		m := rq.scope.At(rq.path)
		hasForm := pages.HasForm(rq.path, m, rq.now)
		cookie := h.shareCookie(rq, m)
		access, end := h.sessionAccess(rq, m)
		mayRead := rq.mayReadWithoutSession(m) || access != pages.NoAccess
		if !mayRead && !hasForm && cookie == "" {
			return nil, errNotFound
		}
		if m.Expired(rq.now) {
			return nil, errGone
		}
		if cookie != "" {
			return h.beginSession(rq, m, cookie, "no-referrer"), nil
		}
		if !rq.path.IsCanonical(rq.scope, rq.index.Site, m) {
			// The address never has the host of the request.
			canonical := rq.path.Canonical(rq.scope, rq.index.Site, m)
			return h.redirect(rq, http.StatusPermanentRedirect, canonical, rq.cacheControlOf(m)), nil
		}
		if !mayRead {
			return h.passwordForm(rq, http.StatusOK, pages.Form{}), nil
		}
		v := visit{showsDraft: access == pages.SharedDraft || !m.Published}
		if access == pages.Shared || access == pages.SharedDraft {
			v.until = end
		}
		return answer(h, rq, m, v)
	}
}

// page returns the response with the page of a manual, or with that of its draft.
func (h *Handler) page(rq *request, m *db.Head, v visit) (*response, error) {
	kind := manual.PageDocument
	if v.showsDraft {
		kind = manual.DraftDocument
	}
	if !v.showsDraft && m.Has(manual.MarkdownDocument) && prefersMarkdown(rq.Header["Accept"]) {
		kind = manual.MarkdownDocument
	}
	if !v.until.IsZero() && kind != manual.MarkdownDocument {
		return h.sharedPage(rq, m, kind, v.until)
	}
	if !v.showsDraft {
		rs, err := h.pageOrExport(rq, m, kind)
		if err != nil {
			return nil, err
		}
		// With a session the page may show the draft here. Nobody else learns that there is one, so the field
		// is the same without a session.
		rs.vary = varySession + ", Accept"
		h.addLinks(rq, rs, m)
		return rs, nil
	}
	rs, err := h.document(rq, m, kind)
	if err != nil {
		return nil, err
	}
	rs.cacheControl, rs.vary = noStore, varySession
	h.addSecurityFields(rq, rs, false)
	return rs, nil
}

// sharedPage returns the response with a page that a share link shows. Its bar says until when,
// which is added here, because what is drawn is the same for everybody.
func (h *Handler) sharedPage(rq *request, m *db.Head, kind manual.DocumentKind, until time.Time) (*response, error) {
	if !m.Has(kind) {
		return nil, errNotFound
	}
	drawn, err := h.cache.Body(rq.Context(), rq.index, m, kind, false)
	if err != nil {
		return nil, err
	}
	rs := &response{
		mediaType: kind.Info().Type, cacheControl: noStore, vary: varySession,
		body: h.options.Pages.AddBar(drawn, until),
	}
	rs.gzip = rq.prefersGzip()
	if rs.gzip {
		rs.body = gzip.Compress(rs.body)
	}
	h.addSecurityFields(rq, rs, false)
	return rs, nil
}

// export returns the response with an export that the path names, their list, or that of
// the releases.
func (h *Handler) export(rq *request, m *db.Head, _ visit) (*response, error) {
	kind := manual.ExportDocument
	switch rq.path.Target {
	case manual.FeedPath:
		kind = manual.FeedDocument
	case manual.ReleasesPath:
		kind = manual.ReleasesDocument
	case manual.ReleasesList:
		kind = manual.HistoryDocument
	case hosts.ExportPrefix:
		kind = exportKind(rq.path.Name)
	}
	return h.pageOrExport(rq, m, kind)
}

// sessionAccess returns what the request's session shows of the manual, and until when. With a cookie it does
// the same work for a manual that does not exist and for one without sessions, so that the timing reveals nothing.
func (h *Handler) sessionAccess(rq *request, m *db.Head) (pages.SessionAccess, time.Time) {
	key, ok := h.sessionKey(rq.index)
	if !ok || len(rq.Header["Cookie"]) == 0 {
		return pages.NoAccess, time.Time{}
	}
	return key.Access(rq.Request, m, rq.index.Site, rq.scope.BasePath, rq.now)
}

// shareCookie returns the Set-Cookie field of the session that the request's share link
// begins, or "" without a valid link to what the request may not read without it.
func (h *Handler) shareCookie(rq *request, m *db.Head) string {
	if !rq.path.IsForPeople() {
		return ""
	}
	value, sent := rq.URL.Query()[manual.ShareParameter]
	key, ok := h.sessionKey(rq.index)
	if !sent || !ok {
		return ""
	}
	cookie, access := key.EnterByLink(value[0], m, rq.index.Site, rq.scope.BasePath, rq.now)
	if access == pages.Shared && rq.mayReadWithoutSession(m) {
		return ""
	}
	return cookie
}

// hostIcon returns the responder of an icon of a host.
func hostIcon(kind manual.DocumentKind) responder {
	return func(h *Handler, rq *request) (*response, error) {
		m := rq.scope.At(hosts.Path{})
		access, _ := h.sessionAccess(rq, m)
		if !rq.mayReadWithoutSession(m) && access == pages.NoAccess {
			return nil, errNotFound
		}
		if m.Expired(rq.now) {
			return nil, errGone
		}
		return h.pageOrExport(rq, m, kind)
	}
}

// redirect returns a redirect to another address of a page.
func (h *Handler) redirect(rq *request, status int, location, cacheControl string) *response {
	rs := &response{status: status, cacheControl: cacheControl, vary: varySession}
	rs.add("Location", location)
	h.addSecurityFields(rq, rs, false)
	return rs
}

// addSecurityFields adds the security fields of a page: other sites cannot frame or script
// it, cannot load it as something else, do not learn its address from links, and
// get no devices through it. Search engines may index it if it is listed.
func (h *Handler) addSecurityFields(rq *request, rs *response, listed bool) {
	rs.add("Content-Security-Policy", h.options.Pages.Policy)
	rs.add("Cross-Origin-Resource-Policy", "same-origin")
	rs.add("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()")
	rs.add("Referrer-Policy", "same-origin")
	if rq.index.Site.Scheme == "https" { // browsers warn about it over http
		rs.add("Cross-Origin-Opener-Policy", "same-origin")
	}
	if !listed {
		rs.add("X-Robots-Tag", "noindex")
	}
}

// addSharingFields adds the fields that say which origins may load a file of the manual: any
// origin, or only its own if not everybody may read the manual or the file is licensed.
func (rq *request) addSharingFields(rs *response, m *db.Head, licensed bool) {
	rs.sameOrigin = licensed || !m.Visibility.ForAnyone()
	policy := "cross-origin"
	if rs.sameOrigin || rq.credentials.areSent() {
		policy = "same-origin"
	}
	rs.add("Cross-Origin-Resource-Policy", policy)
	rs.hideFromSearch(m)
}

// hideFromSearch keeps search engines from what belongs to a manual that is not public.
func (rs *response) hideFromSearch(m *db.Head) {
	if m.Visibility != manual.Public {
		rs.add("X-Robots-Tag", "noindex")
	}
}
