package api

import (
	"net/http"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// The paths of every host that has a page.
const (
	rootPath    = "/"
	robotsPath  = "/robots.txt"
	faviconPath = "/favicon.ico"
)

// page answers for a path that may have a page.
func (h *Handler) page(w http.ResponseWriter, x *exchange) {
	x.page = true
	if !reading(x.r) {
		e, home := scopeOf(x.index, x.r.Host).page(pathOf(x.r))
		x.form = !e.IsZero() && home == pathOf(x.r) && asksPassword(e, x.now)
	}
	found, err := h.judge(x, h.pageOf)
	switch {
	case err != nil:
		h.refuse(w, x, err)
	case found.detour != nil:
		h.divert(w, x, found.detour)
	default:
		h.respond(w, x, found)
	}
}

// pathOf returns the decoded path of a request; an absolute-form target may
// have none (RFC 9112, section 3.2.2).
func pathOf(r *http.Request) string {
	if r.URL.Path == "" {
		return rootPath
	}
	return r.URL.Path
}

// pageOf is the endpoint of all paths outside /api/ but the assets.
func (h *Handler) pageOf(x *exchange) (representation, error) {
	s, path := scopeOf(x.index, x.r.Host), pathOf(x.r)
	switch {
	case path == robotsPath:
		x.observation.Endpoint = EndpointRobots
		return h.robots(x, s)
	case path == faviconPath:
		x.observation.Endpoint = EndpointIcon
		return h.favicon(x, s)
	case path == rootPath && s.site:
		x.observation.Endpoint = EndpointIndex
		return h.siteIndex(x)
	}
	e, home := s.page(path)
	form := !e.IsZero() && asksPassword(e, x.now)
	if x.r.Method == http.MethodPost {
		if !form || home != path { // an update has taken the form away
			return representation{}, errMethod
		}
		x.observation.Endpoint = EndpointPassword
		return h.enter(x, e, home)
	}
	if err := x.mayKnow(e, form); err != nil {
		return representation{}, err
	}
	switch {
	case home != path:
		return h.moved(x, e, home), nil
	case form && !x.mayLook(e):
		return h.ask(http.StatusOK, PasswordForm{}), nil
	}
	return h.published(x, e, manual.PageDocument)
}

// favicon is the endpoint of the icon of the page at the root of a host.
func (h *Handler) favicon(x *exchange, s scope) (representation, error) {
	e, _ := s.page(rootPath)
	if err := x.mayKnow(e, false); err != nil {
		return representation{}, err
	}
	return h.published(x, e, manual.IconDocument)
}

// published returns a document of a manual's page.
func (h *Handler) published(x *exchange, e db.Entry, kind manual.DocumentKind) (representation, error) {
	if _, ok := e.Document(kind); !ok { // published by a program that made none
		return representation{}, errNotFound
	}
	found, err := h.document(x, e, kind)
	found.page, found.listed = true, e.Visibility() == manual.Public
	if e.Visibility() == manual.Password {
		found.cache, found.vary = noStore, varySession
	}
	return found, err
}

// mayKnow judges whether the request may know of the manual's page: whoever
// may look at it may, and anyone of one that asks for its password. The errors
// are those of [exchange.find].
func (x *exchange) mayKnow(e db.Entry, asks bool) error {
	switch {
	case e.IsZero() || !e.Published() || !asks && !x.mayLook(e):
		return errNotFound
	case manual.Expired(e.ExpiresAt(), x.now):
		return errGone
	}
	return nil
}

// mayLook tells whether the request may read the manual's page: whoever may
// read the manual may, and whoever has entered its password.
func (x *exchange) mayLook(e db.Entry) bool { return x.mayRead(e) || x.inSession(e) }

// asksPassword tells whether the manual's page is there for anyone who knows
// its password, and so whether the page says that there is such a manual.
func asksPassword(e db.Entry, now time.Time) bool {
	return e.Published() && e.Visibility() == manual.Password && e.Password() != "" && !manual.Expired(e.ExpiresAt(), now)
}

// page returns the manual whose page is at a path in the scope, published or
// not, and the one path that it has on this host; the zero Entry where there
// is none. The primary manual of a brand is at the root of the brand's host,
// the others at their slug (specification, section 4.1), which is compared
// without case.
func (s scope) page(path string) (e db.Entry, home string) {
	switch name := strings.TrimPrefix(path, rootPath); {
	case !s.manual.IsZero() && name == "":
		return s.manual, rootPath
	case s.brand != nil && name == "":
		return s.brand.Primary, rootPath
	case s.brand != nil:
		if e = s.brand.Manual(lower(name)); e.IsZero() {
			return db.Entry{}, ""
		}
		if e.Primary() {
			return e, rootPath
		}
		return e, rootPath + e.Slug()
	}
	return db.Entry{}, ""
}
