package api

import (
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// An Endpoint is the sort of thing that a request asks for. There are [Endpoints] of
// them.
type Endpoint uint8

// The endpoints. Their names in metrics are those of String, which must stay.
const (
	EndpointUnknown Endpoint = iota // no other endpoint
	EndpointManual
	EndpointTokens
	EndpointOpenAPI
	EndpointPreflight
	EndpointPage
	EndpointPassword  // a form that was sent
	EndpointSiteList  // the page that lists the manuals of the site
	EndpointBrandList // the page that lists those of a brand
	EndpointRobots    // robots.txt, or the sitemap
	EndpointLLMs      // llms.txt, the list of skills, or the catalog
	EndpointIcon
	EndpointAgents   // messages of the Model Context Protocol
	EndpointExports  // the page of exports, and each export
	EndpointReleases // the page of releases, their list, and each document of a release
	EndpointFiles
	EndpointZip      // all files of a manual, or those of its brand.zip
	EndpointPageFile // a style sheet, a script or an icon that pages load
	EndpointHealth
	EndpointReady

	// Endpoints is the number of endpoints.
	Endpoints = int(iota)
)

// String returns the name of the endpoint, a lower-case word.
func (e Endpoint) String() string {
	return [Endpoints]string{"unknown", "manual", "tokens", "openapi", "preflight", "page", "password",
		"index", "manuals", "robots", "llms", "icon", "agents", "exports", "releases",
		"files", "zip", "asset", "health", "ready"}[e]
}

// An Observation describes a request and its response for logs and metrics. It has
// no query, credentials or cookies, as they contain secrets. Method, Host, Path
// and Agent are as the client sent them, of any length and with any bytes that
// net/http accepts.
type Observation struct {
	ID          string // the X-Request-Id, or an id that no other server makes
	Endpoint    Endpoint
	Method      string
	Host        string
	Path        string // as sent, without the query
	Agent       string // the first User-Agent field
	Client      netip.Addr
	AccessToken string // the public id of a valid one, or empty
	Status      int    // 0 if there was no response
	Bytes       int    // of the body that were handed over without an error
	Limited     bool   // rejected by the rate limit of the access token or, without one, of the address
	Began       time.Time
	Took        time.Duration // until the response was handed over, which may be before it is sent
}

// observe calls Options.Observe for a request that has been answered, unless the
// program itself has made the request, without a remote address.
func (h *Handler) observe(rq *request) {
	if h.options.Observe == nil || rq.RemoteAddr == "" {
		return
	}
	outcome := &rq.outcome
	o := Observation{
		ID: rq.id, Endpoint: rq.endpoint, Method: rq.Method, Host: rq.Host,
		Path: rawPath(rq.Request), Agent: rq.UserAgent(),
		Client: rq.client, Status: outcome.status, Bytes: outcome.bodyBytes,
		Limited: outcome.status == http.StatusTooManyRequests && outcome.quota.Reached,
		Began:   rq.now, Took: h.options.Now().Sub(rq.now),
	}
	if rq.accessToken != nil {
		o.AccessToken = rq.accessToken.ID
	}
	h.options.Observe(o)
}

// parseRequestID returns the X-Request-Id of a request, or "" if there is not exactly
// one that is safe in a log or a header field: at most 128 characters, each one
// unreserved (RFC 3986) or one of + / = and :.
func parseRequestID(fields []string) string {
	foreign := func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.ContainsRune("-._~+/=:", c))
	}
	if len(fields) != 1 || len(fields[0]) > 128 || strings.ContainsFunc(fields[0], foreign) {
		return ""
	}
	return fields[0]
}
