package api

import (
	"crypto/sha256"
	"strings"

	"github.com/ulule/limiter/v3"
	"golang.org/x/net/http/httpguts"

	"designmanual/api/ratelimit"
	"designmanual/db"
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
	if len(fields) == 0 {
		return credentials{}
	}
	scheme, rest, spaced := strings.Cut(strings.Trim(fields[0], " \t"), " ")
	switch {
	case len(fields) > 1 || !spaced || !httpguts.ValidHeaderFieldName(scheme): // a token, as field names are
		return credentials{sent: true, bearer: true}
	case !strings.EqualFold(scheme, "Bearer"):
		return credentials{sent: true}
	}
	sum, ok := db.SecretSum(strings.TrimLeft(rest, " "))
	return credentials{sent: true, bearer: true, formed: ok, sum: sum}
}

// lookup returns the manual that a slug names and the request may read. The
// errors are those of [request.authorize].
func (rq *request) lookup(slug string) (*db.Entry, error) {
	e := rq.index.Find(rq.scope, slug)
	return e, rq.authorize(e, rq.mayRead(e))
}

// authorize judges whether the request may read the manual that was found for
// it. The errors are errNotFound, the same for one that is not there, not
// published or not for this reader (specification, sections 5 and 7), and
// errGone. Nothing before it depends on what there is.
func (rq *request) authorize(e *db.Entry, may bool) error {
	if e == nil || !e.Published || !may {
		return errNotFound
	}
	if e.Expired(rq.now) {
		return errGone
	}
	return nil
}

// mayRead tells whether the request may read the manual (specification,
// section 5): an access token reads every manual of its brand.
func (rq *request) mayRead(e *db.Entry) bool {
	return e != nil && (e.Visibility.Open() || rq.token != nil && rq.token.Brand == e.Brand.Slug)
}

// limit judges by the rate limit of the request's access token or, without a
// valid one, of its address. The error is errRate.
func (h *Handler) limit(rq *request, counts bool) error {
	l, key := h.byAddress, ratelimit.Key(h.trusted.Client(rq.Request))
	if rq.token != nil {
		l, key = h.byToken, rq.token.ID
	}
	switch { // the store has no errors
	case l == nil:
	case counts:
		rq.standing, _ = l.Get(rq.Context(), key)
	default:
		rq.standing, _ = l.Peek(rq.Context(), key)
	}
	if rq.standing.Reached {
		return errRate
	}
	return nil
}

// untilReset returns the seconds until a client may go on.
func (rq *request) untilReset(standing limiter.Context) int {
	return int(max(standing.Reset-rq.now.Unix(), 1))
}
