package api

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/db/manual"
)

// credentials are what the Authorization fields of a request say.
type credentials struct {
	sent   bool // there is a field, of whatever scheme: the answer is not to be stored
	bearer bool // it claims an access token
	formed bool // it holds exactly one secret of ours; sum is its SHA-256
	sum    [sha256.Size]byte
}

// parseAuthorization reads the Authorization fields of a request (RFC 9110,
// section 11.6.2; RFC 6750, section 2.1). A scheme other than Bearer with
// something behind it claims no token: a proxy in front may have added it.
// Anything else that is not Bearer and one secret of ours claims a bad one:
// two fields, an empty one, a single word.
func parseAuthorization(fields []string) credentials {
	switch len(fields) {
	case 0:
		return credentials{}
	case 1:
	default:
		return credentials{sent: true, bearer: true}
	}
	scheme, rest, spaced := strings.Cut(strings.Trim(fields[0], " \t"), " ")
	switch {
	case !spaced || !isToken(scheme):
		return credentials{sent: true, bearer: true}
	case !strings.EqualFold(scheme, "Bearer"):
		return credentials{sent: true}
	}
	sum, ok := db.SecretSum(strings.TrimLeft(rest, " "))
	return credentials{sent: true, bearer: true, formed: ok, sum: sum}
}

// isToken tells whether s is a token of RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// authenticate returns the valid access token that the credentials hold, or
// nil where they claim none. It is not ok where they claim one and it is
// malformed, unknown, expired or revoked.
func (c *credentials) authenticate(ix *db.Index, now time.Time) (t *db.AccessToken, ok bool) {
	if !c.bearer {
		return nil, true
	}
	if !c.formed {
		return nil, false
	}
	if t = ix.Token(c.sum); t == nil || !t.Valid(now) {
		return nil, false
	}
	return t, true
}

// authorize judges whether the request may read the manual that was found
// for it. The errors are errNotFound, the same for a manual that is not there,
// not published or not for this reader (specification, sections 5 and 7), and
// errGone. Nothing before it depends on what there is, so that the time it
// takes tells nobody.
func (rq *request) authorize(e db.Entry, may bool) error {
	if e.IsZero() || !e.Published() || !may {
		return errNotFound
	}
	if manual.Expired(e.ExpiresAt(), rq.now) {
		return errGone
	}
	return nil
}

// mayRead tells whether the request may read the manual (specification,
// section 5): an access token reads every manual of its brand.
func (rq *request) mayRead(e db.Entry) bool {
	return !e.IsZero() && (e.Visibility().Open() || rq.token != nil && rq.token.Brand == e.Brand.Slug)
}

// limit returns the limit that a request counts against, nil for none, and
// the name that it counts under: its access token or, without a valid one, its
// address.
func (h *Handler) limit(rq *request) (l *limiter.Limiter, key string) {
	switch {
	case rq.token != nil:
		return h.byToken, rq.token.ID
	case h.byAddress != nil:
		return h.byAddress, ratelimit.Key(h.trusted.Client(rq.Request))
	}
	return nil, ""
}

// count counts the request. The error is errRate.
func (h *Handler) count(rq *request) error {
	l, key := h.limit(rq)
	if l == nil {
		return nil
	}
	standing, err := l.Get(rq.Context(), key)
	if err != nil {
		return fmt.Errorf("counting the request: %w", err)
	}
	return rq.stands(standing)
}

// peek judges where the client stands and counts nothing. The error is
// errRate.
func (h *Handler) peek(rq *request) error {
	l, key := h.limit(rq)
	if l == nil {
		return nil
	}
	standing, err := l.Peek(rq.Context(), key)
	if err != nil {
		return fmt.Errorf("looking at a limit: %w", err)
	}
	return rq.stands(standing)
}

func (rq *request) stands(standing limiter.Context) error {
	rq.limited, rq.standing = true, standing
	if standing.Reached {
		return errRate
	}
	return nil
}
