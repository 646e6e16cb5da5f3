package api

import (
	"crypto/rand"
	"encoding/hex"
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

	sentID string // the X-Request-Id, or empty
	server string // what the names of the server's own requests begin with
	number uint64 // of the request
}

// ID returns the name of the request: the X-Request-Id that the client sent,
// or a name of hexadecimal digits and a hyphen, of which no two servers that
// write into one log make the same.
func (o *Observation) ID() string {
	if o.sentID != "" {
		return o.sentID
	}
	return o.server + strconv.FormatUint(o.number, 10)
}

// newServerName returns what the names of a server's requests begin with.
func newServerName() string {
	var random [4]byte
	rand.Read(random[:]) // never fails
	return hex.EncodeToString(random[:]) + "-"
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

// observe tells the observer of a request that has been answered. One without
// a peer is the program's own, and nobody's business.
func (h *Handler) observe(rq *request) {
	if h.observer == nil || rq.RemoteAddr == "" {
		return
	}
	o := &rq.observation
	o.Method, o.Host, o.Path = rq.Method, rq.Host, pathSent(rq.Request)
	if agents := rq.Header["User-Agent"]; len(agents) > 0 {
		o.Agent = agents[0]
	}
	o.Client = h.trusted.Client(rq.Request)
	if rq.token != nil {
		o.Token = rq.token.ID
	}
	o.Limited = o.Status == http.StatusTooManyRequests && rq.standing.Reached
	o.Began, o.Took = rq.now, h.now().Sub(rq.now)
	h.observer(o)
}
