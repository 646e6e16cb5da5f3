package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// tokens: an answer to an access token is never stored nor one that is stored
// given to it, whatever was read before.
func tokens(t *try) {
	const open, crew = api + "acme.guide.json?tokens", api + "acme.crew.json?tokens"
	own, other := "Authorization: Bearer "+t.token, "Authorization: Basic b3RoZXI6c2NoZW1l"
	t.want(t.get(t.client(), site, open), http.StatusOK)
	for range 2 {
		t.want(t.get(t.client(), site, crew), http.StatusNotFound)
		a := t.get(t.client(), site, crew, own)
		t.want(a, http.StatusOK, "Cache-Control", "no-store", "Access-Control-Allow-Origin", "", "X-RateLimit-Limit", "6000")
		t.want(t.get(t.client(), site, crew, own, "If-None-Match: "+a.header.Get("ETag")), http.StatusNotModified, "Cache-Control", "no-store")
		t.want(t.get(t.client(), site, open, own), http.StatusOK, "Cache-Control", "no-store", "X-RateLimit-Limit", "6000")
		t.want(t.get(t.client(), site, open, other), http.StatusOK, "Cache-Control", "no-store")
		t.want(t.get(t.client(), site, open, own+"x"), http.StatusUnauthorized)
		t.want(t.get(t.client(), site, open, "Authorization: Bearer"), http.StatusUnauthorized)
		t.want(t.get(t.client(), site, open), http.StatusOK, "Cache-Control", "public, max-age=60", "Access-Control-Allow-Origin", "*")
	}
	t.reached(site, crew, 6)
	t.reached(site, open, 9+t.unstored(2))
	if twice := t.get(t.client(), site, open, own, own); twice.status != http.StatusUnauthorized && twice.status != http.StatusBadRequest {
		t.failf("%s: expected 401 or 400, found %d", twice.asked, twice.status)
	}
}

// refusals: none is stored, each is for the one who gets it.
func refusals(t *try) {
	for target, status := range map[string]int{
		api + "acme.lost.json":               http.StatusNotFound,
		api + "acme.over.json?again":         http.StatusGone,
		api + "acme/tokens.json?format=none": http.StatusBadRequest,
		"/lost":                              http.StatusNotFound,
	} {
		for range 3 {
			t.want(t.get(t.client(), site, target), status, "Cache-Control", "no-store")
		}
		t.reached(site, target, 3)
	}
}

// limits: each client behind the proxy has a limit of its own, which it cannot
// speak itself out of; what is stored it gets nevertheless.
func limits(t *try) {
	const target, open = api + "acme.limits.json", api + "acme.guide/tokens.json?limits"
	c, limited := t.client(), false
	t.want(t.get(t.client(), site, open), http.StatusOK)
	for n := 0; n < 2*perMinute && !limited; n++ {
		a := t.get(c, site, target, "X-Forwarded-For: 198.51.100."+strconv.Itoa(n%250))
		limited = a.status == http.StatusTooManyRequests
		if !limited {
			t.want(a, http.StatusNotFound, "X-RateLimit-Limit", strconv.Itoa(perMinute), "X-RateLimit-Remaining", strconv.Itoa(perMinute-n-1))
		}
	}
	if !limited {
		t.failf("a client has no limit when it makes up X-Forwarded-For")
	}
	t.want(t.get(c, site, target), http.StatusTooManyRequests, "Cache-Control", "no-store", "X-RateLimit-Remaining", "0")
	t.want(t.get(t.client(), site, target), http.StatusNotFound, "X-RateLimit-Remaining", strconv.Itoa(perMinute-1))
	if t.Caches {
		t.want(t.get(c, site, open), http.StatusOK)
	}
}

// standings: what is stored tells nobody where another one stands.
func standings(t *try) {
	const target = api + "acme.paper.json"
	limit := ""
	if !t.Caches {
		limit = strconv.Itoa(perMinute)
	}
	for range 3 {
		a := t.get(t.client(), site, target, "X-Request-Id: request-of-one")
		t.want(a, http.StatusOK, "X-RateLimit-Limit", limit)
		if t.Caches {
			t.want(a, http.StatusOK, "X-RateLimit-Remaining", "", "X-RateLimit-Reset", "", "X-Request-Id", "")
		}
	}
}

// sessions: the form of a password, its cookie and the page behind it are
// never stored.
func sessions(t *try) {
	const form = "Content-Type: application/x-www-form-urlencoded"
	c, origin := t.client(), "Origin: https://"+brand
	t.want(t.get(c, brand, "/dealers"), http.StatusOK, "Cache-Control", "no-store")
	entering := url.Values{"password": {password}}.Encode()
	t.want(t.send(c, http.MethodPost, brand, "/dealers", "password=other", form, origin), http.StatusForbidden)
	t.want(t.send(c, http.MethodPost, brand, "/dealers", entering, form, "Origin: https://web.example"), http.StatusForbidden)
	entered := t.send(c, http.MethodPost, brand, "/dealers", entering, form, origin)
	t.want(entered, http.StatusSeeOther, "Location", "/dealers", "Cache-Control", "no-store")
	cookie, _, _ := strings.Cut(entered.header.Get("Set-Cookie"), ";")
	for range 2 {
		page := t.get(c, brand, "/dealers", "Cookie: visitor=1; "+cookie)
		t.want(page, http.StatusOK, "Cache-Control", "no-store")
		if !strings.Contains(page.body, "Acme dealers") || !strings.Contains(page.body, "palette") {
			t.failf("%s: expected the page behind the password", page.asked)
		}
		if asks := t.get(t.client(), brand, "/dealers"); strings.Contains(asks.body, "palette") {
			t.failf("%s: the page behind the password went to somebody else", asks.asked)
		}
	}
	t.want(t.get(c, brand, "/guide"), http.StatusPermanentRedirect, "Location", "/")
}

// crowds: many who want the same at once are one request.
func crowds(t *try) {
	const target, many = api + "acme.crowd.json", 64
	var all sync.WaitGroup
	for range many {
		c := t.client()
		all.Go(func() { t.want(t.get(c, site, target, "Accept-Encoding: gzip"), http.StatusOK) })
	}
	all.Wait()
	if n := len(t.relay.of(site, target)); t.Caches && n > many/4 { // a machine with much else to do may need more than one
		t.failf("%s: expected 1 request at the server for %d, found %d", target, many, n)
	}
}

// secured: HTTP leads to HTTPS, which browsers are told to keep to.
func secured(t *try) {
	if t.Plain == "" {
		return
	}
	t.want(t.get(t.client(), site, api+"acme.json"), http.StatusOK, "Strict-Transport-Security", "max-age=31536000")
	c := t.client()
	c.scheme = "http"
	a := t.get(c, brand, "/paper?q=1")
	t.want(a, http.StatusPermanentRedirect)
	if to := a.header.Get("Location"); !strings.HasPrefix(to, "https://"+brand) || !strings.HasSuffix(to, "/paper?q=1") {
		t.failf("%s: leads to %s", a.asked, to)
	}
}
