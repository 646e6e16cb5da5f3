package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"designmanual/scripts/proxy/trial"
)

const (
	site   = trial.Site
	brand  = "acme." + trial.Site
	domain = "brand.acme.example"
	api    = "/api/v1/manuals/"
)

// A front is a proxy before a server, and what the server is asked.
type front struct {
	*trial.Proxy
	relay  *relay
	server string // the address of the server behind the relay
	token  string // of the brand acme

	number  int // its clients have addresses 127.<number>.…
	mu      sync.Mutex
	clients int
}

// A client asks a proxy, from an address of its own.
type client struct {
	address string
	http    *http.Client
	scheme  string
}

// client returns a client that has asked for nothing yet.
func (f *front) client() *client {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clients++
	address := fmt.Sprintf("127.%d.%d.%d", f.number, f.clients/250, f.clients%250+1)
	return &client{address, f.Client(address), f.Scheme}
}

// A try is a check of a proxy as it goes on.
type try struct {
	*front
	ctx      context.Context
	mu       sync.Mutex
	failures []string
}

func (t *try) failf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

// An answer is one that was read to its end.
type answer struct {
	asked  string
	status int
	header http.Header
	body   string
}

// get asks for a target of a host, with fields as they go out: "Name: value".
func (t *try) get(c *client, host, target string, fields ...string) answer {
	return t.send(c, http.MethodGet, host, target, "", fields...)
}

// send makes a request. One that gets no answer has failed.
func (t *try) send(c *client, method, host, target, body string, fields ...string) answer {
	return t.do(c, c.scheme+"://"+host+target, host, method, body, fields)
}

// direct asks the server itself, as a client that has asked for nothing yet.
func (t *try) direct(method, host, target string, fields ...string) answer {
	c := &client{t.client().address, &http.Client{Transport: http.DefaultTransport, CheckRedirect: stay}, "http"}
	return t.do(c, "http://"+t.server+target, host, method, "", append(fields, "X-Forwarded-For: "+c.address))
}

// stay has a client show a redirect in place of following it.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (t *try) do(c *client, url, host, method, body string, fields []string) answer {
	a := answer{asked: fmt.Sprintf("%s %s%s %q", method, host, strings.TrimPrefix(url[strings.Index(url, "://"):], "://"+host), fields)}
	r, err := http.NewRequestWithContext(t.ctx, method, url, strings.NewReader(body))
	if err != nil {
		t.failf("%s: %v", a.asked, err)
		return a
	}
	r.Host = host
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		r.Header.Add(name, value)
	}
	got, err := c.http.Do(r)
	if err != nil {
		t.failf("%s: %v", a.asked, err)
		return a
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.failf("%s: reading: %v", a.asked, err)
	}
	a.status, a.header, a.body = got.StatusCode, got.Header, string(text)
	return a
}

// want compares an answer's status and fields; an expected field that is
// empty is not to be there.
func (t *try) want(a answer, status int, fields ...string) {
	if a.status != status {
		t.failf("%s: expected %d, found %d, Cache-Status %q", a.asked, status, a.status, a.header.Get("Cache-Status"))
		return
	}
	for i := 0; i < len(fields); i += 2 {
		if found := a.header.Get(fields[i]); found != fields[i+1] {
			t.failf("%s: %s: expected %q, found %q", a.asked, fields[i], fields[i+1], found)
		}
	}
}

// reached compares how many requests for the target have come to the server.
func (t *try) reached(host, target string, n int) []asked {
	got := t.relay.of(host, target)
	if len(got) != n {
		t.failf("%s%s: expected %d requests at the server, found %d", host, target, n, len(got))
	}
	return got
}

// unstored returns n, or 0 for a proxy that stores answers.
func (t *try) unstored(n int) int {
	if t.Caches {
		return 0
	}
	return n
}
