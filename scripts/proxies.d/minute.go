package main

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Points of the minute that an answer may be stored, from when it came.
const (
	withdrawal = 10 * time.Second // a manual is removed from the server
	second     = 35 * time.Second // the second half, in which it is asked for again
	outage     = 40 * time.Second // the server goes away
	past       = 63 * time.Second // nothing may be used any more
)

// minute: what is stored is asked for again with its entity tag, is used while
// the server is away, and is never used for longer than the server said.
func minute(t *try) {
	if !t.Caches {
		return
	}
	const (
		kept, unasked, withdrawn = api + "acme.guide.json?minute", api + "acme.paper.json?minute", api + "acme.withdrawn.json"
		sale                     = api + "acme.sale/tokens.json"
	)
	began := time.Now()
	first := map[string]answer{}
	for _, target := range []string{kept, unasked, withdrawn} {
		first[target] = t.get(t.client(), site, target)
		t.want(first[target], http.StatusOK, "Cache-Control", "public, max-age=60")
	}
	t.ending(sale)
	if !t.until(began, second) {
		return
	}
	again := t.get(t.client(), site, kept)
	t.want(again, http.StatusOK, "ETag", first[kept].header.Get("ETag"))
	if age := age(again); age < second-2*time.Second {
		t.failf("%s: to a client it is %v old, after %v", again.asked, age, second)
	}
	t.revalidated(kept, first[kept])
	t.get(t.client(), site, withdrawn)
	if !t.until(began, outage) {
		return
	}
	t.relay.away()
	away := t.get(t.client(), site, unasked)
	t.want(away, http.StatusOK, "ETag", first[unasked].header.Get("ETag"))
	if away.body != first[unasked].body {
		t.failf("%s: another body, with the server away", away.asked)
	}
	t.unanswered(api + "acme.ink.json?away")
	if !t.until(began, past) {
		return
	}
	t.unanswered(unasked)
	if err := t.relay.back(); err != nil {
		t.failf("having the server back: %v", err)
		return
	}
	t.soon("answers again", func() bool { return t.get(t.client(), site, unasked).status == http.StatusOK })
	t.want(t.get(t.client(), site, withdrawn), http.StatusNotFound)
}

// ending: a manual that ends is stored until then, and gone from then on.
func (t *try) ending(target string) {
	a := t.get(t.client(), site, target)
	seconds, err := strconv.Atoi(strings.TrimPrefix(a.header.Get("Cache-Control"), "public, max-age="))
	if err != nil || seconds > int(saleLasts/time.Second) {
		t.failf("%s: expected at most %v in Cache-Control, found %q", a.asked, saleLasts, a.header.Get("Cache-Control"))
		return
	}
	if t.until(time.Now(), time.Duration(seconds+1)*time.Second) {
		t.want(t.get(t.client(), site, target), http.StatusGone)
	}
}

// revalidated: the server was asked once more, with the entity tag, and the
// answer is fresh again.
func (t *try) revalidated(target string, first answer) {
	t.soon("asks the server again", func() bool { return len(t.relay.of(site, target)) > 1 })
	if got := t.reached(site, target, 2); len(got) == 2 {
		if tag := got[1].header.Get("If-None-Match"); tag != first.header.Get("ETag") {
			t.failf("%s: it was asked for again with If-None-Match %q", target, tag)
		}
	}
	t.soon("has it fresh", func() bool {
		return strings.HasSuffix(t.get(t.client(), site, target).header.Get("Cache-Status"), "; hit")
	})
	if a := t.get(t.client(), site, target); a.body != first.body {
		t.failf("%s: another body after it was asked for again", a.asked)
	}
	t.reached(site, target, 2)
}

// unanswered: the proxy has nothing to answer with, and says so.
func (t *try) unanswered(target string) {
	if a := t.get(t.client(), site, target); a.status < http.StatusInternalServerError {
		t.failf("%s: expected no answer from the server, found %d, Cache-Status %q", a.asked, a.status, a.header.Get("Cache-Status"))
	}
}

// age returns how old a client takes an answer to be (RFC 9111, section
// 4.2.3).
func age(a answer) time.Duration {
	seconds, _ := strconv.Atoi(a.header.Get("Age")) // 0 where there is none
	age := time.Duration(seconds) * time.Second
	if date, err := http.ParseTime(a.header.Get("Date")); err == nil {
		age = max(age, time.Since(date))
	}
	return age
}

// until waits, and tells whether there was time for it.
func (t *try) until(began time.Time, after time.Duration) bool {
	select {
	case <-t.ctx.Done():
		t.failf("told to stop")
		return false
	case <-time.After(time.Until(began.Add(after))):
		return true
	}
}

// soon waits for what is to hold within five seconds.
func (t *try) soon(what string, holds func() bool) {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); {
		if holds() {
			return
		}
		if !t.until(time.Now(), 200*time.Millisecond) {
			return
		}
	}
	t.failf("it never %s", what)
}

// restart: what a proxy has not stored waits for a server that starts anew.
func restart(t *try) {
	if t.Caches || !t.until(time.Now(), outage) {
		return
	}
	t.relay.away()
	answered := make(chan answer)
	go func() { answered <- t.get(t.client(), site, api+"acme.guide.json?restart") }()
	if !t.until(time.Now(), 2*time.Second) {
		return
	}
	if err := t.relay.back(); err != nil {
		t.failf("having the server back: %v", err)
	}
	t.want(<-answered, http.StatusOK)
}
