package api

import (
	"cmp"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// An Endpoint is what a request was judged as. There are [Endpoints] of them,
// whatever clients ask for.
type Endpoint uint8

// The endpoints. One of the site's pages that is refused before its address
// is looked at (429, 503, 401) was judged as a page.
const (
	EndpointUnknown Endpoint = iota // nothing at this address
	EndpointManual
	EndpointTokens
	EndpointOpenAPI
	EndpointPreflight
	EndpointPage
	EndpointPassword // a password that is sent
	EndpointIndex    // of the site
	EndpointRobots
	EndpointLLMs
	EndpointIcon
	EndpointExports // the page of the exports, and each
	EndpointFiles
	EndpointZip // of all files of a manual
	EndpointAsset
	EndpointHealth
	EndpointReady

	// Endpoints is the number of endpoints.
	Endpoints = int(iota)
)

// String returns the endpoint's name, a lower-case word.
func (e Endpoint) String() string {
	return [Endpoints]string{"unknown", "manual", "tokens", "openapi", "preflight", "page", "password",
		"index", "robots", "llms", "icon", "exports", "files", "zip", "asset", "health", "ready"}[e]
}

// An Observation is what may be told of a request and its answer. It has no
// query, no credentials and no cookie: secrets stand there. What the client
// wrote in Method, Host, Path and Agent is as it was sent, of any length and
// with any byte that net/http lets through.
type Observation struct {
	ID       string // the X-Request-Id, or hexadecimal digits and a hyphen that no other server makes
	Endpoint Endpoint
	Method   string
	Host     string
	Path     string // as sent, without the query
	Agent    string // the first User-Agent field
	Client   netip.Addr
	Token    string // the public id of the valid access token, or empty
	Status   int    // 0 where there was no answer
	Bytes    int    // of the body, as far as the connection took them
	Limited  bool   // refused by the rate limit: the token's where there is one, else the address's
	Began    time.Time
	Took     time.Duration // until the answer was handed over; of a small one, before it is on the wire
}

// observe tells of a request that has been answered. One without a peer is the
// program's own.
func (h *Handler) observe(rq *request) {
	if h.options.Observe == nil || rq.RemoteAddr == "" {
		return
	}
	o := &Observation{
		ID: h.nameOf(rq), Endpoint: rq.endpoint, Method: rq.Method, Host: rq.Host, Path: pathSent(rq.Request), Agent: rq.UserAgent(),
		Client: h.trusted.Client(rq.Request), Status: rq.status, Bytes: rq.sent,
		Limited: rq.status == http.StatusTooManyRequests && rq.standing.Reached,
		Began:   rq.now, Took: h.options.Now().Sub(rq.now),
	}
	if rq.token != nil {
		o.Token = rq.token.ID
	}
	h.options.Observe(o)
}

// nameOf returns the name of a request: the X-Request-Id that the client
// sent, or one of which no two servers that write into one log make the same.
func (h *Handler) nameOf(rq *request) string {
	if rq.name == "" {
		rq.name = h.name + strconv.FormatUint(h.requests.Add(1), 10)
	}
	return cmp.Or(rq.sentID, rq.name)
}

// sentID returns the X-Request-Id of a request, or nothing where it has none,
// several, or one that could be taken for something else in a log or a field:
// it has at most 128 characters, those that RFC 3986 calls unreserved and +,
// /, = and :.
func sentID(fields []string) string {
	foreign := func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-._~+/=:", c))
	}
	if len(fields) != 1 || len(fields[0]) > 128 || strings.ContainsFunc(fields[0], foreign) {
		return ""
	}
	return fields[0]
}
