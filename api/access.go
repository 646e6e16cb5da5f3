package api

import (
	"crypto/sha256"
	"strings"

	"golang.org/x/net/http/httpguts"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// credentials are what the Authorization fields of a request hold.
type credentials struct {
	kind credentialsKind
	hash [sha256.Size]byte // SHA-256 of a well-formed access token
}

type credentialsKind int

const (
	noCredentials         credentialsKind = iota
	otherCredentials                      // of another scheme than Bearer, for a proxy: they are ignored
	malformedAccessToken                  // stands where an access token is expected, and is none
	wellFormedAccessToken                 // an access token, perhaps one that nobody has made
)

// areSent reports whether there is an Authorization field: a cache must not store the response.
func (c credentials) areSent() bool { return c.kind != noCredentials }

// sendsAccessToken reports whether there is an access token, perhaps a malformed one.
func (c credentials) sendsAccessToken() bool {
	return c.kind == malformedAccessToken || c.kind == wellFormedAccessToken
}

// parseAuthorization parses the Authorization fields of a request (RFC 9110, section 11.6.2; RFC 6750, section 2.1).
// It ignores credentials of another scheme than Bearer, since a proxy may have added them. It takes everything else
// but one well-formed access token for a malformed one: two fields, an empty field, a single word.
func parseAuthorization(fields []string) credentials {
	if len(fields) == 0 {
		return credentials{kind: noCredentials}
	}
	scheme, rest, hasRest := strings.Cut(strings.Trim(fields[0], " \t"), " ")
	// A scheme is a token, as field names are.
	if len(fields) > 1 || !hasRest || !httpguts.ValidHeaderFieldName(scheme) {
		return credentials{kind: malformedAccessToken}
	}
	if !strings.EqualFold(scheme, "Bearer") {
		return credentials{kind: otherCredentials}
	}
	sum, ok := db.SecretSum(strings.TrimLeft(rest, " "))
	if !ok {
		return credentials{kind: malformedAccessToken}
	}
	return credentials{kind: wellFormedAccessToken, hash: sum}
}

// readableManual returns the manual with that slug on the host of the request. The error is errGone after the
// manual's end date. It is errNotFound for a manual that does not exist, is not published or is not for this reader:
// nobody learns which (specification, sections 5 and 7).
func (rq *request) readableManual(slug string) (*db.Head, error) {
	m := rq.scope.Find(rq.index, slug, rq.mayReadWithoutSession)
	if !rq.mayReadWithoutSession(m) {
		return nil, errNotFound
	}
	if m.Expired(rq.now) {
		return nil, errGone
	}
	return m, nil
}

// mayReadWithoutSession reports whether anyone may read the manual or the request has an access token of its
// brand (specification, section 5). It is false for nil and for an unpublished manual. A session does not count.
func (rq *request) mayReadWithoutSession(m *db.Head) bool {
	if m == nil || !m.Published {
		return false
	}
	return m.Visibility.ForAnyone() || rq.accessToken != nil && rq.accessToken.Brand == m.Brand.Slug
}

// isOnHiddenDomain reports whether the host is the own domain of a brand without a manual that a
// stranger may know of.
func (rq *request) isOnHiddenDomain() bool {
	if rq.scope.Brand == nil || rq.scope.IsSiteHost {
		return false
	}
	return rq.index.Domain(hosts.Name(rq.Host)) != nil && !rq.scope.HasVisible()
}

// mayReadBrand reports whether the request may read a manual of the brand of its host: by an
// access token, a session or a share link.
func (h *Handler) mayReadBrand(rq *request) bool {
	brand, site := rq.scope.Brand, rq.index.Site
	if rq.accessToken != nil && rq.accessToken.Brand == brand.Slug {
		return true
	}
	key, ok := h.sessionKey(rq.index)
	if !ok {
		return false
	}
	if link, sent := rq.URL.Query()[manual.ShareParameter]; sent {
		m := rq.scope.At(hosts.Parse(rq.URL.Path))
		if _, access := key.EnterByLink(link[0], m, site, "", rq.now); access != pages.NoAccess {
			return true
		}
	}
	for m := range brand.Manuals() {
		if !pages.HasCookie(rq.Request, m, site, "") {
			continue
		}
		if access, _ := key.Access(rq.Request, m, site, "", rq.now); access != pages.NoAccess {
			return true
		}
	}
	return false
}
